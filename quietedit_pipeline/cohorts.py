"""The partition: the UTC day on which a document was discovered."""

import warnings
from collections.abc import Mapping
from datetime import date

import dagster as dg

# Dagster calls single-run backfills beta; the tests would see a change of them.
warnings.filterwarnings("ignore", message="Parameter `backfill_policy`")

# No document can have been discovered before the project began.
COHORTS = dg.DailyPartitionsDefinition(start_date="2026-11-01", end_offset=1)
ONE_RUN = dg.BackfillPolicy.single_run()


def list_days(context: dg.AssetExecutionContext) -> list[date]:
    """The days of the run, one or a range."""
    return [date.fromisoformat(key) for key in context.partition_keys]


def report_days(
    context: dg.AssetExecutionContext, counts: Mapping[date, Mapping[str, int]]
) -> None:
    """Attach each day's counts to its partition, zeros included."""
    for day, of_day in counts.items():
        context.add_asset_metadata(dict(of_day), partition_key=day.isoformat())
