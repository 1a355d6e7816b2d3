"""Each check holds on good data and is denied by the bad data it is there for."""

from collections.abc import Callable
from datetime import timedelta
from pathlib import Path

import dagster as dg
import pytest

from quietedit_pipeline import asset_checks
from quietedit_store.database import Connection, Database
from quietedit_store.hosts import close_slot, reserve_slot
from quietedit_store.readings import Extraction, keep_extraction
from quietedit_store.settings import Settings
from tests.rows import (
    NOW,
    PAGE_SHA256,
    plant_change,
    plant_document,
    plant_feed,
    plant_fetch,
    plant_request,
    plant_version,
)

CEILING = 3


def plant_good(connection: Connection) -> None:
    """A document with two versions, its requests in the ledger, its pages read."""
    document_id = plant_document(connection)
    connection.execute("insert into worker (run_id, started_at) values ('r', now())")
    plant_version(connection, document_id)
    plant_revision(connection)
    for hour in range(5):
        plant_requests(connection, minutes=hour * 60, is_fetched=True)
    read(connection, "article", 8)
    read(connection, "consent_wall", 2)


def plant_revision(connection: Connection, **changes: object) -> None:
    """The next version of the one document, with its change classified."""
    version = plant_version(connection, 1, **changes)
    plant_change(connection, 1, version.number)


def plant_requests(
    connection: Connection, count: int = 1, *, minutes: int = 0, is_fetched: bool = True
) -> None:
    for number in range(count):
        at = NOW + timedelta(minutes=minutes + number)
        slot = reserve_slot(connection, plant_request(1), now=at, hourly_ceiling=99)
        assert isinstance(slot, int)
        close_slot(connection, slot, now=at, pause=timedelta(0))
        if is_fetched:
            plant_fetch(connection, slot_id=slot, fetched_at=at)


def leave_open(connection: Connection) -> None:
    at = NOW + timedelta(hours=6)
    reserve_slot(connection, plant_request(1), now=at, hourly_ceiling=99)
    connection.execute("update worker set ended_at = started_at")


def fail_feed(connection: Connection) -> None:
    plant_feed(connection, key="market")
    connection.execute(
        "update feed set failure_count = 3, outcome = 'dns', reason = 'no such name' "
        "where feed_key = 'market'"
    )


def read(connection: Connection, standing: str, count: int) -> None:
    for number in range(count):
        keep_extraction(
            connection,
            Extraction(
                page_sha256=PAGE_SHA256,
                extractor=f"{standing}-{number}",
                text_hash="",
                standing=standing,
                standing_reason="",
                block_count=0,
                word_count=0,
                encoding="",
                replaced_count=0,
                payload=None,
                extracted_at=NOW,
            ),
        )


CHECKS: dict[str, Callable[[Connection], object]] = {
    "feeds_answer": fail_feed,
    "sources_are_asked": lambda c: c.execute(
        "update source set breaker_state = 'open', breaker_open_until = now()"
    ),
    "hosts_within_budget": lambda c: plant_requests(c, CEILING, minutes=250),
    "ledger_is_complete": lambda c: plant_requests(c, is_fetched=False, minutes=7 * 60),
    "extraction_yields_text": lambda c: read(c, "emptied", 1),
    "versions_have_pages": lambda c: plant_revision(c, page_sha256="f" * 64),
    "neighbours_differ": lambda c: plant_revision(c, text_hash=f"{2:064x}"),
    "counters_agree": lambda c: c.execute("update document set version_count = 7"),
    "pairs_are_classified": lambda c: plant_version(c, 1),
}


def ask(check: str, database: Database) -> dg.AssetCheckResult:
    settings = Settings(max_host_requests_per_hour=CEILING)
    given = {"database": database}
    if check == "hosts_within_budget":
        given["settings"] = settings  # type: ignore[assignment]
    result: dg.AssetCheckResult = getattr(asset_checks, check)(**given)
    return result


def test_every_check_is_here() -> None:
    names = {key.name for check in asset_checks.ASSET_CHECKS for key in check.check_keys}
    assert names == CHECKS.keys() | {"catalogue_is_valid"}


@pytest.mark.parametrize("check", CHECKS)
def test_a_check_fails_on_what_it_denies_alone(database: Database, check: str) -> None:
    with database.connect() as connection:
        plant_good(connection)
    assert {name for name in CHECKS if not ask(name, database).passed} == set()
    with database.connect() as connection:
        CHECKS[check](connection)
    assert {name for name in CHECKS if not ask(name, database).passed} == {check}


@pytest.mark.parametrize("check", CHECKS)
def test_a_check_holds_on_an_empty_database(database: Database, check: str) -> None:
    assert ask(check, database).passed


def test_what_an_ended_worker_left_open_is_not_complete(database: Database) -> None:
    with database.connect() as connection:
        plant_good(connection)
        leave_open(connection)
    assert not ask("ledger_is_complete", database).passed


@pytest.mark.parametrize(
    ("text", "passed"),
    [
        pytest.param("feeds:\n  - name: A\n    url: http://a.test/feed\n", True, id="a feed"),
        pytest.param("feeds:\n  - name: A\n", False, id="a feed without its address"),
        pytest.param("feeds: [", False, id="no YAML"),
        pytest.param(None, False, id="no file"),
    ],
)
def test_the_catalogue_s_check(tmp_path: Path, text: str | None, passed: bool) -> None:  # noqa: FBT001
    file = tmp_path / "feeds.yaml"
    if text is not None:
        file.write_text(text)
    result = asset_checks.catalogue_is_valid(settings=Settings(feeds_file=file))
    assert isinstance(result, dg.AssetCheckResult)
    assert result.passed is passed
    assert passed or "feeds.yaml" in str(result.metadata["problem"].value)
