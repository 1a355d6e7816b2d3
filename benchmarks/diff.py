"""Are planted edits found again, and how fast?

    python benchmarks/diff.py [--seeds 1 2 3 4 5] [--articles FILE]

Articles are generated, or read from FILE: JSON, a list of lists of paragraphs. Into each, editorial
operations are planted whose links are known. Printed for each seed: F1 of the links of touched
blocks, the share of articles whose whole alignment is right, words marked over words changed,
and the median time; beside it what difflib finds. Then the times for articles of extreme size.
"""

import argparse
import difflib
import json
import random
import statistics
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from quietedit_core.diff import BlockChangeKind, WordChangeKind, diff_paragraphs

Links = set[tuple[tuple[int, ...], tuple[int, ...]]]
SYLLABLES = (
    "ba",
    "ko",
    "ri",
    "ten",
    "sul",
    "mar",
    "ve",
    "lo",
    "dan",
    "pi",
    "gra",
    "tus",
    "ho",
    "ne",
)
MANY_WORDS = 12  # what a paragraph needs to be edited
FEW_WORDS = 4  # the least a part of a split one has
LEAST_FREE = 4  # paragraphs that stay untouched
PAIR = 2
OPERATIONS = ("edit", "edit", "rewrite", "insert", "delete", "move", "split", "merge", "twin")
STAMPS = ("Live", "More soon.", "Continue reading")


@dataclass
class Planted:
    """Paragraphs, each with the old ones it comes from."""

    rows: list[tuple[tuple[int, ...], str]]
    touched: set[int] = field(default_factory=set)
    changed: int = 0

    def links(self) -> Links:
        parts: dict[tuple[int, ...], list[int]] = {}
        for j, (old, _) in enumerate(self.rows):
            if old:
                parts.setdefault(old, []).append(j)
        return {(old, tuple(new)) for old, new in parts.items()}

    def touched_links(self) -> Links:
        return {link for link in self.links() if self.touched & set(link[0])}


def make_vocabulary(rng: random.Random) -> list[str]:
    return ["".join(rng.choices(SYLLABLES, k=rng.randint(1, 4))) for _ in range(3000)]


def make_article(rng: random.Random, vocabulary: Sequence[str]) -> list[str]:
    weights = [1 / (rank + 2) for rank in range(len(vocabulary))]
    paragraphs = []
    for _ in range(rng.randint(8, 50)):
        words = rng.choices(vocabulary, weights, k=rng.randint(4, 70))
        words[rng.randrange(len(words))] = str(rng.randint(1, 3000))
        for at in range(11, len(words) - 4, rng.randint(9, 15)):
            words[at] += "."
        paragraphs.append(" ".join(words) + ".")
    return paragraphs


def reword(planted: Planted, text: str, count: int, source: tuple[random.Random, list[str]]) -> str:
    rng, vocabulary = source
    words = text.split()
    for at in rng.sample(range(len(words)), min(count, len(words))):
        fresh = rng.choice(vocabulary)
        planted.changed += 2 * (fresh != words[at])
        words[at] = fresh
    return " ".join(words)


def plant(old: Sequence[str], source: tuple[random.Random, list[str]]) -> Planted:
    rng, _ = source
    planted = Planted([((i,), text) for i, text in enumerate(old)])
    for _ in range(rng.randint(1, 10)):
        free = [
            k
            for k, (indices, text) in enumerate(planted.rows)
            if indices and not planted.touched & set(indices) and len(text.split()) > MANY_WORDS
        ]
        if len(free) < LEAST_FREE:
            break
        _plant_one(planted, rng.choice(free), rng.choice(OPERATIONS), source)
    if rng.choice((True, False)):
        planted.rows.insert(rng.randrange(len(planted.rows)), ((), rng.choice(STAMPS)))
    return planted


def _plant_one(
    planted: Planted, k: int, operation: str, source: tuple[random.Random, list[str]]
) -> None:
    rng, vocabulary = source
    indices, text = planted.rows[k]
    if operation == "insert":
        planted.rows.insert(k, ((), " ".join(rng.choices(vocabulary, k=30))))
        return
    if operation == "twin":
        apart = Planted([])
        planted.rows.insert(k, ((), reword(apart, text, len(text.split()) // 4, source)))
        return
    planted.touched |= set(indices)
    if operation == "delete":
        planted.rows.pop(k)
    elif operation == "split":
        _split(planted, k)
    elif operation == "merge":
        _merge(planted, k)
    else:
        count = len(text.split()) * 2 // 5 if operation == "rewrite" else rng.randint(1, 3)
        row = indices, reword(planted, text, count, source)
        planted.rows[k] = row
        if operation == "move":
            planted.rows.insert(rng.randrange(len(planted.rows)), planted.rows.pop(k))


def _split(planted: Planted, k: int) -> None:
    indices, text = planted.rows[k]
    first, stop, second = text.partition(". ")
    if stop and len(second.split()) >= FEW_WORDS:
        planted.rows[k : k + 1] = [(indices, first + "."), (indices, second)]


def _merge(planted: Planted, k: int) -> None:
    pair = planted.rows[k : k + 2]
    if len(pair) == PAIR and pair[1][0] and not planted.touched & set(pair[1][0]):
        indices = pair[0][0] + pair[1][0]
        planted.touched |= set(indices)
        planted.rows[k : k + 2] = [(indices, f"{pair[0][1]} {pair[1][1]}")]


def find_ours(old: list[str], new: list[str]) -> tuple[Links, int]:
    links: Links = set()
    words = 0
    for change in diff_paragraphs(old, new):
        if change.kind in {BlockChangeKind.INSERT, BlockChangeKind.DELETE}:
            continue
        links.add((change.old, change.new))
        words += sum(
            len(word.text.split()) for word in change.words if word.kind is not WordChangeKind.EQUAL
        )
    return links, words


def find_difflib(old: list[str], new: list[str]) -> tuple[Links, int]:
    links: Links = set()
    words = 0
    for _, i1, i2, j1, j2 in difflib.SequenceMatcher(None, old, new, autojunk=False).get_opcodes():
        for i, j in zip(range(i1, i2), range(j1, j2), strict=False):
            links.add(((i,), (j,)))
            matcher = difflib.SequenceMatcher(None, old[i].split(), new[j].split(), autojunk=False)
            words += sum(
                a2 - a1 + b2 - b1 for tag, a1, a2, b1, b2 in matcher.get_opcodes() if tag != "equal"
            )
    return links, words


def score(
    name: str,
    find: Callable[[list[str], list[str]], tuple[Links, int]],
    cases: Sequence[tuple[list[str], Planted]],
) -> None:
    hits = answers = wanted = exact = words = changed = 0
    times = []
    for old, planted in cases:
        start = time.perf_counter()
        links, marked = find(old, [text for _, text in planted.rows])
        times.append(1000 * (time.perf_counter() - start))
        touched = planted.touched_links()
        found = links - (planted.links() - touched)
        hits, answers, wanted = (
            hits + len(found & touched),
            answers + len(found),
            wanted + len(touched),
        )
        exact += links == planted.links()
        words, changed = words + marked, changed + planted.changed
    print(
        f"{name:<16} links {2 * hits / (answers + wanted):.3f}  exact {exact / len(cases):.3f}"
        f"  words {words / changed:.2f}  {statistics.median(times):.2f} ms"
    )


def time_sizes(rng: random.Random, vocabulary: list[str]) -> None:
    blocks = [" ".join(rng.choices(vocabulary, k=40)) for _ in range(2000)]
    long_text = " ".join(rng.choices(vocabulary, k=20_000))
    apart = Planted([])
    source = rng, vocabulary
    sizes = {
        "20,000 words, 2 % replaced": ([long_text], [reword(apart, long_text, 400, source)]),
        "5,000 identical items, 10 gone": (["More soon."] * 5000, ["More soon."] * 4990),
        "2,000 blocks, 1 in 10 edited": (
            blocks,
            [reword(apart, b, 2, source) if k % 10 == 0 else b for k, b in enumerate(blocks)],
        ),
        "2,000 blocks, all edited": (blocks, [reword(apart, b, 2, source) for b in blocks]),
        "2,000 blocks, all moved": (blocks, rng.sample(blocks, len(blocks))),
    }
    for name, (old, new) in sizes.items():
        start = time.perf_counter()
        diff_paragraphs(old, new)
        print(f"{name:<32} {time.perf_counter() - start:.3f} s")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seeds", type=int, nargs="+", default=[1, 2, 3, 4, 5])
    parser.add_argument("--articles", type=Path)
    arguments = parser.parse_args()
    for seed in arguments.seeds:
        rng = random.Random(seed)
        vocabulary = make_vocabulary(rng)
        articles = [make_article(rng, vocabulary) for _ in range(60)]
        if arguments.articles:
            articles = json.loads(arguments.articles.read_text("utf-8"))
            vocabulary = sorted({word for a in articles for text in a for word in text.split()})
        cases = [(old, plant(old, (rng, vocabulary))) for old in articles for _ in range(3)]
        score(f"{seed}: ours", find_ours, cases)
        score(f"{seed}: difflib", find_difflib, cases)
    rng = random.Random(0)
    time_sizes(rng, make_vocabulary(rng))


if __name__ == "__main__":
    main()
