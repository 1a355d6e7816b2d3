"""What stands beside the code is in order: lock, containers, workspace, catalogue, README."""

import re
import sys
from pathlib import Path

import pytest
import yaml
from dagster._core.workspace.load import location_origins_from_yaml_paths

from quietedit_pipeline.catalogue import read_catalogue

ROOT = Path(__file__).parents[1]
SERVICES = {"postgres", "prepare", "code", "webserver", "daemon"}


def test_the_lock_holds_exact_versions_and_no_address() -> None:
    lines = (ROOT / "requirements.lock").read_text(encoding="utf-8").splitlines()
    requirements = [line for line in lines if line.strip() and not line.startswith("#")]
    assert len(requirements) > 50
    wrong = [line for line in requirements if not re.match(r"[\w.\[\]-]+==[\w.+!]+( ;|$)", line)]
    assert wrong == []
    assert not [line for line in lines if "://" in line or " @ " in line or "index-url" in line]


def load_compose() -> dict[str, dict[str, dict[str, str]]]:
    found: dict[str, dict[str, dict[str, str]]] = yaml.safe_load(
        (ROOT / "docker-compose.yml").read_text(encoding="utf-8")
    )
    return found


def test_compose_starts_what_it_needs() -> None:
    assert load_compose()["services"].keys() == SERVICES


@pytest.mark.parametrize("service", sorted(SERVICES - {"postgres"}))
def test_the_commands_of_compose_are_there(service: str) -> None:
    words = load_compose()["services"][service]["command"].split()
    assert (Path(sys.executable).parent / words[0]).is_file()
    workspaces = [word for word in words if word.endswith(".yaml")]
    assert all((ROOT / name).is_file() for name in workspaces)


@pytest.mark.parametrize("name", ["workspace.yaml", "docs/deployment/workspace.yaml"])
def test_the_workspaces_name_one_location(name: str) -> None:
    origins = location_origins_from_yaml_paths([str(ROOT / name)])
    assert [origin.location_name for origin in origins] == ["quietedit"]


def test_the_catalogue_of_the_repository_is_one() -> None:
    feeds = read_catalogue(ROOT / "feeds.yaml").feeds
    assert 15 <= len(feeds) <= 30
    assert any("srf.ch" in feed.url for feed in feeds)
    assert len({feed.language for feed in feeds}) >= 5


def test_the_readme_opens_with_the_two_commands() -> None:
    opening = (ROOT / "README.md").read_text(encoding="utf-8")[:3000]
    assert 0 < opening.find("make demo") < opening.find("make test")


def test_no_path_of_a_machine_and_no_registry_host_is_committed() -> None:
    """Sources speak of the project alone."""
    found = [
        f"{file.relative_to(ROOT)}: {word}"
        for folder in ("quietedit_core", "quietedit_store", "quietedit_pipeline", "quietedit_cli")
        for file in (ROOT / folder).rglob("*.py")
        for word in re.findall(r"/(?:work|home|Users|root)/\w+", file.read_text(encoding="utf-8"))
    ]
    assert found == []
