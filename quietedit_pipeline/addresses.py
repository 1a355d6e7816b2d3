"""Which network address a request may go to.

The guard resolves a host name once, checks every address it got, and hands out those very
addresses to connect to: what DNS says on a second look does not matter. The tables follow the
IANA registries of special-purpose addresses, not the flags of `ipaddress`, which differ between
releases of Python. Of IPv6 only what is global unicast is let through, less the special blocks.

https://www.iana.org/assignments/iana-ipv4-special-registry
https://www.iana.org/assignments/iana-ipv6-special-registry
"""

import socket
import threading
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from ipaddress import (
    IPv4Address,
    IPv4Network,
    IPv6Address,
    IPv6Network,
    ip_address,
)

import ada_url

Resolve = Callable[[str, int], list[str]]

_SPECIAL_V4 = tuple(
    (IPv4Network(block), name)
    for block, name in (
        ("0.0.0.0/8", "this network"),
        ("10.0.0.0/8", "private"),
        ("100.64.0.0/10", "carrier-grade NAT"),
        ("127.0.0.0/8", "loopback"),
        ("168.63.129.16/32", "a cloud's host agent"),  # Azure's, on a public address
        ("169.254.0.0/16", "link-local"),  # 169.254.169.254: instance metadata
        ("172.16.0.0/12", "private"),
        ("192.0.0.0/24", "protocol assignments"),
        ("192.0.2.0/24", "documentation"),
        ("192.88.99.0/24", "6to4 relay"),
        ("192.168.0.0/16", "private"),
        ("198.18.0.0/15", "benchmarking"),
        ("198.51.100.0/24", "documentation"),
        ("203.0.113.0/24", "documentation"),
        ("224.0.0.0/4", "multicast"),
        ("240.0.0.0/4", "reserved"),
    )
)
_SPECIAL_V6 = tuple(
    (IPv6Network(block), name)
    for block, name in (
        ("2001::/32", "Teredo"),
        ("2001::/23", "protocol assignments"),
        ("2001:db8::/32", "documentation"),
        ("2002::/16", "6to4"),
        ("3fff::/20", "documentation"),
        ("::/128", "unspecified"),
        ("::1/128", "loopback"),
        ("fc00::/7", "private"),
        ("fe80::/10", "link-local"),
        ("ff00::/8", "multicast"),
    )
)
_GLOBAL_UNICAST = IPv6Network("2000::/3")
# An IPv6-only network reaches every IPv4 host by this prefix (RFC 6052), so what counts is the
# address inside.
_NAT64 = IPv6Network("64:ff9b::/96")
_ISATAP_MARKS = frozenset({0x00005EFE, 0x02005EFE})  # RFC 5214, section 6.1

_SPECIAL_NAMES = (
    ("localhost", "loopback by name"),  # RFC 6761
    ("onion", "onion services are not on the open web"),  # RFC 7686: never looked up
    ("local", "a name of the local link"),  # RFC 6762
    ("internal", "a private name"),
    ("home.arpa", "a private name"),  # RFC 8375
)

# Ports of other protocols, to which a request could be made to speak.
# https://fetch.spec.whatwg.org/#port-blocking
# fmt: off
_BAD_PORTS = frozenset((
    0, 1, 7, 9, 11, 13, 15, 17, 19, 20, 21, 22, 23, 25, 37, 42, 43, 53, 69, 77, 79, 87, 95, 101,
    102, 103, 104, 109, 110, 111, 113, 115, 117, 119, 123, 135, 137, 139, 143, 161, 179, 389,
    427, 465, 512, 513, 514, 515, 526, 530, 531, 532, 540, 548, 554, 556, 563, 587, 601, 636,
    989, 990, 993, 995, 1719, 1720, 1723, 2049, 3659, 4045, 4190, 5060, 5061, 6000, 6566, 6665,
    6666, 6667, 6668, 6669, 6679, 6697, 10080,
))
# fmt: on


class AddressRefused(OSError):  # noqa: N818  it ends a connection attempt and is caught by the fetcher
    """The host or one of its addresses is not one that a request may go to."""


@dataclass(frozen=True, slots=True)
class Target:
    """Where to connect to: an address that was checked, or that the operator has set."""

    address: str
    port: int


class AddressGuard:
    """Turns a host into the addresses to connect to, or refuses it.

    `open_hosts` are exact hosts (`intranet.example` or `intranet.example:8080`) whose addresses
    are not checked. `pinned` maps a host (or host:port) to an address (or address:port) that is
    used instead of DNS. Both are the operator's word and open what they name.
    """

    def __init__(
        self,
        *,
        open_hosts: Iterable[str] = (),
        pinned: Mapping[str, str] | None = None,
        resolve: Resolve | None = None,
    ) -> None:
        self._open_hosts = frozenset(_split_host_port(entry) for entry in open_hosts)
        self._pinned = {
            _split_host_port(host): _split_host_port(target)
            for host, target in (pinned or {}).items()
        }
        self._resolve = resolve or resolve_host

    def list_targets(self, host: str, port: int, *, timeout_seconds: float) -> list[Target]:
        """Look up and check; raises AddressRefused, and OSError for what DNS may do."""
        name = _bare(host)
        pinned = self._pinned.get((name, port)) or self._pinned.get((name, None))
        if pinned:
            return [Target(pinned[0], pinned[1] or port)]
        is_open = bool({(name, port), (name, None)} & self._open_hosts)
        if not is_open and (refusal := find_host_refusal(name, port)):
            raise AddressRefused(refusal)
        addresses = self._look_up(host, port, timeout_seconds)
        if not is_open:
            _check_all(name, addresses)
        return [Target(address, port) for address in addresses]

    def _look_up(self, host: str, port: int, timeout_seconds: float) -> list[str]:
        if _find_literal(_bare(host)):
            return [_bare(host)]
        addresses = _within(timeout_seconds, lambda: self._resolve(host, port))
        if not addresses:
            raise socket.gaierror(socket.EAI_NONAME, f"no address for {host[:200]!r}")
        return list(dict.fromkeys(addresses))


def resolve_host(host: str, port: int) -> list[str]:
    """The addresses that the system's resolver gives, in its order."""
    found = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)
    return [str(address[0]) for *_, address in found]


def find_host_refusal(host: str, port: int) -> str | None:
    """Why a host is refused before any look-up: by its port, its name, or as a literal address."""
    if port in _BAD_PORTS:
        return f"port {port} belongs to another protocol"
    if _find_literal(host):
        return find_address_refusal(host)
    return next(
        (
            f"{host}: {why}"
            for name, why in _SPECIAL_NAMES
            if host == name or host.endswith("." + name)
        ),
        None,
    )


def find_address_refusal(address: str) -> str | None:
    """Why no request may go to an address; None where it may."""
    found = _find_literal(address)
    if found is None:
        return f"not an address: {address[:100]!r}"
    name = _name_special_v4(found) if isinstance(found, IPv4Address) else _name_special_v6(found)
    return name and f"{address} is {name}"


def _name_special_v4(address: IPv4Address) -> str | None:
    return next((name for block, name in _SPECIAL_V4 if address in block), None)


def _name_special_v6(address: IPv6Address) -> str | None:
    inner = _find_embedded(address)
    if inner and (name := _name_special_v4(inner)):
        return f"{name} ({inner}) in IPv6 clothes"
    if address.ipv4_mapped or address in _NAT64:
        return None
    named = next((name for block, name in _SPECIAL_V6 if address in block), None)
    return named or (None if address in _GLOBAL_UNICAST else "outside global unicast")


def _find_embedded(address: IPv6Address) -> IPv4Address | None:
    """The IPv4 address that an IPv6 address leads to."""
    low = int(address)
    if address in _NAT64 or (low >> 32) & 0xFFFFFFFF in _ISATAP_MARKS:
        return IPv4Address(low & 0xFFFFFFFF)
    return address.ipv4_mapped or address.sixtofour


def _check_all(host: str, addresses: list[str]) -> None:
    """One special address among several refuses the name: no honest site mixes them."""
    for address in addresses:
        if refusal := find_address_refusal(address):
            raise AddressRefused(f"{host}: {refusal}")


def _find_literal(host: str) -> IPv4Address | IPv6Address | None:
    try:
        return ip_address(host)
    except ValueError:
        return None


def _bare(host: str) -> str:
    return host.strip("[]").rstrip(".").lower()


def _split_host_port(entry: str) -> tuple[str, int | None]:
    """Read `host`, `host:port` or `[address]:port` of the settings; raises ValueError."""
    is_bare_v6 = entry.count(":") > 1 and not entry.startswith("[")
    written = f"[{entry}]" if is_bare_v6 else entry
    # Two schemes, because each hides its own default port.
    plain, secure = (ada_url.URL(f"{scheme}://{written}/") for scheme in ("http", "https"))
    port = plain.port or secure.port
    return _bare(plain.hostname), int(port) if port else None


def _within(seconds: float, look_up: Callable[[], list[str]]) -> list[str]:
    """Run a look-up that cannot be interrupted, and leave it behind when its time is over."""
    results: list[list[str]] = []
    problems: list[OSError] = []

    def run() -> None:
        try:
            results.append(look_up())
        except OSError as error:
            problems.append(error)
        except UnicodeError as error:  # a label that is empty or too long for DNS
            problems.append(socket.gaierror(socket.EAI_NONAME, str(error)))

    thread = threading.Thread(target=run, name="look-up", daemon=True)
    thread.start()
    thread.join(seconds)
    if problems:
        raise problems[0]
    if not results:
        raise socket.gaierror(socket.EAI_AGAIN, f"no answer from DNS in {seconds:.1f} s")
    return results[0]
