"""`quietedit feeds`: the catalogue and how its feeds fare."""

import sys
from dataclasses import asdict
from datetime import UTC, datetime
from pathlib import Path
from typing import Annotated, Any

import typer
from rich.table import Table

from quietedit_cli.console import err, explained, fail, out, print_json
from quietedit_cli.house import House, open_database, open_house, settings_or_fail
from quietedit_core.catalogue import (
    Reconciliation,
    add_all_to_yaml,
    catalogue_from_opml,
    catalogue_to_opml,
)
from quietedit_core.errors import InvalidCatalogue
from quietedit_pipeline.catalogue import read_catalogue, take_over
from quietedit_store.breakers import BreakerRow, list_troubled_sources
from quietedit_store.database import Database
from quietedit_store.feeds import list_feeds, revive_feed

app = typer.Typer(no_args_is_help=True, help="The catalogue of feeds.")
_DONE = {
    "add": "added",
    "update": "updated",
    "deactivate": "deactivated",
    "reactivate": "reactivated",
    "unchanged": "unchanged",
}
AsJson = Annotated[bool, typer.Option("--json", help="one JSON document for machines")]


@app.command()
def sync(as_json: AsJson = False) -> None:  # noqa: FBT002  typer's way
    """Take feeds.yaml over: add, update, deactivate, reactivate."""
    with open_house() as house, explained(advice="nothing was changed"):
        plan = _sync(house)
    counts = {_DONE[name]: len(specs) for name, specs in asdict(plan).items()}
    if as_json:
        print_json(counts)
    else:
        out.print(", ".join(f"{count} {name}" for name, count in counts.items()))


@app.command("list")
def list_(as_json: AsJson = False) -> None:  # noqa: FBT002  typer's way
    """Every feed with its last poll."""
    with open_database() as database, database.connect() as connection:
        rows = list_feeds(connection)
        troubled = {row.source_key: row for row in list_troubled_sources(connection)}
    if as_json:
        print_json(
            [asdict(row) | {"breaker": _as_json(troubled.get(row.source_key))} for row in rows]
        )
        return
    table = Table(
        "feed", "source", "active", "last poll", "outcome", "next poll", "breaker", box=None
    )
    for row in rows:
        table.add_row(
            row.feed_key,
            row.source_key,
            "yes" if row.is_active else "gone" if row.gone_at else "no",
            f"{row.polled_at:%F %H:%M}" if row.polled_at else "never",
            f"{row.outcome}: {row.reason}" if row.failure_count else row.outcome or "",
            f"{row.next_poll_at:%F %H:%M}",
            _describe_breaker(troubled.get(row.source_key)),
        )
    out.print(table)


def _as_json(breaker: BreakerRow | None) -> dict[str, Any]:
    return {"state": "closed"} if breaker is None else asdict(breaker)


def _describe_breaker(breaker: BreakerRow | None) -> str:
    if breaker is None:
        return "closed"
    until = f" until {breaker.open_until:%F %H:%M}" if breaker.open_until else ""
    return f"{breaker.state.replace('_', '-')}{until}: {breaker.reason}"


@app.command("import")
def import_(
    file: Annotated[Path, typer.Argument(help="an OPML list of subscriptions", exists=True)],
) -> None:
    """Add the feeds of an OPML file to feeds.yaml; those it has stay as they are."""
    target = settings_or_fail().feeds_file
    with explained(advice="nothing was changed"):
        listed = catalogue_from_opml(file.read_bytes())
        read_catalogue(target)
        text = target.read_text("utf-8")
        text, added = add_all_to_yaml(text, listed, file=target.name)
    target.write_text(text, "utf-8")
    out.print(f"{len(added)} added to {target}, {len(listed.feeds) - len(added)} were there")


@app.command()
def export(
    file: Annotated[Path | None, typer.Argument(help="where to; none: standard output")] = None,
) -> None:
    """Write feeds.yaml as an OPML list of subscriptions."""
    with explained(advice="mend feeds.yaml first"):
        text = catalogue_to_opml(read_catalogue(settings_or_fail().feeds_file))
    if file is None:
        sys.stdout.write(text)
    else:
        file.write_text(text, "utf-8")


@app.command()
def revive(key: Annotated[str, typer.Argument(help="the feed's key in `feeds list`")]) -> None:
    """Ask a feed again that had answered 410 (gone for good)."""
    with open_database() as database, database.connect() as connection:
        is_done = revive_feed(connection, key, now=datetime.now(UTC))
    if not is_done:
        fail(f"no feed {key!r} is gone", advice="see `quietedit feeds list`")
    out.print(f"{key} is asked again at the next poll")


def sync_before_start(house: House) -> None:
    """Take the catalogue over; one that does not validate leaves the feeds as they were."""
    try:
        _sync(house)
    except InvalidCatalogue as error:
        err.print(f"[bold yellow]warning:[/] {error}; the feeds stay as they were")


def _sync(house: House) -> Reconciliation:
    catalogue = read_catalogue(house.settings.feeds_file)
    with Database(house.database_url) as database, database.connect() as connection:
        return take_over(connection, catalogue, now=datetime.now(UTC))
