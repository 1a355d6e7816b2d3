"""Running Dagster's jobs from a terminal, with what they counted."""

from collections import Counter
from collections.abc import Mapping
from datetime import date
from typing import Any

import dagster as dg

from quietedit_core.cohorts import DayRange

_QUIET = {"loggers": {"console": {"config": {"log_level": "ERROR"}}}}


def run_day(
    instance: dg.DagsterInstance,
    job_name: str,
    day: date,
    *,
    ops: Mapping[str, Any] | None = None,
) -> Counter[str]:
    """Run the job for one day in this process; returns what its assets counted, summed."""
    return _run(instance, job_name, partition_key=day.isoformat(), ops=ops)


def run_range(instance: dg.DagsterInstance, job_name: str, days: DayRange) -> Counter[str]:
    """Run the job once for a range of days in this process."""
    return _run(
        instance,
        job_name,
        tags={
            "dagster/asset_partition_range_start": days.first.isoformat(),
            "dagster/asset_partition_range_end": days.last.isoformat(),
        },
    )


def _run(
    instance: dg.DagsterInstance,
    job_name: str,
    *,
    ops: Mapping[str, Any] | None = None,
    **how: Any,
) -> Counter[str]:
    from quietedit_pipeline.definitions import defs  # noqa: PLC0415  reads the environment

    result = defs.resolve_job_def(job_name).execute_in_process(
        instance=instance, run_config={**_QUIET, "ops": dict(ops or {})}, **how
    )
    counts: Counter[str] = Counter()
    for event in result.all_events:
        if event.is_step_materialization:
            materialization = event.step_materialization_data.materialization
            counts.update(_counts(materialization))
    return counts


def _counts(materialization: dg.AssetMaterialization) -> dict[str, int]:
    """What the asset counted for the partition, under its own name."""
    asset = materialization.asset_key.to_user_string()
    return {
        f"{asset}.{key}": value.value
        for key, value in materialization.metadata.items()
        if isinstance(value, dg.IntMetadataValue) and value.value is not None
    }
