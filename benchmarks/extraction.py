"""How well and how fast articles are read, beside what others do, in one run.

    python benchmarks/extraction.py DATA_FOLDER [ENGINE ...] [--keep TEXTS.json]

DATA_FOLDER holds `scrapinghub/` and `trafilatura/`, each with `ground-truth.json` and
`html/*.html.gz`: the first gives the whole text of an article, the second segments that must and
must not be in it. Engines: quietedit, and trafilatura, readability, resiliparse where they are
installed. `--keep` writes the peers' texts for train_extraction.py. Every page weighs the same.
"""

import argparse
import gzip
import json
import re
import time
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from importlib import import_module
from pathlib import Path
from statistics import mean
from typing import Any

Engine = Callable[[bytes, str], str]
WORD = re.compile(r"\w+")
SHINGLE = 4


def quietedit() -> Engine:
    extract = import_module("quietedit_core.extraction").extract_article
    return lambda html, url: "\n".join(extract(html, url=url).paragraphs)


def trafilatura() -> Engine:
    extract = import_module("trafilatura").extract
    return lambda html, _: extract(html, include_comments=False, include_tables=True) or ""


def readability() -> Engine:
    document, parse = import_module("readability").Document, import_module("lxml.html").fromstring

    def run(html: bytes, _: str) -> str:
        summary = document(html.decode("utf-8", "replace")).summary()
        return "\n".join(parse(summary).itertext())

    return run


def resiliparse() -> Engine:
    plain = import_module("resiliparse.extract.html2text").extract_plain_text
    encoding = import_module("resiliparse.parse.encoding")
    tree = import_module("resiliparse.parse.html").HTMLTree

    def run(html: bytes, _: str) -> str:
        text = encoding.bytes_to_str(html, encoding.detect_encoding(html))
        return str(plain(tree.parse(text), main_content=True))

    return run


ENGINES = {make.__name__: make for make in (quietedit, trafilatura, readability, resiliparse)}


def list_pages(folder: Path) -> Iterator[tuple[str, dict[str, Any], bytes]]:
    """Key, gold and bytes of every page of one collection, in a fixed order."""
    gold = json.loads((folder / "ground-truth.json").read_text(encoding="utf-8"))
    for key in sorted(gold):
        yield key, gold[key], gzip.decompress((folder / "html" / f"{key}.html.gz").read_bytes())


def shingles(text: str) -> Counter[tuple[str, ...]]:
    words = WORD.findall(text)
    if 0 < len(words) < SHINGLE:
        return Counter([tuple(words)])
    return Counter(tuple(words[i : i + SHINGLE]) for i in range(len(words) - SHINGLE + 1))


def squeeze(text: str) -> str:
    return " ".join(text.split())


@dataclass
class Tally:
    """What one engine has reached so far."""

    precisions: list[float] = field(default_factory=list)
    recalls: list[float] = field(default_factory=list)
    found: int = 0
    missed: int = 0
    wrong: int = 0
    pages: int = 0
    raised: int = 0
    seconds: float = 0.0
    texts: dict[str, str] = field(default_factory=dict)

    def add_whole(self, gold: str, text: str) -> None:
        want, have = shingles(gold), shingles(text)
        hits = (want & have).total()
        if have:
            self.precisions.append(hits / have.total())
        if want:
            self.recalls.append(hits / want.total())

    def add_segments(self, gold: dict[str, Any], text: str) -> None:
        text = squeeze(text)
        found = sum(squeeze(segment) in text for segment in gold["with"])
        self.found += found
        self.missed += len(gold["with"]) - found
        self.wrong += sum(squeeze(segment) in text for segment in gold["without"])

    def line(self, name: str) -> str:
        precision, recall = mean(self.precisions or [0]), mean(self.recalls or [0])
        segment = 2 * self.found / max(1, 2 * self.found + self.missed + self.wrong)
        whole = 2 * precision * recall / max(1e-9, precision + recall)
        rate = self.pages / max(1e-9, self.seconds)
        return (
            f"{name:<14}{whole:>11.4f}{precision:>7.3f}{recall:>7.3f}{segment:>12.4f}"
            f"{rate:>9.1f}{self.raised:>8}"
        )


def run(engine: Engine, data: Path) -> Tally:
    """Read every page with one engine; reading alone is timed."""
    tally = Tally()
    for collection in ("scrapinghub", "trafilatura"):
        for key, gold, html in list_pages(data / collection):
            text = _read(engine, tally, html, gold.get("url", ""))
            tally.texts[key] = text
            if collection == "scrapinghub":
                tally.add_whole(gold["articleBody"], text)
            else:
                tally.add_segments(gold, text)
    return tally


def _read(engine: Engine, tally: Tally, html: bytes, url: str) -> str:
    tally.pages += 1
    start = time.perf_counter()
    try:
        return engine(html, url)
    except Exception:  # noqa: BLE001  a peer may raise whatever it likes; it is counted
        tally.raised += 1
        return ""
    finally:
        tally.seconds += time.perf_counter() - start


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("data", type=Path)
    parser.add_argument("engines", nargs="*", default=["quietedit"], choices=[*ENGINES, []])
    parser.add_argument("--keep", type=Path)
    options = parser.parse_args()
    names = ("shingle F1", "prec", "rec", "segment F1", "pages/s", "raised")
    widths = (11, 7, 7, 12, 9, 8)
    print("engine".ljust(14) + "".join(map(str.rjust, names, widths)))
    texts = {}
    for name in options.engines:
        tally = run(ENGINES[name](), options.data)
        texts[name] = tally.texts
        print(tally.line(name), flush=True)
    if options.keep:
        options.keep.write_text(json.dumps(texts), encoding="utf-8")


if __name__ == "__main__":
    main()
