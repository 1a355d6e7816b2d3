"""What are the parts of an address?

Parsing is the browser's: https://url.spec.whatwg.org/commit-snapshots/.
"""

import re
from dataclasses import dataclass
from functools import lru_cache
from typing import Self

import ada_url
from publicsuffixlist import PublicSuffixList

from quietedit_core.errors import InvalidUrl

# Servers give up between 8 and 16 KB, browsers far later; what is longer is no article's address.
URL_LIMIT_BYTES = 32 * 1024

_PROTOCOLS = ("http:", "https:")
_PERCENT = re.compile(r"%([0-9A-Fa-f]{2})?")
# https://www.rfc-editor.org/rfc/rfc3986#section-2.3
_UNRESERVED = frozenset("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~")
_PUBLIC_SUFFIXES = PublicSuffixList(accept_encoded_idn=True)


@dataclass(frozen=True, slots=True, kw_only=True)
class Address:
    """An http(s) address in its parts, percent-encoding in one spelling; `?` and `#` left out."""

    scheme: str
    host: str
    port: str
    path: str
    query: str = ""
    fragment: str = ""

    @classmethod
    def parse(cls, url: str) -> Self:
        """Read an address as a browser does; credentials in it name no article and are dropped."""
        parts = _parse(url)
        # `kurier.example.` is the same host, said fully: RFC 1034, 3.1.
        host = parts.hostname.removesuffix(".")
        # Of more dots a second reading would make something else: `8080..` a number, say.
        if not host or host.endswith("."):
            raise InvalidUrl("no host", url)
        return cls(
            scheme=parts.protocol.removesuffix(":"),
            host=host,
            port=parts.port,
            path=_spell(parts.pathname),
            query=_spell(parts.search.removeprefix("?")),
            fragment=_spell(parts.hash.removeprefix("#")),
        )

    @property
    def origin(self) -> str:
        port = f":{self.port}" if self.port else ""
        return f"{self.scheme}://{self.host}{port}"

    @property
    def url(self) -> str:
        query = f"?{self.query}" if self.query else ""
        fragment = f"#{self.fragment}" if self.fragment else ""
        return f"{self.origin}{self.path}{query}{fragment}"


def host_of(url: str) -> str:
    """The host in ASCII and lower case, without port or trailing dot."""
    return Address.parse(url).host


def origin_of(url: str) -> str:
    """Scheme, host and port, the default port left out: `https://kurier.example:8443`."""
    return Address.parse(url).origin


def path_of(url: str) -> str:
    """Path and query, as they stand in a request line."""
    parts = _parse(url)
    # The parser's `search` is empty for a bare `?`, which is sent all the same.
    bare = "?" if parts.href.partition("#")[0].endswith("?") else ""
    return f"{parts.pathname}{parts.search or bare}"


@lru_cache(maxsize=16_384)
def registrable_domain(url_or_host: str) -> str:
    """The part of a host name that its publisher has registered.

    Numeric addresses, names of one label and public suffixes themselves answer for themselves.
    """
    host = _host_in(url_or_host)
    if host.startswith("[") or host.rpartition(".")[2].isdigit():
        return host
    return str(_PUBLIC_SUFFIXES.privatesuffix(host) or host)


def _host_in(url_or_host: str) -> str:
    try:
        return host_of(url_or_host)
    except InvalidUrl:
        is_bare_ipv6 = url_or_host.count(":") > 1 and not url_or_host.startswith("[")
        return host_of(f"http://[{url_or_host}]" if is_bare_ipv6 else f"http://{url_or_host}")


def _parse(url: str) -> ada_url.URL:
    if len(url) > URL_LIMIT_BYTES:
        raise InvalidUrl("longer than an address may be", url)
    try:
        parts = ada_url.URL(url)
    except ValueError:  # lone surrogates are one, too
        raise InvalidUrl("not an address", url) from None
    if parts.protocol not in _PROTOCOLS:
        raise InvalidUrl("not an http(s) address", url)
    if len(parts.href) > URL_LIMIT_BYTES:
        raise InvalidUrl("longer than an address may be", url)
    return parts


def _spell(text: str) -> str:
    """One spelling of percent-encoding; a stray `%` becomes what it stands for."""
    return _PERCENT.sub(_spell_one, text)


def _spell_one(found: re.Match[str]) -> str:
    if not found[1]:
        return "%25"
    character = chr(int(found[1], 16))
    return character if character in _UNRESERVED else f"%{found[1].upper()}"
