"""Two texts in turn: what is an edit, and from when on it is none."""

from datetime import UTC, datetime, timedelta

import pytest

from quietedit_core.oscillation import Return, SeenText, judge_return

START = datetime(2026, 3, 2, 6, tzinfo=UTC)


def judge(
    carried: str, text: str, *, hours: float = 1, held: float = 0.5, oscillating: bool = False
) -> Return:
    """Texts as letters, an hour apart; `hours` after the last of them `text` comes."""
    seen = [SeenText(letter, START + timedelta(hours=n)) for n, letter in enumerate(carried)]
    at = seen[-1].seen_at + timedelta(hours=hours) if seen else START
    return judge_return(
        text, seen, at=at, last_held_at=at - timedelta(hours=held), is_oscillating=oscillating
    )


@pytest.mark.parametrize(
    ("carried", "text", "expected"),
    [
        pytest.param("A", "B", Return.EDIT, id="a new text"),
        pytest.param("AB", "A", Return.EDIT, id="a return is a revert"),
        pytest.param("ABA", "B", Return.OSCILLATION, id="the third flip within a day"),
        pytest.param("ABA", "C", Return.EDIT, id="a third text instead"),
        pytest.param("CBA", "B", Return.EDIT, id="a revert after another text"),
        pytest.param("ABC", "A", Return.EDIT, id="back to the text before the last"),
    ],
)
def test_flips(carried: str, text: str, expected: Return) -> None:
    assert judge(carried, text) is expected


def test_slow_reverts_are_edits() -> None:
    assert judge("ABA", "B", hours=25) is Return.EDIT


def test_once_marked_flips_are_no_edits_until_a_third_text_comes() -> None:
    assert judge("ABA", "B", oscillating=True) is Return.FLIP
    assert judge("ABA", "C", oscillating=True) is Return.EDIT


def test_a_text_whose_rival_stayed_away_for_a_day_is_believed() -> None:
    assert judge("ABA", "B", hours=40, held=30, oscillating=True) is Return.EDIT
