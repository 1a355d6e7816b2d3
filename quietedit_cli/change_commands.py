"""`quietedit changes`: the latest edits, what kind they were, and whether it was said."""

from collections.abc import Iterator
from dataclasses import asdict
from datetime import UTC, datetime, timedelta
from typing import Annotated

import typer
from rich.text import Text

from quietedit_cli.catalogue_commands import AsJson
from quietedit_cli.console import WRONG_USAGE, fail, out, print_json
from quietedit_cli.house import document_or_fail, open_database
from quietedit_cli.terminal_diff import SAID, words_as_text
from quietedit_core.classification import ChangeKind, Disclosure
from quietedit_core.diff import WordChange, WordChangeKind
from quietedit_core.durations import parse_duration
from quietedit_store.changes import ChangeFilter, ListedChange, list_changes


def changes(
    *,
    kind: Annotated[
        list[ChangeKind] | None, typer.Option(help="only changes of this kind; may be repeated")
    ] = None,
    disclosure: Annotated[
        Disclosure | None, typer.Option(help="only changes that were said this way")
    ] = None,
    since: Annotated[
        str | None, typer.Option(metavar="WHEN", help="a date, an instant, or how long ago: `2 d`")
    ] = None,
    source: Annotated[str | None, typer.Option(help="only this source, such as bbc.co.uk")] = None,
    document: Annotated[
        str | None, typer.Option("--document", "-d", metavar="DOC", help="its number or address")
    ] = None,
    limit: Annotated[int, typer.Option(min=1, help="at most so many")] = 50,
    as_json: AsJson = False,
) -> None:
    """List the latest changes, newest first."""
    instant = None if since is None else _instant_or_fail(since)
    with open_database() as database, database.connect() as connection:
        wanted = ChangeFilter(
            kinds=[each.value for each in kind or ()],
            disclosure=disclosure and disclosure.value,
            since=instant,
            source_key=source,
            document_id=None if document is None else document_or_fail(connection, document),
        )
        found = list_changes(connection, wanted, limit=limit)
    if as_json:
        print_json([asdict(change) for change in found])
        return
    for change in found:
        _show(change)
    if not found:
        out.print("no changes")


def parse_since(text: str, now: datetime) -> datetime | None:
    """A date or an instant (ISO 8601, UTC unless it says otherwise), or so long before `now`.

    >>> now = datetime(2026, 3, 5, tzinfo=UTC)
    >>> [f"{parse_since(text, now):%F %H:%M}" for text in ("2026-03-01", "6 h")]
    ['2026-03-01 00:00', '2026-03-04 18:00']
    """
    try:
        instant = datetime.fromisoformat(text)
    except ValueError:
        seconds = parse_duration(text)
        try:
            return None if seconds is None else now - timedelta(seconds=seconds)
        except OverflowError:
            return None
    return instant if instant.tzinfo else instant.replace(tzinfo=UTC)


def _instant_or_fail(text: str) -> datetime:
    instant = parse_since(text, datetime.now(UTC))
    if instant is None:
        fail(
            f"{text!r} is no date and no span of time",
            advice="write `2026-03-01`, `2026-03-01T12:00`, or `2 d`",
            code=WRONG_USAGE,
        )
    return instant


def _show(change: ListedChange) -> None:
    kinds = ", ".join(change.kinds) or "nothing that has a name"
    out.print(
        Text(f"{_interval(change)}  {change.source_key}  ", "dim")
        + Text(kinds, "bold")
        + Text(f"; {SAID[Disclosure(change.disclosure)]}; significance {change.significance:.2f}")
    )
    out.print(Text(f"  {change.headline}"))
    if change.excerpt is not None:
        out.print(Text("  ") + words_as_text(_excerpt_words(change.excerpt)))
    numbers = f"{change.number - 1} {change.number}"
    out.print(Text(f"  quietedit diff {numbers} --document {change.document_id}", "dim"))


def _excerpt_words(excerpt: dict[str, str]) -> Iterator[WordChange]:
    if excerpt["before"]:
        yield WordChange(WordChangeKind.DELETE, excerpt["before"])
    if excerpt["before"] and excerpt["after"]:
        yield WordChange(WordChangeKind.EQUAL, " ")
    if excerpt["after"]:
        yield WordChange(WordChangeKind.INSERT, excerpt["after"])


def _interval(change: ListedChange) -> str:
    """Between which instants the edit happened."""
    until = f"{change.changed_before:%F %H:%M}"
    if change.changed_after is None:
        return f"before {until}"
    is_one_day = change.changed_after.date() == change.changed_before.date()
    shown = f"{change.changed_before:%H:%M}" if is_one_day else until
    return f"{change.changed_after:%F %H:%M} to {shown}"
