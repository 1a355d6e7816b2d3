"""How much does a change matter, from 0 to 1?

The weightiest thing that changed decides; where it stands raises it; each further kind adds a
little of what is left. The weights are ours: what a reader was told wrongly comes first.
"""

from collections.abc import Iterable, Sequence

from quietedit_core.classification.kinds import ChangeKind, Evidence

WEIGHTS = {
    ChangeKind.NUMBER: 0.7,
    ChangeKind.NAME: 0.65,
    ChangeKind.QUOTATION: 0.65,
    ChangeKind.CORRECTION_NOTE: 0.6,
    ChangeKind.DATE_OR_TIME: 0.55,
    ChangeKind.ATTRIBUTION: 0.55,
    ChangeKind.HEDGING: 0.55,
    ChangeKind.HEADLINE: 0.55,
    ChangeKind.REVERT: 0.5,
    ChangeKind.REWRITE: 0.4,
    ChangeKind.CUT: 0.4,
    ChangeKind.EXPANSION: 0.3,
    ChangeKind.TICKER_ENTRY: 0.25,
    ChangeKind.BYLINE: 0.2,
    ChangeKind.TICKER_INDEX: 0.15,
    ChangeKind.MOVE: 0.15,
    ChangeKind.ENCODING_REPAIR: 0.08,
    ChangeKind.TYPO: 0.05,
    ChangeKind.COSMETIC: 0.02,
}
_HEADLINE_SHARE = 0.5  # of what is left to 1
_LEAD_SHARE = 0.25
_FURTHER_SHARE = 0.2
_NEGATION = 0.7
_FORM = frozenset(
    {ChangeKind.TYPO, ChangeKind.COSMETIC, ChangeKind.ENCODING_REPAIR, ChangeKind.BYLINE}
)


def weigh(evidence: Sequence[Evidence], *, lead: int | None) -> float:
    """`lead` is the first block of prose in the new version."""
    weights: dict[ChangeKind, float] = {}
    for each in evidence:
        weights[each.kind] = max(weights.get(each.kind, 0.0), _weigh_one(each, lead))
    total = 0.0
    for rank, weight in enumerate(sorted(weights.values(), reverse=True)):
        total += (1 - total) * weight * (1 if rank == 0 else _FURTHER_SHARE)
    return round(total, 3)


def rank_evidence(evidence: Iterable[Evidence]) -> tuple[Evidence, ...]:
    """The weightiest kinds first; what weighs the same stays in the order of the rules."""
    return tuple(sorted(evidence, key=lambda each: -WEIGHTS[each.kind]))


def _weigh_one(evidence: Evidence, lead: int | None) -> float:
    weight = WEIGHTS[evidence.kind]
    if "negation" in evidence.why or "note was taken away" in evidence.why:
        weight = _NEGATION
    if evidence.kind in _FORM:
        return weight
    is_title = not evidence.old and not evidence.new and evidence.kind is not ChangeKind.REVERT
    if is_title and evidence.kind is not ChangeKind.HEADLINE:
        return weight + (1 - weight) * _HEADLINE_SHARE
    is_lead = lead is not None and lead in evidence.new
    return weight + (1 - weight) * _LEAD_SHARE if is_lead else weight
