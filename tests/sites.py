"""A small site on loopback whose pages a test may change, and what it keeps of its visitors."""

import threading
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

ROBOTS = "User-agent: *\nDisallow: /private/\n"
PARAGRAPHS = [
    "The harbour council approved the new ferry timetable on Tuesday evening after a long debate.",
    "Boats will leave the northern quay every 20 minutes, twice as often as they do today.",
    "Residents of the old town had asked for the change for more than three years.",
]


@dataclass(frozen=True, slots=True, kw_only=True)
class Reply:
    """An answer as the site gives it; `before` is called first, `length` is what it announces."""

    body: bytes = b""
    status: int = 200
    headers: Mapping[str, str] = field(default_factory=dict)
    length: int | None = None
    before: Callable[[], object] = lambda: None


def page(title: str, paragraphs: Sequence[str] = PARAGRAPHS, *, aside: str = "Home") -> str:
    body = "".join(f"<p>{text}</p>" for text in paragraphs)
    return (
        f"<html><head><title>{title}</title></head><body><nav><a href='/'>{aside}</a></nav>"
        f"<article><h1>{title}</h1>{body}</article></body></html>"
    )


def own_page(name: str) -> str:
    """An article like no other on the site."""
    return page(f"News of {name}", [f"{text} So it was said in {name}." for text in PARAGRAPHS])


def rss(links: Sequence[str]) -> str:
    items = "".join(f"<item><title>{link}</title><link>{link}</link></item>" for link in links)
    return (
        '<?xml version="1.0"?><rss version="2.0"><channel><title>Harbour</title>'
        f"{items}</channel></rss>"
    )


class Site:
    """Pages by path, or by host and path where hosts differ; all hosts lie at one address."""

    def __init__(self) -> None:
        self.pages: dict[str, str | bytes | Reply] = {"/robots.txt": ROBOTS}
        self.asked: list[str] = []
        self._server = ThreadingHTTPServer(("127.0.0.1", 0), _handler_of(self))
        self._server.daemon_threads = True
        threading.Thread(target=self._server.serve_forever, args=(0.02,), daemon=True).start()

    @property
    def address(self) -> str:
        return f"127.0.0.1:{self._server.server_port}"

    def publish(self, paths: Sequence[str], *, host: str = "harbour.test") -> None:
        """Have the feed list these articles of the host."""
        self.pages["/feed.xml"] = rss([f"http://{host}{path}" for path in paths])

    def answer(self, host: str, path: str) -> Reply:
        self.asked.append(path)
        found = self.pages.get(host + path, self.pages.get(path))
        match found:
            case None:
                return Reply(body=b"nothing here", status=404)
            case Reply():
                return found
            case bytes():
                return Reply(body=found, headers={"Content-Type": "text/html"})
        kind = "application/rss+xml" if path.endswith(".xml") else "text/html; charset=utf-8"
        return Reply(body=found.encode(), headers={"Content-Type": kind})

    def close(self) -> None:
        self._server.shutdown()
        self._server.server_close()


def _handler_of(site: Site) -> type[BaseHTTPRequestHandler]:
    class Handler(BaseHTTPRequestHandler):
        protocol_version = "HTTP/1.1"

        def do_GET(self) -> None:
            reply = site.answer(self.headers["Host"], self.path)
            reply.before()
            self.send_response(reply.status)
            for name, value in reply.headers.items():
                self.send_header(name, value)
            length = len(reply.body) if reply.length is None else reply.length
            self.send_header("Content-Length", str(length))
            self.end_headers()
            try:
                self.wfile.write(reply.body)
            except ConnectionError:  # the visitor has had enough
                self.close_connection = True
            if length > len(reply.body):
                self.close_connection = True

        def log_message(self, *_: object) -> None:
            pass

    return Handler
