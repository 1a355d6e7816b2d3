"""The demo's newsroom names the kinds of what it does; here its articles are built directly."""

from collections.abc import Iterator

import pytest

from quietedit_cli.newsroom.editing import ArticleState, garble
from quietedit_cli.newsroom.reading import load_script
from quietedit_cli.newsroom.script import Event
from quietedit_core.classification import classify_diff
from quietedit_core.diff import diff_articles
from quietedit_core.extraction import Article, Block, BlockKind
from quietedit_core.extraction.facts import Claim, PageFacts
from quietedit_core.fingerprint import content_hash

SCRIPT = load_script()
Pair = tuple[Event, Article, Article, frozenset[str]]


def _read_state(state: ArticleState, language: str) -> Article:
    def show(text: str) -> str:
        return garble(text) if state.is_garbled else text

    lines = [Block(BlockKind.LIST_ITEM, show(line)) for line in state.index]
    entries = [
        Block(BlockKind.TICKER_ENTRY, show(f"{each.head}\n{each.text}"), each.time or "5 min ago")
        for each in state.entries
    ]
    prose = [Block(BlockKind(block.shape.value), show(block.text)) for block in state.blocks]
    notes = [Block(BlockKind.PARAGRAPH, show(note)) for note in state.notes]
    stamp = state.stamped_minute
    facts = PageFacts(
        language=language,
        bylines=(Claim(state.byline, "json-ld"),),
        modified=() if stamp is None else (Claim(str(stamp), "json-ld"),),
    )
    return Article(title=show(state.title), blocks=(*lines, *entries, *prose, *notes), facts=facts)


def _list_pairs() -> Iterator[Pair]:
    for (outlet, key), timeline in SCRIPT.timelines.items():
        events = {event.minute: event for event in SCRIPT.list_events(outlet, key)}
        language = SCRIPT.outlets[outlet].language
        articles = [_read_state(state, language) for _, state in timeline]
        for place, (minute, _) in enumerate(timeline[1:], start=1):
            earlier = frozenset(content_hash(each) for each in articles[: place - 1])
            yield events[minute], articles[place - 1], articles[place], earlier


PAIRS = tuple(_list_pairs())


@pytest.mark.parametrize(
    ("event", "old", "new", "earlier"),
    [pytest.param(*pair, id=pair[0].id) for pair in PAIRS if pair[0].makes_revision],
)
def test_the_newsroom_is_found_out(
    event: Event, old: Article, new: Article, earlier: frozenset[str]
) -> None:
    found = classify_diff(diff_articles(old, new), old, new, earlier_hashes=earlier)
    kinds = {kind.value for kind in found.kinds}
    assert kinds == event.kinds
    assert found.disclosure == event.disclosure


@pytest.mark.parametrize(
    ("old", "new"),
    [pytest.param(pair[1], pair[2], id=pair[0].id) for pair in PAIRS if pair[0].noise],
)
def test_noise_has_no_kind(old: Article, new: Article) -> None:
    assert not classify_diff(diff_articles(old, new), old, new).kinds
