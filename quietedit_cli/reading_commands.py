"""Reading from a terminal: what a page holds, what a document has said, what changed."""

from dataclasses import asdict
from datetime import UTC, datetime
from pathlib import Path
from typing import Annotated

import typer
from rich.table import Table
from rich.text import Text

from quietedit_cli.catalogue_commands import AsJson
from quietedit_cli.console import WRONG_USAGE, fail, out, print_json
from quietedit_cli.house import document_or_fail, open_database, settings_or_fail
from quietedit_cli.terminal_diff import show_change, show_diff
from quietedit_core.changes import describe_change
from quietedit_core.diff import diff_articles
from quietedit_core.diff.page import diff_page_html
from quietedit_core.diff.payload import diff_to_payload
from quietedit_core.extraction import (
    explain_extraction,
    extract_article,
    reading_to_payload,
)
from quietedit_core.fingerprint import content_hash
from quietedit_pipeline.fetcher import Fetcher
from quietedit_pipeline.pairs import Pair, ReadAs, read_pair
from quietedit_pipeline.readers import load_readers
from quietedit_store.database import Connection
from quietedit_store.pages import PageStore
from quietedit_store.versions import Revision, list_revisions

Html = Annotated[Path | None, typer.Option("--html", help="write the diff as a page to this file")]


def extract(
    source: Annotated[str, typer.Argument(metavar="FILE|URL", help="a saved page or an address")],
    as_json: AsJson = False,  # noqa: FBT002  typer's way
    explain: Annotated[  # noqa: FBT002  typer's way
        bool, typer.Option("--explain", help="say why each block was kept or dropped")
    ] = False,
) -> None:
    """Show the article that a page holds."""
    body, url, content_type = _read_source(source)
    if explain:
        for piece in explain_extraction(body, url=url, content_type=content_type):
            mark = Text("keep" if piece.kept else "drop", "green" if piece.kept else "red")
            out.print(mark, Text(f"{piece.kind:<13} {piece.reason:<40} {piece.text[:80]}"))
        return
    article = extract_article(body, url=url, content_type=content_type)
    if as_json:
        print_json(reading_to_payload(article) | {"text_hash": content_hash(article)})
        return
    out.print(Text(article.title, "bold"), "\n")
    for block in article.blocks:
        out.print(Text(block.text), Text(f"  [{block.kind}]", "dim"), "\n")


def revisions(
    document: Annotated[str, typer.Argument(metavar="DOC", help="its number or its address")],
    as_json: AsJson = False,  # noqa: FBT002  typer's way
) -> None:
    """List every text a document has carried, oldest first."""
    with open_database() as database, database.connect() as connection:
        found = _revisions_or_fail(connection, document)
    if as_json:
        print_json([_summary(revision) for revision in found])
        return
    out.print(Text(found[0].url))
    table = Table("revision", "last seen unchanged", "first seen changed", "headline", box=None)
    for revision in found:
        table.add_row(
            str(revision.number),
            f"{revision.unchanged_at:%F %H:%M}" if revision.unchanged_at else "",
            f"{revision.seen_at:%F %H:%M}",
            Text(revision.title),
        )
    out.print(table)


def diff(
    old: Annotated[str, typer.Argument(help="a page's file, or the older revision's number")],
    new: Annotated[str, typer.Argument(help="a page's file, or the newer revision's number")],
    document: Annotated[
        str | None, typer.Option("--document", "-d", metavar="DOC", help="whose revisions")
    ] = None,
    as_json: AsJson = False,  # noqa: FBT002  typer's way
    html: Html = None,
) -> None:
    """Show what changed between two pages, or between two revisions of a document."""
    pair = _two_revisions(document, old, new) if document else _two_files(old, new)
    before, after = pair.old, pair.new
    found = diff_articles(before, after)
    change = describe_change(found, before, after, earlier_hashes=pair.earlier_hashes)
    if html is not None:
        html.write_text(diff_page_html(found, before, after), encoding="utf-8")
        out.print(f"written to {html}")
    elif as_json:
        told = {"read_as": pair.read_as, "change": asdict(change)}
        print_json(diff_to_payload(found, before, after) | told)
    else:
        show_change(out, change)
        if pair.read_as is ReadAs.MIXED:
            out.print("two extractors read these revisions; some differences may be theirs")
        show_diff(out, found, before, after)


def _read_source(source: str) -> tuple[bytes, str, str | None]:
    """Bytes, address and content type of a page on disk or on the web."""
    if not source.startswith(("http://", "https://")):
        return _bytes(source), "", None
    settings = settings_or_fail()
    with Fetcher(
        user_agent=settings.user_agent,
        open_hosts=settings.open_hosts,
        pinned=settings.host_addresses,
    ) as fetcher:
        answer = fetcher.get(source)
    if answer.location is not None:
        fail(f"{source} redirects to {answer.location}", advice="extract that address instead")
    if answer.body is None:
        fail(f"{source} was not fetched: {answer.outcome}, {answer.reason}")
    return answer.body, source, answer.headers.get("content-type")


def _bytes(file: str) -> bytes:
    try:
        return Path(file).read_bytes()
    except OSError as error:
        fail(
            f"{file!r} cannot be read: {error.strerror}",
            advice="give a saved page; for two revisions add `--document DOC`",
            code=WRONG_USAGE,
        )


def _two_files(old: str, new: str) -> Pair:
    before, after = (extract_article(_bytes(file)) for file in (old, new))
    return Pair(old=before, new=after, read_as=ReadAs.REREAD, earlier_hashes=frozenset())


def _two_revisions(document: str, old: str, new: str) -> Pair:
    with open_database() as database, database.connect() as connection:
        found = {str(each.number): each for each in _revisions_or_fail(connection, document)}
        for number in (old, new):
            if number not in found:
                fail(
                    f"document {document} has no revision {number!r}",
                    advice=f"it has {', '.join(found)}",
                )
        return read_pair(
            connection,
            PageStore(settings_or_fail().pages_url),
            load_readers(connection),
            found[old],
            found[new],
            now=datetime.now(UTC),
        )


def _revisions_or_fail(connection: Connection, document: str) -> list[Revision]:
    found = list_revisions(connection, document_or_fail(connection, document))
    if not found:
        fail(
            f"no revisions of document {document!r}",
            advice="it is known, but no page of it was read as an article yet",
        )
    return found


def _summary(revision: Revision) -> dict[str, object]:
    return {name: value for name, value in asdict(revision).items() if name != "payload"}
