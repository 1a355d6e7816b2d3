"""Which characters do these bytes stand for?

The first usable of: byte order mark, HTTP charset, declaration in the document, the look of
UTF-16 without a mark; else UTF-8. Labels mean what browsers take them to mean
(https://encoding.spec.whatwg.org/#names-and-labels).
"""

import codecs
import re
from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum
from functools import lru_cache

import webencodings

# A declaration further in than this has never been seen; browsers stop far earlier.
_DECLARATION_LIMIT_BYTES = 256 * 1024
_DETECTION_SAMPLE_BYTES = 1024

_BOMS = (
    (b"\xef\xbb\xbf", "utf-8"),
    (b"\xff\xfe", "utf-16le"),
    (b"\xfe\xff", "utf-16be"),
)
_HTTP_CHARSET = re.compile(r"""charset\s*=\s*["']?\s*([^\s"';,]+)""", re.IGNORECASE)
_XML_DECLARATION = re.compile(rb"""\s*<\?xml[^>]*?encoding\s*=\s*["']([^"'>]+)["']""")
_HEAD_PARTS = re.compile(
    rb"<!--.*?-->|<(script|style|title|noscript)\b.*?</\1|<(meta)\b([^>]*)>|<(body)\b",
    re.IGNORECASE | re.DOTALL,
)
_CHARSET_WORD = re.compile(rb"charset|<\?xml", re.IGNORECASE)
_META_CHARSET = re.compile(rb"""charset\s*=\s*["']?\s*([^\s"'/>;]+)""", re.IGNORECASE)
_REPLACEMENT = "\ufffd"
_C1 = range(0x80, 0xA0)


class EncodingSource(StrEnum):
    BOM = "byte order mark"
    HTTP = "http charset"
    DOCUMENT = "document declaration"
    DETECTED = "looks like utf-16"
    DEFAULT = "default"


@dataclass(frozen=True, slots=True)
class EncodingClaim:
    """One place that names an encoding; `encoding` is empty where the label means nothing."""

    source: EncodingSource
    label: str
    encoding: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Decoded:
    """A text, its WHATWG encoding, every claim in order of authority, undecodable places."""

    text: str
    encoding: str
    evidence: tuple[EncodingClaim, ...]
    replaced: int


def decode(body: bytes, content_type: str | None) -> Decoded:
    """Decode a body by the strongest usable claim; what does not decode becomes U+FFFD."""
    claims = tuple(_list_claims(body, content_type))
    encoding = next(claim.encoding for claim in claims if claim.encoding)
    text, replaced = _decode_as(_without_bom(body, encoding), encoding)
    return Decoded(text=text, encoding=encoding, evidence=claims, replaced=replaced)


def _list_claims(body: bytes, content_type: str | None) -> Iterator[EncodingClaim]:
    for mark, encoding in _BOMS:
        if body.startswith(mark):
            yield EncodingClaim(EncodingSource.BOM, encoding, encoding)
    if found := _HTTP_CHARSET.search(content_type or ""):
        yield EncodingClaim(EncodingSource.HTTP, found[1], _encoding_of(found[1]))
    if label := _find_declaration(body):
        # A declaration that could be read as ASCII does not stand in UTF-16.
        # https://html.spec.whatwg.org/multipage/parsing.html#prescan-a-byte-stream-to-determine-its-encoding
        encoding = _encoding_of(label)
        readable = "utf-8" if encoding.startswith("utf-16") else encoding
        yield EncodingClaim(EncodingSource.DOCUMENT, label, readable)
    if encoding := _detect_utf16(body):
        yield EncodingClaim(EncodingSource.DETECTED, encoding, encoding)
    yield EncodingClaim(EncodingSource.DEFAULT, "utf-8", "utf-8")


def _encoding_of(label: str) -> str:
    found = webencodings.lookup(label)
    return "" if found is None else str(found.name).lower()


def _find_declaration(body: bytes) -> str:
    head = body[:_DECLARATION_LIMIT_BYTES]
    if _CHARSET_WORD.search(head) is None:
        return ""
    if found := _XML_DECLARATION.match(head):
        return found[1].decode("latin-1").strip()
    for part in _HEAD_PARTS.finditer(head):
        if part[4]:
            break
        if part[2] and (charset := _META_CHARSET.search(part[3])):
            return charset[1].decode("latin-1")
    return ""


def _detect_utf16(body: bytes) -> str:
    """Markup is mostly ASCII, and ASCII in UTF-16 has a NUL in every pair, always on one side."""
    sample = body[:_DETECTION_SAMPLE_BYTES]
    pairs = len(sample) // 2
    even, odd = sample[0 : 2 * pairs : 2].count(0), sample[1 : 2 * pairs : 2].count(0)
    if not pairs or max(even, odd) * 2 < pairs or min(even, odd) * 8 > pairs:
        return ""
    return "utf-16le" if odd > even else "utf-16be"


def _without_bom(body: bytes, encoding: str) -> bytes:
    mark = next((mark for mark, owner in _BOMS if owner == encoding), b"")
    return body[len(mark) :] if mark and body.startswith(mark) else body


def _decode_as(body: bytes, encoding: str) -> tuple[str, int]:
    codec = _codec(encoding)
    try:
        return codec.decode(body, "strict")[0], 0
    except UnicodeError:
        return _decode_leniently(body, encoding, codec)


def _codec(encoding: str) -> codecs.CodecInfo:
    """The decoder of a WHATWG encoding; theirs of gbk reads all of gb18030."""
    if encoding == "gbk":
        return codecs.lookup("gb18030")
    found: codecs.CodecInfo = webencodings.lookup(encoding).codec_info
    return found


def _decode_leniently(body: bytes, encoding: str, codec: codecs.CodecInfo) -> tuple[str, int]:
    if table := _single_byte_table(encoding):
        text = codecs.charmap_decode(body, "replace", table)[0]
        return text, text.count(_REPLACEMENT)
    text = codec.decode(body, "replace")[0]
    own = body.count(codec.encode(_REPLACEMENT, "ignore")[0] or b"\x00\x00\x00\x00")
    return text, max(1, text.count(_REPLACEMENT) - own)


@lru_cache(maxsize=64)
def _single_byte_table(encoding: str) -> str:
    """The 256 characters of an encoding of one byte each, the C1 gaps filled as browsers do."""
    if not encoding.startswith(("windows-", "iso-8859", "koi8", "macintosh", "x-mac", "ibm866")):
        return ""
    codec = _codec(encoding)
    return "".join(_table_entry(codec, byte) for byte in range(256))


def _table_entry(codec: codecs.CodecInfo, byte: int) -> str:
    try:
        return codec.decode(bytes((byte,)), "strict")[0]
    except UnicodeError:
        return chr(byte) if byte in _C1 else _REPLACEMENT
