"""How a request reaches exactly the address that was checked.

The parts of requests and urllib3 that matter here are replaced one by one: where a connection
goes (`AddressGuard`), what it asks for (the path as it stands in the address), and how its answer
is read (`Meter`).
"""

import http.client
import socket
import ssl
import threading
import time
from dataclasses import dataclass
from functools import cache, partial
from http import HTTPStatus
from typing import Any, cast

import certifi
import requests.adapters
import urllib3
from requests.structures import CaseInsensitiveDict
from urllib3.connection import HTTPConnection, HTTPSConnection
from urllib3.connectionpool import HTTPConnectionPool, HTTPSConnectionPool

from quietedit_core.outcomes import FetchOutcome
from quietedit_pipeline.addresses import AddressGuard, AddressRefused, Target
from quietedit_pipeline.metering import Meter, MeteredSocket

_EARLY_LIMIT = 10  # answers in the hundreds before the real one
_IDLE_LIMIT_SECONDS = 15.0
_CONNECTIONS_KEPT = 2  # a host is asked one thing at a time; its robots.txt may come between


@dataclass(frozen=True, slots=True, kw_only=True)
class Hop:
    """One request on its way: whom it asks, for what, and its meter."""

    scheme: str
    host: str
    port: int
    path: str
    meter: Meter


class CheckedAdapter(requests.adapters.HTTPAdapter):
    """An adapter whose connections go where the guard says and end when the meter does.

    It is used without a `Session`, which would read the bodies of redirects without a bound, keep
    cookies, and listen to proxies and passwords in the environment.
    """

    def __init__(self, guard: AddressGuard, *, hosts_kept: int, ca_bundle: str | None) -> None:
        self._guard = guard
        self._under_way = threading.local()
        self._tls = _make_tls(ca_bundle or certifi.where())
        super().__init__(pool_connections=hosts_kept, pool_maxsize=_CONNECTIONS_KEPT)

    @property
    def hop(self) -> Hop:
        """The hop that this thread is on."""
        return cast("Hop", self._under_way.hop)

    def begin(self, hop: Hop) -> None:
        """Make a hop the one that this thread's next request belongs to."""
        self._under_way.hop = hop

    def init_poolmanager(self, connections: int, maxsize: int, *args: Any, **options: Any) -> None:
        del args  # block: no request waits for a connection
        manager = urllib3.PoolManager(
            connections, maxsize=maxsize, ssl_context=self._tls, **options
        )
        # Makers instead of classes: all that is done with them is to call them.
        manager.pool_classes_by_scheme = {
            "http": partial(_make_pool, HTTPConnectionPool, partial(_CheckedConnection, self)),  # type: ignore[dict-item]
            "https": partial(_make_pool, HTTPSConnectionPool, partial(_CheckedTlsConnection, self)),  # type: ignore[dict-item]
        }
        self.poolmanager = manager

    def get_connection_with_tls_context(self, *_args: Any, **_options: Any) -> HTTPConnectionPool:
        manager: urllib3.PoolManager = self.poolmanager
        return manager.connection_from_host(self.hop.host, self.hop.port, self.hop.scheme)

    def request_url(self, *_args: Any) -> str:
        return self.hop.path

    def cert_verify(self, *_args: Any) -> None:
        """The one TLS context checks every certificate."""

    def build_response(
        self, req: requests.PreparedRequest, resp: urllib3.BaseHTTPResponse
    ) -> requests.Response:
        """Without cookies, which the original reads even where nobody keeps them."""
        response = requests.Response()
        response.status_code = resp.status
        response.headers = CaseInsensitiveDict(resp.headers)
        response.raw = resp
        response.url = cast("str", req.url)
        response.request = req
        return response

    def connect(self, host: str, port: int) -> socket.socket:
        """Connect to the first checked address that answers."""
        meter = self.hop.meter
        try:
            targets = self._guard.list_targets(
                host, port, timeout_seconds=meter.seconds_to_connect()
            )
        except AddressRefused as error:
            raise meter.end(FetchOutcome.REFUSED_ADDRESS, str(error)) from error
        except socket.gaierror as error:
            raise meter.end(FetchOutcome.DNS, error.strerror or str(error)) from error
        return _connect_first(targets, meter)


class _CheckedConnection(HTTPConnection):
    """A connection to an address that the guard has checked."""

    def __init__(self, adapter: CheckedAdapter, *args: Any, **options: Any) -> None:
        super().__init__(*args, **options)
        self._adapter = adapter
        self._used_at = time.monotonic()
        self.response_class = self._make_response  # type: ignore[assignment]  # only ever called

    @property
    def is_connected(self) -> bool:
        """Whether the connection may be used again; routers on the way forget idle ones."""
        is_fresh = time.monotonic() - self._used_at < _IDLE_LIMIT_SECONDS
        return is_fresh and super().is_connected

    def _new_conn(self) -> socket.socket:
        return self._adapter.connect(self._dns_host, self.port)

    def putrequest(self, method: str, url: str, *args: Any, **options: Any) -> None:
        """Ask for the path as it stands: urllib3 escapes anew what holds both `100%` and `%20`."""
        del url
        super().putrequest(method, self._adapter.hop.path, *args, **options)

    def _make_response(
        self, sock: socket.socket, *args: Any, **options: Any
    ) -> http.client.HTTPResponse:
        self._used_at = time.monotonic()
        meter = self._adapter.hop.meter
        meter.note_asked(str(sock.getpeername()[0]))
        return _MeteredResponse(sock, meter, *args, **options)


class _CheckedTlsConnection(_CheckedConnection, HTTPSConnection):
    """The same over TLS: the certificate is checked for the host's name, not for the address."""


class _MeteredResponse(http.client.HTTPResponse):
    """An answer whose every byte is counted and timed, those of its header too."""

    def __init__(self, sock: socket.socket, meter: Meter, *args: Any, **options: Any) -> None:
        super().__init__(cast("socket.socket", MeteredSocket(sock, meter)), *args, **options)
        self._meter = meter

    def begin(self) -> None:
        super().begin()
        self._meter.note_head()
        coding = self.headers.get("transfer-encoding", "identity").strip().lower()
        if coding not in {"identity", "chunked"}:
            raise self._meter.end(FetchOutcome.PROTOCOL, f"transfer coding {coding[:40]!r}")
        if coding == "chunked" and not self.chunked:
            # http.client does not see past white space behind the word, which RFC 9110 allows.
            self.chunked, self.chunk_left, self.length = True, None, None
            self.will_close = self._check_close()  # type: ignore[attr-defined]  # not in typeshed

    def _read_status(self) -> tuple[str, int, str]:
        """Pass over early hints, which `http.client` takes for the answer. RFC 8297."""
        for _ in range(_EARLY_LIMIT):
            version, status, reason = super()._read_status()  # type: ignore[misc]  # not in typeshed
            is_early = HTTPStatus.CONTINUE <= status < HTTPStatus.OK
            if not is_early or status == HTTPStatus.SWITCHING_PROTOCOLS:
                return version, status, reason
            http.client.parse_headers(self.fp)
        raise self._meter.end(FetchOutcome.PROTOCOL, f"more than {_EARLY_LIMIT} early answers")


@cache
def _make_tls(ca_bundle: str) -> ssl.SSLContext:
    """One context for all: reading the bundle of authorities takes longer than many a request."""
    return ssl.create_default_context(cafile=ca_bundle)


def _make_pool(
    make: type[HTTPConnectionPool], make_connection: Any, host: str, port: int, **options: Any
) -> HTTPConnectionPool:
    pool = make(host, port, **options)
    pool.ConnectionCls = make_connection
    return pool


def _connect_first(targets: list[Target], meter: Meter) -> socket.socket:
    """Try address after address; raises what the last of them said."""
    until = time.monotonic() + meter.seconds_to_connect()
    problem = OSError("no connection in time")
    for place, target in enumerate(targets):
        # An address that does not answer must not use up the time of those after it.
        share = max(until - time.monotonic(), 0.01) / (len(targets) - place)
        try:
            sock = socket.create_connection((target.address, target.port), share)
        except TimeoutError:
            problem = meter.end(FetchOutcome.TIMEOUT, "no connection in time")
            continue
        except OSError as error:
            problem = meter.end(FetchOutcome.CONNECTION, error.strerror or str(error))
            continue
        meter.ended = None
        sock.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        sock.settimeout(meter.seconds_to_connect())  # for the TLS handshake
        return sock
    raise problem
