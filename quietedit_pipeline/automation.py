"""What happens by itself: feeds are polled by a schedule, due cohorts re-checked by a sensor."""

from datetime import UTC, timedelta

import dagster as dg

from quietedit_core.cohorts import plan_ranges
from quietedit_pipeline.clock import Clock
from quietedit_pipeline.jobs import LEARN, POLL, RECHECK
from quietedit_store.database import Database
from quietedit_store.documents import list_due_cohorts
from quietedit_store.settings import read_settings

_IN_FLIGHT = [
    dg.DagsterRunStatus.QUEUED,
    dg.DagsterRunStatus.NOT_STARTED,
    dg.DagsterRunStatus.STARTING,
    dg.DagsterRunStatus.STARTED,
    dg.DagsterRunStatus.CANCELING,
]


def _cron(interval: timedelta) -> str:
    """The cron line nearest to the interval: whole minutes that divide the hour, or whole hours."""
    minutes = max(1, round(interval.total_seconds() / 60))
    if minutes >= 60:  # noqa: PLR2004  minutes of an hour
        return f"0 */{min(12, minutes // 60)} * * *"
    fitting = max(
        divisor for divisor in (1, 2, 3, 4, 5, 6, 10, 12, 15, 20, 30) if divisor <= minutes
    )
    return f"*/{fitting} * * * *"


def _is_in_flight(instance: dg.DagsterInstance, job_name: str) -> bool:
    return bool(instance.get_runs(dg.RunsFilter(job_name=job_name, statuses=_IN_FLIGHT), limit=1))


_SETTINGS = read_settings()
_SCHEDULE_STATUS = (
    dg.DefaultScheduleStatus.RUNNING
    if _SETTINGS.schedule_enabled
    else dg.DefaultScheduleStatus.STOPPED
)
_SENSOR_STATUS = (
    dg.DefaultSensorStatus.RUNNING if _SETTINGS.schedule_enabled else dg.DefaultSensorStatus.STOPPED
)


@dg.schedule(
    job=POLL, cron_schedule=_cron(_SETTINGS.schedule_interval), default_status=_SCHEDULE_STATUS
)
def poll_feeds(context: dg.ScheduleEvaluationContext) -> dg.RunRequest | dg.SkipReason:
    """Poll the feeds that are due, and follow what they bring."""
    if _is_in_flight(context.instance, POLL.name):
        return dg.SkipReason("a poll is in flight")
    at = context.scheduled_execution_time
    return dg.RunRequest(
        run_key=f"poll/{at:%Y-%m-%dT%H:%M}", partition_key=f"{at.astimezone(UTC):%Y-%m-%d}"
    )


@dg.schedule(job=LEARN, cron_schedule="20 3 * * 1", default_status=_SCHEDULE_STATUS)
def learn_furniture(context: dg.ScheduleEvaluationContext) -> dg.RunRequest:
    """Once a week, learn anew what hosts repeat; a new model means that texts are read again."""
    return dg.RunRequest(run_key=f"learn/{context.scheduled_execution_time:%G-W%V}")


@dg.sensor(job=RECHECK, minimum_interval_seconds=30, default_status=_SENSOR_STATUS)
def due_cohorts(
    context: dg.SensorEvaluationContext,
    database: dg.ResourceParam[Database],
    clock: dg.ResourceParam[Clock],
) -> dg.RunRequest | dg.SkipReason:
    """Re-check the days of which articles are due, one range of days a run."""
    if _is_in_flight(context.instance, RECHECK.name):
        return dg.SkipReason("a re-check is in flight")
    now = clock.now()
    with database.connect() as connection:
        days = list_due_cohorts(connection, now=now)
    ranges = plan_ranges(days)
    if not ranges:
        return dg.SkipReason("nothing is due")
    # The ranges take turns: a day whose articles never end does not keep the older ones waiting.
    # A cursor that was reset starts beyond all turns there were, for a run key is used but once.
    turn = int(context.cursor or now.timestamp())
    chosen = ranges[turn % len(ranges)]
    context.update_cursor(str(turn + 1))
    return dg.RunRequest(
        run_key=f"recheck/{chosen.first}/{chosen.last}/{turn}",
        tags={
            "dagster/asset_partition_range_start": chosen.first.isoformat(),
            "dagster/asset_partition_range_end": chosen.last.isoformat(),
        },
    )
