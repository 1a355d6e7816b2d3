import os
import random
import subprocess
import sys
import time

from hypothesis import given, settings
from hypothesis import strategies as st

from quietedit_core.classification import Disclosure, classify, classify_diff
from quietedit_core.diff import diff_articles
from quietedit_core.extraction import Article, Block, BlockKind
from quietedit_core.extraction.facts import Claim, PageFacts
from quietedit_core.fingerprint import content_hash

SCRAPS = """
    the ferry hit pier „Seeperle“ "I will go," said Anna Beck 14 fourteen 3 pm 1.5 million $ % am
    Montag um 18.40 Uhr laut Polizei möglicherweise frÃ¼h Z\ufffdrich Correction: an earlier version
    of this article By vor zwei Tagen il y a 3 jours alle cinque ' - . , ? ! 2024-09-14 5 min ago
    99999999999999999999 1,,2 -5 ²³ ١٢ 中文 \u202e &amp; 10 000 1/2/3 25:99 Updated May
"""
WORDS = (*SCRAPS.split(), "\n")
TEXTS = st.one_of(st.text(max_size=60), st.lists(st.sampled_from(WORDS), max_size=14).map(" ".join))
BLOCKS = st.builds(
    Block,
    st.sampled_from(BlockKind),
    TEXTS,
    st.sampled_from([None, None, "9.35am", "3 min ago", "x"]),
    beside=st.booleans(),
)
FACTS = st.builds(
    PageFacts,
    language=st.sampled_from(["", "", "de", "en-GB", "fr_CH", "xx", "ελ"]),
    bylines=st.lists(st.builds(Claim, TEXTS, st.sampled_from("ab")), max_size=2).map(tuple),
    modified=st.lists(st.builds(Claim, TEXTS, st.just("a")), max_size=1).map(tuple),
    correction_notes=st.lists(TEXTS, max_size=1).map(tuple),
)
ARTICLES = st.builds(
    Article, title=TEXTS, blocks=st.lists(BLOCKS, max_size=5).map(tuple), facts=FACTS
)
SLOW_MS = 50


@given(old=ARTICLES, new=ARTICLES)
@settings(max_examples=150, deadline=None)
def test_any_two_articles_can_be_classified(old: Article, new: Article) -> None:
    found = classify(old, new)
    assert 0 <= found.significance <= 1
    assert found.kinds == {each.kind for each in found.evidence}
    assert all(each.why for each in found.evidence)
    for each in found.evidence:
        assert all(at < len(old.blocks) for at in each.old)
        assert all(at < len(new.blocks) for at in each.new)


@given(article=ARTICLES)
@settings(max_examples=60, deadline=None)
def test_nothing_has_changed_between_an_article_and_itself(article: Article) -> None:
    found = classify(article, article)
    assert (found.kinds, found.disclosure, found.significance) == (set(), Disclosure.NONE, 0)


@given(old=ARTICLES)
@settings(max_examples=40, deadline=None)
def test_what_folds_to_the_same_is_no_change_of_facts(old: Article) -> None:
    spaced = tuple(
        Block(each.kind, each.text.replace(" ", "\u00a0 "), each.time, beside=each.beside)
        for each in old.blocks
    )
    again = Article(title=old.title, blocks=spaced, facts=old.facts)
    if content_hash(again) == content_hash(old):
        assert classify(old, again).kinds <= {"cosmetic", "encoding_repair"}


def test_noise_never_raises() -> None:
    chance = random.Random(20)  # noqa: S311  a fixed seed
    for _ in range(150):
        sides = [
            Article(
                title=" ".join(chance.choices(WORDS, k=5)),
                blocks=tuple(
                    Block(chance.choice(list(BlockKind)), " ".join(chance.choices(WORDS, k=12)))
                    for _ in range(3)
                ),
            )
            for _ in range(2)
        ]
        earlier = {content_hash(sides[1])}
        found = classify_diff(diff_articles(*sides), *sides, earlier_hashes=earlier)
        assert "revert" in found.kinds or content_hash(sides[0]) in earlier


SNIPPET = """
from quietedit_core.classification import classify
from quietedit_core.extraction import Article, Block, BlockKind
texts = (["Some 40 people, “we saw it”, said Anna Beck on Monday.", "It may rain. frÃ¼h kommt er."],
         ["Some 14 people, “we knew it”, said Nora Beck on Friday.", "It will rain. früh geht er."])
pages = [tuple(Block(BlockKind.PARAGRAPH, text) for text in side) for side in texts]
old, new = (Article(title="T", blocks=blocks) for blocks in pages)
found = classify(old, new)
print(found.evidence, found.significance, sorted(found.kinds))
"""


def test_two_processes_say_the_same() -> None:
    outputs = {
        subprocess.run(
            [sys.executable, "-c", SNIPPET],
            env={**os.environ, "PYTHONHASHSEED": seed},
            capture_output=True,
            check=True,
            text=True,
        ).stdout
        for seed in ("1", "2")
    }
    assert len(outputs) == 1


def test_an_ordinary_article_is_quick() -> None:
    paragraphs = [
        f"In the {at}th hour the harbour master, Anna Beck, counted {at} boats and said on Monday "
        f"that about {at * 3} more might come, according to the port office of the town."
        for at in range(40)
    ]
    edited = [
        text.replace("counted 7 ", "counted 9 ").replace("might", "will") for text in paragraphs
    ]
    old, new = (
        Article(title="Boats", blocks=tuple(Block(BlockKind.PARAGRAPH, t) for t in side))
        for side in (paragraphs, [*paragraphs[:5], edited[7], *paragraphs[6:]])
    )
    classify(old, new)
    start = time.perf_counter()
    classify(old, new)
    assert (time.perf_counter() - start) * 1000 < SLOW_MS
