"""What do two texts that belong together say, and in which spots do they differ?"""

from bisect import bisect_left, bisect_right
from collections.abc import Sequence
from dataclasses import dataclass
from operator import attrgetter

from quietedit_core.classification.figures import list_figures
from quietedit_core.classification.mentions import Mention, drop_covered, list_touched
from quietedit_core.classification.moments import list_moments, list_spans_ago
from quietedit_core.classification.names import list_names
from quietedit_core.classification.phrases import Word, read_words
from quietedit_core.classification.quotes import list_quotes
from quietedit_core.classification.vocabulary import Vocabulary
from quietedit_core.classification.voices import Voice, list_voices
from quietedit_core.diff.words import WordChangeKind, diff_words
from quietedit_core.folding import fold_text

_LARGE_SPOT = 8
_MOST_SPOTS = 200  # more in one passage are no single facts
_MOST_OF_IT = 0.5  # of a headline, or it is a new one
_SENTENCE_ENDS = frozenset('.!?…"')


@dataclass(frozen=True, slots=True, kw_only=True)
class Side:
    """One of the two texts, folded, and what it mentions."""

    text: str
    words: tuple[Word, ...]
    figures: tuple[Mention, ...]
    moments: tuple[Mention, ...]
    names: tuple[Mention, ...]
    quotes: tuple[Mention, ...]
    voices: tuple[Voice, ...]

    def words_in(self, span: tuple[int, int]) -> list[Word]:
        start, end = span
        first = bisect_right(self.words, start, key=attrgetter("end"))
        last = bisect_left(self.words, end, key=attrgetter("start"))
        return list(self.words[first:last])


@dataclass(frozen=True, slots=True, kw_only=True)
class Spot:
    """One place where the words differ; a span is empty where nothing was there."""

    before: str
    after: str
    old: tuple[int, int]
    new: tuple[int, int]
    old_words: tuple[Word, ...]  # without punctuation
    new_words: tuple[Word, ...]
    is_sentence: bool  # whole sentences that came or went
    in_quote: bool  # all of it within somebody's very words

    @property
    def is_pure(self) -> bool:
        """Only an insertion or only a deletion."""
        return not self.before or not self.after

    @property
    def size(self) -> int:
        return max(len(self.old_words), len(self.new_words))

    @property
    def is_large(self) -> bool:
        return self.size > _LARGE_SPOT


@dataclass(frozen=True, slots=True, kw_only=True)
class Passage:
    """Two texts that belong together; no blocks for the title."""

    old: tuple[int, ...]
    new: tuple[int, ...]
    before: Side
    after: Side
    spots: tuple[Spot, ...]
    is_title: bool = False
    is_told_anew: bool = False  # few words stayed

    def touched(
        self, spot: Spot, old: Sequence[Mention], new: Sequence[Mention]
    ) -> tuple[list[Mention], list[Mention]]:
        return list_touched(old, *spot.old), list_touched(new, *spot.new)


def read_side(text: str, vocabulary: Vocabulary, *, is_quotation: bool = False) -> Side:
    words = tuple(read_words(text))
    ago = list(list_spans_ago(text, vocabulary))
    moments = [*ago, *drop_covered(list_moments(words, vocabulary), ago)]
    figures = drop_covered(list_figures(words, vocabulary), [m for m in moments if not m.weak])
    return Side(
        text=text,
        words=words,
        figures=tuple(figures),
        moments=tuple(sorted(moments, key=lambda each: each.start)),
        names=tuple(list_names(words, vocabulary)),
        quotes=tuple(list_quotes(text, is_quotation=is_quotation)),
        voices=tuple(list_voices(words, vocabulary)),
    )


def read_passage(
    before: str,
    after: str,
    vocabulary: Vocabulary,
    *,
    old: tuple[int, ...] = (),
    new: tuple[int, ...] = (),
    is_quotation: bool = False,
    is_told_anew: bool = False,
) -> Passage:
    first = read_side(fold_text(before), vocabulary, is_quotation=is_quotation)
    second = read_side(fold_text(after), vocabulary, is_quotation=is_quotation)
    spots = tuple(_list_spots(first, second))
    is_title = not old and not new
    return Passage(
        old=old,
        new=new,
        before=first,
        after=second,
        spots=spots,
        is_title=is_title,
        is_told_anew=is_told_anew
        or len(spots) > _MOST_SPOTS
        or (is_title and _kept_share(first, second, spots) < _MOST_OF_IT),
    )


def _kept_share(first: Side, second: Side, spots: Sequence[Spot]) -> float:
    """The part of the words that stayed in place."""
    longest = max(_count_words(first), _count_words(second))
    gone = sum(len(spot.old_words) for spot in spots)
    return (_count_words(first) - gone) / longest if longest else 1.0


def _count_words(side: Side) -> int:
    return sum(word.is_word for word in side.words)


def _list_spots(before: Side, after: Side) -> list[Spot]:
    spots: list[Spot] = []
    old = new = 0
    gone = come = ""
    for run in (*diff_words(before.text, after.text), None):
        if run is not None and run.kind is WordChangeKind.DELETE:
            gone += run.text
        elif run is not None and run.kind is WordChangeKind.INSERT:
            come += run.text
        else:
            if gone or come:
                spots += _spot(before, after, old, new, gone, come)
            old, new = old + len(gone), new + len(come)
            gone = come = ""
            if run is not None:
                old, new = old + len(run.text), new + len(run.text)
    return spots


def _spot(before: Side, after: Side, old: int, new: int, gone: str, come: str) -> list[Spot]:  # noqa: PLR0917
    if not gone.strip() and not come.strip():
        return []
    old_span = _trim(old, gone)
    new_span = _trim(new, come)
    return [
        Spot(
            before=gone.strip(),
            after=come.strip(),
            old=old_span,
            new=new_span,
            old_words=tuple(word for word in before.words_in(old_span) if word.is_word),
            new_words=tuple(word for word in after.words_in(new_span) if word.is_word),
            is_sentence=_is_sentence(before.text, old_span, gone)
            if gone and not come
            else _is_sentence(after.text, new_span, come) and not gone,
            in_quote=_is_quoted(before.quotes, old_span, gone)
            and _is_quoted(after.quotes, new_span, come),
        )
    ]


def _trim(start: int, text: str) -> tuple[int, int]:
    lead = len(text) - len(text.lstrip()) if text.strip() else 0
    return start + lead, start + lead + len(text.strip())


def _is_sentence(text: str, span: tuple[int, int], run: str) -> bool:
    start, end = span
    head, body = text[:start].rstrip(), run.strip()
    opens = not head or head[-1] in _SENTENCE_ENDS
    closes = body[-1:] in _SENTENCE_ENDS or end >= len(text)
    return bool(body) and opens and closes


def _is_quoted(quotes: Sequence[Mention], span: tuple[int, int], run: str) -> bool:
    start, end = span
    if not run.strip():
        return any(each.start <= start <= each.end for each in quotes if not each.weak)
    return any(each.start <= start and end <= each.end for each in quotes if not each.weak)
