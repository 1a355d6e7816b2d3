"""When is a feed asked again, and where?"""

from quietedit_core.polling.intervals import LONGEST_INTERVAL, SHORTEST_INTERVAL
from quietedit_core.polling.moving import (
    MoveDecision,
    MoveVerdict,
    MoveWatch,
    judge_address,
    move_watch_from_payload,
    move_watch_to_payload,
)
from quietedit_core.polling.planning import NextPoll, PollReason, plan_poll
from quietedit_core.polling.state import (
    Polled,
    PollState,
    poll_state_from_payload,
    poll_state_to_payload,
)
from quietedit_core.polling.wishes import Wishes, max_age_seconds

__all__ = [
    "LONGEST_INTERVAL",
    "SHORTEST_INTERVAL",
    "MoveDecision",
    "MoveVerdict",
    "MoveWatch",
    "NextPoll",
    "PollReason",
    "PollState",
    "Polled",
    "Wishes",
    "judge_address",
    "max_age_seconds",
    "move_watch_from_payload",
    "move_watch_to_payload",
    "plan_poll",
    "poll_state_from_payload",
    "poll_state_to_payload",
]
