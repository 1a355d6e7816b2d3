"""All that Dagster is told."""

import dagster as dg

from quietedit_pipeline.asset_checks import ASSET_CHECKS
from quietedit_pipeline.assets.changes import changes
from quietedit_pipeline.assets.documents import document_versions, extracted_text, fetched_pages
from quietedit_pipeline.assets.feeds import feed_catalogue, feed_entries
from quietedit_pipeline.assets.furniture import furniture_model
from quietedit_pipeline.automation import due_cohorts, learn_furniture, poll_feeds
from quietedit_pipeline.jobs import LEARN, POLL, RECHECK
from quietedit_pipeline.resources import make_resources

defs = dg.Definitions(
    assets=[
        feed_catalogue,
        feed_entries,
        furniture_model,
        fetched_pages,
        extracted_text,
        document_versions,
        changes,
    ],
    asset_checks=ASSET_CHECKS,
    jobs=[POLL, RECHECK, LEARN],
    schedules=[poll_feeds, learn_furniture],
    sensors=[due_cohorts],
    resources=make_resources(),
    executor=dg.in_process_executor,
)
