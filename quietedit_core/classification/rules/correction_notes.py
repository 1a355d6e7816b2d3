"""Does the page own up to a mistake, and where was it?"""

from collections.abc import Iterator
from dataclasses import dataclass

from quietedit_core.classification.comparing import Comparison
from quietedit_core.classification.kinds import ChangeKind, Evidence
from quietedit_core.classification.passages import Passage
from quietedit_core.classification.phrases import read_words
from quietedit_core.classification.roles import Role, is_note
from quietedit_core.classification.rules.finding import Explained, Finding, SpotKey, each_spot
from quietedit_core.classification.vocabulary import Vocabulary
from quietedit_core.folding import fold_text

_STEM = 5


@dataclass(frozen=True, slots=True)
class _Note:
    text: str
    old: tuple[int, ...] = ()
    new: tuple[int, ...] = ()
    spots: frozenset[SpotKey] = frozenset()


def find_correction_notes(comparison: Comparison, _: Explained) -> Iterator[Finding]:
    seen: set[str] = set()
    for note in _list_notes(comparison):
        text = fold_text(note.text)
        if text in seen:
            continue
        seen.add(text)
        yield _link(comparison, note)


def _list_notes(comparison: Comparison) -> Iterator[_Note]:
    for at in comparison.come_as(Role.NOTE):
        yield _Note(comparison.new.blocks[at].text, new=(at,))
    for change in comparison.linked:
        if any(comparison.new_roles[at] is Role.NOTE for at in change.new):
            text = "\n".join(comparison.new.blocks[at].text for at in change.new)
            yield _Note(text, change.old, change.new)
    for key, passage, spot in each_spot(comparison):
        if is_note(spot.after, comparison.vocabulary) and not is_note(
            passage.before.text, comparison.vocabulary
        ):
            yield _Note(spot.after, passage.old, passage.new, frozenset({key}))
    if not comparison.new.facts.correction_notes:
        return
    told = {fold_text(note) for note in comparison.old.facts.correction_notes}
    shown = {fold_text(block.text) for block in (*comparison.new.blocks, *comparison.old.blocks)}
    for note in comparison.new.facts.correction_notes:
        if fold_text(note) not in told | shown:
            yield _Note(note)


def _link(comparison: Comparison, note: _Note) -> Finding:
    linked = [
        passage
        for passage in comparison.passages
        if not (passage.new == note.new and note.new)
        and _speaks_of(note.text, passage, comparison.vocabulary)
    ]
    candidates = [each for each in comparison.passages if each.new != note.new or not note.new]
    if linked:
        what = "; ".join(_describe(passage) for passage in linked[:3])
        why = f"the page says what it corrected: {what}"
    elif candidates:
        why = "the page speaks of a correction, but nothing that changed with it bears it out"
    else:
        why = "the page speaks of a correction that cannot be found in the text"
    evidence = Evidence(
        kind=ChangeKind.CORRECTION_NOTE,
        old=tuple(sorted({*note.old, *(at for each in linked for at in each.old)})),
        new=tuple(sorted({*note.new, *(at for each in linked for at in each.new)})),
        after=note.text,
        why=why,
    )
    return Finding(evidence, note.spots)


def _describe(passage: Passage) -> str:
    spot = passage.spots[0]
    return f"“{spot.before}” became “{spot.after}”"


def _speaks_of(note: str, passage: Passage, vocabulary: Vocabulary) -> bool:
    """The note repeats words that changed, or at least the words around them."""
    text = vocabulary.note_phrases.sub(" ", fold_text(note))
    told = _stems(vocabulary.note_labels.sub(" ", text), vocabulary)
    changed = " ".join(f"{spot.before} {spot.after}" for spot in passage.spots)
    return bool(told & (_stems(changed, vocabulary) | _stems(passage.after.text, vocabulary)))


def _stems(text: str, vocabulary: Vocabulary) -> frozenset[str]:
    """Figures, and the beginnings of words long enough to be about something."""
    words = [word.low for word in read_words(text) if word.is_word]
    return frozenset(
        word[:_STEM]
        for word in words
        if (len(word) >= _STEM or word[0].isdigit()) and word not in vocabulary.function
    )
