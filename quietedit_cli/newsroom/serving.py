"""The newsroom as a real HTTP server on loopback, its outlets told apart by the Host header."""

import itertools
import socket
import threading
import time
from dataclasses import dataclass
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Self

from quietedit_cli.newsroom.answering import Newsroom


@dataclass(frozen=True, slots=True)
class LoggedRequest:
    """One request as the server saw it; `at` is in seconds of a monotonic clock."""

    at: float
    host: str
    path: str
    status: int


class _Server(ThreadingHTTPServer):
    daemon_threads = True
    request_queue_size = 64

    def handle_error(self, request: object, client_address: object) -> None:
        """A client that goes away is no news."""


class NewsroomServer:
    """Serves a newsroom while the context lasts.

    `pace` is in scripted minutes a second: with it the script goes on by itself. `slowness` is a
    factor on the delays of slow outlets.
    """

    def __init__(
        self,
        newsroom: Newsroom,
        *,
        port: int = 0,
        pace: float | None = None,
        slowness: float = 1.0,
    ) -> None:
        self._newsroom = newsroom
        self._pace = pace
        self._slowness = slowness
        self._began = time.monotonic()
        self._numbers = itertools.count(1)
        self._log: list[LoggedRequest] = []
        self._server = _Server(("127.0.0.1", port), self._make_handler())
        self._thread = threading.Thread(target=self._server.serve_forever, daemon=True)

    @property
    def port(self) -> int:
        return self._server.server_port

    @property
    def hosts(self) -> list[str]:
        return [outlet.host for outlet in self._newsroom.script.outlets.values()]

    @property
    def log(self) -> list[LoggedRequest]:
        return list(self._log)

    def advance_to(self, minute: float) -> None:
        self._newsroom.advance_to(minute)

    def __enter__(self) -> Self:
        self._thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._server.shutdown()
        self._server.server_close()
        self._thread.join()

    def _answer(self, handler: BaseHTTPRequestHandler) -> None:
        if self._pace is not None:
            self._newsroom.advance_to((time.monotonic() - self._began) * self._pace)
        host = handler.headers.get("Host", "")
        asked = {name.lower(): value for name, value in handler.headers.items()}
        response = self._newsroom.respond(host, handler.path, asked, next(self._numbers))
        status = 0 if response.is_cut else response.status
        self._log.append(LoggedRequest(time.monotonic(), host, handler.path, status))
        time.sleep(response.delay_seconds * self._slowness)
        if response.is_cut:
            handler.close_connection = True
            handler.connection.shutdown(socket.SHUT_RDWR)
            return
        handler.send_response(response.status)
        for name, value in response.headers.items():
            handler.send_header(name, value)
        handler.send_header("Content-Length", str(len(response.body)))
        handler.end_headers()
        handler.wfile.write(response.body)

    def _make_handler(self) -> type[BaseHTTPRequestHandler]:
        answer = self._answer

        class Handler(BaseHTTPRequestHandler):
            protocol_version = "HTTP/1.1"
            disable_nagle_algorithm = True

            def do_GET(self) -> None:
                answer(self)

            def log_message(self, *_: object) -> None:
                """The log is kept, not printed."""

        return Handler
