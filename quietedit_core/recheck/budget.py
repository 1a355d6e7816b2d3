"""Which of the due looks fit into a host's budget?"""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime, timedelta

# A day of waiting makes even a hopeless look as pressing as a certain edit.
_PATIENCE = timedelta(days=1)


@dataclass(frozen=True, slots=True, kw_only=True)
class Candidate:
    """A due look: whose, since when, and how likely it is to find an edit."""

    document_key: str
    due_at: datetime
    edit_chance: float
    is_control: bool = False


@dataclass(frozen=True, slots=True)
class PutOff:
    candidate: Candidate
    reason: str


@dataclass(frozen=True, slots=True)
class Choice:
    chosen: tuple[Candidate, ...]
    put_off: tuple[PutOff, ...]


def choose_within_budget(candidates: Iterable[Candidate], budget: int, *, now: datetime) -> Choice:
    """The `budget` most pressing looks, likeliest edits first; waiting makes a look pressing."""

    def order(candidate: Candidate) -> tuple[bool, float, str]:
        waited = max(now - candidate.due_at, timedelta(0)) / _PATIENCE
        pressing = min(max(candidate.edit_chance, 0.0), 1.0) + waited
        return not candidate.is_control, -pressing, candidate.document_key

    ordered = sorted(candidates, key=order)
    budget = max(budget, 0)
    put_off = tuple(
        PutOff(
            candidate,
            f"budget of {budget} spent on likelier edits: chance {candidate.edit_chance:.0%}, "
            f"place {place} of {len(ordered)}",
        )
        for place, candidate in enumerate(ordered[budget:], budget + 1)
    )
    return Choice(tuple(ordered[:budget]), put_off)
