"""How does an instant stand in a payload?"""

from datetime import UTC, datetime


def instant_to_text(instant: datetime | None) -> str | None:
    """The instant in UTC, to the microsecond."""
    return None if instant is None else instant.astimezone(UTC).isoformat()


def instant_from_text(text: object) -> datetime | None:
    """What `instant_to_text` wrote; None where nothing stands."""
    return None if text is None else datetime.fromisoformat(str(text)).astimezone(UTC)
