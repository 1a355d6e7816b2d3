"""From the pages of documents to the texts they have carried."""

from datetime import date

import dagster as dg

from quietedit_core.outcomes import FetchOutcome
from quietedit_core.recheck import RecheckPolicy
from quietedit_pipeline.assets.feeds import feed_entries
from quietedit_pipeline.assets.furniture import furniture_model
from quietedit_pipeline.clock import Clock
from quietedit_pipeline.cohorts import COHORTS, ONE_RUN, list_days, report_days
from quietedit_pipeline.fetcher import Fetcher
from quietedit_pipeline.fetching import fetch_documents
from quietedit_pipeline.readers import EXTRACTOR
from quietedit_pipeline.reading import compare_queued, open_reading_room, read_queued, read_stored
from quietedit_pipeline.session import fetching_session
from quietedit_pipeline.tally import Tally
from quietedit_store.database import Database
from quietedit_store.documents import claim_due_documents
from quietedit_store.pages import PageStore
from quietedit_store.settings import Settings

# The runs that follow the news; any other run reads the stored pages of its days again.
LIVE_JOBS = frozenset({"poll", "recheck"})
_SEEN = (FetchOutcome.FETCHED, FetchOutcome.NOT_MODIFIED, FetchOutcome.UNCHANGED)


@dg.asset(
    deps=[feed_entries],
    group_name="news",
    kinds={"postgres"},
    code_version="1",
    partitions_def=COHORTS,
    backfill_policy=ONE_RUN,
)
def fetched_pages(
    context: dg.AssetExecutionContext,
    database: dg.ResourceParam[Database],
    fetcher: dg.ResourceParam[Fetcher],
    pages: dg.ResourceParam[PageStore],
    clock: dg.ResourceParam[Clock],
    settings: dg.ResourceParam[Settings],
) -> dg.MaterializeResult[None]:
    """The raw page of every document of the day that was due, with every request in the ledger."""
    days, tally = list_days(context), Tally()
    with fetching_session(
        database=database,
        fetcher=fetcher,
        pages=pages,
        clock=clock,
        settings=settings,
        run_id=context.run.run_id,
    ) as session:
        with database.connect() as connection:
            due = claim_due_documents(
                connection,
                session.worker_id,
                days=days,
                now=clock.now(),
                limit=settings.max_articles_per_run,
            )
        fetch_documents(
            session, database, due, policy=RecheckPolicy(pace=settings.recheck_pace), tally=tally
        )
    counts = {day: _fetch_counts(tally, day, sum(d.cohort == day for d in due)) for day in days}
    report_days(context, counts)
    return dg.MaterializeResult(
        metadata={
            "by_host": tally.table(),
            "outcomes": tally.bars(),
            "closed_for_killed_runs": f"{session.lost_count} requests",
        }
    )


def _fetch_counts(tally: Tally, day: date, due_count: int) -> dict[str, int]:
    group = day.isoformat()
    counts = tally.summary([*_SEEN, "put_off"], group=group)
    answered = tally.count(group=group)
    return {"due": due_count, **counts, "failed": answered - sum(counts.values())}


@dg.asset(
    deps=[fetched_pages, furniture_model],
    group_name="news",
    kinds={"postgres"},
    code_version=EXTRACTOR,
    partitions_def=COHORTS,
    backfill_policy=ONE_RUN,
)
def extracted_text(
    context: dg.AssetExecutionContext,
    database: dg.ResourceParam[Database],
    pages: dg.ResourceParam[PageStore],
    clock: dg.ResourceParam[Clock],
) -> dg.MaterializeResult[None]:
    """What the extractor read from each page: its standing, hash and size of the text.

    A poll or re-check reads what was just fetched; a backfill reads every stored page of its days
    that this extractor has not read. Neither asks the network.
    """
    room = open_reading_room(database, pages, clock)
    is_live = context.run.job_name in LIVE_JOBS
    counts = {}
    for day in list_days(context):
        tally = Tally()
        read_queued(room, day, tally=tally)
        if not is_live:
            read_stored(room, day, tally=tally)
        counts[day] = {
            "read": tally.count(),
            "articles": tally.count("article"),
            "other": tally.count() - tally.count("article"),
        }
    report_days(context, counts)
    return dg.MaterializeResult(metadata={"extractor": EXTRACTOR})


@dg.asset(
    deps=[extracted_text],
    group_name="news",
    kinds={"postgres"},
    code_version=EXTRACTOR,
    partitions_def=COHORTS,
    backfill_policy=ONE_RUN,
)
def document_versions(
    context: dg.AssetExecutionContext,
    database: dg.ResourceParam[Database],
    pages: dg.ResourceParam[PageStore],
    clock: dg.ResourceParam[Clock],
    settings: dg.ResourceParam[Settings],
) -> dg.MaterializeResult[None]:
    """Every text a document has carried, in the order it was seen, each hashed onto the last."""
    room = open_reading_room(database, pages, clock)
    policy, counts = RecheckPolicy(pace=settings.recheck_pace), {}
    for day in list_days(context):
        tally = Tally()
        compare_queued(room, day, policy=policy, tally=tally)
        counts[day] = tally.summary(["new", "same", "flip", "not_article", "unreadable"])
    report_days(context, counts)
    return dg.MaterializeResult()
