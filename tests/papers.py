"""A newspaper under test: its site, the database that watches it, and Dagster between them."""

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import UTC, date, datetime
from pathlib import Path
from typing import Any

import dagster as dg

from quietedit_pipeline.definitions import defs
from quietedit_store.database import Database
from quietedit_store.documents import make_due
from tests.sites import Site, own_page

_QUIET = {"loggers": {"console": {"config": {"log_level": "ERROR"}}}}


def today() -> date:
    return datetime.now(UTC).date()


@dataclass(frozen=True, slots=True, kw_only=True)
class Paper:
    site: Site
    database: Database
    instance: dg.DagsterInstance
    catalogue: Path

    def print(self, names: Iterable[str]) -> None:
        """Publish an article of its own under each path."""
        paths = list(names)
        for path in paths:
            self.site.pages[path] = own_page(path)
        self.site.publish(paths)

    def run(self, job: str, **how: Any) -> dg.ExecuteInProcessResult:
        """Run the job in this process, for today unless `how` has a partition or tags."""
        if not {"tags", "partition_key"} & how.keys():
            how["partition_key"] = today().isoformat()
        result = defs.resolve_job_def(job).execute_in_process(
            instance=self.instance, run_config=_QUIET, **how
        )
        assert result.success
        return result

    def run_assets(self, *assets: str, days: tuple[date, date]) -> dg.ExecuteInProcessResult:
        """Materialise the assets alone over a range of days, as a backfill does."""
        job = defs.resolve_implicit_global_asset_job_def()
        result = job.execute_in_process(
            instance=self.instance,
            run_config=_QUIET,
            asset_selection=[dg.AssetKey(name) for name in assets],
            tags=range_tags(*days),
        )
        assert result.success
        return result

    def poll_now(self) -> dg.ExecuteInProcessResult:
        """Poll the feeds, due or not."""
        self.rows("update feed set next_poll_at = 'epoch' returning 1")
        return self.run("poll")

    def recheck(self, *paths: str) -> dg.ExecuteInProcessResult:
        """Look at these articles again now; none named: at all."""
        found = self.rows("select document_id, url from document")
        chosen = [number for number, url in found if not paths or url.endswith(paths)]
        with self.database.connect() as connection:
            make_due(connection, chosen, now=datetime.now(UTC), reason="test")
        return self.run("recheck")

    def rows(self, query: str, *values: object) -> list[tuple[Any, ...]]:
        with self.database.connect() as connection:
            return connection.execute(query.encode(), values).fetchall()

    def version_counts(self) -> dict[str, int]:
        """How many versions each path has."""
        found = self.rows("select url, version_count from document")
        return {"/" + url.split("/", 3)[3]: count for url, count in found}


def range_tags(first: date, last: date) -> dict[str, str]:
    return {
        "dagster/asset_partition_range_start": first.isoformat(),
        "dagster/asset_partition_range_end": last.isoformat(),
    }


def counts_of(result: dg.ExecuteInProcessResult) -> Counter[str]:
    """What the assets of a run counted, summed over the days, as `asset.name`."""
    counts: Counter[str] = Counter()
    for event in result.get_asset_materialization_events():
        found = event.step_materialization_data.materialization
        for name, value in found.metadata.items():
            if isinstance(value, dg.IntMetadataValue) and value.value is not None:
                counts[f"{found.asset_key.to_user_string()}.{name}"] += value.value
    return counts


def checks_of(result: dg.ExecuteInProcessResult) -> dict[str, bool]:
    return {found.check_name: found.passed for found in result.get_asset_check_evaluations()}
