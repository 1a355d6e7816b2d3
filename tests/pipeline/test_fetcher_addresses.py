import socket
import threading
import time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from quietedit_pipeline.addresses import AddressGuard, AddressRefused, Target, find_address_refusal
from quietedit_pipeline.fetcher import Fetcher

PUBLIC = "93.184.215.14"


def guard_of(*addresses: str, **settings: object) -> AddressGuard:
    return AddressGuard(resolve=lambda _host, _port: list(addresses), **settings)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    "url",
    [
        pytest.param("http://127.0.0.1/", id="dotted"),
        pytest.param("http://127.1/", id="two parts"),
        pytest.param("http://127.0.1/", id="three parts"),
        pytest.param("http://2130706433/", id="one decimal number"),
        pytest.param("http://0x7f000001/", id="one hexadecimal number"),
        pytest.param("http://0x7F.0.0.0x1/", id="hexadecimal parts"),
        pytest.param("http://0177.0.0.1/", id="octal parts"),
        pytest.param("http://017700000001/", id="one octal number"),
        pytest.param("http://127.0.0.1./", id="a dot at the end"),
        pytest.param("http://127。0。0。1/", id="ideographic full stops"),
        pytest.param("http://①②⑦.⓪.⓪.①/", id="digits in circles"),
        pytest.param("http://%31%32%37.0.0.1/", id="escaped digits"),
        pytest.param("http://0/", id="zero"),
        pytest.param("http://0.0.0.0/", id="unspecified"),
        pytest.param("http://0.1.2.3/", id="this network"),
        pytest.param("http://10.1.2.3/", id="private, class A"),
        pytest.param("http://172.31.255.255/", id="private, class B"),
        pytest.param("http://192.168.0.1/", id="private, class C"),
        pytest.param("http://100.64.0.1/", id="carrier-grade NAT"),
        pytest.param("http://169.254.169.254/latest/", id="instance metadata"),
        pytest.param("http://2852039166/", id="instance metadata as a number"),
        pytest.param("http://100.100.100.200/", id="metadata of another cloud"),
        pytest.param("http://168.63.129.16/", id="a cloud's agent on a public address"),
        pytest.param("http://192.0.0.192/", id="protocol assignments"),
        pytest.param("http://192.0.2.7/", id="documentation"),
        pytest.param("http://198.18.0.1/", id="benchmarking"),
        pytest.param("http://224.0.0.1/", id="multicast"),
        pytest.param("http://240.0.0.1/", id="reserved"),
        pytest.param("http://255.255.255.255/", id="broadcast"),
        pytest.param("http://[::]/", id="IPv6 unspecified"),
        pytest.param("http://[::1]/", id="IPv6 loopback"),
        pytest.param("http://[0:0:0:0:0:0:0:1]/", id="IPv6 loopback at length"),
        pytest.param("http://[::127.0.0.1]/", id="IPv4-compatible"),
        pytest.param("http://[::ffff:127.0.0.1]/", id="IPv4-mapped"),
        pytest.param("http://[::ffff:7f00:1]/", id="IPv4-mapped in hexadecimal"),
        pytest.param("http://[::ffff:0:127.0.0.1]/", id="IPv4-translated"),
        pytest.param("http://[64:ff9b::10.0.0.1]/", id="NAT64 of a private address"),
        pytest.param("http://[64:ff9b:1::1]/", id="local NAT64"),
        pytest.param("http://[2002:7f00:1::]/", id="6to4 of loopback"),
        pytest.param("http://[2001:0:7f00:1::]/", id="Teredo"),
        pytest.param("http://[2606:4700::5efe:10.0.0.1]/", id="ISATAP of a private address"),
        pytest.param("http://[2001:db8::1]/", id="IPv6 documentation"),
        pytest.param("http://[3fff::1]/", id="IPv6 documentation, the newer"),
        pytest.param("http://[fc00::1]/", id="unique local"),
        pytest.param("http://[fd00:ec2::254]/", id="metadata over IPv6"),
        pytest.param("http://[fe80::1]/", id="IPv6 link-local"),
        pytest.param("http://[fec0::1]/", id="site-local"),
        pytest.param("http://[ff02::1]/", id="IPv6 multicast"),
        pytest.param("http://[100::1]/", id="discard"),
        pytest.param("http://[5f00::1]/", id="segment routing"),
        pytest.param("http://localhost/", id="localhost"),
        pytest.param("http://LOCALHOST./", id="localhost in capitals, with a dot"),
        pytest.param("http://news.localhost/", id="below localhost"),
        pytest.param("http://abcdefghij234567.onion/", id="an onion service"),
        pytest.param("http://printer.local/", id="a name of the local link"),
        pytest.param("http://metadata.google.internal/", id="a private name"),
        pytest.param("http://kurier.example:22/", id="the port of ssh"),
        pytest.param("http://kurier.example:6379@10.0.0.1:80/", id="a port that is a password"),
    ],
)
def test_literal_addresses_are_refused_in_every_notation(url: str) -> None:
    with Fetcher(user_agent="QuietEdit-Test", resolve=lambda *_: [PUBLIC]) as fetcher:
        answer = fetcher.get(url)
    assert answer.outcome in {"refused_address", "invalid_url"}
    assert (answer.outcome == "invalid_url") == ("@" in url)
    assert answer.reason
    assert answer.peer_address is None


@pytest.mark.parametrize(
    "url",
    [
        pytest.param("http://[fe80::1%25eth0]/", id="a zone"),
        pytest.param("http://[fe80::1%eth0]/", id="a zone, unescaped"),
        pytest.param("http://256.1.1.1/", id="a part too large"),
        pytest.param("http://1.2.3.4.5/", id="five parts"),
        pytest.param("http:///", id="no host"),
        pytest.param("//kurier.example/", id="no scheme"),
        pytest.param("", id="nothing"),
        pytest.param("\ud800", id="half a character"),
        pytest.param("http://kurier.example:99999/", id="a port too large"),
        pytest.param("http://a b.example/", id="a space in the host"),
        pytest.param("file:///etc/hosts", id="a file"),
        pytest.param("javascript:alert(1)", id="a script"),
        pytest.param("data:text/html,x", id="data"),
        pytest.param("ftp://kurier.example/", id="ftp"),
        pytest.param("https://reader:secret@kurier.example/", id="a password"),
        pytest.param("http://kurier.example/" + "a" * 40_000, id="beyond all length"),
    ],
)
def test_what_is_no_address_is_not_asked(url: str) -> None:
    with Fetcher(user_agent="QuietEdit-Test", resolve=lambda *_: [PUBLIC]) as fetcher:
        assert fetcher.get(url).outcome == "invalid_url"


@pytest.mark.parametrize(
    "addresses",
    [
        pytest.param(["127.0.0.1"], id="loopback"),
        pytest.param(["10.0.0.8"], id="private"),
        pytest.param(["169.254.169.254"], id="metadata"),
        pytest.param([PUBLIC, "192.168.1.1"], id="one public, one private"),
        pytest.param(["::1"], id="IPv6 loopback"),
        pytest.param(["::ffff:10.0.0.1"], id="mapped private"),
        pytest.param(["fe80::1%eth0"], id="link-local with its zone"),
        pytest.param(["64:ff9b::127.0.0.1"], id="loopback by way of NAT64"),
        pytest.param(["not an address"], id="no address"),
    ],
)
def test_names_that_resolve_to_special_addresses_are_refused(addresses: list[str]) -> None:
    with pytest.raises(AddressRefused):
        guard_of(*addresses).list_targets("kurier.example", 80, timeout_seconds=1)


@pytest.mark.parametrize(
    "address",
    [
        pytest.param(PUBLIC, id="IPv4"),
        pytest.param("2606:2800:220:1:248:1893:25c8:1946", id="IPv6"),
        pytest.param("64:ff9b::93.184.215.14", id="IPv4 by way of NAT64"),
        pytest.param("172.32.0.1", id="just above a private block"),
        pytest.param("100.63.255.255", id="just below carrier-grade NAT"),
    ],
)
def test_public_addresses_are_let_through_as_checked(address: str) -> None:
    targets = guard_of(address).list_targets("kurier.example", 443, timeout_seconds=1)
    assert targets == [Target(address, 443)]


@given(st.ip_addresses(v=6) | st.ip_addresses(v=4))
def test_nothing_is_let_through_that_python_knows_to_be_special(address: object) -> None:
    if find_address_refusal(str(address)) is None:
        assert not any(
            getattr(address, flag)
            for flag in ("is_loopback", "is_link_local", "is_multicast", "is_unspecified")
        )
        is_nat64 = str(address).startswith("64:ff9b:")
        assert is_nat64 or not getattr(address, "is_reserved") or "ffff:" in str(address)  # noqa: B009


@pytest.mark.parametrize(
    ("entry", "host", "port", "is_open"),
    [
        pytest.param("intranet.example", "intranet.example", 80, True, id="a host opens all ports"),
        pytest.param("Intranet.Example.", "intranet.example", 80, True, id="however it is written"),
        pytest.param("intranet.example", "a.intranet.example", 80, False, id="not what is below"),
        pytest.param("intranet.example:8080", "intranet.example", 8080, True, id="a port"),
        pytest.param("intranet.example:8080", "intranet.example", 80, False, id="another port"),
        pytest.param("intranet.example:80", "intranet.example", 80, True, id="the usual port"),
        pytest.param("intranet.example:80", "intranet.example", 443, False, id="its TLS port"),
    ],
)
def test_open_hosts_are_exact(entry: str, host: str, port: int, is_open: bool) -> None:  # noqa: FBT001  a row of the table
    guard = guard_of("10.0.0.8", open_hosts=[entry])
    if is_open:
        found = guard.list_targets(host, port, timeout_seconds=1)
        assert found == [Target("10.0.0.8", port)]
    else:
        with pytest.raises(AddressRefused):
            guard.list_targets(host, port, timeout_seconds=1)


@pytest.mark.parametrize(
    ("entry", "host"),
    [
        pytest.param("127.0.0.1", "127.0.0.1", id="IPv4"),
        pytest.param("::1", "[::1]", id="IPv6 bare"),
        pytest.param("[::1]:8080", "[::1]", id="IPv6 with its port"),
        pytest.param("localhost", "127.0.0.1", id="not by another name"),
    ],
)
def test_literal_addresses_can_be_opened(entry: str, host: str) -> None:
    guard = AddressGuard(open_hosts=[entry])
    if entry == "localhost":
        with pytest.raises(AddressRefused):
            guard.list_targets(host, 8080, timeout_seconds=1)
    else:
        found = guard.list_targets(host, 8080, timeout_seconds=1)
        assert found == [Target(host.strip("[]"), 8080)]


@pytest.mark.parametrize(
    ("pinned", "target"),
    [
        pytest.param({"kurier.example": "127.0.0.1:8123"}, Target("127.0.0.1", 8123), id="a port"),
        pytest.param({"kurier.example": "127.0.0.1"}, Target("127.0.0.1", 80), id="the same port"),
        pytest.param({"kurier.example": "[::1]:81"}, Target("::1", 81), id="IPv6"),
        pytest.param({"kurier.example:80": "10.0.0.1:82"}, Target("10.0.0.1", 82), id="one port"),
    ],
)
def test_pinned_hosts_need_no_dns(pinned: dict[str, str], target: Target) -> None:
    guard = guard_of(PUBLIC, pinned=pinned)
    assert guard.list_targets("kurier.example", 80, timeout_seconds=1) == [target]


def test_a_setting_that_is_no_host_is_our_mistake() -> None:
    with pytest.raises(ValueError, match="Invalid"):
        AddressGuard(open_hosts=["no host at all/"])


def test_a_name_without_addresses_is_not_resolved() -> None:
    with pytest.raises(socket.gaierror):
        guard_of().list_targets("kurier.example", 80, timeout_seconds=1)


def test_a_label_too_long_for_dns_is_a_name_that_does_not_exist() -> None:
    with pytest.raises(socket.gaierror):
        AddressGuard().list_targets("a" * 300 + ".example", 80, timeout_seconds=5)


def test_a_look_up_that_does_not_end_is_left_behind() -> None:
    release = threading.Event()

    def resolve(_host: str, _port: int) -> list[str]:
        release.wait(10)
        return [PUBLIC]

    started = time.monotonic()
    with pytest.raises(socket.gaierror, match="no answer"):
        AddressGuard(resolve=resolve).list_targets("kurier.example", 80, timeout_seconds=0.1)
    release.set()
    assert time.monotonic() - started < 2
