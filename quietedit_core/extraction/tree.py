"""Which tree of elements do these bytes make?"""

from lxml import etree

from quietedit_core.encoding import Decoded, decode

# Pages are cut here: no article is this long, and memory is the size of the tree.
_BODY_LIMIT_BYTES = 4 * 1024 * 1024
_EMPTY = b"<html><body></body></html>"


def parse_page(html: bytes, content_type: str | None) -> tuple[etree._Element, Decoded]:
    """Decode and parse; what is no markup at all is an empty page."""
    decoded = decode(html[:_BODY_LIMIT_BYTES], content_type)
    return _parse(_as_utf8(html, decoded)), decoded


def _as_utf8(html: bytes, decoded: Decoded) -> bytes:
    if decoded.encoding == "utf-8" and not decoded.replaced and len(html) <= _BODY_LIMIT_BYTES:
        utf8 = html
    else:
        utf8 = decoded.text.encode("utf-8", "replace")
    return utf8.replace(b"\x00", b"") if b"\x00" in utf8 else utf8


def _parse(utf8: bytes) -> etree._Element:
    parser = etree.HTMLParser(
        encoding="utf-8", remove_comments=True, remove_pis=True, no_network=True, huge_tree=True
    )
    try:
        root = etree.fromstring(utf8 or _EMPTY, parser)
    except etree.XMLSyntaxError:
        root = None
    return etree.fromstring(_EMPTY, parser) if root is None else root
