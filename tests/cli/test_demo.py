"""The demo, whole: its script through the real assets, detected beside scripted."""

import itertools
import json
import os
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Any

import pytest

from quietedit_cli.newsroom import load_script
from quietedit_cli.playing import list_played, plan_looks

SCRIPT = load_script(leave_out=("walls", "byline"))


def test_looks_keep_what_happens_to_an_article_apart() -> None:
    looks = [0, *plan_looks(SCRIPT, from_minute=0)]
    assert looks == sorted(set(looks))
    assert looks[-1] == max(event.minute for event in list_played(SCRIPT))
    for since, until in itertools.pairwise(looks):
        seen = [(e.outlet, e.article) for e in list_played(SCRIPT) if since < e.minute <= until]
        assert len(seen) == len(set(seen))


def play(home: str) -> tuple[int, dict[str, Any], str]:
    environment = {**os.environ, "QUIETEDIT_HOME": home}
    environment.pop("QUIETEDIT_DB_URL", None)
    ended = subprocess.run(
        [str(Path(sys.executable).parent / "quietedit"), "demo", "--once", "--json"],
        env=environment,
        capture_output=True,
        text=True,
        check=False,
        timeout=400,
    )
    return ended.returncode, json.loads(ended.stdout or "{}"), ended.stderr


@pytest.mark.timeout(600)
def test_all_that_was_done_is_found_and_nothing_else() -> None:
    with tempfile.TemporaryDirectory(prefix="quietedit-") as home:
        code, first, problems = play(home)
        assert (code, first.get("missed"), first.get("false")) == (0, 0, 0), (
            first,
            problems[-2000:],
        )
        assert first["found"] == first["expected"] >= 60
        code, second, problems = play(home)
        assert (code, second["new_versions"], second["missed"], second["false"]) == (0, 0, 0, 0), (
            problems
        )
        assert second["versions"] == first["versions"]
