"""A title history lists every title that came, and no other form of the same."""

from datetime import UTC, datetime, timedelta

import pytest

from quietedit_core.titles import TitleSight, trace_titles

NOW = datetime(2026, 3, 5, 12, tzinfo=UTC)


@pytest.mark.parametrize(
    ("titles", "told"),
    [
        pytest.param([], [], id="no version"),
        pytest.param(["Ferry late"], [1], id="one"),
        pytest.param(["Ferry late", "Ferry late", "Ferry lost"], [1, 3], id="text alone changed"),
        pytest.param(["“Late”", "„Late“", "Late"], [1, 3], id="another form is none"),
        pytest.param(["Late", "Lost", "Late"], [1, 2, 3], id="one comes back"),
        pytest.param(["Late", "", "Late"], [1, 2, 3], id="none for a while"),
    ],
)
def test_titles_are_traced(titles: list[str], told: list[int]) -> None:
    sights = [
        TitleSight(
            number=number,
            title=title,
            seen_at=NOW + timedelta(hours=number),
            unchanged_at=None,
        )
        for number, title in enumerate(titles, start=1)
    ]
    assert trace_titles(sights) == tuple(sights[number - 1] for number in told)
