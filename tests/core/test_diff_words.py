from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from quietedit_core.diff import words as diff_words_module
from quietedit_core.diff.applying import spell_new, spell_old
from quietedit_core.diff.tokens import list_words, split_tokens
from quietedit_core.diff.words import WordChangeKind, diff_words, mirror_words

MARKS = {
    WordChangeKind.EQUAL: "{}",
    WordChangeKind.DELETE: "[-{}-]",
    WordChangeKind.INSERT: "[+{}+]",
}
ALPHABET = st.sampled_from([*"ab.,'-–\" \n\t$€%5", "the ", "3.5", "日", "本", "ำ", "n’t", "\u0301"])
TEXTS = st.lists(ALPHABET, max_size=40).map("".join) | st.text(max_size=30)


def show(old: str, new: str) -> str:
    return "".join(MARKS[word.kind].format(word.text) for word in diff_words(old, new))


@pytest.mark.parametrize(
    ("text", "tokens"),
    [
        pytest.param("$1.5 million", ["$1.5", "million"], id="a sum carries its sign"),
        pytest.param("5-10 killed", ["5-10", "killed"], id="a range is one figure"),
        pytest.param("1,234.50 and 1.234,50", ["1,234.50", "and", "1.234,50"], id="separators"),
        pytest.param("10\u202f000 €", ["10\u202f000 €"], id="spaces that do not break"),
        pytest.param("3 % or 3%", ["3 %", "or", "3%"], id="per cent with and without a space"),
        pytest.param("am 2026-05-01.", ["am", "2026-05-01", "."], id="a date, and its full stop"),
        pytest.param("um 12:30 Uhr", ["um", "12:30 Uhr"], id="a time with its unit"),
        pytest.param("EUR 5bn", ["EUR 5bn"], id="a currency by its code"),
        pytest.param("5 km away", ["5 km", "away"], id="a unit behind a space"),
        pytest.param("5 kmx", ["5", "kmx"], id="no unit in front of more letters"),
        pytest.param("l'homme d’État", ["l'", "homme", "d’", "État"], id="French elisions"),
        pytest.param("dell'Italia", ["dell'", "Italia"], id="Italian elision"),
        pytest.param("can't, it’s", ["can't", ",", "it’s"], id="English clitics stay"),
        pytest.param("O'Brien's", ["O'Brien's"], id="a name with an apostrophe"),
        pytest.param("well-known.", ["well-known", "."], id="a hyphen joins"),
        pytest.param("„Nein“", ["„", "Nein", "“"], id="quotation marks stand apart"),
        pytest.param("東京都は", ["東", "京", "都", "は"], id="no spaces: letter by letter"),
        pytest.param("น้ำท่วม", ["น้ำ", "ท่", "ว", "ม"], id="Thai marks stay with their letter"),
        pytest.param("हिन्दी भाषा", ["हिन्दी", "भाषा"], id="vowel signs end no word"),
        pytest.param("서울에서 비", ["서울에서", "비"], id="Korean has spaces"),
        pytest.param("ok👩🏽‍🚒", ["ok", "👩🏽‍🚒"], id="an emoji is one"),
    ],
)
def test_tokens(text: str, tokens: list[str]) -> None:
    assert [token.text for token in split_tokens(text)] == tokens


@pytest.mark.parametrize(
    ("old", "new", "shown"),
    [
        pytest.param(
            "It cost $1.5 million.", "It cost $15 million.", "It cost [-$1.5-][+$15+] million.",
            id="D2: a decimal point",
        ),
        pytest.param(
            "5-10 killed", "510 killed", "[-5-10-][+510+] killed", id="D2: a range becomes a figure"
        ),
        pytest.param(
            "held 3 days", "held 30 days", "held [-3-][+30+] days", id="D2: days"
        ),
        pytest.param("She can go", "She can't go", "She [-can-][+can't+] go", id="D2: a negation"),
        pytest.param(
            'He called it "safe" now.', "He called it safe now.",
            'He called it [-"-]safe[-"-] now.',
            id="D2: quotation marks removed",
        ),
        pytest.param("A mayor", "A mayor, aged 50", "A mayor[+, aged 50+]", id="an apposition"),
        pytest.param(
            "It rained. It snowed.", "It rained. It hailed. It snowed.",
            "It rained. [+It hailed. +]It snowed.",
            id="a whole sentence is shown as one",
        ),
        pytest.param(
            "red, blue", "gold, pink", "[-red, blue-][+gold, pink+]", id="a comma is no island"
        ),
        pytest.param(
            "one two three four of five six seven", "uno due tre quattro of cinque sei sette",
            "[-one two three four of five six seven-][+uno due tre quattro of cinque sei sette+]",
            id="a lone preposition is no island",
        ),
        pytest.param(
            "one two three 4 five six", "uno due tre 4 cinque sei",
            "[-one two three-][+uno due tre+] 4 [-five six-][+cinque sei+]",
            id="a figure that stayed is an island",
        ),
        pytest.param(
            "black and white", "red and blue", "[-black-][+red+] and [-white-][+blue+]",
            id="single words keep what stands between them",
        ),
        pytest.param(
            "We met on Monday in Bern", "We met on Friday in Bern",
            "We met on [-Monday-][+Friday+] in Bern",
            id="white space both sides share stays out of the change",
        ),
        pytest.param("a  b", "a b", "a [- -]b", id="white space alone"),
        pytest.param("", "new", "[+new+]", id="from nothing"),
        pytest.param("old", "", "[-old-]", id="to nothing"),
        pytest.param(
            "東京で三人が死亡", "東京で五人が死亡", "東京で[-三-][+五+]人が死亡",
            id="one letter of Japanese",
        ),
        pytest.param("STRASSE", "Strasse", "[-STRASSE-][+Strasse+]", id="case is a change"),
    ],
)  # fmt: skip
def test_words(old: str, new: str, shown: str) -> None:
    assert show(old, new) == shown


@given(TEXTS)
def test_tokens_are_the_whole_text(text: str) -> None:
    assert "".join(token.text + token.space for token in split_tokens(text)) == text


@given(TEXTS, TEXTS)
def test_words_spell_both_texts(old: str, new: str) -> None:
    words = diff_words(old, new)
    assert (spell_old(words), spell_new(words)) == (old, new)
    assert all(word.text for word in words)
    assert all(a.kind is not b.kind for a, b in pairwise(words))


@given(TEXTS, TEXTS)
def test_words_back_are_the_mirror(old: str, new: str) -> None:
    assert diff_words(new, old) == mirror_words(diff_words(old, new))


@given(TEXTS)
def test_a_text_equals_itself(text: str) -> None:
    assert all(word.kind is WordChangeKind.EQUAL for word in diff_words(text, text))


@given(st.lists(st.sampled_from("abcdefgh"), max_size=30).map(" ".join), st.integers(2, 60))
def test_huge_texts_are_cut_but_still_spelt(old: str, limit: int) -> None:
    new = old.replace("c", "x y").replace("f", "")
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(diff_words_module, "EXACT_LIMIT", limit)
        words = diff_words(old, new)
    assert (spell_old(words), spell_new(words)) == (old, new)


@pytest.mark.parametrize(
    ("text", "words"),
    [
        pytest.param("The Mayor's plan.", ["the", "mayor", "s", "plan"], id="folded, bare"),
        pytest.param("* * *", ["*", "*", "*"], id="punctuation where there is nothing else"),
        pytest.param("東京都", ["東京", "京都", "都"], id="pairs of letters"),
    ],
)
def test_words_by_which_blocks_are_known(text: str, words: list[str]) -> None:
    assert list_words(text) == words
