"""`quietedit demo`: the whole product against a small newsroom of its own on loopback."""

import json
import time
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import asdict, dataclass, replace
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Annotated, Any

import typer
from rich.table import Table

from quietedit_cli.catalogue_commands import AsJson, sync_before_start
from quietedit_cli.console import FAILED, err, out, print_json
from quietedit_cli.house import House, exported, open_house, settings_or_fail
from quietedit_cli.ingesting import ingest_once
from quietedit_cli.newsroom import Newsroom, NewsroomServer, Script, load_script
from quietedit_cli.playing import Verdict, compare, list_played, plan_looks
from quietedit_cli.serving import serve
from quietedit_store.database import Database
from quietedit_store.documents import list_documents, make_due
from quietedit_store.feeds import list_feeds

# The fast motion ends a little before now, so that no partition lies in the future.
_MARGIN = timedelta(hours=1)
# What the newsroom can do and the product does not tell yet.
LEFT_OUT = ("byline",)
_REAL_TIME_PACE = 0.5  # scripted minutes a second
_FAST_SLOWNESS = 0.1


@dataclass(frozen=True, slots=True, kw_only=True)
class Progress:
    """How far the script was played on this home, and when it was looked at."""

    started_at: datetime
    minute: int
    looked_at: tuple[datetime, ...]


def demo(
    once: Annotated[  # noqa: FBT002  typer's way
        bool, typer.Option("--once", help="play the script in fast motion, check it, and end")
    ] = False,
    as_json: AsJson = False,  # noqa: FBT002  typer's way
) -> None:
    """Run everything against a newsroom of its own that publishes, edits and withdraws."""
    script = load_script(leave_out=LEFT_OUT)
    home = settings_or_fail().home / "demo"
    if once:
        _play_once(script, home, as_json=as_json)
    else:
        _play_live(script, home / "live")


def _play_once(script: Script, home: Path, *, as_json: bool) -> None:
    began = time.monotonic()
    with (
        _open_demo(script, home) as (house, server, kept),
        Database(house.database_url) as database,
    ):
        counts, progress = _play(script, house, database, server, kept)
        with database.connect() as connection:
            verdicts = compare(
                connection, script, started_at=progress.started_at, looked_at=progress.looked_at
            )
            versions = connection.execute("select count(*) from version").fetchone()
    tally = Counter(verdict.word for verdict in verdicts)
    summary = {
        "events": len(list_played(script)),
        "expected": tally["found"] + tally["missed"],
        "found": tally["found"],
        "missed": tally["missed"],
        "false": tally["false"],
        "articles": counts["documents"],
        "versions": versions[0] if versions else 0,
        "new_versions": counts["document_versions.new"],
        "requests": len(server.log),
        "seconds": round(time.monotonic() - began, 1),
    }
    _report(summary, verdicts, as_json=as_json)
    if tally["missed"] or tally["false"]:
        raise typer.Exit(FAILED)


def _play(
    script: Script, house: House, database: Database, server: NewsroomServer, progress: Progress
) -> tuple[Counter[str], Progress]:
    """Go on with the script from where it stood; returns what was counted."""
    counts: Counter[str] = Counter()
    minutes = [0] if not progress.looked_at else []
    minutes += plan_looks(script, from_minute=progress.minute)
    with err.status("playing …") as status:
        for number, minute in enumerate(minutes, start=1):
            status.update(f"round {number} of {len(minutes)}: scripted minute {minute}")
            server.advance_to(minute)
            progress = _look_at(house, database, progress, minute=minute, counts=counts)
        if not minutes:
            progress = _look_at(
                house, database, progress, minute=progress.minute, counts=counts, is_kept=False
            )
    with database.connect() as connection:
        counts["documents"] = len(list_documents(connection))
    return counts, progress


def _look_at(
    house: House,
    database: Database,
    progress: Progress,
    *,
    minute: int,
    counts: Counter[str],
    is_kept: bool = True,
) -> Progress:
    """Look at every feed and article as if it were that minute."""
    ahead = progress.started_at + timedelta(minutes=minute, seconds=30) - datetime.now(UTC)
    with exported({"QUIETEDIT_CLOCK_OFFSET_SECONDS": str(ahead.total_seconds())}):
        now = datetime.now(UTC) + ahead
        with database.connect() as connection:
            make_due(connection, list_documents(connection), now=now, reason="the demo looks")
            feeds = [row.feed_key for row in list_feeds(connection) if row.is_active]
        counts.update(ingest_once(house, database, feeds=feeds, now=now))
        looked_at = datetime.now(UTC) + ahead
    if is_kept:
        progress = replace(progress, minute=minute, looked_at=(*progress.looked_at, looked_at))
        _keep(house.settings.home, progress)
    return progress


def _play_live(script: Script, home: Path) -> None:
    """`up` against the newsroom in real time: a scripted hour takes two minutes."""
    with _open_demo(script, home, pace=_REAL_TIME_PACE) as (house, server, _):
        out.print(
            f"the newsroom of {len(script.outlets)} outlets listens on 127.0.0.1:{server.port}; "
            f"try `curl -H 'Host: {server.hosts[0]}' http://127.0.0.1:{server.port}/`",
            highlight=False,
        )
        sync_before_start(house)
        serve(house)


@contextmanager
def _open_demo(
    script: Script, home: Path, *, pace: float | None = None
) -> Iterator[tuple[House, NewsroomServer, Progress]]:
    """The newsroom's server, and a house whose settings lead to it."""
    home.mkdir(parents=True, exist_ok=True)
    progress = _recall(home, script, live=pace is not None)
    newsroom = Newsroom(script, start=progress.started_at)
    slowness = _FAST_SLOWNESS if pace is None else 1.0
    with NewsroomServer(newsroom, pace=pace, slowness=slowness) as server:
        server.advance_to(progress.minute)
        feeds_file = home / "feeds.yaml"
        feeds_file.write_text(script.feeds_yaml(), encoding="utf-8")
        addresses = {outlet.host: f"127.0.0.1:{server.port}" for outlet in script.outlets.values()}
        variables = {
            "QUIETEDIT_HOME": str(home),
            "QUIETEDIT_FEEDS_FILE": str(feeds_file),
            "QUIETEDIT_HOST_ADDRESSES": json.dumps(addresses),
            "QUIETEDIT_HOST_DELAY_SECONDS": "0",
            "QUIETEDIT_MAX_HOST_REQUESTS_PER_HOUR": "100000",
            "QUIETEDIT_SCHEDULE_INTERVAL": "60" if pace else "300",
            "QUIETEDIT_RECHECK_PACE": "0.05" if pace else "1",
            "QUIETEDIT_RETRY_SECONDS": "[2, 8]" if pace else "[0.05]",
        }
        with exported(variables), open_house(settings_or_fail()) as house:
            yield house, server, progress


def _recall(home: Path, script: Script, *, live: bool) -> Progress:
    """The progress that was kept, or a start that lets the fast motion end before now."""
    now = datetime.now(UTC)
    file = home / "progress.json"
    if live or not file.exists():
        span = timedelta(0) if live else timedelta(minutes=script.last_minute) + _MARGIN
        return Progress(started_at=now - span, minute=0, looked_at=())
    kept = json.loads(file.read_text(encoding="utf-8"))
    return Progress(
        started_at=datetime.fromisoformat(kept["started_at"]),
        minute=kept["minute"],
        looked_at=tuple(map(datetime.fromisoformat, kept["looked_at"])),
    )


def _keep(home: Path, progress: Progress) -> None:
    (home / "progress.json").write_text(json.dumps(asdict(progress), default=str), encoding="utf-8")


def _report(summary: dict[str, Any], verdicts: list[Verdict], *, as_json: bool) -> None:
    wrong = [verdict for verdict in verdicts if verdict.word != "found"]
    if as_json:
        print_json(summary | {"wrong": [asdict(verdict) for verdict in wrong]})
        return
    table = Table("article", "scripted", "detected", "", box=None)
    for verdict in verdicts:
        colour = "green" if verdict.word == "found" else "bold red"
        word = f"[{colour}]{verdict.word}[/]"
        table.add_row(verdict.article, verdict.scripted, verdict.detected, word)
    out.print(table)
    out.print(", ".join(f"{name.replace('_', ' ')} {count}" for name, count in summary.items()))
