"""What kind of change lies between two versions, was it said, and does it matter?"""

from collections.abc import Collection
from dataclasses import dataclass

from quietedit_core.classification.comparing import Comparison, compare
from quietedit_core.classification.disclosure import find_disclosure
from quietedit_core.classification.kinds import ChangeKind, Disclosure, Evidence
from quietedit_core.classification.language import find_language
from quietedit_core.classification.roles import Role
from quietedit_core.classification.rules.attributions import find_attributions
from quietedit_core.classification.rules.bylines import find_bylines
from quietedit_core.classification.rules.correction_notes import find_correction_notes
from quietedit_core.classification.rules.cosmetics import find_cosmetics
from quietedit_core.classification.rules.cuts import find_cuts
from quietedit_core.classification.rules.dates import find_dates
from quietedit_core.classification.rules.encoding_repairs import find_encoding_repairs
from quietedit_core.classification.rules.expansions import find_expansions
from quietedit_core.classification.rules.finding import Finding, Rule, SpotKey
from quietedit_core.classification.rules.headlines import find_headlines
from quietedit_core.classification.rules.hedges import find_hedges
from quietedit_core.classification.rules.moves import find_moves
from quietedit_core.classification.rules.numbers import find_numbers
from quietedit_core.classification.rules.quotations import find_quotations
from quietedit_core.classification.rules.renamings import find_renamings
from quietedit_core.classification.rules.reverts import find_reverts
from quietedit_core.classification.rules.rewrites import find_rewrites
from quietedit_core.classification.rules.ticker_entries import find_ticker_entries
from quietedit_core.classification.rules.ticker_index import find_ticker_index
from quietedit_core.classification.rules.typos import find_typos
from quietedit_core.classification.significance import weigh
from quietedit_core.classification.vocabulary import vocabulary_for
from quietedit_core.diff import ArticleDiff, diff_articles
from quietedit_core.extraction import Article

# Raised whenever a rule, a weight or a vocabulary changes what an old pair would be called.
CLASSIFIER_VERSION = 1

# In this order: a rule sees what those before it have explained, spot by spot.
RULES: tuple[Rule, ...] = (
    find_encoding_repairs,
    find_headlines,
    find_bylines,
    find_correction_notes,
    find_ticker_entries,
    find_ticker_index,
    find_moves,
    find_dates,
    find_numbers,
    find_typos,
    find_cosmetics,
    find_quotations,
    find_attributions,
    find_hedges,
    find_renamings,
    find_expansions,
    find_cuts,
    find_rewrites,
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Classification:
    """`significance` lies between 0 and 1; `evidence` is in the order of the rules."""

    kinds: frozenset[ChangeKind]
    disclosure: Disclosure
    significance: float
    evidence: tuple[Evidence, ...]


def classify(old: Article, new: Article) -> Classification:
    """Say what changed between two versions of an article; never raises."""
    return classify_diff(diff_articles(old, new), old, new)


def classify_diff(
    diff: ArticleDiff, old: Article, new: Article, *, earlier_hashes: Collection[str] = ()
) -> Classification:
    """The same with a diff at hand; `earlier_hashes` are the text hashes of earlier versions."""
    vocabulary = vocabulary_for(find_language(old, new))
    comparison = compare(diff, old, new, vocabulary)
    findings = [*_apply_rules(comparison), *find_reverts(old, new, earlier_hashes)]
    evidence = tuple(each.evidence for each in findings)
    return Classification(
        kinds=frozenset(each.kind for each in evidence),
        disclosure=find_disclosure(comparison, evidence),
        significance=weigh(evidence, lead=_find_lead(comparison)),
        evidence=evidence,
    )


def _apply_rules(comparison: Comparison) -> list[Finding]:
    findings: list[Finding] = []
    explained: dict[SpotKey, frozenset[ChangeKind]] = {}
    for rule in RULES:
        for found in list(rule(comparison, explained)):
            findings.append(found)
            for key in found.spots:
                explained[key] = explained.get(key, frozenset()) | {found.evidence.kind}
    return findings


def _find_lead(comparison: Comparison) -> int | None:
    return next((at for at, role in enumerate(comparison.new_roles) if role is Role.PROSE), None)
