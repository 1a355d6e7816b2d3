"""`quietedit feeds`: the catalogue and how its feeds fare."""

from dataclasses import asdict
from datetime import UTC, datetime
from typing import Annotated

import typer
from rich.table import Table

from quietedit_cli.console import err, explained, out, print_json
from quietedit_cli.house import House, open_database, open_house
from quietedit_core.catalogue import Reconciliation
from quietedit_core.errors import InvalidCatalogue
from quietedit_pipeline.catalogue import read_catalogue, take_over
from quietedit_store.database import Database
from quietedit_store.feeds import list_feeds

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
    if as_json:
        print_json([asdict(row) for row in rows])
        return
    table = Table("feed", "source", "active", "last poll", "outcome", "next poll", box=None)
    for row in rows:
        table.add_row(
            row.feed_key,
            row.source_key,
            "yes" if row.is_active else "no",
            f"{row.polled_at:%F %H:%M}" if row.polled_at else "never",
            f"{row.outcome}: {row.reason}" if row.failure_count else row.outcome or "",
            f"{row.next_poll_at:%F %H:%M}",
        )
    out.print(table)


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
