"""How much of our time and memory a request under way has taken.

A socket's own timeout holds for one `recv` only, so that a server which sends a byte now and then
would hold a thread for ever. The meter sets it anew before each read to the time that is left, for
the header as for the body, and counts what comes before any library sees it.
"""

import io
import socket
import time
from dataclasses import dataclass
from typing import Any

from quietedit_core.outcomes import FetchOutcome

BUFFER_BYTES = 16 * 1024


@dataclass(frozen=True, slots=True, kw_only=True)
class FetchLimits:
    """How much of our time and memory one request may take."""

    connect_seconds: float = 10.0
    first_byte_seconds: float = 20.0
    total_seconds: float = 45.0
    head_bytes: int = 64 * 1024
    wire_bytes: int = 10 * 1024 * 1024
    body_bytes: int = 20 * 1024 * 1024


class RequestEnded(OSError):  # noqa: N818  not an error of ours: the world has passed a limit
    """A request was ended by its meter."""

    def __init__(self, outcome: FetchOutcome, reason: str) -> None:
        super().__init__(reason)
        self.outcome = outcome


class Meter:
    """The clock and the counters of one request; ends it where it takes too much."""

    def __init__(self, limits: FetchLimits) -> None:
        self._limits = limits
        self._started = time.monotonic()
        self._total_seconds = limits.total_seconds
        self._wire_limit_bytes = limits.wire_bytes + limits.head_bytes
        self._first_byte_due = self._started + limits.total_seconds
        self._is_head_read = False
        self.wire_bytes = 0
        self.peer_address: str | None = None
        self.ended: RequestEnded | None = None

    @property
    def elapsed_seconds(self) -> float:
        return time.monotonic() - self._started

    def seconds_to_connect(self) -> float:
        return min(self._limits.connect_seconds, self._seconds_left())

    def seconds_to_read(self) -> float:
        """How long the next read may wait."""
        left = self._seconds_left()
        if self.wire_bytes:
            return left
        patience = self._first_byte_due - time.monotonic()
        if patience <= 0:
            raise self.end_late()
        return min(left, patience)

    def note_asked(self, peer_address: str) -> None:
        """The request is on its way: from now on the first byte is waited for."""
        self.peer_address = peer_address
        self._first_byte_due = time.monotonic() + self._limits.first_byte_seconds

    def note_head(self) -> None:
        self._is_head_read = True

    def tighten(self, *, further_bytes: int, further_seconds: float) -> None:
        """Let what is still to come, and is of little worth, take no more than this."""
        self._wire_limit_bytes = min(self._wire_limit_bytes, self.wire_bytes + further_bytes)
        self._total_seconds = min(self._total_seconds, self.elapsed_seconds + further_seconds)

    def announce(self, byte_count: int) -> None:
        """End a request whose body is announced as too large before reading it."""
        if byte_count > self._limits.wire_bytes:
            raise self.end(FetchOutcome.TOO_LARGE, f"announces {byte_count} bytes")

    def count(self, byte_count: int) -> None:
        self.wire_bytes += byte_count
        head_limit = self._limits.head_bytes
        if not self._is_head_read and self.wire_bytes > head_limit + BUFFER_BYTES:
            raise self.end(FetchOutcome.HEADER_TOO_LARGE, f"header above {head_limit} bytes")
        if self.wire_bytes > self._wire_limit_bytes:
            reason = f"more than {self._limits.wire_bytes} bytes on the wire"
            raise self.end(FetchOutcome.TOO_LARGE, reason)

    def end(self, outcome: FetchOutcome, reason: str) -> RequestEnded:
        """Remember how the request ended: the libraries on the way back wrap what is raised."""
        self.ended = RequestEnded(outcome, reason)
        return self.ended

    def end_late(self) -> RequestEnded:
        after = f"after {self.elapsed_seconds:.1f} s"
        if self.wire_bytes:
            return self.end(FetchOutcome.SLOW, f"not over {after}")
        return self.end(FetchOutcome.TIMEOUT, f"no answer {after}")

    def _seconds_left(self) -> float:
        left = self._total_seconds - self.elapsed_seconds
        if left <= 0:
            raise self.end_late()
        return left


@dataclass(frozen=True, slots=True)
class MeteredSocket:
    """What `http.client` wants of a socket: a file to read the answer from."""

    sock: socket.socket
    meter: Meter

    def makefile(self, _mode: str) -> io.BufferedReader:
        return io.BufferedReader(_MeteredFile(self.sock, self.meter), BUFFER_BYTES)


class _MeteredFile(io.RawIOBase):
    """Reads a socket under the clock and counter of a meter."""

    def __init__(self, sock: socket.socket, meter: Meter) -> None:
        super().__init__()
        self._sock = sock
        self._meter = meter
        self._file = sock.makefile("rb", buffering=0)

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: Any) -> int:
        self._sock.settimeout(self._meter.seconds_to_read())
        try:
            byte_count = self._file.readinto(buffer) or 0
        except TimeoutError as error:
            raise self._meter.end_late() from error
        self._meter.count(byte_count)
        return byte_count

    def close(self) -> None:
        self._file.close()
        super().close()
