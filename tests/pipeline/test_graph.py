"""The asset graph as operators know it: it never changes unseen."""

import dagster as dg

from quietedit_pipeline.definitions import defs

GRAPH = {
    "feed_catalogue": [],
    "feed_entries": ["feed_catalogue"],
    "fetched_pages": ["feed_entries"],
    "furniture_model": [],
    "extracted_text": ["fetched_pages", "furniture_model"],
    "document_versions": ["extracted_text"],
    "changes": ["document_versions"],
}
CHECKS = {
    "feed_catalogue": ["catalogue_is_valid"],
    "feed_entries": ["feeds_answer", "sources_are_asked"],
    "fetched_pages": ["hosts_within_budget", "ledger_is_complete"],
    "extracted_text": ["extraction_yields_text"],
    "document_versions": ["counters_agree", "neighbours_differ", "versions_have_pages"],
    "changes": ["pairs_are_classified"],
}
WITHOUT_DAYS = {"feed_catalogue", "furniture_model"}
JOBS = {
    "poll": [name for name in GRAPH if name != "furniture_model"],
    "learn": ["furniture_model"],
    "recheck": ["fetched_pages", "extracted_text", "document_versions", "changes"],
}


def name_of(key: dg.AssetKey) -> str:
    return key.to_user_string()


def test_assets_and_what_they_follow() -> None:
    graph = defs.resolve_asset_graph()
    found = {
        name_of(key): sorted(map(name_of, graph.get(key).parent_keys))
        for key in graph.get_all_asset_keys()
    }
    assert found == GRAPH


def test_every_asset_has_its_checks() -> None:
    found: dict[str, list[str]] = {}
    for check in sorted(defs.resolve_asset_graph().asset_check_keys, key=lambda key: key.name):
        found.setdefault(name_of(check.asset_key), []).append(check.name)
    assert found == CHECKS


def test_jobs_with_their_assets_and_checks() -> None:
    for name, assets in JOBS.items():
        nodes = {node.name for node in defs.resolve_job_def(name).nodes}
        checks = {f"{asset}_{check}" for asset in assets for check in CHECKS.get(asset, [])}
        assert nodes == {*assets, *checks}


def test_what_operators_read_in_the_ui() -> None:
    """Every asset has description, group and code version; all that follows articles has days."""
    graph = defs.resolve_asset_graph()
    for key in graph.get_all_asset_keys():
        node = graph.get(key)
        assert node.description
        assert node.code_version
        assert node.group_name == "news"
        assert (node.partitions_def is None) == (name_of(key) in WITHOUT_DAYS)


def test_nothing_else_runs_by_itself() -> None:
    repository = defs.get_repository_def()
    assert [schedule.name for schedule in repository.schedule_defs] == [
        "learn_furniture",
        "poll_feeds",
    ]
    assert [sensor.name for sensor in repository.sensor_defs] == ["due_cohorts"]
