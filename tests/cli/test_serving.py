"""`quietedit up` for real: Dagster's web server and daemon on an embedded database."""

import json
import os
import signal
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import psutil
import pytest
import requests

QUIETEDIT = str(Path(sys.executable).parent / "quietedit")
ASKED = """{
  assetNodes { assetKey { path } partitionDefinition { type } }
  sensorsOrError(repositorySelector: {
    repositoryName: "__repository__", repositoryLocationName: "quietedit"
  }) { ... on Sensors { results { name sensorState { status ticks(limit: 3) { status } } } } }
  runsOrError(limit: 5) { ... on Runs { results { jobName status } } }
}"""


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
        return port


class Up:
    """A running `quietedit up` on a home of its own."""

    def __init__(self, home: Path) -> None:
        self.port = free_port()
        self.log = home / "up.log"
        feeds = home / "feeds.yaml"
        feeds.write_text("feeds:\n  - {key: none, name: None, url: http://127.0.0.1:9/feed.xml}\n")
        self.environment = {
            **os.environ,
            "QUIETEDIT_HOME": str(home / "home"),
            "QUIETEDIT_FEEDS_FILE": str(feeds),
            "QUIETEDIT_DAGSTER_PORT": str(self.port),
            "QUIETEDIT_SCHEDULE_INTERVAL": "1 min",
        }
        self.environment.pop("QUIETEDIT_DB_URL", None)
        self.process = self.start()

    def start(self) -> subprocess.Popen[str]:
        with self.log.open("a") as log:
            return subprocess.Popen(
                [QUIETEDIT, "up"],
                env=self.environment,
                stdout=log,
                stderr=log,
                text=True,
                start_new_session=True,
            )

    def wait_until_it_listens(self, seconds: float = 120) -> None:
        deadline = time.monotonic() + seconds
        while time.monotonic() < deadline:
            assert self.process.poll() is None, self.log.read_text()
            try:
                if requests.get(f"http://127.0.0.1:{self.port}/server_info", timeout=2).ok:
                    return
            except requests.RequestException:
                time.sleep(0.5)
        pytest.fail("Dagster did not answer in time")

    def ask(self) -> dict[str, Any]:
        answer = requests.post(
            f"http://127.0.0.1:{self.port}/graphql", json={"query": ASKED}, timeout=30
        )
        data: dict[str, Any] = answer.json()["data"]
        return data


@pytest.fixture
def up() -> Iterator[Up]:
    with tempfile.TemporaryDirectory(prefix="quietedit-") as home:
        running = Up(Path(home))
        try:
            yield running
        finally:
            running.process.send_signal(signal.SIGINT)
            try:
                running.process.wait(60)
            except subprocess.TimeoutExpired:
                running.process.kill()


@pytest.mark.timeout(400)
def test_dagster_runs_and_stops_as_one(up: Up) -> None:
    up.wait_until_it_listens()
    second = subprocess.run(
        [QUIETEDIT, "up"],
        env=up.environment,
        capture_output=True,
        text=True,
        check=False,
        timeout=120,
    )
    assert second.returncode == 1
    assert f"process {up.process.pid}" in second.stderr

    deadline = time.monotonic() + 200
    while True:
        found = up.ask()
        (sensor,) = found["sensorsOrError"]["results"]
        runs = found["runsOrError"]["results"]
        ticked = any(tick["status"] == "SKIPPED" for tick in sensor["sensorState"]["ticks"])
        if ticked and any(run["status"] == "SUCCESS" for run in runs):
            break
        assert time.monotonic() < deadline, found
        time.sleep(2)
    assert {node["assetKey"]["path"][-1] for node in found["assetNodes"]} >= {
        "feed_catalogue",
        "feed_entries",
        "fetched_pages",
        "extracted_text",
        "document_versions",
    }
    kinds = [node["partitionDefinition"] for node in found["assetNodes"]]
    assert sum(kind == {"type": "TIME_WINDOW"} for kind in kinds) >= 4
    assert sensor["sensorState"]["status"] == "RUNNING"

    children = psutil.Process(up.process.pid).children(recursive=True)
    up.process.send_signal(signal.SIGINT)
    assert up.process.wait(90) == 0
    _, alive = psutil.wait_procs(children, timeout=30)
    assert not alive


@pytest.mark.timeout(300)
def test_a_killed_up_takes_its_parts_along_and_leaves_the_database_to_the_next(up: Up) -> None:
    up.wait_until_it_listens()
    children = psutil.Process(up.process.pid).children(recursive=True)
    os.kill(up.process.pid, signal.SIGKILL)
    up.process.wait(10)
    _, alive = psutil.wait_procs(children, timeout=60)
    assert [process.name() for process in alive if "dagster" in " ".join(process.cmdline())] == []
    up.process = up.start()
    up.wait_until_it_listens()
    listed = subprocess.run(
        [QUIETEDIT, "feeds", "list", "--json"],
        env=up.environment,
        capture_output=True,
        text=True,
        check=True,
        timeout=120,
    )
    assert [feed["feed_key"] for feed in json.loads(listed.stdout)] == ["none"]
