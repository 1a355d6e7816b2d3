"""`quietedit up`: database, Dagster's web server and daemon, started and stopped as one."""

import ctypes
import fcntl
import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator, Mapping
from contextlib import ExitStack, contextmanager, suppress
from datetime import UTC, datetime
from pathlib import Path
from typing import IO

import requests

from quietedit_cli.console import err, fail, out
from quietedit_cli.house import House, open_instance

_PR_SET_PDEATHSIG = 1
_START_SECONDS = 120
_STOP_SECONDS = 20


@contextmanager
def holding_home(home: Path, facts: Mapping[str, object]) -> Iterator[None]:
    """Be the only `up` on the home; says who holds it otherwise. A killed `up` lets go."""
    home.mkdir(parents=True, exist_ok=True)
    with (home / "up.lock").open("a+") as file:
        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            fail(_holder(file), advice="use that one, or end it with Ctrl-C or `kill` first")
        file.seek(0)
        file.truncate()
        file.write(
            json.dumps({"pid": os.getpid(), "since": f"{datetime.now(UTC):%F %T} UTC", **facts})
        )
        file.flush()
        yield


def _holder(file: IO[str]) -> str:
    file.seek(0)
    try:
        held = json.loads(file.read())
    except json.JSONDecodeError:
        return "another `quietedit up` is just starting on this home"
    return (
        f"`quietedit up` runs on this home already: process {held['pid']} since {held['since']}, "
        f"Dagster at {held.get('dagster', '?')}"
    )


def serve(house: House) -> None:
    """Start everything, say where it listens, and stay until stopped or until a part ends."""
    address = f"http://127.0.0.1:{house.settings.dagster_port}"
    with ExitStack() as stack:
        stack.enter_context(holding_home(house.settings.home, {"dagster": address}))
        close_lost_runs(house)
        stopping = _stop_on_signals(stack)
        logs = house.settings.home / "logs"
        logs.mkdir(exist_ok=True)
        workspace = house.dagster_home / "workspace.yaml"
        workspace.write_text(
            "load_from:\n  - python_module:\n      module_name: quietedit_pipeline.definitions\n"
            "      location_name: quietedit\n"
        )
        parts = {
            name: stack.enter_context(_running(name, command, logs, house.environment()))
            for name, command in _commands(house, workspace).items()
        }
        _wait_for(f"{address}/server_info", parts, stopping)
        if not stopping:
            out.print(f"[bold]Dagster[/] {address}", highlight=False)
            out.print(f"[bold]Database[/] {house.database_url}", highlight=False)
            out.print(f"Logs in {logs}. Ctrl-C stops all.", highlight=False)
        while not stopping:
            _check(parts)
            time.sleep(0.5)
        out.print("stopping …")


def close_lost_runs(house: House) -> int:
    """Fail the runs that a killed `up` left behind: we alone start runs on this home.

    Dagster itself would take them to be going on, and the sensor would wait for them.
    """
    import dagster as dg  # noqa: PLC0415  takes a second, which most commands can do without

    lost = [
        dg.DagsterRunStatus.STARTING,
        dg.DagsterRunStatus.STARTED,
        dg.DagsterRunStatus.CANCELING,
    ]
    with open_instance(house) as instance:
        runs = instance.get_runs(dg.RunsFilter(statuses=lost))
        for run in runs:
            instance.report_run_failed(run, "its process ended with the `up` that started it")
    return len(runs)


def _commands(house: House, workspace: Path) -> dict[str, list[str]]:
    binaries = Path(sys.executable).parent
    return {
        "dagster-webserver": [
            str(binaries / "dagster-webserver"),
            *("-h", "127.0.0.1", "-p", str(house.settings.dagster_port)),
            *("-w", str(workspace)),
        ],
        "dagster-daemon": [str(binaries / "dagster-daemon"), "run", "-w", str(workspace)],
    }


def _stop_on_signals(stack: ExitStack) -> list[int]:
    """A list that is empty until somebody wants us to stop."""
    received: list[int] = []
    for number in (signal.SIGINT, signal.SIGTERM):
        before = signal.signal(number, lambda got, _: received.append(got))
        stack.callback(signal.signal, number, before)
    return received


@contextmanager
def _running(
    name: str, command: list[str], logs: Path, environment: Mapping[str, str]
) -> Iterator[subprocess.Popen[bytes]]:
    with (logs / f"{name}.log").open("ab") as log:
        process = subprocess.Popen(  # noqa: S603  our own commands
            command,
            stdout=log,
            stderr=log,
            env={**os.environ, **environment},
            start_new_session=True,
            preexec_fn=_die_with_parent,  # noqa: PLW1509  no threads run yet
        )
        try:
            yield process
        finally:
            process.send_signal(signal.SIGINT)
            try:
                process.wait(_STOP_SECONDS)
            except subprocess.TimeoutExpired:
                err.print(f"{name} did not end in time and is killed")
            # Its code server, and a run that is still going on, end with it.
            with suppress(ProcessLookupError):
                os.killpg(process.pid, signal.SIGKILL)
            process.wait()


def _die_with_parent() -> None:
    """If `up` is killed, its parts end too; on systems other than Linux they stay."""
    if sys.platform == "linux":
        ctypes.CDLL(None).prctl(_PR_SET_PDEATHSIG, signal.SIGTERM)


def _wait_for(url: str, parts: Mapping[str, subprocess.Popen[bytes]], stopping: list[int]) -> None:
    deadline = time.monotonic() + _START_SECONDS
    with err.status("starting Dagster …"):
        while not stopping:
            _check(parts)
            try:
                if requests.get(url, timeout=2).ok:
                    return
            except requests.RequestException:
                if time.monotonic() > deadline:
                    fail(f"Dagster did not answer within {_START_SECONDS} s at {url}")
            time.sleep(0.3)


def _check(parts: Mapping[str, subprocess.Popen[bytes]]) -> None:
    for name, process in parts.items():
        if process.poll() is not None:
            fail(f"{name} ended with code {process.returncode}", advice="its log says why")
