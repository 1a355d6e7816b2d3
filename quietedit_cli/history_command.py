"""`quietedit history`: all that happened to an article, in one line of time."""

from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass, field
from datetime import UTC, datetime
from typing import Annotated, Any

import typer
from rich.text import Text

from quietedit_cli.catalogue_commands import AsJson
from quietedit_cli.console import WRONG_USAGE, fail, out, print_json
from quietedit_cli.house import document_or_fail, open_database, settings_or_fail
from quietedit_cli.terminal_diff import SAID
from quietedit_core.classification import Disclosure
from quietedit_core.titles import TitleSight, trace_titles
from quietedit_pipeline.masking import list_masked_observations
from quietedit_pipeline.readers import load_readers
from quietedit_store.changes import ChangeFilter, list_changes
from quietedit_store.database import Connection
from quietedit_store.observations import list_observations
from quietedit_store.pages import PageStore
from quietedit_store.versions import Revision, list_revisions


@dataclass(frozen=True, slots=True, kw_only=True)
class Event:
    """Something that happened by `at`, and after `after` where that is known."""

    at: datetime
    after: datetime | None = None
    what: str
    text: str
    facts: dict[str, Any] = field(default_factory=dict)


def history(
    document: Annotated[str, typer.Argument(metavar="DOC", help="its number or its address")],
    *,
    titles: Annotated[bool, typer.Option("--titles", help="the titles it carried, alone")] = False,
    masked: Annotated[
        bool, typer.Option("--masked", help="also what is no edit: every kept page is read again")
    ] = False,
    as_json: AsJson = False,
) -> None:
    """Show what happened to an article: versions, changes, removals, titles."""
    if titles and masked:
        fail("--titles and --masked exclude each other", code=WRONG_USAGE)
    with open_database() as database, database.connect() as connection:
        document_id = document_or_fail(connection, document)
        versions = list_revisions(connection, document_id)
        if titles:
            found = list(_list_titles(versions))
        else:
            found = [
                *_list_changes(connection, versions),
                *_list_observations(connection, document_id),
            ]
        if masked:
            found.extend(_list_masked(connection, document_id))
    found.sort(key=lambda event: event.at)
    if as_json:
        print_json([asdict(event) for event in found])
        return
    for event in found:
        _show(event)
    if not found:
        out.print("nothing was seen yet")


def _list_titles(versions: Sequence[Revision]) -> Iterator[Event]:
    sights = (
        TitleSight(
            number=each.number,
            title=each.title,
            seen_at=each.seen_at,
            unchanged_at=each.unchanged_at,
        )
        for each in versions
    )
    for sight in trace_titles(sights):
        yield Event(
            at=sight.seen_at,
            after=sight.unchanged_at,
            what=f"revision {sight.number}",
            text=sight.title,
        )


def _list_changes(connection: Connection, versions: Sequence[Revision]) -> Iterator[Event]:
    if not versions:
        return
    wanted = ChangeFilter(document_id=versions[0].document_id)
    changes = {each.number: each for each in list_changes(connection, wanted, limit=len(versions))}
    for version in versions:
        facts: dict[str, Any] = {"number": version.number, "title": version.title}
        text = version.title
        if change := changes.get(version.number):
            facts |= {
                "kinds": change.kinds,
                "disclosure": change.disclosure,
                "significance": change.significance,
            }
            text = f"{', '.join(change.kinds)}; {SAID[Disclosure(change.disclosure)]}"
            if change.old_headline != change.headline:
                text += f"; now “{change.headline}”"
        yield Event(
            at=version.seen_at,
            after=version.unchanged_at,
            what=f"revision {version.number}",
            text=text,
            facts=facts,
        )


def _list_observations(connection: Connection, document_id: int) -> Iterator[Event]:
    for each in list_observations(connection, document_id):
        yield Event(
            at=each.observed_at,
            what=each.kind,
            text=each.reason,
            facts={"confirmed_at": each.confirmed_at},
        )


def _list_masked(connection: Connection, document_id: int) -> Iterator[Event]:
    found = list_masked_observations(
        connection,
        PageStore(settings_or_fail().pages_url),
        load_readers(connection),
        document_id,
        now=datetime.now(UTC),
    )
    for each in found:
        for change in each.changes:
            yield Event(
                at=each.observed_at,
                after=each.seen_before,
                what="masked",
                text=f"{change.rule}: “{change.before}” → “{change.after}”",
                facts=asdict(change),
            )


def _show(event: Event) -> None:
    span = f"{event.after:%F %H:%M} to " if event.after else ""
    out.print(
        Text(f"{span}{event.at:%F %H:%M}  ", "dim")
        + Text(event.what, "bold")
        + Text(f"  {event.text}")
    )
