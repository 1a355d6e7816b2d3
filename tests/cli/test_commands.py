"""The command as a person uses it: what it prints, how it ends."""

import json
import os
import subprocess
import sys
from collections.abc import Callable
from datetime import timedelta
from pathlib import Path

import pytest

from quietedit_store.database import Database
from quietedit_store.observations import observe
from tests.rows import HOST, NOW, plant_change, plant_document, plant_version

CATALOGUE = "feeds:\n  - {key: harbour, name: Harbour, url: https://harbour.example/feed.xml}\n"
OLD = (
    "<html><body><article><h1>Ferry late</h1>"
    "<p>The ferry left 20 minutes late on Monday.</p></article></body></html>"
)
NEW = OLD.replace("20 minutes", "30 minutes")

Run = Callable[..., subprocess.CompletedProcess[str]]


@pytest.fixture
def quietedit(tmp_path: Path, database_url: str) -> Run:
    catalogue = tmp_path / "feeds.yaml"
    catalogue.write_text(CATALOGUE)
    environment = {
        **os.environ,
        "QUIETEDIT_HOME": str(tmp_path / "home"),
        "QUIETEDIT_FEEDS_FILE": str(catalogue),
        "QUIETEDIT_DB_URL": database_url,
        "COLUMNS": "160",
    }

    def run(*words: str, **more: str) -> subprocess.CompletedProcess[str]:
        return subprocess.run(
            [str(Path(sys.executable).parent / "quietedit"), *words],
            capture_output=True,
            text=True,
            check=False,
            cwd=tmp_path,
            env=environment | more,
            timeout=120,
        )

    return run


def test_a_diff_of_two_files_names_the_words(quietedit: Run, tmp_path: Path) -> None:
    (tmp_path / "old.html").write_text(OLD)
    (tmp_path / "new.html").write_text(NEW)
    shown = quietedit("diff", "old.html", "new.html")
    assert shown.returncode == 0
    assert "[-20" in shown.stdout
    assert "{+30" in shown.stdout
    as_json = json.loads(quietedit("diff", "old.html", "new.html", "--json").stdout)
    assert as_json["format"] == 1
    written = quietedit("diff", "old.html", "new.html", "--html", "diff.html")
    assert written.returncode == 0
    assert "<ins" in (tmp_path / "diff.html").read_text()


def test_extract_shows_the_article_and_why(quietedit: Run, tmp_path: Path) -> None:
    (tmp_path / "page.html").write_text(OLD)
    as_json = json.loads(quietedit("extract", "page.html", "--json").stdout)
    assert as_json["title"] == "Ferry late"
    explained = quietedit("extract", "page.html", "--explain")
    assert "keep" in explained.stdout


OPML = (
    '<opml version="2.0"><body><outline text="North">'
    '<outline type="rss" text="Market" xmlUrl="https://market.example/rss"/>'
    '<outline type="rss" text="Harbour" xmlUrl="https://harbour.example/feed.xml"/>'
    "</outline></body></opml>"
)


def test_subscriptions_come_in_and_go_out(quietedit: Run, tmp_path: Path) -> None:
    (tmp_path / "list.opml").write_text(OPML)
    assert quietedit("feeds", "import", "list.opml").stdout.startswith("1 added")
    assert quietedit("feeds", "import", "list.opml").stdout.startswith("0 added")
    assert json.loads(quietedit("feeds", "sync", "--json").stdout)["added"] == 2
    assert 'xmlUrl="https://market.example/rss"' in quietedit("feeds", "export").stdout


def test_a_list_that_is_none_changes_nothing(quietedit: Run, tmp_path: Path) -> None:
    (tmp_path / "list.opml").write_text("<html/>")
    failed = quietedit("feeds", "import", "list.opml")
    assert failed.returncode == 1
    assert "without an `opml` element" in failed.stderr
    assert (tmp_path / "feeds.yaml").read_text() == CATALOGUE


def test_feeds_are_taken_over_and_listed(quietedit: Run) -> None:
    assert json.loads(quietedit("feeds", "sync", "--json").stdout)["added"] == 1
    listed = json.loads(quietedit("feeds", "list", "--json").stdout)
    assert [feed["feed_key"] for feed in listed] == ["harbour"]


def test_a_catalogue_that_does_not_validate_changes_nothing(quietedit: Run, tmp_path: Path) -> None:
    quietedit("feeds", "sync")
    (tmp_path / "feeds.yaml").write_text(
        CATALOGUE + "  - {name: Second, url: ftp://second.example}\n"
    )
    failed = quietedit("feeds", "sync")
    assert failed.returncode == 1
    assert "feeds.yaml, line 3" in failed.stderr
    assert len(json.loads(quietedit("feeds", "list", "--json").stdout)) == 1


@pytest.mark.parametrize(
    ("words", "code", "says"),
    [
        pytest.param(("revisions", "7"), 1, "no document '7'", id="unknown document"),
        pytest.param(("history", "9" * 30), 1, "no document '999", id="no number of a document"),
        pytest.param(("history", "7", "--titles", "--masked"), 2, "exclude", id="two at a time"),
        pytest.param(
            ("diff", "a.html", "b.html"), 2, "cannot be read", id="files that are not there"
        ),
        pytest.param(("ingest", "--feed", "nope"), 1, "no active feed 'nope'", id="unknown feed"),
        pytest.param(("diff", "1"), 2, "Missing argument", id="too few words"),
        pytest.param(("changes", "--since", "soon"), 2, "no date and no span", id="no date"),
        pytest.param(("changes", "--kind", "mood"), 2, "Invalid value", id="no kind"),
        pytest.param(("changes", "-d", "http://a.test/"), 1, "no document", id="no document"),
        pytest.param(("publish",), 2, "No such command", id="unknown command"),
    ],
)
def test_errors_say_what_to_do(
    quietedit: Run, words: tuple[str, ...], code: int, says: str
) -> None:
    ended = quietedit(*words)
    assert ended.returncode == code
    assert says in ended.stderr
    assert "Traceback" not in ended.stderr


def test_a_setting_that_is_wrong_is_named(quietedit: Run) -> None:
    ended = quietedit("feeds", "list", QUIETEDIT_PORT="eighty")
    assert ended.returncode == 2
    assert "QUIETEDIT_PORT" in ended.stderr


def test_a_database_that_does_not_answer_is_named(quietedit: Run) -> None:
    nowhere = "postgresql://nobody@127.0.0.1:1/nothing?connect_timeout=2"
    ended = quietedit("feeds", "list", QUIETEDIT_DB_URL=nowhere)
    assert ended.returncode == 1
    assert "does not answer" in ended.stderr


def test_the_doctor_finds_all_well(quietedit: Run) -> None:
    ended = quietedit("doctor", "--deep", "--json")
    found = json.loads(ended.stdout)
    assert ended.returncode == 0, found
    assert found["settings"]["db_url"] == "(set)"


def test_the_database_can_be_asked(quietedit: Run) -> None:
    assert "up to date" in quietedit("db", "migrate").stdout
    asked = quietedit("db", "psql", "-At", "-c", "select count(*) from feed")
    assert asked.stdout.strip() == "0"


@pytest.fixture
def ferries(database: Database) -> int:
    """A document with three versions, whose two changes are classified."""
    with database.connect() as connection:
        document_id = plant_document(connection)
        for minutes in (20, 30, 45):
            block = {"kind": "paragraph", "text": f"The ferry left {minutes} minutes late."}
            payload = {"title": "Ferry late", "blocks": [block]}
            plant_version(connection, document_id, payload=payload)
        plant_change(connection, document_id, 2, kinds=["number"], disclosure="note")
        plant_change(connection, document_id, 3, kinds=["number", "hedging"], excerpt=None)
    return document_id


def test_the_latest_changes_are_listed(quietedit: Run, ferries: int) -> None:
    def listed(*words: str) -> list[int]:
        ended = quietedit("changes", "--json", *words)
        return [change["number"] for change in json.loads(ended.stdout)]

    assert listed() == [3, 2]
    assert listed("--limit", "1") == [3]
    assert listed("--kind", "hedging") == [3]
    assert listed("--kind", "hedging", "--kind", "number") == [3, 2]
    assert listed("--kind", "typo") == []
    assert listed("--disclosure", "note") == [2]
    assert listed("--source", HOST) == [3, 2]
    assert listed("--source", "market.test") == []
    assert listed("--document", str(ferries)) == [3, 2]
    assert listed("--since", f"{NOW + timedelta(hours=2, minutes=30):%FT%H:%M}") == [3]
    assert listed("--since", "1 h") == []
    shown = quietedit("changes").stdout
    assert "number, hedging; not said; significance 0.70" in shown
    assert "[-12-] {+15+}" in shown
    assert f"quietedit diff 2 3 --document {ferries}" in shown
    assert quietedit("changes", "--kind", "typo").stdout == "no changes\n"


def test_two_revisions_are_told_apart_and_the_change_named(quietedit: Run, ferries: int) -> None:
    shown = quietedit("diff", "1", "2", "--document", str(ferries)).stdout
    assert "change    number; not said" in shown
    assert "[-20-]{+30+} minutes late" in shown
    told = json.loads(quietedit("diff", "1", "2", "-d", str(ferries), "--json").stdout)
    assert told["change"]["kinds"] == ["number"]
    assert told["read_as"] == "stored"
    alike = quietedit("diff", "2", "2", "--document", str(ferries)).stdout
    assert "no difference" in alike
    assert "change    " not in alike


def test_all_that_happened_to_an_article_is_told(
    quietedit: Run, ferries: int, database: Database
) -> None:
    with database.connect() as connection:
        observe(
            connection, ferries, kind="removal", reason="status 410", fetch_id=None,
            now=NOW + timedelta(hours=2, minutes=30),
        )  # fmt: skip
    told = json.loads(quietedit("history", str(ferries), "--json").stdout)
    assert [event["what"] for event in told] == [
        "revision 1",
        "revision 2",
        "removal",
        "revision 3",
    ]
    assert told[3]["facts"]["kinds"] == ["number", "hedging"]
    shown = quietedit("history", f"http://{HOST}/a").stdout.splitlines()
    assert shown[0] == "2026-03-05 13:00  revision 1  Ferry late"
    assert shown[1].startswith("2026-03-05 13:50 to 2026-03-05 14:00  revision 2  number; said in")
    assert shown[2] == "2026-03-05 14:30  removal  status 410"
    titles = quietedit("history", str(ferries), "--titles").stdout
    assert titles == "2026-03-05 13:00  revision 1  Ferry late\n"
