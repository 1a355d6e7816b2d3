"""What happens by itself: a schedule polls, a sensor re-checks what is due, one run at a time."""

from collections.abc import Iterator
from datetime import UTC, date, datetime, timedelta
from pathlib import Path

import dagster as dg
import pytest

from quietedit_pipeline.automation import _cron, due_cohorts, poll_feeds
from quietedit_pipeline.clock import Clock
from quietedit_pipeline.definitions import defs
from quietedit_store.database import Database
from quietedit_store.workers import enrolled_worker
from tests.rows import plant_document

IN_FLIGHT = [dg.DagsterRunStatus.NOT_STARTED, dg.DagsterRunStatus.STARTED]
DAYS = [date(2026, 3, 1), date(2026, 3, 2), date(2026, 3, 5), date(2026, 6, 1)]


@pytest.fixture
def instance(tmp_path: Path) -> Iterator[dg.DagsterInstance]:
    with dg.DagsterInstance.local_temp(str(tmp_path)) as instance:
        yield instance


def tick(
    instance: dg.DagsterInstance, database: Database, cursor: str | None = None
) -> tuple[object, str | None]:
    """What the sensor answers, and the cursor it leaves."""
    with dg.build_sensor_context(
        instance=instance, cursor=cursor, resources={"database": database, "clock": Clock()}
    ) as context:
        return due_cohorts(context), context.cursor


def plant_days(database: Database, days: list[date]) -> None:
    with database.connect() as connection:
        for day in days:
            at = datetime(day.year, day.month, day.day, 12, tzinfo=UTC)
            plant_document(connection, f"/{day}", now=at)


def start(instance: dg.DagsterInstance, job: str, status: dg.DagsterRunStatus) -> None:
    instance.create_run_for_job(job_def=defs.resolve_job_def(job), status=status)


def range_of(request: object) -> tuple[str, str]:
    assert isinstance(request, dg.RunRequest)
    tags = request.tags
    return tags["dagster/asset_partition_range_start"], tags["dagster/asset_partition_range_end"]


def test_the_sensor_skips_when_nothing_is_due(
    instance: dg.DagsterInstance, database: Database
) -> None:
    with database.connect() as connection:
        plant_document(connection, now=datetime.now(UTC) + timedelta(hours=1))
    answer, _ = tick(instance, database)
    assert isinstance(answer, dg.SkipReason)
    assert answer.skip_message == "nothing is due"


def test_the_sensor_takes_the_ranges_of_due_days_in_turns(
    instance: dg.DagsterInstance, database: Database
) -> None:
    plant_days(database, DAYS)
    answers: list[object] = []
    cursor: str | None = "0"
    for _ in range(3):
        answer, cursor = tick(instance, database, cursor)
        answers.append(range_of(answer))
    newest, older = ("2026-06-01", "2026-06-01"), ("2026-03-01", "2026-03-05")
    assert answers == [newest, older, newest]


def test_a_tick_that_is_repeated_asks_for_the_same_run(
    instance: dg.DagsterInstance, database: Database
) -> None:
    """Dagster starts no second run of a key: a daemon that died after its tick does no harm."""
    plant_days(database, DAYS)
    [(first, cursor), (again, _)] = [tick(instance, database, "7") for _ in range(2)]
    assert isinstance(first, dg.RunRequest)
    assert isinstance(again, dg.RunRequest)
    assert first.run_key == again.run_key
    after, _ = tick(instance, database, cursor)
    assert isinstance(after, dg.RunRequest)
    assert after.run_key != first.run_key


def test_a_cursor_that_was_reset_repeats_no_run_key(
    instance: dg.DagsterInstance, database: Database
) -> None:
    plant_days(database, DAYS[:1])
    answer, cursor = tick(instance, database)
    assert isinstance(answer, dg.RunRequest)
    asked = {answer.run_key}
    for turn in (cursor, "0", "1", "7"):
        later, _ = tick(instance, database, turn)
        assert isinstance(later, dg.RunRequest)
        asked.add(later.run_key)
    assert len(asked) == 5


@pytest.mark.parametrize("status", IN_FLIGHT)
def test_no_re_check_is_asked_for_while_one_is_in_flight(
    instance: dg.DagsterInstance, database: Database, status: dg.DagsterRunStatus
) -> None:
    plant_days(database, DAYS)
    start(instance, "recheck", dg.DagsterRunStatus.FAILURE)
    start(instance, "poll", status)
    assert isinstance(tick(instance, database)[0], dg.RunRequest)
    start(instance, "recheck", status)
    answer, cursor = tick(instance, database, "7")
    assert isinstance(answer, dg.SkipReason)
    assert cursor == "7"


def test_what_a_living_run_has_claimed_is_not_due_and_what_a_dead_one_had_is(
    instance: dg.DagsterInstance, database: Database
) -> None:
    plant_days(database, DAYS[:1])
    with enrolled_worker(database, run_id="living", now=datetime.now(UTC)) as worker_id:
        claim_all(database, worker_id)
        assert isinstance(tick(instance, database)[0], dg.SkipReason)
    with database.connect() as connection:
        dead = connection.execute(
            "insert into worker (run_id, started_at) values ('dead', now()) returning worker_id"
        ).fetchone()
    assert dead
    claim_all(database, dead[0])
    assert isinstance(tick(instance, database)[0], dg.RunRequest)


def claim_all(database: Database, worker_id: int) -> None:
    with database.connect() as connection:
        connection.execute("update document set claimed_by = %s", [worker_id])


def ask_schedule(instance: dg.DagsterInstance, at: datetime) -> object:
    return poll_feeds(dg.build_schedule_context(instance=instance, scheduled_execution_time=at))


def test_the_schedule_polls_for_the_day_in_utc(instance: dg.DagsterInstance) -> None:
    request = ask_schedule(instance, datetime.fromisoformat("2026-03-05T23:55:00-05:00"))
    assert isinstance(request, dg.RunRequest)
    assert request.partition_key == "2026-03-06"
    again = ask_schedule(instance, datetime.fromisoformat("2026-03-05T23:55:00-05:00"))
    assert isinstance(again, dg.RunRequest)
    assert request.run_key == again.run_key


def test_no_poll_is_asked_for_while_one_is_in_flight(instance: dg.DagsterInstance) -> None:
    start(instance, "recheck", dg.DagsterRunStatus.STARTED)
    start(instance, "poll", dg.DagsterRunStatus.STARTED)
    assert isinstance(ask_schedule(instance, datetime.now(UTC)), dg.SkipReason)


def test_what_the_schedule_asks_for_is_a_day_of_the_partitions(
    instance: dg.DagsterInstance,
) -> None:
    request = ask_schedule(instance, datetime.now(UTC))
    assert isinstance(request, dg.RunRequest)
    partitions = defs.resolve_job_def("poll").partitions_def
    assert partitions is not None
    assert request.partition_key in partitions.get_partition_keys()


@pytest.mark.parametrize(
    ("interval", "expected"),
    [
        pytest.param(timedelta(seconds=5), "*/1 * * * *", id="no faster than a minute"),
        pytest.param(timedelta(minutes=5), "*/5 * * * *", id="five minutes"),
        pytest.param(timedelta(minutes=7), "*/6 * * * *", id="what divides the hour"),
        pytest.param(timedelta(minutes=59), "*/30 * * * *", id="the longest within the hour"),
        pytest.param(timedelta(hours=2), "0 */2 * * *", id="whole hours"),
        pytest.param(timedelta(days=3), "0 */12 * * *", id="twice a day at least"),
    ],
)
def test_the_interval_as_a_cron_line(interval: timedelta, expected: str) -> None:
    assert _cron(interval) == expected


def test_both_are_on_by_default() -> None:
    assert poll_feeds.default_status is dg.DefaultScheduleStatus.RUNNING
    assert due_cohorts.default_status is dg.DefaultSensorStatus.RUNNING
