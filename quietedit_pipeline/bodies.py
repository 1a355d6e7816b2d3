"""What a body says once its content codings are undone.

Every coding is undone in small pieces, so that a bomb is noticed a few megabytes after the limit
and not when memory is gone. A label that lies (a plain body called gzip) costs nothing but a note.
"""

import zlib
from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Protocol

import zstandard

from quietedit_core.outcomes import FetchOutcome

ACCEPT_ENCODING = "gzip, deflate, zstd"

_CODINGS_LIMIT = 3
_MEMBERS_LIMIT = 10_000
# RFC 9659: a zstd frame on the web needs no window above 8 MB.
_ZSTD_WINDOW_BYTES = 8 * 1024 * 1024
# News pages shrink 5 to 20 times; what swells beyond this is no text.
_RATIO_LIMIT = 200
_RATIO_FREE_BYTES = 1024 * 1024
_PLAIN_PROBE_BYTES = 512
_CONTROLS = bytes(set(range(0x20)) - set(b"\t\n\r\f\x1b"))
_WIDE_MARKS = (b"\xff\xfe", b"\xfe\xff")  # UTF-16 is plain, for all its zero bytes
_UNSUPPORTED = frozenset({"br", "compress", "dcb", "dcz"})


@dataclass(frozen=True, slots=True, kw_only=True)
class DecodedBody:
    """The body as the server meant it; where there is none, `problem` names the outcome."""

    body: bytes | None
    problem: FetchOutcome | None = None
    notes: tuple[str, ...] = ()
    is_truncated: bool = False


class _Decoder(Protocol):
    @property
    def eof(self) -> bool: ...
    @property
    def unused_data(self) -> bytes: ...
    def decompress(self, data: bytes, /) -> bytes: ...


@dataclass(frozen=True, slots=True, kw_only=True)
class _Coding:
    """One content coding: how its bytes begin, who undoes it, in pieces of which size."""

    begins: Callable[[bytes], bool]
    decoder: Callable[[bytes], _Decoder]
    piece_bytes: int
    has_members: bool


class _Unreadable(Exception):  # noqa: N818  never leaves this module
    """A body that is given up, with the outcome that says why."""

    def __init__(self, outcome: FetchOutcome, reason: str) -> None:
        super().__init__(reason)
        self.outcome = outcome


def decode_body(wire: bytes, content_encoding: str, *, limit_bytes: int) -> DecodedBody:
    """Undo the codings of a `Content-Encoding`, the last applied first.

    >>> decode_body(b"<p>plain</p>", "gzip", limit_bytes=1000).body
    b'<p>plain</p>'
    """
    names = [name for name in map(_read_name, content_encoding.split(",")) if name]
    try:
        _check_count(len(names), _CODINGS_LIMIT, "content codings")
        body, is_truncated = wire, False
        notes: tuple[str, ...] = ()
        for name in reversed(names):
            step = _undo(body, name, limit_bytes)
            body, notes = step.body or b"", notes + step.notes
            is_truncated = is_truncated or step.is_truncated
        _check_size(len(body), len(wire), limit_bytes)
    except _Unreadable as error:
        return DecodedBody(body=None, problem=error.outcome, notes=(str(error),))
    return DecodedBody(body=body, notes=notes, is_truncated=is_truncated)


def is_gzip(body: bytes) -> bool:
    """Whether a body is in gzip, whatever its label says."""
    return body.startswith(b"\x1f\x8b\x08")


def _read_name(label: str) -> str:
    name = label.strip().strip('"').lower().removeprefix("x-")
    return "" if name == "identity" else name


def _undo(data: bytes, name: str, limit_bytes: int) -> DecodedBody:
    if not data:
        return DecodedBody(body=b"")
    if name not in _CODINGS and name not in _UNSUPPORTED:
        return DecodedBody(body=data, notes=(f"no content coding: {name[:40]!r}",))
    if name in _CODINGS and _CODINGS[name].begins(data):
        return _inflate(data, name, limit_bytes)
    if _is_plain(data):
        return DecodedBody(body=data, notes=(f"called {name}, is plain",))
    found = _find_coding(data, name)
    step = _inflate(data, found, limit_bytes)
    return replace(step, notes=(f"called {name}, is {found}", *step.notes))


def _find_coding(data: bytes, name: str) -> str:
    """What a body really is that is not what its label says."""
    for known in ("gzip", "zstd"):
        if _CODINGS[known].begins(data):
            return known
    raise _Unreadable(FetchOutcome.DECODING, f"not to be read as {name}")


def _inflate(data: bytes, name: str, limit_bytes: int) -> DecodedBody:
    coding = _CODINGS[name]
    parts: list[bytes] = []
    position = size = members = 0
    while True:
        decoder = coding.decoder(data[position : position + 2])
        while position < len(data) and not decoder.eof:
            piece = data[position : position + coding.piece_bytes]
            position += len(piece)
            parts.append(_decompress(decoder, piece, name))
            size += len(parts[-1])
            _check_size(size, len(data), limit_bytes)
        if not decoder.eof:
            return DecodedBody(
                body=b"".join(parts), notes=(f"{name} body cut short",), is_truncated=True
            )
        position -= len(decoder.unused_data)
        members += 1
        _check_count(members, _MEMBERS_LIMIT, f"{name} members")
        if not (coding.has_members and coding.begins(data[position : position + 4])):
            break
    left = data[position:].strip(b"\0")
    notes = (f"{len(left)} bytes after the {name} body",) if left else ()
    return DecodedBody(body=b"".join(parts), notes=notes)


def _decompress(decoder: _Decoder, piece: bytes, name: str) -> bytes:
    try:
        return decoder.decompress(piece)
    except (zlib.error, zstandard.ZstdError, MemoryError) as error:
        raise _Unreadable(FetchOutcome.DECODING, f"broken {name}: {error}") from error


def _check_size(size: int, source_size: int, limit_bytes: int) -> None:
    if size > limit_bytes:
        raise _Unreadable(FetchOutcome.TOO_LARGE, f"body above {limit_bytes} bytes")
    if size > _RATIO_FREE_BYTES and size > _RATIO_LIMIT * source_size:
        raise _Unreadable(FetchOutcome.TOO_LARGE, f"body swells more than {_RATIO_LIMIT} times")


def _check_count(count: int, limit: int, what: str) -> None:
    if count > limit:
        raise _Unreadable(FetchOutcome.DECODING, f"more than {limit} {what}")


def _is_plain(data: bytes) -> bool:
    """Whether a body reads as text: compressed bytes hold control characters within a few dozen."""
    probe = data[:_PLAIN_PROBE_BYTES]
    return probe.startswith(_WIDE_MARKS) or probe == probe.translate(None, _CONTROLS)


def _begins_zstd(data: bytes) -> bool:
    """A zstd frame or a skippable one. RFC 8878, section 3.1."""
    is_skippable = data[1:4] == b"\x2a\x4d\x18" and data[:1] in b"PQRSTUVWXYZ[\\]^_"
    return data.startswith(b"\x28\xb5\x2f\xfd") or is_skippable


def _gzip_decoder(_head: bytes) -> _Decoder:
    return zlib.decompressobj(wbits=31)


def _deflate_decoder(head: bytes) -> _Decoder:
    """`deflate` is zlib by the standard, and bare deflate from some servers."""
    is_zlib = head[0] & 0x0F == zlib.DEFLATED and int.from_bytes(head, "big") % 31 == 0
    return zlib.decompressobj(wbits=15 if is_zlib else -15)


def _zstd_decoder(_head: bytes) -> _Decoder:
    decompressor = zstandard.ZstdDecompressor(max_window_size=_ZSTD_WINDOW_BYTES)
    return decompressor.decompressobj()


# A piece of deflate grows at most 1032 times; one block of zstd from 4 bytes to 128 KB.
_CODINGS = {
    "gzip": _Coding(
        begins=lambda data: data.startswith(b"\x1f\x8b"),
        decoder=_gzip_decoder,
        piece_bytes=8192,
        has_members=True,
    ),
    "deflate": _Coding(
        begins=lambda data: not _is_plain(data) and not is_gzip(data),
        decoder=_deflate_decoder,
        piece_bytes=8192,
        has_members=False,
    ),
    "zstd": _Coding(begins=_begins_zstd, decoder=_zstd_decoder, piece_bytes=512, has_members=True),
}
