"""How many articles a second go through the whole path, and where the time goes.

    python benchmarks/ingest.py [--articles N] [--hosts N] [--pages FOLDER]

Serves N articles on loopback under many host names (pages of FOLDER, `*.html` or `*.html.gz`, or
pages made here), polls their feed and ingests them through the Dagster job `poll`, then re-checks
them all, unchanged. Politeness is on, with pauses of zero. Needs no network and no server.
"""

import argparse
import gzip
import json
import os
import random
import tempfile
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import dagster as dg

WORDS = (
    "council harbour bridge teacher ferry budget market winter summer police station river school "
    "minister worker garden library village season ticket museum energy border train council "
    "evening morning question answer decision promise report figure number letter window"
).split()


def make_page(number: int, *, paragraphs: int = 12) -> bytes:
    """An article with about 180 KB of markup around it, as news pages have."""
    rng = random.Random(number)
    text = [" ".join(rng.choices(WORDS, k=60)).capitalize() + "." for _ in range(paragraphs)]
    links = "".join(
        f'<li class="teaser"><a href="/{k}?s={rng.random()}">'
        f"{' '.join(rng.choices(WORDS, k=6))}</a></li>"
        for k in range(900)
    )
    body = "".join(f"<p>{each}</p>" for each in text)
    title = " ".join(rng.choices(WORDS, k=7)).capitalize()
    return (
        f"<html><head><title>{title}</title></head>"
        f"<body><nav><ul>{links[: len(links) // 2]}</ul></nav>"
        f"<main><article><h1>{title}</h1>{body}</article></main>"
        f"<aside><ul>{links[len(links) // 2 :]}</ul></aside></body></html>"
    ).encode()


def read_pages(folder: Path) -> list[bytes]:
    return [
        gzip.decompress(file.read_bytes()) if file.suffix == ".gz" else file.read_bytes()
        for file in sorted(folder.glob("*.html*"))
    ]


@contextmanager
def serving(pages: list[bytes], hosts: int) -> Iterator[int]:
    items = "".join(
        f"<item><title>{k}</title><link>http://host{k % hosts}.test/article/{k}</link></item>"
        for k in range(len(pages))
    )
    feed = f'<rss version="2.0"><channel><title>all</title>{items}</channel></rss>'.encode()

    class Handler(BaseHTTPRequestHandler):
        protocol_version = "HTTP/1.1"
        disable_nagle_algorithm = True

        def do_GET(self) -> None:
            found = {"/robots.txt": b"", "/feed.xml": feed}.get(self.path)
            body = pages[int(self.path.rsplit("/", 1)[1])] if found is None else found
            self.send_response(200)
            self.send_header("Content-Type", "text/html; charset=utf-8")
            self.send_header("Content-Length", str(len(body)))
            self.end_headers()
            self.wfile.write(body)

        def log_message(self, *_: object) -> None:
            pass

    class Server(ThreadingHTTPServer):
        request_queue_size = 128

    server = Server(("127.0.0.1", 0), Handler)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    try:
        yield server.server_port
    finally:
        server.shutdown()
        server.server_close()


def run(instance: dg.DagsterInstance, job: str) -> tuple[float, dict[str, float]]:
    """Seconds for the job and for each of its steps."""
    from quietedit_pipeline.definitions import defs

    start = time.perf_counter()
    result = defs.resolve_job_def(job).execute_in_process(
        instance=instance,
        partition_key=f"{datetime.now(UTC):%Y-%m-%d}",
        run_config={"loggers": {"console": {"config": {"log_level": "ERROR"}}}},
    )
    steps = {
        event.step_key: event.step_success_data.duration_ms / 1000
        for event in result.all_events
        if event.is_step_success and event.step_key
    }
    return time.perf_counter() - start, steps


def report(name: str, articles: int, seconds: float, steps: dict[str, float]) -> None:
    print(f"{name}: {articles} articles in {seconds:.1f} s, {articles / seconds:.1f} a second")
    for step, spent in sorted(steps.items(), key=lambda item: -item[1])[:5]:
        print(f"    {step:<40} {spent:7.2f} s {spent / seconds:6.0%}")


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--articles", type=int, default=600)
    parser.add_argument("--hosts", type=int, default=50)
    parser.add_argument("--pages", type=Path)
    given = parser.parse_args()
    pages = (
        read_pages(given.pages) if given.pages else [make_page(k) for k in range(given.articles)]
    )
    with tempfile.TemporaryDirectory() as home, serving(pages, given.hosts) as port:
        feeds = Path(home) / "feeds.yaml"
        feeds.write_text("feeds:\n  - {key: all, name: All, url: http://host0.test/feed.xml}\n")
        os.environ |= {
            "QUIETEDIT_HOME": home,
            "QUIETEDIT_FEEDS_FILE": str(feeds),
            "QUIETEDIT_HOST_DELAY_SECONDS": "0",
            "QUIETEDIT_MAX_HOST_REQUESTS_PER_HOUR": "1000000",
            "QUIETEDIT_MAX_ARTICLES_PER_RUN": "1000000",
            "QUIETEDIT_HOST_ADDRESSES": json.dumps(
                {f"host{k}.test": f"127.0.0.1:{port}" for k in range(given.hosts)}
            ),
        }
        from quietedit_cli.house import open_house, open_instance
        from quietedit_store.database import Database
        from quietedit_store.documents import list_documents, make_due

        with open_house() as house, open_instance(house) as instance:
            report("first ingest", len(pages), *run(instance, "poll"))
            with Database(house.database_url) as database, database.connect() as connection:
                make_due(
                    connection, list_documents(connection), now=datetime.now(UTC), reason="bench"
                )
            report("re-check, nothing changed", len(pages), *run(instance, "recheck"))


if __name__ == "__main__":
    main()
