"""The runs that follow the news."""

import dagster as dg

from quietedit_pipeline.assets.changes import changes
from quietedit_pipeline.assets.documents import document_versions, extracted_text, fetched_pages
from quietedit_pipeline.assets.feeds import feed_catalogue, feed_entries
from quietedit_pipeline.assets.furniture import furniture_model

# Their fetching is bounded by QUIETEDIT_RUN_SECONDS; a live run of this length hangs.
_LONGEST_SECONDS = 1800
_LIVE = {"dagster/max_runtime": str(_LONGEST_SECONDS)}
_DOCUMENTS = (fetched_pages, extracted_text, document_versions, changes)

POLL = dg.define_asset_job(
    "poll",
    dg.AssetSelection.assets(feed_catalogue, feed_entries, *_DOCUMENTS),
    tags=_LIVE,
    description="Poll the feeds that are due, and read the articles they bring.",
)
RECHECK = dg.define_asset_job(
    "recheck",
    dg.AssetSelection.assets(*_DOCUMENTS),
    tags=_LIVE,
    description="Look again at the articles of the days that are due.",
)
LEARN = dg.define_asset_job(
    "learn",
    dg.AssetSelection.assets(furniture_model),
    description="Learn from stored pages what hosts repeat.",
)
