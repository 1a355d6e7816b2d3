"""What lies between the texts that documents have carried."""

import dagster as dg

from quietedit_core.classification import Disclosure
from quietedit_pipeline.assets.documents import LIVE_JOBS, document_versions
from quietedit_pipeline.classifying import CLASSIFIER, classify_queued, classify_stale
from quietedit_pipeline.clock import Clock
from quietedit_pipeline.cohorts import COHORTS, ONE_RUN, list_days, report_days
from quietedit_pipeline.reading import open_reading_room
from quietedit_pipeline.tally import Tally
from quietedit_store.database import Database
from quietedit_store.pages import PageStore


@dg.asset(
    deps=[document_versions],
    group_name="news",
    kinds={"postgres"},
    code_version=CLASSIFIER,
    partitions_def=COHORTS,
    backfill_policy=ONE_RUN,
)
def changes(
    context: dg.AssetExecutionContext,
    database: dg.ResourceParam[Database],
    pages: dg.ResourceParam[PageStore],
    clock: dg.ResourceParam[Clock],
) -> dg.MaterializeResult[None]:
    """What changed between neighbouring versions: kinds, disclosure, significance.

    A poll or re-check classifies what came since; a backfill also every pair of its days that this
    classifier has not judged. No version is touched.
    """
    room = open_reading_room(database, pages, clock)
    is_live = context.run.job_name in LIVE_JOBS
    counts, failures = {}, Tally()
    for day in list_days(context):
        tally, before = Tally(), failures.count()
        classify_queued(room, day, tally=tally, failures=failures)
        if not is_live:
            classify_stale(room, day, tally=tally, failures=failures)
        failed = failures.count() - before
        found = tally.summary(Disclosure)
        counts[day] = {"classified": tally.count(), **found, "failed": failed}
    report_days(context, counts)
    return dg.MaterializeResult(metadata={"classifier": CLASSIFIER, "failures": failures.table()})
