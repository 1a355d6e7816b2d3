"""Stored pages: raw bytes under their SHA-256, compressed, in a folder or in object storage."""

import hashlib
import os
import posixpath
from contextlib import suppress
from io import UnsupportedOperation
from secrets import token_hex

import fsspec
import zstandard

# Pages are text; beyond this level zstd gains little and costs much.
_LEVEL = 6


class PageMissing(LookupError):  # noqa: N818  named for the fact
    """A page that the database knows and the page store does not hold, or holds damaged."""

    def __init__(self, page_sha256: str, problem: str = "not in the page store") -> None:
        super().__init__(f"page {page_sha256}: {problem}")
        self.page_sha256 = page_sha256


class PageStore:
    """A content-addressed store at any fsspec address; safe for any number of writers."""

    def __init__(self, url: str) -> None:
        self._files, self._root = fsspec.core.url_to_fs(url, auto_mkdir=True)

    def put(self, body: bytes) -> str:
        """Store the bytes, if they are new or lie there damaged; returns their SHA-256 in hex."""
        page_sha256 = hashlib.sha256(body).hexdigest()
        path = self._path(page_sha256)
        if not self._is_whole(page_sha256):
            # Written aside and moved, so that a killed process leaves no half page under its name.
            aside = f"{path}.{token_hex(4)}"
            self._files.makedirs(posixpath.dirname(path), exist_ok=True)
            self._write(aside, zstandard.ZstdCompressor(_LEVEL).compress(body))
            self._files.mv(aside, path)
        return page_sha256

    def _is_whole(self, page_sha256: str) -> bool:
        try:
            self.get(page_sha256)
        except PageMissing:
            return False
        return True

    def _write(self, path: str, stored: bytes) -> None:
        with self._files.open(path, "wb") as file:
            file.write(stored)
            file.flush()
            # In a power cut no row may outlive its page; object storage has no such call.
            with suppress(UnsupportedOperation, AttributeError):
                os.fsync(file.fileno())

    def get(self, page_sha256: str) -> bytes:
        """The bytes as they were fetched; raises PageMissing also where they no longer match."""
        try:
            stored = self._files.cat_file(self._path(page_sha256))
        except FileNotFoundError:
            raise PageMissing(page_sha256) from None
        try:
            body: bytes = zstandard.ZstdDecompressor().decompress(stored)
        except zstandard.ZstdError as error:
            raise PageMissing(page_sha256, f"does not decompress ({error})") from error
        if hashlib.sha256(body).hexdigest() != page_sha256:
            raise PageMissing(page_sha256, "its bytes have another hash")
        return body

    def has(self, page_sha256: str) -> bool:
        return bool(self._files.exists(self._path(page_sha256)))

    def _path(self, page_sha256: str) -> str:
        return f"{self._root}/{page_sha256[:2]}/{page_sha256[2:4]}/{page_sha256}.zst"
