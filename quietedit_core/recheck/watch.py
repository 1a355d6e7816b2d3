"""What is remembered of one article between two looks at it?

Everything is a scalar, so a watch is one row or one JSON object. Time never runs backwards in a
watch: a check that claims to lie before the last one counts as made at the last one's time, so a
clock that jumps can delay a look but never corrupt what was learned.
"""

import hashlib
from dataclasses import dataclass, replace
from datetime import UTC, datetime, timedelta

CONTROL_SHARE = 0.01
"""The share of documents that are looked at on a fixed schedule whatever the policy prefers."""

# Beyond this a feed's date is more likely wrong (an epoch, a template's year) than telling; taking
# the article for new errs on the side of looking.
_OLDEST_CREDIBLE = timedelta(days=365)
_SOON_AFTER = timedelta(hours=1)


@dataclass(frozen=True, slots=True, kw_only=True)
class Watch:
    """One article's past looks; `unchanged_at` is the last look that still saw the old text, so
    the last change happened between it and `last_changed_at`. `follow_up_count` are the changes
    found by looks that began within an hour of the change before."""

    discovered_at: datetime
    published_at: datetime | None = None
    is_control: bool = False
    last_checked_at: datetime | None = None
    last_changed_at: datetime | None = None
    unchanged_at: datetime | None = None
    change_count: int = 0
    follow_up_count: int = 0
    check_count: int = 0

    @classmethod
    def started(
        cls,
        *,
        discovered_at: datetime,
        published_at: datetime | None = None,
        is_control: bool = False,
    ) -> "Watch":
        return cls(discovered_at=discovered_at, published_at=published_at, is_control=is_control)

    @property
    def seen_at(self) -> datetime:
        """When we last looked: the last check, or the discovery."""
        return self.last_checked_at or self.discovered_at

    @property
    def born_at(self) -> datetime:
        """What age counts from: publication where the feed's date is credible, else discovery."""
        published_at = self.published_at
        if published_at is None:
            return self.discovered_at
        head_start = self.discovered_at - published_at
        is_credible = timedelta(0) <= head_start <= _OLDEST_CREDIBLE
        return published_at if is_credible else self.discovered_at

    def checked(self, at: datetime, *, changed: bool) -> "Watch":
        """The watch after a check at `at` that found the text changed, or not."""
        at = max(at, self.seen_at)
        watch = replace(self, last_checked_at=at, check_count=self.check_count + 1)
        if not changed:
            return watch
        is_follow_up = (
            self.last_changed_at is not None and self.seen_at - self.last_changed_at < _SOON_AFTER
        )
        return replace(
            watch,
            last_changed_at=at,
            unchanged_at=self.seen_at,
            change_count=self.change_count + 1,
            follow_up_count=self.follow_up_count + is_follow_up,
        )


def in_control_arm(document_key: str) -> bool:
    """Whether the document belongs to the 1 % on the fixed schedule; the same answer for ever."""
    digest = hashlib.blake2b(document_key.encode(), digest_size=8, person=b"recheck").digest()
    return int.from_bytes(digest) < CONTROL_SHARE * 2**64


_TIMES = ("discovered_at", "published_at", "last_checked_at", "last_changed_at", "unchanged_at")
_SCALARS = ("is_control", "change_count", "follow_up_count", "check_count")


def watch_to_payload(watch: Watch) -> dict[str, str | int | bool | None]:
    """The watch as one flat JSON object."""
    times = {name: getattr(watch, name) for name in _TIMES}
    payload: dict[str, str | int | bool | None] = {
        name: None if time is None else time.isoformat() for name, time in times.items()
    }
    return payload | {name: getattr(watch, name) for name in _SCALARS}


def watch_from_payload(payload: dict[str, str | int | bool | None]) -> Watch:
    """The watch that `watch_to_payload` wrote."""
    times = {name: payload.get(name) for name in _TIMES}
    return Watch(
        **{
            name: None if text is None else datetime.fromisoformat(str(text)).astimezone(UTC)
            for name, text in times.items()
        },  # type: ignore[arg-type]
        is_control=bool(payload.get("is_control")),
        change_count=int(payload.get("change_count") or 0),
        follow_up_count=int(payload.get("follow_up_count") or 0),
        check_count=int(payload.get("check_count") or 0),
    )
