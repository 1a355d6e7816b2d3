"""`quietedit ingest`: one full round, here and now."""

import threading
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime, timedelta
from typing import Annotated

import typer
from rich.progress import BarColumn, MofNCompleteColumn, Progress, SpinnerColumn, TextColumn

from quietedit_cli.catalogue_commands import AsJson
from quietedit_cli.console import FAILED, err, fail, out, print_json
from quietedit_cli.house import House, open_house, open_instance
from quietedit_core.cohorts import plan_ranges
from quietedit_store.activity import Activity, measure_activity
from quietedit_store.database import Database
from quietedit_store.documents import list_due_cohorts
from quietedit_store.feeds import list_feeds


def ingest(
    feed: Annotated[
        list[str] | None, typer.Option(help="only this feed, due or not; may be repeated")
    ] = None,
    as_json: AsJson = False,  # noqa: FBT002  typer's way
) -> None:
    """Poll the feeds that are due, fetch what they bring and what is due, and read it."""
    with open_house() as house, Database(house.database_url) as database:
        counts = ingest_once(house, database, feeds=feed or [])
    summary = summarise(counts)
    if as_json:
        print_json(summary)
    else:
        for name, count in summary.items():
            out.print(f"{name.replace('_', ' '):<16} {count}")


def ingest_once(
    house: House, database: Database, *, feeds: list[str], now: datetime | None = None
) -> Counter[str]:
    """A poll, and re-checks of all days that are due, through Dagster."""
    from quietedit_cli.running import run_day, run_range  # noqa: PLC0415  imports Dagster

    now = now or datetime.now(UTC) + timedelta(seconds=house.settings.clock_offset_seconds)
    with open_instance(house) as instance, _progress(database):
        ops = {"feed_entries": {"config": {"feed_keys": _known(database, feeds)}}} if feeds else {}
        counts = run_day(instance, "poll", now.date(), ops=ops)
        with database.connect() as connection:
            days = list_due_cohorts(connection, now=now)
        for span in plan_ranges(days):
            counts += run_range(instance, "recheck", span)
    return counts


def summarise(counts: Counter[str]) -> dict[str, int]:
    """The counts that a person asks for."""
    return {
        "feeds_polled": counts["feed_entries.due"],
        "new_entries": counts["feed_entries.new_entries"],
        "new_documents": counts["feed_entries.new_documents"],
        "pages_due": counts["fetched_pages.due"],
        "fetched": counts["fetched_pages.fetched"],
        "unchanged": counts["fetched_pages.unchanged"] + counts["fetched_pages.not_modified"],
        "failed": counts["fetched_pages.failed"],
        "put_off": counts["fetched_pages.put_off"],
        "new_versions": counts["document_versions.new"],
        "changes": counts["changes.classified"],
        "same_text": counts["document_versions.same"],
        "not_articles": counts["document_versions.not_article"],
    }


def _known(database: Database, keys: list[str]) -> list[str]:
    with database.connect() as connection:
        known = {row.feed_key for row in list_feeds(connection) if row.is_active}
    unknown = sorted(set(keys) - known)
    if unknown:
        fail(
            f"no active feed {', '.join(map(repr, unknown))}",
            advice="`quietedit feeds list` names them; `quietedit feeds sync` reads feeds.yaml",
            code=FAILED,
        )
    return keys


@contextmanager
def _progress(database: Database) -> Iterator[None]:
    """A bar on standard error while the context lasts, where that is a terminal."""
    if not err.is_terminal:
        yield
        return
    done = threading.Event()
    columns = (SpinnerColumn(), TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn())
    with Progress(*columns, console=err, transient=True) as progress:
        task = progress.add_task("starting", total=None)

        def watch() -> None:
            start = _measure(database)
            while not done.wait(0.5):
                now = _measure(database)
                fetched = now.fetch_count - start.fetch_count
                read = now.reading_count - start.reading_count
                progress.update(
                    task,
                    description=f"{fetched} requests, {read} pages read",
                    completed=fetched,
                    total=fetched + now.claimed_count,
                )

        thread = threading.Thread(target=watch, daemon=True)
        thread.start()
        try:
            yield
        finally:
            done.set()
            thread.join()


def _measure(database: Database) -> Activity:
    with database.connect() as connection:
        return measure_activity(connection)
