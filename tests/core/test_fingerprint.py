"""The hash moves with every edit, and with nothing else."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from quietedit_core.extraction import Article, Block, BlockKind
from quietedit_core.fingerprint import content_hash

TEXT = "Police said 12 people were held for 3 days."


def article(*texts: str, title: str = "Held", kind: BlockKind = BlockKind.PARAGRAPH) -> Article:
    return Article(title=title, blocks=tuple(Block(kind, text) for text in texts))


@pytest.mark.parametrize(
    ("before", "after"),
    [
        pytest.param(article(TEXT), article(TEXT, title="Freed"), id="the headline alone"),
        pytest.param(article(TEXT), article(TEXT.replace("12", "13")), id="a digit"),
        pytest.param(article(TEXT), article(TEXT.replace("held", "not held")), id="a negation"),
        pytest.param(article(TEXT, "More soon."), article(TEXT), id="a paragraph less"),
        pytest.param(article("one", "two"), article("two", "one"), id="another order"),
        pytest.param(article("one two"), article("one", "two"), id="a paragraph split"),
        pytest.param(article("b", title="a"), article(title="a b"), id="title and text are apart"),
    ],
)
def test_edits_move_the_hash(before: Article, after: Article) -> None:
    assert content_hash(before) != content_hash(after)


@pytest.mark.parametrize(
    ("before", "after"),
    [
        pytest.param(
            article(TEXT), article(TEXT, kind=BlockKind.LIST_ITEM), id="the kind of a block"
        ),
        pytest.param(article(TEXT), article(f"  {TEXT}\u00a0"), id="white space"),
        pytest.param(article("“So”, he said"), article('"So", he said'), id="the form of quotes"),
        pytest.param(article(TEXT, "\u200b"), article(TEXT), id="a block of nothing visible"),
        pytest.param(article(TEXT, "3 min ago"), article(TEXT, "9 min ago"), id="a running clock"),
    ],
)
def test_noise_does_not_move_the_hash(before: Article, after: Article) -> None:
    assert content_hash(before) == content_hash(after)


def test_the_hash_is_64_hex_digits() -> None:
    assert len(content_hash(article())) == 64
    assert int(content_hash(article()), 16) >= 0


WORDS = st.lists(st.from_regex(r"[a-z]{1,6}|[0-9]{1,4}", fullmatch=True), min_size=2, max_size=12)


@given(WORDS, st.data())
def test_every_changed_word_moves_the_hash(words: list[str], data: st.DataObject) -> None:
    place = data.draw(st.integers(0, len(words) - 1))
    changed = [*words[:place], words[place] + "x", *words[place + 1 :]]
    assert content_hash(article(" ".join(words))) != content_hash(article(" ".join(changed)))


@given(st.text(max_size=60), st.text(max_size=20))
def test_any_text_can_be_hashed(text: str, title: str) -> None:
    assert content_hash(article(text, title=title)) == content_hash(article(text, title=title))
