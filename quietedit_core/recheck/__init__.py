"""When to look at an article again, and why then: see `policy` for the reasoning."""

from quietedit_core.recheck.budget import Candidate, Choice, PutOff, choose_within_budget
from quietedit_core.recheck.policy import Recheck, RecheckPolicy, RecheckReason
from quietedit_core.recheck.profile import (
    SourceProfile,
    profile_from_payload,
    profile_to_payload,
)
from quietedit_core.recheck.watch import (
    CONTROL_SHARE,
    Watch,
    in_control_arm,
    watch_from_payload,
    watch_to_payload,
)

__all__ = [
    "CONTROL_SHARE",
    "Candidate",
    "Choice",
    "PutOff",
    "Recheck",
    "RecheckPolicy",
    "RecheckReason",
    "SourceProfile",
    "Watch",
    "choose_within_budget",
    "in_control_arm",
    "profile_from_payload",
    "profile_to_payload",
    "watch_from_payload",
    "watch_to_payload",
]
