"""How long does a person mean?"""

import re

DAY_SECONDS = 86_400
_PART = re.compile(r"(\d{1,9}(?:\.\d{1,9})?)\s*([a-z]*)", re.ASCII)
_UNITS = {
    **dict.fromkeys(("", "s", "sec", "second", "seconds"), 1),
    **dict.fromkeys(("m", "min", "mins", "minute", "minutes"), 60),
    **dict.fromkeys(("h", "hour", "hours"), 3_600),
    **dict.fromkeys(("d", "day", "days"), DAY_SECONDS),
}


def parse_duration(text: str) -> float | None:
    """Seconds, or numbers with units; None where it is neither.

    >>> [parse_duration(text) for text in ("900", "15 min", "1 h 30 min", "soon")]
    [900.0, 900.0, 5400.0, None]
    """
    text = text.lower()
    parts = _PART.findall(text)
    is_bare = len(parts) > 1 and any(not unit for _, unit in parts)
    if _PART.sub("", text).strip() or not parts or is_bare:
        return None
    if any(unit not in _UNITS for _, unit in parts):
        return None
    return sum(float(number) * _UNITS[unit] for number, unit in parts)
