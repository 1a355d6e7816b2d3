"""Are changes called what an editor would call them?

    python benchmarks/classification.py [FOLDER] [--wrong]

FOLDER holds tables of examples, one file a kind (default: those of the tests). Printed: precision
and recall of each kind, what it is mistaken for, and the same with the vocabulary of each language
left out in turn. The rules do not learn from the examples, so what is left out is all that they
know of a language: what then remains rests on figures, marks, capitals and blocks alone.
`--wrong` lists every example that is not called what it should be.
"""

import argparse
import statistics
import time
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import yaml

from quietedit_core.classification import ChangeKind, Classification, classify_diff
from quietedit_core.diff import diff_articles
from quietedit_core.extraction import Article, Block, BlockKind
from quietedit_core.extraction.facts import Claim, PageFacts
from quietedit_core.fingerprint import content_hash

EXAMPLES = Path(__file__).parent.parent / "tests" / "data" / "classification"
GOAL = 0.9
# Declared, so that the language is not guessed: "no linguistic content".
NO_LANGUAGE = "zxx"
MARKS = {
    "# ": BlockKind.HEADING,
    "- ": BlockKind.LIST_ITEM,
    "> ": BlockKind.QUOTATION,
    "^ ": BlockKind.CAPTION,
}


@dataclass(frozen=True)
class Example:
    table: str
    id: str
    language: str
    old: Article
    new: Article
    kinds: frozenset[str]
    disclosure: str
    earlier: tuple[str, ...]


def read_examples(folder: Path = EXAMPLES) -> list[Example]:
    return [
        _read_example(path.stem, entry)
        for path in sorted(folder.glob("*.yaml"))
        for entry in yaml.safe_load(path.read_text("utf-8"))
    ]


def _read_example(table: str, entry: dict[str, Any]) -> Example:
    return Example(
        table=table,
        id=entry["id"],
        language=entry["lang"],
        old=_read_article(entry, 0),
        new=_read_article(entry, 1),
        kinds=frozenset(entry["kinds"].split()),
        disclosure=entry.get("disclosure", "none"),
        earlier=tuple(
            content_hash(Article(title="Title", blocks=_read_blocks(text)))
            for text in entry.get("earlier", ())
        ),
    )


def _read_article(entry: dict[str, Any], side: int) -> Article:
    def claims(key: str) -> tuple[Claim, ...]:
        return (Claim(entry[key][side], "json-ld"),) if key in entry else ()

    return Article(
        title=entry.get("title", ("Title", "Title"))[side],
        blocks=_read_blocks(entry[("old", "new")[side]]),
        facts=PageFacts(
            language=entry.get("declared", ""),
            bylines=claims("byline"),
            modified=claims("modified"),
            encoding=entry.get("encoding", ("utf-8", "utf-8"))[side],
        ),
    )


def _read_blocks(texts: str | Sequence[str]) -> tuple[Block, ...]:
    return tuple(map(_read_block, [texts] if isinstance(texts, str) else texts))


def _read_block(text: str) -> Block:
    if text.startswith("@"):
        return _read_entry(text)
    kind = MARKS.get(text[:2])
    if kind is None:
        return Block(BlockKind.PARAGRAPH, text)
    return Block(kind, text[2:], beside=kind is BlockKind.CAPTION)


def _read_entry(text: str) -> Block:
    """`@9.35am Head|Text`; the time ends where a capital begins."""
    words = text[1:].split(" ")
    ends = [at for at, word in enumerate(words) if at and word[:1].isupper() and word != "Uhr"]
    time_words, rest = words[: ends[0]], words[ends[0] :]
    body = " ".join(rest).replace("|", "\n")
    return Block(BlockKind.TICKER_ENTRY, body, " ".join(time_words))


def run_example(example: Example, *, language: str | None = None) -> Classification:
    old, new = example.old, example.new
    if language is not None:
        old, new = _declare(old, language), _declare(new, language)
    return classify_diff(diff_articles(old, new), old, new, earlier_hashes=example.earlier)


def _declare(article: Article, language: str) -> Article:
    facts = PageFacts(
        language=language, bylines=article.facts.bylines, modified=article.facts.modified
    )
    return Article(title=article.title, blocks=article.blocks, facts=facts)


@dataclass
class Score:
    """Counts of one kind over examples."""

    right: int = 0
    claimed: int = 0
    meant: int = 0

    @property
    def precision(self) -> float:
        return self.right / self.claimed if self.claimed else 1.0

    @property
    def recall(self) -> float:
        return self.right / self.meant if self.meant else 1.0


def score(pairs: Iterable[tuple[frozenset[str], frozenset[str]]]) -> dict[str, Score]:
    """By kind, of pairs of the kinds meant and the kinds found."""
    scores = {kind.value: Score() for kind in ChangeKind}
    for meant, found in pairs:
        for kind in meant | found:
            each = scores[kind]
            each.right += kind in meant and kind in found
            each.claimed += kind in found
            each.meant += kind in meant
    return scores


def find_kinds(example: Example, *, language: str | None = None) -> frozenset[str]:
    return frozenset(kind.value for kind in run_example(example, language=language).kinds)


def print_confusion(examples: list[Example], found: list[frozenset[str]]) -> None:
    scores = score((each.kinds, kinds) for each, kinds in zip(examples, found, strict=True))
    confused: dict[str, Counter[str]] = {}
    for each, kinds in zip(examples, found, strict=True):
        for missed in each.kinds - kinds:
            instead = ", ".join(sorted(kinds - each.kinds)) or "nothing"
            confused.setdefault(missed, Counter())[instead] += 1
    print(f"{'kind':16} {'examples':>8} {'precision':>9} {'recall':>7}  missed as")
    for kind, own in scores.items():
        mark = " " if min(own.precision, own.recall) >= GOAL else "!"
        missed = "; ".join(f"{name} {n}" for name, n in confused.get(kind, Counter()).most_common())
        print(f"{kind:16} {own.meant:8} {own.precision:9.2f} {own.recall:7.2f}{mark} {missed}")
    exact = [each.kinds == kinds for each, kinds in zip(examples, found, strict=True)]
    print(f"\nall kinds right: {sum(exact)} of {len(exact)}")


def print_left_out(examples: list[Example]) -> None:
    print("\nwith the vocabulary of a language left out: F1 of each kind with its examples")
    for language in sorted({each.language for each in examples}):
        own = [each for each in examples if each.language == language]
        whole = score((each.kinds, find_kinds(each)) for each in own)
        bare = score((each.kinds, find_kinds(each, language=NO_LANGUAGE)) for each in own)
        line = " ".join(
            f"{kind} {_f1(whole[kind]):.2f}>{_f1(bare[kind]):.2f}"
            for kind in whole
            if whole[kind].meant
        )
        print(f"{language}: {line}")


def _f1(each: Score) -> float:
    both = each.precision + each.recall
    return 2 * each.precision * each.recall / both if both else 0.0


def print_wrong(examples: list[Example], found: list[frozenset[str]]) -> None:
    for each, kinds in zip(examples, found, strict=True):
        if each.kinds != kinds:
            print(f"{each.table} / {each.id}: {sorted(each.kinds)} but found {sorted(kinds)}")
            for evidence in run_example(each).evidence:
                print(
                    f"    {evidence.kind}: {evidence.before!r} {evidence.after!r}: {evidence.why}"
                )


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", nargs="?", type=Path, default=EXAMPLES)
    parser.add_argument("--wrong", action="store_true")
    options = parser.parse_args()
    examples = read_examples(options.folder)
    found = [find_kinds(each) for each in examples]
    if options.wrong:
        print_wrong(examples, found)
    print_confusion(examples, found)
    print_left_out(examples)
    times = []
    for each in examples:
        start = time.perf_counter()
        run_example(each)
        times.append(1000 * (time.perf_counter() - start))
    print(f"\nmedian {statistics.median(times):.2f} ms, slowest {max(times):.2f} ms an example")


if __name__ == "__main__":
    main()
