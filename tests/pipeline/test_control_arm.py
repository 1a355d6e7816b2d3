"""One document in a hundred is watched on a fixed schedule, and the ledger says so."""

import re
from itertools import count
from pathlib import Path

import pytest

from quietedit_core.recheck import CONTROL_SHARE, in_control_arm
from tests.papers import Paper
from tests.sites import own_page

RECHECK_PAGE = Path(__file__).parents[2] / "docs" / "recheck.md"


def drawn_paths() -> tuple[str, str]:
    """An article's path that the draw puts into the control arm, and one that it does not."""
    control = next(n for n in count() if in_control_arm(f"http://harbour.test/{n}"))
    other = next(n for n in count() if not in_control_arm(f"http://harbour.test/{n}"))
    return f"/{control}", f"/{other}"


def look_when_due(paper: Paper) -> None:
    """Let the next look be due now, for the reason and with the probability it has."""
    paper.rows("update document set next_check_at = now() returning 1")
    paper.run("recheck")


def test_each_check_keeps_its_arm_and_its_probability(paper: Paper) -> None:
    control, other = drawn_paths()
    paper.print([control, other])
    paper.run("poll")
    look_when_due(paper)
    found = {
        url.removeprefix("http://harbour.test"): (reason.partition(":")[0], probability)
        for url, reason, probability in paper.rows(
            """
            select url, check_reason, check_probability from quietedit.fetch
            where purpose = 'article' order by fetch_id
            """
        )
    }
    assert found[control] == ("control", pytest.approx(CONTROL_SHARE))
    assert found[other][0] != "control"
    assert found[other][1] == pytest.approx(1 - CONTROL_SHARE)


def test_the_documented_query_estimates_the_rate_of_all(paper: Paper) -> None:
    control, other = drawn_paths()
    paper.print([control, other])
    paper.run("poll")
    for path in (control, other):
        paper.site.pages[path] = own_page(f"{path} as corrected since")
    look_when_due(paper)
    [query] = re.findall(r"```sql\n(.*?)```", RECHECK_PAGE.read_text("utf-8"), re.DOTALL)
    [(estimate,)] = paper.rows(query)
    # One change in the control arm stands for a hundred, shared by the two documents there are.
    assert estimate == pytest.approx(1 / CONTROL_SHARE / 2)
