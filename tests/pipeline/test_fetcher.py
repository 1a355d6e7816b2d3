"""The fetcher against servers on loopback that do what servers do, and worse."""

import gzip
import itertools
import socket
import ssl
import struct
import threading
import time
import warnings
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from quietedit_core.outcomes import is_answer
from quietedit_pipeline.fetcher import Answer, Fetcher
from quietedit_pipeline.metering import FetchLimits

CERTIFICATE = Path(__file__).parents[1] / "data" / "fetching" / "kurier.example.pem"
PAGE = b"<!doctype html><p>The bridge reopens on Monday.</p>"
LIMITS = FetchLimits(
    connect_seconds=1.0,
    first_byte_seconds=0.4,
    total_seconds=0.7,
    head_bytes=8 * 1024,
    wire_bytes=256 * 1024,
    body_bytes=512 * 1024,
)

Script = Callable[[socket.socket], None]


class Server:
    """A listening socket and a script that answers each request as bytes; no HTTP in between."""

    def __init__(self, tls: ssl.SSLContext | None = None) -> None:
        self.requests: list[bytes] = []
        self.connection_count = 0
        self.script: Script = lambda _sock: None
        self._tls = tls
        self._listener = socket.create_server(("127.0.0.1", 0))
        self.port: int = self._listener.getsockname()[1]
        threading.Thread(target=self._accept, daemon=True).start()

    def _accept(self) -> None:
        with suppress(OSError):
            while True:
                sock, _ = self._listener.accept()
                self.connection_count += 1
                threading.Thread(target=self._serve, args=(sock,), daemon=True).start()

    def _serve(self, sock: socket.socket) -> None:
        with suppress(OSError):
            stream = self._tls.wrap_socket(sock, server_side=True) if self._tls else sock
            with stream:
                while head := _read_request(stream):
                    self.requests.append(head)
                    self.script(stream)

    def close(self) -> None:
        # A thread that waits in accept holds the socket open until it is woken.
        with suppress(OSError):
            self._listener.shutdown(socket.SHUT_RDWR)
        self._listener.close()


def _read_request(sock: socket.socket) -> bytes:
    head = b""
    while not head.endswith(b"\r\n\r\n") and head[:4] in b"GET ":
        piece = sock.recv(65536)
        if not piece:
            return b""
        head += piece
    return head


@pytest.fixture
def server() -> Iterator[Server]:
    started = Server()
    yield started
    started.close()


@pytest.fixture
def fetcher(server: Server) -> Iterator[Fetcher]:
    with fetcher_for(server) as made:
        yield made


def fetcher_for(
    server: Server,
    limits: FetchLimits = LIMITS,
    *,
    ca_bundle: str | None = None,
    contact: str | None = None,
) -> Fetcher:
    names = ("kurier.example", "bote.example")
    return Fetcher(
        user_agent="QuietEdit-Test/1 (+https://kurier.example/bot)",
        contact=contact,
        limits=limits,
        pinned=dict.fromkeys(names, f"127.0.0.1:{server.port}"),
        ca_bundle=ca_bundle,
    )


def reply(head: str, body: bytes = b"", *, is_closed: bool = False) -> Script:
    raw = head.replace("\n", "\r\n").encode("latin-1") + b"\r\n\r\n" + body
    return send(raw, is_closed=is_closed)


def send(raw: bytes, *, is_closed: bool = True) -> Script:
    def script(sock: socket.socket) -> None:
        sock.sendall(raw)
        if is_closed:
            sock.shutdown(socket.SHUT_RDWR)

    return script


def page(body: bytes = PAGE, *headers: str, status: str = "200 OK") -> Script:
    lines = [f"HTTP/1.1 {status}", f"Content-Length: {len(body)}", *headers]
    return reply("\n".join(lines), body)


def drip(before: bytes, piece: bytes) -> Script:
    def script(sock: socket.socket) -> None:
        sock.sendall(before)
        for _ in range(100):
            sock.sendall(piece)
            time.sleep(0.05)

    return script


def flood(before: bytes, piece: bytes) -> Script:
    def script(sock: socket.socket) -> None:
        sock.sendall(before)
        for _ in range(2000):
            sock.sendall(piece)

    return script


def reset(before: bytes) -> Script:
    def script(sock: socket.socket) -> None:
        sock.sendall(before)
        time.sleep(0.05)
        sock.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
        sock.close()

    return script


def stall(_sock: socket.socket) -> None:
    time.sleep(3)


def chunked(*chunks: bytes, end: bytes = b"0\r\n\r\n") -> bytes:
    head = b"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n"
    return head + b"".join(b"%x\r\n%s\r\n" % (len(chunk), chunk) for chunk in chunks) + end


OK_HEAD = b"HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\n"
BOMB = gzip.compress(b"\0" * (8 * 1024 * 1024))


def test_a_page_comes_with_all_that_is_known_of_it(server: Server, fetcher: Fetcher) -> None:
    server.script = page(
        gzip.compress(PAGE), "Content-Encoding: gzip", 'ETag: W/"7"', "Set-Cookie: a=b"
    )
    answer = fetcher.get("http://Kurier.Example/a?b=1#c")
    assert (answer.outcome, answer.status, answer.body) == ("fetched", 200, PAGE)
    assert answer.url == "http://Kurier.Example/a?b=1#c"
    assert answer.headers["etag"] == 'W/"7"'
    assert "set-cookie" not in answer.headers
    assert answer.peer_address == "127.0.0.1"
    assert answer.wire_bytes > len(gzip.compress(PAGE))
    assert 0 < answer.elapsed_seconds < 1
    assert not answer.is_truncated


def test_the_request_says_who_asks_and_no_more(server: Server) -> None:
    server.script = page(PAGE, "Set-Cookie: visitor=7; Path=/")
    with fetcher_for(server, contact="desk@kurier.example") as fetcher:
        for _ in range(2):
            fetcher.get("http://kurier.example/a", etag='"7"', last_modified="yesterday")
    lines = server.requests[1].decode().split("\r\n")
    assert lines[0] == "GET /a HTTP/1.1"
    assert {line.partition(":")[0].lower() for line in lines[1:] if line} == {
        "host",
        "user-agent",
        "from",
        "accept",
        "accept-encoding",
        "if-none-match",
        "if-modified-since",
    }
    assert "Host: kurier.example" in lines
    assert 'If-None-Match: "7"' in lines
    assert "Accept-Encoding: gzip, deflate, zstd" in lines


@pytest.mark.parametrize(
    ("path", "asked"),
    [
        pytest.param("/100%?a=%20b", "/100%?a=%20b", id="a bare percent sign beside an escape"),
        pytest.param("//double//slash", "//double//slash", id="slashes twice"),
        pytest.param("/grüße?q=ü", "/gr%C3%BC%C3%9Fe?q=%C3%BC", id="umlauts"),
        pytest.param("/a%2fb/%7euser", "/a%2fb/%7euser", id="escapes as they stand"),
        pytest.param("/a/../b/./c", "/b/c", id="dots"),
        pytest.param("?q=a|b[c]^d", "/?q=a|b[c]^d", id="what urllib3 would escape"),
        pytest.param("/a\r\nX-Evil: 1", "/aX-Evil:%201", id="a line end"),
        pytest.param("/" + "a" * 3500, "/" + "a" * 3500, id="3.5 KB"),
    ],
)
def test_the_path_is_asked_for_as_it_stands(
    server: Server, fetcher: Fetcher, path: str, asked: str
) -> None:
    server.script = page()
    assert fetcher.get(f"http://kurier.example{path}").outcome == "fetched"
    assert server.requests[0].decode().split("\r\n")[0] == f"GET {asked} HTTP/1.1"
    assert b"X-Evil: 1" not in server.requests[0]


@pytest.mark.parametrize(
    "etag",
    [
        pytest.param('"a"\r\nX-Evil: 1', id="a line end"),
        pytest.param('"\0"', id="a zero"),
        pytest.param('"大"', id="beyond latin-1"),
    ],
)
def test_a_validator_that_cannot_stand_in_a_header_is_left_out(
    server: Server, fetcher: Fetcher, etag: str
) -> None:
    server.script = page()
    assert fetcher.get("http://kurier.example/", etag=etag).outcome == "fetched"
    assert b"If-None-Match" not in server.requests[0]


def test_connections_are_kept_for_each_host(server: Server, fetcher: Fetcher) -> None:
    server.script = page()
    for host, path in itertools.product(("kurier.example", "bote.example"), "abc"):
        assert fetcher.get(f"http://{host}/{path}").outcome == "fetched"
    assert server.connection_count == 2
    assert len(server.requests) == 6


def test_a_kept_connection_that_the_server_closed_is_replaced(
    server: Server, fetcher: Fetcher
) -> None:
    server.script = reply("HTTP/1.1 200 OK\nContent-Length: 2", b"ok", is_closed=True)
    for _ in range(3):
        assert fetcher.get("http://kurier.example/").outcome == "fetched"
        time.sleep(0.02)
    assert server.connection_count == 3


def test_a_fetcher_is_shared_by_threads(server: Server, fetcher: Fetcher) -> None:
    def answer_path(sock: socket.socket) -> None:
        body = b"x" * 20_000
        sock.sendall(b"HTTP/1.1 200 OK\r\nContent-Length: 20000\r\n\r\n" + body)

    server.script = answer_path
    with ThreadPoolExecutor(8) as pool:
        answers = list(pool.map(fetcher.get, (f"http://kurier.example/{n}" for n in range(100))))
    assert {(answer.outcome, len(answer.body or b"")) for answer in answers} == {
        ("fetched", 20_000)
    }
    assert [answer.url for answer in answers] == [f"http://kurier.example/{n}" for n in range(100)]


@pytest.mark.parametrize(
    ("script", "outcome", "status", "body"),
    [
        pytest.param(page(status="404 Not Found"), "not_found", 404, PAGE, id="not found"),
        pytest.param(page(status="410 Gone"), "gone", 410, PAGE, id="gone"),
        pytest.param(page(status="503 Busy"), "server_error", 503, PAGE, id="busy"),
        pytest.param(page(status="429 "), "rate_limited", 429, PAGE, id="too often"),
        pytest.param(page(status="451 No"), "withheld", 451, PAGE, id="withheld"),
        pytest.param(page(b""), "fetched", 200, b"", id="an empty page"),
        pytest.param(reply("HTTP/1.1 204 None"), "fetched", 204, None, id="no content"),
        pytest.param(
            page(PAGE, "Content-Encoding: gzip", status="403 No"),
            "forbidden",
            403,
            PAGE,
            id="N1: a plain body called gzip",
        ),
        pytest.param(
            page(PAGE, "cf-mitigated: challenge"), "bot_wall", 200, PAGE, id="N2: a challenge"
        ),
        pytest.param(
            reply("HTTP/1.0 200 OK", PAGE, is_closed=True), "fetched", 200, PAGE, id="HTTP/1.0"
        ),
        pytest.param(send(chunked(PAGE[:7], PAGE[7:])), "fetched", 200, PAGE, id="chunks"),
        pytest.param(
            send(chunked(PAGE, end=b"0\r\nX-Trailer: 1\r\n\r\n")),
            "fetched",
            200,
            PAGE,
            id="trailers",
        ),
        pytest.param(
            send(chunked(PAGE).replace(b": chunked", b":\tChunked \t")),
            "fetched",
            200,
            PAGE,
            id="chunks with white space around their name",
        ),
        pytest.param(
            send(b"HTTP/1.1 200\r\nContent-Length: 2\r\n\r\nok"),
            "fetched",
            200,
            b"ok",
            id="no phrase",
        ),
        pytest.param(
            send(b"HTTP/1.1 200 OK\nContent-Length: 2\n\nok"), "fetched", 200, b"ok", id="bare ends"
        ),
        pytest.param(
            send(b"HTTP/1.1 100 Continue\r\n\r\n" + OK_HEAD + b"x" * 100),
            "fetched",
            200,
            b"x" * 100,
            id="continue, though nobody waits",
        ),
        pytest.param(
            send(b"HTTP/1.1 103 Early Hints\r\nLink: </a.css>\r\n\r\n" + OK_HEAD + b"x" * 100),
            "fetched",
            200,
            b"x" * 100,
            id="early hints",
        ),
        pytest.param(
            page(gzip.compress(PAGE), "Content-Type: text/html"),
            "fetched",
            200,
            PAGE,
            id="unlabelled",
        ),
    ],
)
def test_what_servers_say(  # noqa: PLR0917  the columns of the table
    server: Server, fetcher: Fetcher, script: Script, outcome: str, status: int, body: bytes | None
) -> None:
    server.script = script
    answer = fetcher.get("http://kurier.example/")
    assert (answer.outcome, answer.status, answer.body) == (outcome, status, body)
    assert not answer.is_truncated


@pytest.mark.parametrize(
    "raw",
    [
        pytest.param(b"HTTP/1.1 20\0x OK\r\n\r\n", id="in the status line"),
        pytest.param(b"HTTP/1.1 200 OK\r\nContent-Type: a\0b\r\n\r\n", id="in a header"),
        pytest.param(b"HTTP/1.1 200 OK\r\nX\0: a\r\n\r\n", id="in the name of a header"),
        pytest.param(b"HTTP/1.1 200 OK\r\nContent-Encoding: a\0b\r\n\r\nx", id="in a coding"),
        pytest.param(b"HTTP/1.1 302 OK\r\nLocation: http://a\0b/\r\n\r\n", id="in a location"),
        pytest.param(b"HTTP/1.1 302 OK\r\nLocation: /a\0b\r\n\r\n", id="in a path"),
    ],
)
def test_no_zero_byte_reaches_the_ledger(server: Server, fetcher: Fetcher, raw: bytes) -> None:
    server.script = send(raw)
    answer = fetcher.get("http://kurier.example/")
    told = (answer.reason, answer.location or "", *answer.headers, *answer.headers.values())
    assert all(text.isprintable() for text in told)


def test_a_file_that_is_gzip_by_its_own_right_stays_so(server: Server, fetcher: Fetcher) -> None:
    packed = gzip.compress(PAGE)
    server.script = page(packed, "Content-Type: application/gzip")
    assert fetcher.get("http://kurier.example/sitemap.xml.gz").body == packed


def test_304_needs_a_condition(server: Server, fetcher: Fetcher) -> None:
    server.script = reply("HTTP/1.1 304 Not Modified\nETag: x\nContent-Length: 500")
    conditional = fetcher.get("http://kurier.example/", etag='"7"')
    unconditional = fetcher.get("http://kurier.example/")
    assert (conditional.outcome, conditional.body) == ("not_modified", None)
    assert (unconditional.outcome, unconditional.status) == ("protocol", 304)
    assert server.connection_count == 1


@pytest.mark.parametrize(
    ("headers", "location"),
    [
        pytest.param("Location: /b?c#d", "http://kurier.example/b?c#d", id="a path"),
        pytest.param("Location: b", "http://kurier.example/news/b", id="a relative path"),
        pytest.param("Location: //bote.example/b", "http://bote.example/b", id="a host"),
        pytest.param(
            "Location: https://Bote.Example:443", "https://bote.example/", id="an address"
        ),
        pytest.param(
            "Location: /gr\xc3\xbc\xc3\x9fe", "http://kurier.example/gr%C3%BC%C3%9Fe", id="UTF-8"
        ),
        pytest.param("Location: /gr\xfc\xdfe", "http://kurier.example/gr%FC%DFe", id="latin-1"),
        pytest.param("Location: /b\nLocation: /b", "http://kurier.example/b", id="the same twice"),
        pytest.param(
            "Location: /b%0d%0aX: 1", "http://kurier.example/b%0d%0aX:%201", id="escaped ends"
        ),
        pytest.param("Location: /b\rX-Evil: 1", "http://kurier.example/b", id="a bare line end"),
        pytest.param(
            "Location: http://127.0.0.1/",
            "http://127.0.0.1/",
            id="inwards, for the next hop to refuse",
        ),
        pytest.param("Location: http://[::1", None, id="no address"),
        pytest.param("Location: /b\nLocation: /c", None, id="two that differ"),
        pytest.param("Location: ftp://kurier.example/", None, id="ftp"),
        pytest.param("Location: file:///etc/hosts", None, id="a file"),
        pytest.param("Location: javascript:alert(1)", None, id="a script"),
        pytest.param("Location: gopher://127.0.0.1:6379/_x", None, id="gopher"),
        pytest.param("X-Location: /b", None, id="nothing"),
    ],
)
def test_redirects_are_told_and_not_followed(
    server: Server, fetcher: Fetcher, headers: str, location: str | None
) -> None:
    server.script = reply(f"HTTP/1.1 302 Found\nContent-Length: 0\n{headers}")
    answer = fetcher.get("http://kurier.example/news/a")
    assert (answer.outcome, answer.location, answer.body) == ("redirected", location, None)
    assert answer.reason
    assert len(server.requests) == 1


def test_a_redirect_inwards_is_refused_at_its_hop(server: Server, fetcher: Fetcher) -> None:
    server.script = reply(
        f"HTTP/1.1 302 Found\nLocation: http://0x7f.1:{server.port}/\nContent-Length: 0"
    )
    answer = fetcher.get("http://kurier.example/")
    assert answer.location == f"http://127.0.0.1:{server.port}/"
    assert fetcher.get(answer.location).outcome == "refused_address"
    assert len(server.requests) == 1


@pytest.mark.parametrize(
    "body",
    [
        pytest.param(flood(b"", b"x" * 65536), id="without end"),
        pytest.param(drip(b"", b"x"), id="drop by drop"),
    ],
)
def test_a_redirect_counts_whatever_is_below_it(
    server: Server, fetcher: Fetcher, body: Script
) -> None:
    def script(sock: socket.socket) -> None:
        sock.sendall(b"HTTP/1.1 301 Moved\r\nLocation: /b\r\n\r\n")
        body(sock)

    server.script = script
    answer = fetcher.get("http://kurier.example/")
    assert (answer.outcome, answer.location) == ("redirected", "http://kurier.example/b")
    assert answer.wire_bytes < 150_000
    assert answer.elapsed_seconds < 2.5


@pytest.mark.parametrize(
    ("script", "kept"),
    [
        pytest.param(send(OK_HEAD + PAGE), PAGE, id="a length that is not reached"),
        pytest.param(send(chunked(PAGE, end=b"")), PAGE, id="chunks without an end"),
        pytest.param(send(chunked(end=b"40\r\n" + PAGE)), PAGE, id="half a chunk"),
        pytest.param(send(chunked(PAGE, end=b"zz\r\n")), PAGE, id="a chunk without a size"),
        pytest.param(
            page(gzip.compress(PAGE * 9)[:-9], "Content-Encoding: gzip"), None, id="gzip cut short"
        ),
        pytest.param(page(PAGE, status="206 Partial Content"), PAGE, id="a part nobody asked for"),
    ],
)
def test_bodies_cut_short_are_kept_and_marked(
    server: Server, fetcher: Fetcher, script: Script, kept: bytes | None
) -> None:
    server.script = script
    answer = fetcher.get("http://kurier.example/")
    assert (answer.outcome, answer.is_truncated) == ("fetched", True)
    assert answer.reason
    assert answer.body == kept or (kept is None and (PAGE * 9).startswith(answer.body or b"-"))


@pytest.mark.parametrize(
    ("script", "outcome"),
    [
        pytest.param(
            flood(b"HTTP/1.1 200 OK\r\n\r\n", b"x" * 65536), "too_large", id="an endless body"
        ),
        pytest.param(
            reply("HTTP/1.1 200 OK\nContent-Length: 99999999"), "too_large", id="announced"
        ),
        pytest.param(page(BOMB, "Content-Encoding: gzip"), "too_large", id="a gzip bomb"),
        pytest.param(
            page(gzip.compress(BOMB), "Content-Encoding: gzip, gzip"), "too_large", id="twice"
        ),
        pytest.param(
            flood(chunked(end=b""), b"1;" + b"x" * 60_000 + b"\r\na\r\n"),
            "too_large",
            id="chunk extensions",
        ),
        pytest.param(
            flood(chunked(PAGE, end=b"0\r\n"), b"X: " + b"x" * 60_000 + b"\r\n"),
            "too_large",
            id="endless trailers",
        ),
        pytest.param(
            flood(b"HTTP/1.1 200 OK\r\n", b"X: y\r\n"), "header_too_large", id="too many headers"
        ),
        pytest.param(
            flood(b"HTTP/1.1 200 OK\r\nX: ", b"y" * 1000), "header_too_large", id="a long header"
        ),
        pytest.param(
            flood(b"HTTP/1.1 200 ", b"y" * 1000), "header_too_large", id="a long status line"
        ),
        pytest.param(
            flood(b"", b"HTTP/1.1 100 Continue\r\n\r\n"), "protocol", id="endless continues"
        ),
        pytest.param(stall, "timeout", id="no first byte"),
        pytest.param(drip(b"HTTP/1.1 200 OK\r\nX: ", b"y"), "slow", id="headers drop by drop"),
        pytest.param(drip(b"HTTP/1.1 2", b"0"), "slow", id="a status line drop by drop"),
        pytest.param(drip(OK_HEAD, b"y"), "slow", id="a body drop by drop"),
        pytest.param(drip(chunked(end=b""), b"1\r\ny\r\n"), "slow", id="chunks drop by drop"),
        pytest.param(
            drip(b"HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 2", b"0"), "slow", id="after a continue"
        ),
        pytest.param(reset(b""), "connection", id="reset before a word"),
        pytest.param(reset(b"HTTP/1.1 200 OK\r\nX: y"), "connection", id="reset in the header"),
        pytest.param(reset(OK_HEAD + PAGE), "connection", id="reset in the body"),
        pytest.param(send(b""), "connection", id="closed before a word"),
        pytest.param(send(b"<html>HTTP/0.9</html>"), "protocol", id="HTTP/0.9"),
        pytest.param(send(b"SSH-2.0-OpenSSH_9.2\r\n"), "protocol", id="another protocol"),
        pytest.param(send(b"HTTP/1.1 abc OK\r\n\r\n"), "protocol", id="a status that is no number"),
        pytest.param(send(b"HTTP/1.1 99999 OK\r\n\r\n"), "protocol", id="a status out of range"),
        pytest.param(
            send(b"HTTP/2.0 200 OK\r\n\r\n"), "protocol", id="a version that we do not speak"
        ),
        pytest.param(
            send(b"HTTP/1.1 101 Switching\r\nUpgrade: x\r\n\r\n"), "protocol", id="an upgrade"
        ),
        pytest.param(
            send(chunked(PAGE).replace(b"chunked", b"gzip, chunked")),
            "protocol",
            id="a transfer coding that we did not ask for",
        ),
        pytest.param(
            send(b"HTTP/1.1 200 OK\r\nContent-Length: 2\r\nContent-Length: 90\r\n\r\nok"),
            "protocol",
            id="two lengths",
        ),
        pytest.param(
            page(b"\x8b\x01\x80\x00" * 99, "Content-Encoding: br"), "decoding", id="unasked br"
        ),
        pytest.param(
            page(gzip.compress(PAGE)[:-8] + b"\0" * 8, "Content-Encoding: gzip"),
            "decoding",
            id="a wrong checksum",
        ),
    ],
)
def test_hostile_servers_are_outlived(
    server: Server, fetcher: Fetcher, script: Script, outcome: str
) -> None:
    server.script = script
    answer = fetcher.get("http://kurier.example/")
    assert (answer.outcome, answer.body) == (outcome, None)
    assert answer.reason
    assert "0x" not in answer.reason
    assert answer.elapsed_seconds < 1.5
    assert answer.wire_bytes < 600_000
    server.script = page()
    assert fetcher.get("http://bote.example/").body == PAGE


@pytest.mark.parametrize(
    ("name", "is_trusted", "outcome"),
    [
        pytest.param("kurier.example", True, "fetched", id="a certificate for the host's name"),
        pytest.param("bote.example", True, "tls", id="a certificate for another name"),
        pytest.param("kurier.example", False, "tls", id="a certificate that nobody vouches for"),
    ],
)
def test_certificates_are_checked_for_the_name(name: str, is_trusted: bool, outcome: str) -> None:  # noqa: FBT001  a row of the table
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(CERTIFICATE)
    asked: list[str | None] = []
    context.sni_callback = lambda _sock, host, _context: asked.append(host)
    server = Server(context)
    server.script = page()
    with fetcher_for(server, ca_bundle=str(CERTIFICATE) if is_trusted else None) as fetcher:
        answers = [fetcher.get(f"https://{name}/{n}") for n in range(2)]
    server.close()
    assert {answer.outcome for answer in answers} == {outcome}
    assert set(asked) == {name}
    assert outcome != "fetched" or server.connection_count == 1


def test_plain_http_at_the_port_of_tls(server: Server, fetcher: Fetcher) -> None:
    server.script = page()
    assert fetcher.get("https://kurier.example/").outcome in {"tls", "connection"}


def test_a_handshake_that_never_ends() -> None:
    with socket.create_server(("127.0.0.1", 0)) as listener:
        pinned = {"kurier.example": f"127.0.0.1:{listener.getsockname()[1]}"}
        with Fetcher(user_agent="QuietEdit-Test", limits=LIMITS, pinned=pinned) as fetcher:
            answer = fetcher.get("https://kurier.example/")
    assert answer.outcome == "timeout"
    assert answer.elapsed_seconds < 1.5


def test_nobody_listens() -> None:
    with socket.create_server(("127.0.0.1", 0)) as listener:
        port = listener.getsockname()[1]
    with Fetcher(user_agent="QuietEdit-Test", open_hosts=[f"127.0.0.1:{port}"]) as fetcher:
        answer = fetcher.get(f"http://127.0.0.1:{port}/")
    assert (answer.outcome, answer.status) == ("connection", None)


def test_a_name_that_does_not_exist() -> None:
    def resolve(host: str, _port: int) -> list[str]:
        raise socket.gaierror(socket.EAI_NONAME, f"no such name: {host}")

    with Fetcher(user_agent="QuietEdit-Test", resolve=resolve) as fetcher:
        answer = fetcher.get("http://nowhere.example/")
    assert (answer.outcome, answer.reason) == ("dns", "no such name: nowhere.example")


def test_dns_that_changes_its_answer(server: Server, monkeypatch: pytest.MonkeyPatch) -> None:
    """One look-up a connection, and the connection goes to what was checked, not to a name."""
    looked_up = iter([["93.184.215.14"], ["127.0.0.1"]])
    connected: list[tuple[str, int]] = []
    connect = socket.create_connection

    def connect_to_server(address: tuple[str, int], timeout: float) -> socket.socket:
        connected.append(address)
        return connect(("127.0.0.1", server.port), timeout)

    monkeypatch.setattr(socket, "create_connection", connect_to_server)
    server.script = page(PAGE, "Connection: close")
    with Fetcher(user_agent="QuietEdit-Test", resolve=lambda *_: next(looked_up)) as fetcher:
        first, second = (fetcher.get("http://kurier.example/") for _ in range(2))
    assert (first.outcome, second.outcome) == ("fetched", "refused_address")
    assert connected == [("93.184.215.14", 80)]


def test_the_next_address_is_tried(server: Server) -> None:
    dead = "127.0.0.2"  # nothing listens there
    with Fetcher(
        user_agent="QuietEdit-Test",
        limits=LIMITS,
        open_hosts=["kurier.example"],
        resolve=lambda *_: [dead, "127.0.0.1"],
    ) as fetcher:
        server.script = page()
        answer = fetcher.get(f"http://kurier.example:{server.port}/")
    assert (answer.outcome, answer.peer_address) == ("fetched", "127.0.0.1")


def test_the_environment_does_not_steer_us(
    server: Server, fetcher: Fetcher, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("HTTP_PROXY", "http_proxy", "ALL_PROXY", "all_proxy"):
        monkeypatch.setenv(name, "http://127.0.0.1:9/")
    server.script = page()
    assert fetcher.get("http://kurier.example/").outcome == "fetched"


def test_a_user_agent_that_cannot_be_sent_is_our_mistake() -> None:
    with pytest.raises(ValueError, match="header"):
        Fetcher(user_agent="QuietEdit\r\nX-Evil: 1")


def test_one_run_outlives_them_all(server: Server, fetcher: Fetcher) -> None:
    """A host that drips does not hold up the others."""

    def script(sock: socket.socket) -> None:
        is_bad = b"Host: kurier.example" in server.requests[-1]
        (drip(OK_HEAD, b"y") if is_bad else page())(sock)

    server.script = script
    with ThreadPoolExecutor(4) as pool:
        bad = pool.submit(fetcher.get, "http://kurier.example/")
        time.sleep(0.1)
        started = time.monotonic()
        good = [fetcher.get(f"http://bote.example/{n}") for n in range(50)]
        assert time.monotonic() - started < 0.8
        assert {answer.outcome for answer in good} == {"fetched"}
        assert bad.result().outcome == "slow"


FUZZ_LIMITS = FetchLimits(first_byte_seconds=0.3, total_seconds=0.5)


@pytest.fixture(scope="module")
def fuzz_pair() -> Iterator[tuple[Server, Fetcher]]:
    server = Server()
    with fetcher_for(server, FUZZ_LIMITS) as fetcher:
        yield server, fetcher
    server.close()


@settings(max_examples=150, deadline=None)
@given(
    st.binary(max_size=80),
    st.sampled_from(
        [
            b"",
            b"HTTP/1.1 200 OK\r\n",
            b"HTTP/1.1 302 Found\r\nLocation: ",
            b"HTTP/1.1 200 OK\r\nContent-Encoding: gzip\r\nContent-Length: 20\r\n\r\n",
            b"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n",
            b"HTTP/1.1 200 OK\r\nContent-Length: ",
            b"HTTP/1.1 503 Busy\r\nRetry-After: ",
        ]
    ),
    st.sampled_from([b"", b"\r\n\r\n", b"\r\n\r\n<p>"]),
)
def test_no_answer_raises(
    fuzz_pair: tuple[Server, Fetcher], noise: bytes, before: bytes, after: bytes
) -> None:
    server, fetcher = fuzz_pair
    server.script = send(before + noise + after)
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        answer = fetcher.get("http://kurier.example/")
    assert isinstance(answer, Answer)
    assert answer.body is None or is_answer(answer.outcome)
