"""What folding hides is told when asked for."""

from collections.abc import Sequence

import pytest

from quietedit_core.extraction import Article, Block, BlockKind
from quietedit_core.masked import MaskedChange, list_masked_changes


def article(title: str, *texts: str, times: Sequence[str | None] = ()) -> Article:
    times = [*times, *[None] * (len(texts) - len(times))]
    blocks = (
        Block(BlockKind.PARAGRAPH, text, time) for text, time in zip(texts, times, strict=True)
    )
    return Article(title=title, blocks=tuple(blocks))


@pytest.mark.parametrize(
    ("old", "new", "told"),
    [
        pytest.param(article("So", "It rains."), article("So", "It rains."), [], id="nothing"),
        pytest.param(
            article("“So”", "It rains."),
            article("„So“", "It  rains."),
            [("form", "“So”", "„So“"), ("form", "It rains.", "It  rains.")],
            id="forms in title and text",
        ),
        pytest.param(
            article("So", "Vor 3 Minuten", "Es regnet."),
            article("So", "Vor 2 Stunden", "Es regnet."),
            [("relative time", "Vor 3 Minuten", "Vor 2 Stunden")],
            id="a clock told from now",
        ),
        pytest.param(
            article("So", "See /a;jsessionid=1F3A and /b;jsessionid=1F3A"),
            article("So", "See /a;jsessionid=1F3A and /b;jsessionid=77B0"),
            [("identifier", "1F3A", "77B0")],
            id="one identifier of two",
        ),
        pytest.param(
            article("So", "It rains.", times=["3 minutes ago"]),
            article("So", "It rains.", times=["an hour ago"]),
            [("relative time", "3 minutes ago", "an hour ago")],
            id="the time of an entry",
        ),
        pytest.param(
            article("So", "It rains."),
            article("So", "\u200b", "It rains."),
            [],
            id="a block that nobody sees",
        ),
    ],
)
def test_a_masked_change_is_told(
    old: Article, new: Article, told: list[tuple[str, str, str]]
) -> None:
    assert list_masked_changes(old, new) == tuple(MaskedChange(*each) for each in told)
    back = [(rule, after, before) for rule, before, after in told]
    assert list_masked_changes(new, old) == tuple(MaskedChange(*each) for each in back)


def test_an_edit_is_not_masked() -> None:
    with pytest.raises(ValueError, match="do not say the same"):
        list_masked_changes(article("So", "It rains."), article("So", "It pours."))
