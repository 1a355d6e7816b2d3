"""What kind of change lies between two versions, was it said, and does it matter?"""

from quietedit_core.classification.classifying import (
    CLASSIFIER_VERSION,
    Classification,
    classify,
    classify_diff,
)
from quietedit_core.classification.kinds import ChangeKind, Disclosure, Evidence
from quietedit_core.classification.significance import rank_evidence

__all__ = [
    "CLASSIFIER_VERSION",
    "ChangeKind",
    "Classification",
    "Disclosure",
    "Evidence",
    "classify",
    "classify_diff",
    "rank_evidence",
]
