"""Learn the weights by which pieces of a page are told from furniture.

    python benchmarks/train_extraction.py DATA_FOLDER [--texts TEXTS.json] [--folds 4] [--write]

Needs scikit-learn and numpy, which the product does not. DATA_FOLDER is as for extraction.py, which
also writes TEXTS.json: where two peers agree on a piece that no gold text speaks of, it counts as a
weak label. Prints the figures of a cross-validation by hosts (every page is read with weights that
never saw a page of its host) and of the weights learned on all; `--write` replaces
`piece_trees.json`.
"""

import argparse
import json
import zlib
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import numpy as np
from extraction import Tally, list_pages, shingles, squeeze
from sklearn.ensemble import GradientBoostingClassifier

from quietedit_core.extraction import reading
from quietedit_core.extraction.choosing import choose_pieces
from quietedit_core.extraction.features import NAMES, is_weighed, read_page
from quietedit_core.extraction.judging import Trees, trees_from_payload

WEIGHTS = Path(__file__).parent.parent / "quietedit_core" / "data" / "piece_trees.json"
SETTINGS = {"n_estimators": 110, "max_depth": 3, "learning_rate": 0.11, "subsample": 0.6}
WHOLE_WEIGHT, SEGMENT_WEIGHT, AGREED_WEIGHT = 1.0, 6.0, 0.6
AGREED, LONG_PIECE, SHORT_PIECE = 0.7, 60, 4


@dataclass
class Sample:
    """One page: its rows of numbers with labels and weights, and what its text is scored by."""

    key: str
    gold: dict[str, Any]
    html: bytes
    rows: list[list[float]]
    labels: list[bool]
    weights: list[float]


def list_samples(data: Path, agreed: dict[str, dict[str, str]]) -> Iterator[Sample]:
    for collection in ("scrapinghub", "trafilatura"):
        for key, gold, html in list_pages(data / collection):
            sample = Sample(key, gold, html, [], [], [])
            label = (
                _whole_labeller(gold)
                if "articleBody" in gold
                else _segment_labeller(
                    gold, [texts[key] for texts in agreed.values() if key in texts]
                )
            )
            for row, text in _list_rows(html):
                wanted, weight = label(text)
                if weight > 0:
                    sample.rows.append(row)
                    sample.labels.append(wanted)
                    sample.weights.append(weight)
            yield sample


def _list_rows(html: bytes) -> Iterator[tuple[list[float], str]]:
    """The rows that would be weighed, by looking over the shoulder of the reader."""
    seen: list[tuple[list[float], str]] = []

    def watch(outline: Any, known: Any) -> Any:
        page = read_page(outline, known)
        pairs = zip(page.rows, outline.pieces, strict=True)
        seen.extend((row, squeeze(piece.text)) for row, piece in pairs if is_weighed(row))
        return choose_pieces(outline, known)

    _read_with(watch, html, "")
    yield from seen


def _read_with(choose: Callable[..., Any], html: bytes, url: str) -> str:
    kept = reading.choose_pieces
    reading.choose_pieces = choose
    try:
        return "\n".join(reading.extract_article(html, url=url).paragraphs)
    finally:
        reading.choose_pieces = kept


def _whole_labeller(gold: dict[str, Any]) -> Callable[[str], tuple[bool, float]]:
    body = shingles(gold["articleBody"])
    words = f" {' '.join(gold['articleBody'].split())} "

    def label(text: str) -> tuple[bool, float]:
        size = len(text.split())
        if size < SHORT_PIECE:
            return f" {text} " in words, 0.15 * WHOLE_WEIGHT
        have = shingles(text)
        share = (have & body).total() / max(1, have.total())
        sure = abs(share - 0.5) * 2
        return share > 0.5, WHOLE_WEIGHT * sure * min(size, LONG_PIECE) / 10  # noqa: PLR2004 half

    return label


def _segment_labeller(
    gold: dict[str, Any], peers: list[str]
) -> Callable[[str], tuple[bool, float]]:
    wanted, unwanted = map(squeeze, gold["with"]), map(squeeze, gold["without"])
    wanted_set, unwanted_set = list(wanted), list(unwanted)
    texts = [shingles(peer) for peer in peers]

    def label(text: str) -> tuple[bool, float]:
        if any(segment in text for segment in wanted_set):
            return True, SEGMENT_WEIGHT
        if any(segment in text for segment in unwanted_set):
            return False, SEGMENT_WEIGHT
        have = shingles(text)
        shares = [(have & peer).total() / max(1, have.total()) for peer in texts]
        if shares and have and min(shares) > AGREED:
            return True, AGREED_WEIGHT
        if shares and have and max(shares) < 1 - AGREED:
            return False, AGREED_WEIGHT
        return False, 0.0

    return label


def learn(samples: list[Sample]) -> dict[str, Any]:
    """Fit the trees and write them down as plain numbers."""
    model = GradientBoostingClassifier(
        **SETTINGS, max_features=0.3, min_samples_leaf=15, random_state=0
    )
    rows = np.array([row for sample in samples for row in sample.rows], dtype=np.float32)
    labels = np.array([label for sample in samples for label in sample.labels])
    weights = np.array([weight for sample in samples for weight in sample.weights])
    model.fit(rows, labels, sample_weight=weights)
    trees = [estimator.tree_ for estimator in model.estimators_[:, 0]]
    used = sorted({int(f) for tree in trees for f in tree.feature if f >= 0})
    share = float(model.init_.class_prior_[1])
    return {
        "features": [NAMES[feature] for feature in used],
        "bias": round(float(np.log(share / (1 - share))), 4),
        "trees": [_node(tree, 0, used) for tree in trees],
    }


def _node(tree: Any, index: int, used: list[int]) -> Any:
    left, right = tree.children_left[index], tree.children_right[index]
    if left < 0:
        return round(float(tree.value[index][0][0]) * SETTINGS["learning_rate"], 4)
    feature, threshold = used.index(int(tree.feature[index])), float(tree.threshold[index])
    return [feature, round(threshold, 4), _node(tree, left, used), _node(tree, right, used)]


def score(samples: list[Sample], trees: Trees, tally: Tally) -> None:
    def choose(outline: Any, known: Any) -> Any:
        return choose_pieces(outline, known, trees)

    for sample in samples:
        text = _read_with(choose, sample.html, sample.gold.get("url", ""))
        if "articleBody" in sample.gold:
            tally.add_whole(sample.gold["articleBody"], text)
        else:
            tally.add_segments(sample.gold, text)


def cross_validate(samples: list[Sample], folds: int) -> Tally:
    owner = [zlib.crc32(_host(sample).encode()) % folds for sample in samples]
    tally = Tally()
    for fold in range(folds):
        seen = [s for s, own in zip(samples, owner, strict=True) if own != fold]
        unseen = [s for s, own in zip(samples, owner, strict=True) if own == fold]
        score(unseen, trees_from_payload(learn(seen)), tally)
    return tally


def _host(sample: Sample) -> str:
    return (urlsplit(sample.gold.get("url", "")).hostname or sample.key).removeprefix("www.")


def write_weights(payload: dict[str, Any]) -> None:
    trees = ",\n".join(json.dumps(tree, separators=(",", ":")) for tree in payload["trees"])
    head = f'{{"features": {json.dumps(payload["features"])},\n"bias": {payload["bias"]},\n'
    WEIGHTS.write_text(f'{head}"trees": [\n{trees}\n]}}\n', encoding="utf-8")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("data", type=Path)
    parser.add_argument("--texts", type=Path)
    parser.add_argument("--folds", type=int, nargs="*", default=[4])
    parser.add_argument("--write", action="store_true")
    options = parser.parse_args()
    agreed = json.loads(options.texts.read_text(encoding="utf-8")) if options.texts else {}
    samples = list(list_samples(options.data, agreed))
    for folds in options.folds:
        print(cross_validate(samples, folds).line(f"{folds} folds"), flush=True)
    payload = learn(samples)
    tally = Tally()
    score(samples, trees_from_payload(payload), tally)
    print(tally.line("all seen"))
    if options.write:
        write_weights(payload)


if __name__ == "__main__":
    main()
