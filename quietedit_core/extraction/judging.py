"""How likely is a piece of text to be the article's?

Boosted decision trees, learned offline by benchmarks/train_extraction.py and kept as plain numbers.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from quietedit_core.extraction.features import NAMES
from quietedit_core.extraction.vocabulary import load_data

_DEPTH = 3
# After the first trees, which say most, a piece this far from the line stays on its side of it.
_FIRST_TREES = 32
_DECIDED = 1.8


@dataclass(frozen=True, slots=True)
class Trees:
    """Trees of one depth: a node is (feature, threshold, left, right), a leaf its weight."""

    bias: float
    first: tuple[Any, ...]
    later: tuple[Any, ...]

    def weigh(self, row: Sequence[float]) -> float:
        """Above zero where a piece is more likely text than not."""
        total = self.bias + _sum_leaves(self.first, row)
        return total if abs(total) > _DECIDED else total + _sum_leaves(self.later, row)


def _sum_leaves(roots: Sequence[Any], row: Sequence[float]) -> float:
    total = 0.0
    for feature, threshold, left, right in roots:
        feature, threshold, left, right = left if row[feature] <= threshold else right  # noqa: PLW2901 one step down
        feature, threshold, left, right = left if row[feature] <= threshold else right  # noqa: PLW2901 one step down
        total += left if row[feature] <= threshold else right
    return total


def trees_from_payload(payload: dict[str, Any]) -> Trees:
    """Trees as the training writes them; their features are named, so that order may change."""
    places = [NAMES.index(name) for name in payload["features"]]
    roots = tuple(_node(root, places, _DEPTH) for root in payload["trees"])
    return Trees(payload["bias"], roots[:_FIRST_TREES], roots[_FIRST_TREES:])


def _node(node: Any, places: Sequence[int], depth: int) -> Any:
    """A node with its features' places; a leaf higher up is repeated down to the full depth."""
    if depth == 0:
        return float(node)
    if not isinstance(node, list):
        leaf = _node(node, places, depth - 1)
        return (0, 0.0, leaf, leaf)
    feature, threshold, left, right = node
    return (
        places[feature],
        threshold,
        _node(left, places, depth - 1),
        _node(right, places, depth - 1),
    )


LEARNED_TREES = trees_from_payload(load_data("piece_trees.json"))
