"""The catalogue of feeds and the entries they bring."""

import dagster as dg
from pydantic import Field

from quietedit_core.errors import InvalidCatalogue
from quietedit_pipeline.catalogue import read_catalogue, take_over
from quietedit_pipeline.clock import Clock
from quietedit_pipeline.cohorts import COHORTS, ONE_RUN
from quietedit_pipeline.fetcher import Fetcher
from quietedit_pipeline.polls import poll_feeds
from quietedit_pipeline.session import fetching_session
from quietedit_pipeline.tally import Tally
from quietedit_store.database import Database
from quietedit_store.feeds import claim_due_feeds
from quietedit_store.pages import PageStore
from quietedit_store.settings import Settings


class PollConfig(dg.Config):
    """Which feeds to poll; none named: those that are due."""

    feed_keys: list[str] = Field(default_factory=list)


@dg.asset(group_name="news", kinds={"postgres"}, code_version="1")
def feed_catalogue(
    database: dg.ResourceParam[Database],
    clock: dg.ResourceParam[Clock],
    settings: dg.ResourceParam[Settings],
) -> dg.MaterializeResult[None]:
    """Every feed of feeds.yaml, reconciled: added, updated, deactivated, reactivated.

    A file that does not validate changes nothing; the check `catalogue_is_valid` names its line.
    """
    try:
        catalogue = read_catalogue(settings.feeds_file)
    except InvalidCatalogue as error:
        return dg.MaterializeResult(metadata={"problem": str(error), "changed": 0})
    with database.connect() as connection:
        plan = take_over(connection, catalogue, now=clock.now())
    return dg.MaterializeResult(
        metadata={
            "feeds": len(catalogue.feeds),
            "added": len(plan.add),
            "updated": len(plan.update),
            "deactivated": len(plan.deactivate),
            "reactivated": len(plan.reactivate),
        }
    )


@dg.asset(
    deps=[feed_catalogue],
    group_name="news",
    kinds={"postgres"},
    code_version="1",
    partitions_def=COHORTS,
    backfill_policy=ONE_RUN,
)
def feed_entries(
    context: dg.AssetExecutionContext,
    config: PollConfig,
    database: dg.ResourceParam[Database],
    fetcher: dg.ResourceParam[Fetcher],
    pages: dg.ResourceParam[PageStore],
    clock: dg.ResourceParam[Clock],
    settings: dg.ResourceParam[Settings],
) -> dg.MaterializeResult[None]:
    """Every item of every feed as last seen, and the documents they led to.

    A run polls the feeds that are due now, whichever day it is started for: feeds have no past.
    """
    tally = Tally()
    with fetching_session(
        database=database,
        fetcher=fetcher,
        pages=pages,
        clock=clock,
        settings=settings,
        run_id=context.run.run_id,
    ) as session:
        with database.connect() as connection:
            due = claim_due_feeds(
                connection, session.worker_id, now=clock.now(), keys=config.feed_keys
            )
        poll_feeds(session, database, due, interval=settings.schedule_interval, tally=tally)
    return dg.MaterializeResult(
        metadata={
            "due": len(due),
            "new_entries": tally.count("new entry"),
            "new_documents": tally.count("new document"),
            "by_feed": tally.table(),
            "outcomes": tally.bars(),
        }
    )
