import os
import subprocess
import sys
from collections import Counter

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from quietedit_core.diff import BlockChange, diff_articles, diff_paragraphs
from quietedit_core.diff.applying import apply_diff
from quietedit_core.diff.articles import mirror_diff
from quietedit_core.diff.blocks import mirror_blocks
from quietedit_core.diff.pairs import FLOORS
from quietedit_core.errors import QuietEditError
from quietedit_core.extraction import Article, Block, BlockKind

FIRE = "A fire broke out in the old harbour on Monday night and was put out by dawn."
FIRE_EDITED = "A fire broke out in the old harbour on Sunday night and was put out by dawn."
MAYOR = "The mayor said the warehouse had been empty since spring. No one was hurt, she added."
MAYOR_SAID = "The mayor said the warehouse had been empty since spring."
NO_ONE = "No one was hurt, she added."
COST = "Insurers put the damage at 4 million francs, three times the first estimate of the city."
COST_TWIN = (
    "Insurers put the losses at 9 million francs, three times the last estimate of the port."
)
TRAINS = "Trains on the northern line will run again from Thursday, the operator announced."
SCHOOL = "Two schools nearby stayed closed because of the smoke that hung over the quarter."
INQUIRY = "Prosecutors have opened an inquiry and are looking for two witnesses with a grey van."


def outline(changes: list[BlockChange]) -> list[tuple[str, tuple[int, ...], tuple[int, ...]]]:
    return [(change.kind.value, change.old, change.new) for change in changes]


@pytest.mark.parametrize(
    ("old", "new", "expected"),
    [
        pytest.param([], [], [], id="nothing"),
        pytest.param(
            [FIRE, COST], [FIRE, COST], [("keep", (0,), (0,)), ("keep", (1,), (1,))], id="the same"
        ),
        pytest.param(
            [FIRE, COST], [FIRE_EDITED, COST], [("edit", (0,), (0,)), ("keep", (1,), (1,))],
            id="a word edited",
        ),
        pytest.param(
            [FIRE, COST], [FIRE, TRAINS, COST],
            [("keep", (0,), (0,)), ("insert", (), (1,)), ("keep", (1,), (2,))],
            id="a paragraph more",
        ),
        pytest.param(
            [FIRE, TRAINS, COST], [FIRE, SCHOOL, COST],
            [
                ("keep", (0,), (0,)), ("delete", (1,), ()), ("insert", (), (1,)),
                ("keep", (2,), (2,)),
            ],
            id="a paragraph replaced by another is no edit",
        ),
        pytest.param(
            [FIRE, TRAINS, SCHOOL, COST], [TRAINS, SCHOOL, COST, FIRE],
            [
                ("keep", (1,), (0,)), ("keep", (2,), (1,)), ("keep", (3,), (2,)),
                ("move", (0,), (3,)),
            ],
            id="the first paragraph moves to the end",
        ),
        pytest.param(
            [FIRE, TRAINS, SCHOOL, COST], [TRAINS, SCHOOL, COST, FIRE_EDITED],
            [
                ("keep", (1,), (0,)), ("keep", (2,), (1,)), ("keep", (3,), (2,)),
                ("move", (0,), (3,)),
            ],
            id="moved and edited",
        ),
        pytest.param(
            [FIRE, MAYOR], [FIRE, MAYOR_SAID, NO_ONE],
            [("keep", (0,), (0,)), ("split", (1,), (1, 2))],
            id="split in two",
        ),
        pytest.param(
            [FIRE, MAYOR_SAID, NO_ONE], [FIRE, MAYOR],
            [("keep", (0,), (0,)), ("merge", (1, 2), (1,))],
            id="two merged",
        ),
        pytest.param(
            [FIRE, MAYOR, COST], [FIRE, MAYOR_SAID, "Advertisement", NO_ONE, COST],
            [
                ("keep", (0,), (0,)), ("split", (1,), (1, 3)), ("insert", (), (2,)),
                ("keep", (2,), (4,)),
            ],
            id="split around something new",
        ),
        pytest.param(
            [FIRE, MAYOR], [FIRE, MAYOR_SAID.replace("empty", "unused"), NO_ONE],
            [("keep", (0,), (0,)), ("split", (1,), (1, 2))],
            id="split and edited",
        ),
        pytest.param(
            [FIRE, COST], [FIRE, COST_TWIN, COST],
            [("keep", (0,), (0,)), ("insert", (), (1,)), ("keep", (1,), (2,))],
            id="a twin in front of a kept paragraph is new",
        ),
        pytest.param(
            [FIRE, COST], [FIRE, COST_TWIN, COST.replace("first", "early")],
            [("keep", (0,), (0,)), ("insert", (), (1,)), ("edit", (1,), (2,))],
            id="a twin in front of an edited paragraph is new",
        ),
        pytest.param(
            [FIRE, "Live", COST], [FIRE, "Live", TRAINS, "Live", COST, "Live"],
            [
                ("keep", (0,), (0,)), ("keep", (1,), (1,)), ("insert", (), (2,)),
                ("insert", (), (3,)), ("keep", (2,), (4,)), ("insert", (), (5,)),
            ],
            id="identical short blocks are told apart by their neighbours",
        ),
        pytest.param(
            [FIRE, "Live", COST, TRAINS], [FIRE, "Live", COST.replace("4", "5"), "Live", TRAINS],
            [
                ("keep", (0,), (0,)), ("keep", (1,), (1,)), ("edit", (2,), (2,)),
                ("insert", (), (3,)), ("keep", (3,), (4,)),
            ],
            id="also by a neighbour that is itself edited",
        ),
        pytest.param(
            [FIRE, FIRE, COST], [FIRE, FIRE_EDITED, COST],
            [("keep", (0,), (0,)), ("edit", (1,), (1,)), ("keep", (2,), (2,))],
            id="one of two identical paragraphs is edited",
        ),
        pytest.param(
            [FIRE, "Port shut till Monday", "Live", MAYOR + COST],
            [FIRE, MAYOR + COST, "Port shut till Friday", "Live"],
            [
                ("keep", (0,), (0,)), ("keep", (3,), (1,)), ("move", (1,), (2,)),
                ("move", (2,), (3,)),
            ],
            id="a short block that is edited moves with its neighbour",
        ),
        pytest.param(
            ["消防によると、火災は月曜日の夜に旧港の倉庫で発生した。", "けが人はいない。"],
            ["消防によると、火災は日曜日の夜に旧港の倉庫で発生した。", "けが人はいない。"],
            [("edit", (0,), (0,)), ("keep", (1,), (1,))],
            id="a script without spaces",
        ),
    ],
)  # fmt: skip
def test_alignment(
    old: list[str], new: list[str], expected: list[tuple[str, tuple[int, ...], tuple[int, ...]]]
) -> None:
    assert outline(diff_paragraphs(old, new)) == expected


HEADING = Block(BlockKind.HEADING, "What we know so far")
GOAL = "Goal for the hosts after a corner from the left"


@pytest.mark.parametrize(
    ("old", "new", "expected"),
    [
        pytest.param(
            [HEADING], [Block(BlockKind.HEADING, "What is known so far")],
            [("edit", (0,), (0,))],
            id="a heading in its place needs little in common",
        ),
        pytest.param(
            [Block(BlockKind.TICKER_ENTRY, GOAL, "12:05")],
            [
                Block(BlockKind.TICKER_ENTRY, GOAL, "12:40"),
                Block(BlockKind.TICKER_ENTRY, GOAL, "12:05"),
            ],
            [("insert", (), (0,)), ("keep", (0,), (1,))],
            id="identical ticker entries are told apart by their time",
        ),
        pytest.param(
            [Block(BlockKind.TICKER_ENTRY, f"{GOAL}.", "12:05"), HEADING],
            [
                Block(BlockKind.TICKER_ENTRY, f"{GOAL}, it is 2-1", "12:40"),
                Block(BlockKind.TICKER_ENTRY, f"{GOAL}, it is 1-1", "12:05"),
                HEADING,
            ],
            [("insert", (), (0,)), ("edit", (0,), (1,)), ("keep", (1,), (2,))],
            id="so are edited ones",
        ),
        pytest.param(
            [Block(BlockKind.PARAGRAPH, "Background")], [Block(BlockKind.HEADING, "Background")],
            [("keep", (0,), (0,))],
            id="what a block is marked up as is no text",
        ),
        pytest.param(
            [Block(BlockKind.LIST_ITEM, "Bring water"), Block(BlockKind.LIST_ITEM, "Stay inside")],
            [Block(BlockKind.LIST_ITEM, "Bring much water"),
             Block(BlockKind.LIST_ITEM, "Stay inside")],
            [("edit", (0,), (0,)), ("keep", (1,), (1,))],
            id="a list item",
        ),
    ],
)  # fmt: skip
def test_articles(
    old: list[Block],
    new: list[Block],
    expected: list[tuple[str, tuple[int, ...], tuple[int, ...]]],
) -> None:
    diff = diff_articles(Article(blocks=tuple(old)), Article(blocks=tuple(new)))
    assert outline(list(diff.blocks)) == expected


def test_a_headline_alone_is_a_change() -> None:
    blocks = (HEADING,)
    diff = diff_articles(
        Article(title="Fire in harbour", blocks=blocks),
        Article(title="Fire in old harbour", blocks=blocks),
    )
    assert [(word.kind.value, word.text) for word in diff.title] == [
        ("equal", "Fire in "),
        ("insert", "old "),
        ("equal", "harbour"),
    ]
    assert [change.kind.value for change in diff.blocks] == ["keep"]


def test_every_kind_of_block_has_its_floor() -> None:
    assert set(FLOORS) == {kind.value for kind in BlockKind}


def test_whole_blocks_carry_their_text() -> None:
    keep, delete, insert = diff_paragraphs([FIRE, TRAINS], [FIRE, SCHOOL])
    assert [(word.kind.value, word.text) for word in keep.words] == [("equal", FIRE)]
    assert [(word.kind.value, word.text) for word in delete.words] == [("delete", TRAINS)]
    assert [(word.kind.value, word.text) for word in insert.words] == [("insert", SCHOOL)]


def test_a_split_shows_its_break() -> None:
    (split,) = diff_paragraphs([MAYOR], [MAYOR_SAID, NO_ONE])
    assert [(word.kind.value, word.text) for word in split.words] == [
        ("equal", MAYOR_SAID),
        ("delete", " "),
        ("insert", "\n"),
        ("equal", NO_ONE),
    ]


WORDS = st.lists(
    st.sampled_from(["the", "a", "fire", "mayor", "said", "3", "5-10", "rain,", "well."])
)
TEXTS = WORDS.map(" ".join) | st.sampled_from([FIRE, FIRE_EDITED, MAYOR, MAYOR_SAID, NO_ONE, COST])
ANY_TEXTS = st.lists(TEXTS, max_size=8) | st.lists(st.text(max_size=12), max_size=6)


@settings(max_examples=300)
@given(ANY_TEXTS, ANY_TEXTS)
def test_applied_to_the_old_text_it_gives_the_new(old: list[str], new: list[str]) -> None:
    changes = diff_paragraphs(old, new)
    assert apply_diff(changes, old) == new
    assert sorted(i for change in changes for i in change.old) == list(range(len(old)))
    assert sorted(j for change in changes for j in change.new) == list(range(len(new)))


@settings(max_examples=300)
@given(ANY_TEXTS, ANY_TEXTS)
def test_there_and_back_are_mirrored(old: list[str], new: list[str]) -> None:
    assert diff_paragraphs(new, old) == mirror_blocks(diff_paragraphs(old, new))


@given(ANY_TEXTS)
def test_the_same_text_is_all_kept(texts: list[str]) -> None:
    assert outline(diff_paragraphs(texts, texts)) == [
        ("keep", (at,), (at,)) for at in range(len(texts))
    ]


BLOCKS = st.builds(
    Block, st.sampled_from(BlockKind), TEXTS, st.sampled_from([None, "12:05", "12:40"])
)
ARTICLES = st.builds(
    lambda title, blocks: Article(title=title, blocks=tuple(blocks)),
    TEXTS,
    st.lists(BLOCKS, max_size=7),
)


@given(ARTICLES, ARTICLES)
def test_articles_are_mirrored_and_applied_too(old: Article, new: Article) -> None:
    diff = diff_articles(old, new)
    assert diff_articles(new, old) == mirror_diff(diff)
    texts = [block.text for block in old.blocks]
    assert apply_diff(diff.blocks, texts) == [block.text for block in new.blocks]


@given(ARTICLES)
def test_an_article_equals_itself(article: Article) -> None:
    assert {change.kind.value for change in diff_articles(article, article).blocks} <= {"keep"}


def test_a_diff_of_another_text_is_refused() -> None:
    with pytest.raises(QuietEditError, match="not a diff of this text"):
        apply_diff(diff_paragraphs([FIRE], [FIRE_EDITED]), [COST])


SCRIPT = """
from quietedit_core.diff import diff_paragraphs
old = [f"entry {k % 7} of {k} about harbour {k * k % 11} and port {k % 3}" for k in range(90)]
new = [text.replace("harbour", "dock") if k % 2 else text for k, text in enumerate(old[::-1])]
print(diff_paragraphs(old, new))
"""


def test_two_processes_agree() -> None:
    said = {
        subprocess.run(
            [sys.executable, "-c", SCRIPT],
            env=os.environ | {"PYTHONHASHSEED": seed, "PYTHONPATH": os.pathsep.join(sys.path)},
            capture_output=True,
            check=True,
        ).stdout
        for seed in ("1", "2")
    }
    assert len(said) == 1


def number_words(count: int, every: int = 0) -> str:
    """Words that differ, every so many-th replaced by one that stands nowhere else."""
    return " ".join(
        f"new{k}" if every and k % every == 0 else f"w{k * k % 4999}" for k in range(count)
    )


@pytest.mark.parametrize(
    ("old", "new", "kinds"),
    [
        pytest.param(
            [number_words(20_000)], [number_words(20_000, 50)], {"edit": 1},
            id="D1: 20,000 words with 2 % replaced",
        ),
        pytest.param(
            ["More to follow"] * 5_000, ["More to follow"] * 4_990, {"keep": 4_990, "delete": 10},
            id="D1: 5,000 identical list items",
        ),
        pytest.param(
            ["More to follow"] * 2_000, ["More to follow soon"] * 2_000, {"edit": 2_000},
            id="D1: identical list items, all edited alike",
        ),
        pytest.param(
            [f"Point {k} of the list, by reader {k * 7 % 2003}" for k in range(2_000)],
            [f"Point {k} of this list, by reader {k * 7 % 2003}" for k in range(2_000)],
            {"edit": 2_000},
            id="2,000 blocks made from one pattern, all edited",
        ),
    ],
)  # fmt: skip
@pytest.mark.timeout(20)
def test_large_articles(old: list[str], new: list[str], kinds: dict[str, int]) -> None:
    changes = diff_paragraphs(old, new)
    assert Counter(change.kind.value for change in changes) == kinds
    assert apply_diff(changes, old) == new
