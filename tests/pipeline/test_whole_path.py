"""From a feed on loopback to versions, through the real assets on a real database."""

import threading
from collections.abc import Iterator
from datetime import UTC, datetime
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import dagster as dg
import pytest

from quietedit_pipeline.definitions import defs
from quietedit_store.database import Database
from quietedit_store.documents import make_due
from quietedit_store.versions import list_chain, list_revisions
from quietedit_core.versions import find_broken_link

ROBOTS = "User-agent: *\nDisallow: /private/\n"
PARAGRAPHS = [
    "The harbour council approved the new ferry timetable on Tuesday evening after a long debate.",
    "Boats will leave the northern quay every 20 minutes, twice as often as they do today.",
    "Residents of the old town had asked for the change for more than three years.",
]


def page(title: str, paragraphs: list[str]) -> str:
    body = "".join(f"<p>{text}</p>" for text in paragraphs)
    return (
        f"<html><head><title>{title}</title></head><body><nav><a href='/'>Home</a></nav>"
        f"<article><h1>{title}</h1>{body}</article></body></html>"
    )


class Site:
    """A small site whose pages a test may change."""

    def __init__(self) -> None:
        self.pages: dict[str, str] = {"/robots.txt": ROBOTS}
        self.asked: list[str] = []
        site = self

        class Handler(BaseHTTPRequestHandler):
            protocol_version = "HTTP/1.1"

            def do_GET(self) -> None:
                site.asked.append(self.path)
                text = site.pages.get(self.path)
                body = (text or "gone").encode()
                self.send_response(404 if text is None else 200)
                is_feed = self.path.endswith(".xml")
                self.send_header(
                    "Content-Type", "application/rss+xml" if is_feed else "text/html; charset=utf-8"
                )
                self.send_header("Content-Length", str(len(body)))
                self.end_headers()
                self.wfile.write(body)

            def log_message(self, *_: object) -> None:
                pass

        self.server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.thread = threading.Thread(target=self.server.serve_forever, daemon=True)
        self.thread.start()

    @property
    def address(self) -> str:
        return f"127.0.0.1:{self.server.server_port}"

    def publish(self, paths: list[str]) -> None:
        items = "".join(
            f"<item><title>{path}</title><link>http://harbour.test{path}</link></item>"
            for path in paths
        )
        self.pages["/feed.xml"] = (
            f'<?xml version="1.0"?><rss version="2.0"><channel><title>Harbour</title>{items}</channel></rss>'
        )

    def close(self) -> None:
        self.server.shutdown()
        self.server.server_close()


@pytest.fixture
def site(monkeypatch: pytest.MonkeyPatch, database_url: str, tmp_path: Path) -> Iterator[Site]:
    site = Site()
    catalogue = tmp_path / "feeds.yaml"
    catalogue.write_text("feeds:\n  - name: Harbour\n    url: http://harbour.test/feed.xml\n")
    settings = {
        "HOME": str(tmp_path),
        "DB_URL": database_url,
        "FEEDS_FILE": str(catalogue),
        "HOST_DELAY_SECONDS": "0",
        "HOST_ADDRESSES": f'{{"harbour.test": "{site.address}"}}',
    }
    for name, value in settings.items():
        monkeypatch.setenv(f"QUIETEDIT_{name}", value)
    yield site
    site.close()


def run(instance: dg.DagsterInstance, job: str, **tags: str) -> dg.ExecuteInProcessResult:
    day = f"{datetime.now(UTC):%Y-%m-%d}"
    return defs.resolve_job_def(job).execute_in_process(
        instance=instance, partition_key=day, tags=tags
    )


def test_an_edit_becomes_revision_2(site: Site, database: Database) -> None:
    site.pages["/a"] = page("Ferries to run twice as often", PARAGRAPHS)
    site.pages["/b"] = page("Market hall reopens", [f"{p} Market." for p in PARAGRAPHS])
    site.publish(["/a", "/b", "/private/c"])
    with dg.DagsterInstance.ephemeral() as instance:
        assert run(instance, "poll").success
        site.pages["/a"] = page(
            "Ferries to run twice as often",
            [PARAGRAPHS[0], PARAGRAPHS[1].replace("20", "30"), PARAGRAPHS[2]],
        )
        with database.connect() as connection:
            make_due(connection, [1, 2, 3], now=datetime.now(UTC), reason="test")
        assert run(instance, "recheck").success
    with database.connect() as connection:
        rows = {
            r[0]: list_revisions(connection, r[1])
            for r in connection.execute("select url, document_id from document")
        }
        chain = list_chain(connection, 1)
        outcomes = connection.execute(
            "select url, outcome, reason from quietedit.fetch order by fetch_id"
        ).fetchall()
    assert {url: len(revisions) for url, revisions in rows.items()} == {
        "http://harbour.test/a": 2,
        "http://harbour.test/b": 1,
        "http://harbour.test/private/c": 0,
    }, outcomes
    assert find_broken_link(chain) is None
    assert "/private/c" not in site.asked
