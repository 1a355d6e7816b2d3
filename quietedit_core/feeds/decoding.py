"""Which text does a feed's body hold?

XML has its own order of authority: byte order mark, HTTP charset, XML declaration, UTF-8. Labels
lie often enough that bytes which only make sense as UTF-8 outweigh them, and one stray byte in a
feed that says UTF-8 costs one character, never the reading of all others.
https://www.rfc-editor.org/rfc/rfc7303#section-3
"""

import re
import zlib

import webencodings

from quietedit_core.feeds.defects import Defects

# No outlet's feed comes near this; news sitemaps are allowed 50 MB unpacked, and none needs it.
BODY_LIMIT_BYTES = 32 * 1024 * 1024
_GZIP_MAGIC = b"\x1f\x8b\x08"
_GZIP_WINDOW = 16 + zlib.MAX_WBITS

_BOMS = (
    (b"\xef\xbb\xbf", "utf-8"),
    (b"\xff\xfe\x00\x00", "utf-32-le"),
    (b"\x00\x00\xfe\xff", "utf-32-be"),
    (b"\xff\xfe", "utf-16-le"),
    (b"\xfe\xff", "utf-16-be"),
)
# How "<" and the ASCII after it look without a mark (XML 1.0, appendix F); JSON opens with "{".
_WIDE_OPENINGS = (
    (re.compile(rb"[<{]\x00\x00\x00"), "utf-32-le"),
    (re.compile(rb"\x00\x00\x00[<{]"), "utf-32-be"),
    (re.compile(rb"[<{\s]\x00[^\x00]\x00"), "utf-16-le"),
    (re.compile(rb"\x00[<{\s]\x00[^\x00]"), "utf-16-be"),
)
_HTTP_CHARSET = re.compile(r"""charset\s*=\s*["']?\s*([^\s"';,]+)""", re.IGNORECASE)
_DECLARED = re.compile(rb"""<\?xml[^>]{0,200}?encoding\s*=\s*["']([\w.:-]{1,40})["']""")
_DECLARATION_WINDOW_BYTES = 4096
_MULTIBYTE = re.compile(r"[^\x00-\x7f\ufffd]")
# From this many undecodable places on, a feed without one valid sequence is not UTF-8 at all.
_STRAY_BYTES = 3

# https://www.w3.org/TR/xml/#charsets
_ILLEGAL = re.compile("[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")


def is_packed(body: bytes) -> bool:
    return body.startswith(_GZIP_MAGIC)


def read_text(body: bytes, content_type: str | None, defects: Defects) -> str:
    """Unpack and decode a body; characters that XML forbids are dropped and counted."""
    plain = _unpack(body, defects) if is_packed(body) else body
    if len(plain) > BODY_LIMIT_BYTES:
        defects.note_truncation("the body is larger than we read")
        plain = plain[:BODY_LIMIT_BYTES]
    text = _decode(plain, content_type, defects).lstrip("\ufeff")
    kept, dropped = _ILLEGAL.subn("", text)
    defects.note_dropped(dropped)
    return kept


def _unpack(body: bytes, defects: Defects) -> bytes:
    unpacker = zlib.decompressobj(_GZIP_WINDOW)
    try:
        plain = unpacker.decompress(body, BODY_LIMIT_BYTES)
    except zlib.error:
        defects.note_truncation("the packed body is damaged")
        return _unpack_in_steps(body)
    if unpacker.unconsumed_tail:
        defects.note_truncation("the body unpacks to more than we read")
    elif not unpacker.eof:
        defects.note_truncation("the packed body is cut off")
    return plain


def _unpack_in_steps(body: bytes, step_bytes: int = 1024) -> bytes:
    """What can be unpacked before the damage."""
    unpacker = zlib.decompressobj(_GZIP_WINDOW)
    parts: list[bytes] = []
    room = BODY_LIMIT_BYTES
    for start in range(0, len(body), step_bytes):
        try:
            parts.append(unpacker.decompress(body[start : start + step_bytes], room))
        except zlib.error:
            break
        room -= len(parts[-1])
        if room <= 0:
            break
    return b"".join(parts)


def _decode(body: bytes, content_type: str | None, defects: Defects) -> str:
    for mark, encoding in _BOMS:
        if body.startswith(mark):
            return _decode_leniently(body[len(mark) :], encoding, defects)
    for opening, encoding in _WIDE_OPENINGS:
        if opening.match(body):
            return _decode_leniently(body, encoding, defects)
    label = _find_label(body, content_type)
    if label in {"", "utf-8"}:
        return _decode_utf8(body, defects)
    return _decode_labelled(body, label, defects)


def _find_label(body: bytes, content_type: str | None) -> str:
    """The strongest claim that means anything; wide encodings without their look mean nothing."""
    declared = _DECLARED.search(body[:_DECLARATION_WINDOW_BYTES])
    http = _HTTP_CHARSET.search(content_type or "")
    claims = (http[1] if http else "", declared[1].decode("ascii", "replace") if declared else "")
    for claim in claims:
        found = webencodings.lookup(claim)
        if found is not None and not found.name.startswith("utf-16"):
            return str(found.name)
    return ""


def _decode_utf8(body: bytes, defects: Defects) -> str:
    try:
        return body.decode("utf-8")
    except UnicodeDecodeError:
        lenient = body.decode("utf-8", "replace")
    replaced = lenient.count("\ufffd") - body.count(b"\xef\xbf\xbd")
    if replaced >= _STRAY_BYTES and len(_MULTIBYTE.findall(lenient)) < replaced:
        defects.note("said or seemed to be utf-8, read as windows-1252")
        return _decode_single_bytes(body)
    defects.note(f"{replaced} byte sequences that are no utf-8 were replaced")
    return lenient


def _decode_labelled(body: bytes, label: str, defects: Defects) -> str:
    utf8 = _decode_strictly(body, "utf-8")
    if utf8 is not None and not utf8.isascii():
        defects.note(f"said {label}, read as utf-8")
        return utf8
    text = _decode_strictly(body, label)
    if text is not None:
        return text
    if label == "windows-1252":
        return _decode_single_bytes(body)
    return _decode_leniently(body, label, defects)


def _decode_strictly(body: bytes, label: str) -> str | None:
    codec = webencodings.lookup(label).codec_info
    try:
        return str(codec.decode(body, "strict")[0])
    except UnicodeError:
        return None


def _decode_leniently(body: bytes, label: str, defects: Defects) -> str:
    found = webencodings.lookup(label)
    codec = found.codec_info.decode if found else None
    text = codec(body, "replace")[0] if codec else body.decode(label, "replace")
    if "\ufffd" in text:
        defects.note(f"bytes that are no {label} were replaced")
    return str(text)


def _decode_single_bytes(body: bytes) -> str:
    """windows-1252 as browsers read it: the five gaps are C1 controls."""
    return body.decode("cp1252", "surrogateescape").translate(_C1_GAPS)


_C1_GAPS = {0xDC00 + byte: chr(byte) for byte in (0x81, 0x8D, 0x8F, 0x90, 0x9D)}
