import importlib.util
import sys
from collections import Counter
from pathlib import Path
from types import ModuleType

import pytest

from quietedit_core.classification import ChangeKind, Disclosure, classify
from quietedit_core.extraction import Article, Block, BlockKind
from quietedit_core.extraction.facts import Claim, PageFacts

ROOT = Path(__file__).parents[2]
FEWEST_EXAMPLES = 12
GOAL = 0.9


def _load_benchmark() -> ModuleType:
    path = ROOT / "benchmarks" / "classification.py"
    spec = importlib.util.spec_from_file_location("benchmark_of_classification", path)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules[spec.name] = module
    spec.loader.exec_module(module)
    return module


BENCHMARK = _load_benchmark()
EXAMPLES = BENCHMARK.read_examples()


def article(*texts: str, title: str = "Title", **facts: object) -> Article:
    blocks = tuple(Block(BlockKind.PARAGRAPH, text) for text in texts)
    return Article(title=title, blocks=blocks, facts=PageFacts(**facts))  # type: ignore[arg-type]


@pytest.mark.parametrize(
    "example", [pytest.param(each, id=f"{each.table}: {each.id}") for each in EXAMPLES]
)
def test_kinds(example: object) -> None:
    found = BENCHMARK.run_example(example)
    assert {kind.value for kind in found.kinds} == example.kinds  # type: ignore[attr-defined]
    assert found.disclosure.value == example.disclosure  # type: ignore[attr-defined]


def test_every_kind_has_its_examples_in_several_languages() -> None:
    tables = Counter(each.table for each in EXAMPLES)
    assert {kind.value for kind in ChangeKind} == set(tables) - {"mixed"}
    for kind in ChangeKind:
        own = [each for each in EXAMPLES if each.table == kind.value]
        assert len(own) >= FEWEST_EXAMPLES, kind
        assert len({each.language for each in own}) >= 3, kind
        assert any(kind.value not in each.kinds for each in own), kind


def test_every_kind_reaches_the_goal() -> None:
    scores = BENCHMARK.score((each.kinds, BENCHMARK.find_kinds(each)) for each in EXAMPLES)
    low = {
        kind
        for kind, each in scores.items()
        if each.precision < GOAL or each.recall < GOAL or not each.meant
    }
    assert not low


SIXTY, SIXTEEN = "Families from sixty homes were moved.", "Families from sixteen homes were moved."
NOTE = "Correction: An earlier version of this article gave the number of homes as sixty."
WEATHER = "Rain is forecast for the weekend."


def test_a_note_is_linked_to_the_block_it_corrects() -> None:
    found = classify(article(WEATHER, SIXTY), article(WEATHER, SIXTEEN, NOTE))
    note = next(each for each in found.evidence if each.kind is ChangeKind.CORRECTION_NOTE)
    assert (note.old, note.new) == ((1,), (1, 2))
    assert "“sixty” became “sixteen”" in note.why


def test_a_note_whose_correction_is_not_in_the_text_is_said_so() -> None:
    found = classify(article(WEATHER), article(WEATHER, NOTE))
    note = next(each for each in found.evidence if each.kind is ChangeKind.CORRECTION_NOTE)
    assert note.new == (1,)
    assert "cannot be found in the text" in note.why


def test_a_note_that_stands_beside_the_blocks_counts() -> None:
    old, new = article(SIXTY), article(SIXTEEN, correction_notes=(NOTE,))
    assert classify(old, new).disclosure is Disclosure.NOTE


@pytest.mark.parametrize(
    ("before", "after", "disclosure"),
    [
        pytest.param("", "", "none", id="no claim"),
        pytest.param("2025-03-01T10:00Z", "2025-03-01T10:00Z", "none", id="the same claim"),
        pytest.param("2025-03-01T10:00Z", "2025-03-01T12:00Z", "stamp", id="a later claim"),
        pytest.param("", "2025-03-01T12:00Z", "stamp", id="a first claim"),
        pytest.param("2025-03-01T10:00Z", "", "none", id="a claim withdrawn"),
    ],
)
def test_a_stamp_is_the_modified_date(before: str, after: str, disclosure: str) -> None:
    old = article(SIXTY, modified=(Claim(before, "json-ld"),) if before else ())
    new = article(SIXTEEN, modified=(Claim(after, "json-ld"),) if after else ())
    assert classify(old, new).disclosure == disclosure


@pytest.mark.parametrize(
    ("heavier", "lighter"),
    [
        pytest.param(
            (article(SIXTY), article(SIXTEEN)),
            (article("The goverment met."), article("The government met.")),
            id="a figure before a slip",
        ),
        pytest.param(
            (article(SIXTY, WEATHER), article(SIXTEEN, WEATHER)),
            (article(WEATHER, SIXTY), article(WEATHER, SIXTEEN)),
            id="the lead before the rest",
        ),
        pytest.param(
            (article(WEATHER, title="Flood moves 60"), article(WEATHER, title="Flood moves 16")),
            (article(SIXTY), article(SIXTEEN)),
            id="the headline before the lead",
        ),
        pytest.param(
            (article("They can see it."), article("They can't see it.")),
            (article("They can see it."), article("They can hear it.")),
            id="a negation before another word",
        ),
    ],
)
def test_what_matters_more(
    heavier: tuple[Article, Article], lighter: tuple[Article, Article]
) -> None:
    assert classify(*heavier).significance > classify(*lighter).significance
