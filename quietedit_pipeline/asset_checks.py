"""Sentences about the data that must hold, each denied by a query of the store."""

from collections.abc import Sequence
from datetime import datetime

import dagster as dg

from quietedit_core.errors import InvalidCatalogue
from quietedit_pipeline.assets.changes import changes
from quietedit_pipeline.assets.documents import document_versions, extracted_text, fetched_pages
from quietedit_pipeline.assets.feeds import feed_catalogue, feed_entries
from quietedit_pipeline.catalogue import read_catalogue
from quietedit_pipeline.classifying import CLASSIFIER
from quietedit_store.audits import (
    Finding,
    list_failing_feeds,
    list_hosts_over_budget,
    list_open_reservations,
    list_repeated_versions,
    list_rootless_versions,
    list_unclassified_pairs,
    list_uncounted_versions,
    measure_empty_extractions,
)
from quietedit_store.breakers import list_troubled_sources
from quietedit_store.database import Database
from quietedit_store.settings import Settings

# Of the pages of a day; beyond it a site was redesigned, or walls us out.
_EMPTY_SHARE_LIMIT = 0.2


def _none_of(
    findings: Sequence[Finding], *, advice: str, severity: dg.AssetCheckSeverity
) -> dg.AssetCheckResult:
    return dg.AssetCheckResult(
        passed=not findings,
        severity=severity,
        metadata={
            "found": len(findings),
            "first": dg.MetadataValue.md(
                "\n".join(f"- {finding.subject}: {finding.problem}" for finding in findings[:20])
                or "none"
            ),
            "what_to_do": advice if findings else "nothing",
        },
    )


@dg.asset_check(asset=feed_catalogue)
def catalogue_is_valid(settings: dg.ResourceParam[Settings]) -> dg.AssetCheckResult:
    """feeds.yaml validates; while it does not, the feeds stay as they were."""
    try:
        read_catalogue(settings.feeds_file)
    except InvalidCatalogue as error:
        return dg.AssetCheckResult(
            passed=False, metadata={"problem": str(error), "what_to_do": "mend the line named"}
        )
    return dg.AssetCheckResult(passed=True)


@dg.asset_check(asset=feed_entries)
def feeds_answer(database: dg.ResourceParam[Database]) -> dg.AssetCheckResult:
    """No active feed has failed three times in a row."""
    with database.connect() as connection:
        failing = list_failing_feeds(connection, at_least=3)
    return _none_of(
        failing,
        advice="see the reason; correct the address in feeds.yaml or remove the feed",
        severity=dg.AssetCheckSeverity.WARN,
    )


@dg.asset_check(asset=feed_entries)
def sources_are_asked(database: dg.ResourceParam[Database]) -> dg.AssetCheckResult:
    """No source's circuit breaker is open: each is asked when it is due."""
    with database.connect() as connection:
        troubled = [
            Finding(subject=row.source_key, problem=f"{row.reason}; {_until(row.open_until)}")
            for row in list_troubled_sources(connection)
        ]
    return _none_of(
        troubled,
        advice="look whether the site is down or turns us away; it is tried again by itself",
        severity=dg.AssetCheckSeverity.WARN,
    )


def _until(instant: datetime | None) -> str:
    return f"not asked until {instant:%F %H:%M} UTC" if instant else "a trial is under way"


@dg.asset_check(asset=fetched_pages)
def hosts_within_budget(
    database: dg.ResourceParam[Database], settings: dg.ResourceParam[Settings]
) -> dg.AssetCheckResult:
    """No host was asked more often than its ceiling within any hour of the last day."""
    with database.connect() as connection:
        over = list_hosts_over_budget(connection, ceiling=settings.max_host_requests_per_hour)
    return _none_of(
        over,
        advice="report this: slots should make it impossible",
        severity=dg.AssetCheckSeverity.ERROR,
    )


@dg.asset_check(asset=fetched_pages)
def ledger_is_complete(database: dg.ResourceParam[Database]) -> dg.AssetCheckResult:
    """Every reservation that was closed has its fetch, and only living workers hold open ones."""
    with database.connect() as connection:
        missing = list_open_reservations(connection)
    return _none_of(
        missing,
        advice="the next run closes what a killed one left",
        severity=dg.AssetCheckSeverity.WARN,
    )


@dg.asset_check(asset=extracted_text)
def extraction_yields_text(database: dg.ResourceParam[Database]) -> dg.AssetCheckResult:
    """Of the pages read in the last day, at most a fifth held no article."""
    with database.connect() as connection:
        share, count = measure_empty_extractions(connection)
    return dg.AssetCheckResult(
        passed=share <= _EMPTY_SHARE_LIMIT,
        severity=dg.AssetCheckSeverity.WARN,
        metadata={"share_without_article": share, "pages": count},
    )


@dg.asset_check(asset=document_versions)
def versions_have_pages(database: dg.ResourceParam[Database]) -> dg.AssetCheckResult:
    """No version without its page, its fetch and its text."""
    with database.connect() as connection:
        rootless = list_rootless_versions(connection)
    return _none_of(
        rootless, advice="restore the rows from a backup", severity=dg.AssetCheckSeverity.ERROR
    )


@dg.asset_check(asset=document_versions)
def neighbours_differ(database: dg.ResourceParam[Database]) -> dg.AssetCheckResult:
    """No two neighbouring versions of a document with the same text."""
    with database.connect() as connection:
        repeated = list_repeated_versions(connection)
    return _none_of(
        repeated, advice="report this: it is a phantom edit", severity=dg.AssetCheckSeverity.ERROR
    )


@dg.asset_check(asset=document_versions)
def counters_agree(database: dg.ResourceParam[Database]) -> dg.AssetCheckResult:
    """Every document counts as many versions as it has."""
    with database.connect() as connection:
        uncounted = list_uncounted_versions(connection)
    return _none_of(
        uncounted,
        advice="report this with the document's number",
        severity=dg.AssetCheckSeverity.ERROR,
    )


@dg.asset_check(asset=changes)
def pairs_are_classified(database: dg.ResourceParam[Database]) -> dg.AssetCheckResult:
    """Every neighbouring pair of versions has exactly one change, of the current classifier."""
    with database.connect() as connection:
        unclassified = list_unclassified_pairs(connection, classifier=CLASSIFIER)
    return _none_of(
        unclassified,
        advice="materialise `changes` for the days of these documents",
        severity=dg.AssetCheckSeverity.WARN,
    )


ASSET_CHECKS = [
    catalogue_is_valid,
    feeds_answer,
    sources_are_asked,
    hosts_within_budget,
    ledger_is_complete,
    extraction_yields_text,
    versions_have_pages,
    neighbours_differ,
    counters_agree,
    pairs_are_classified,
]
