"""What can come of a request.

Whatever the world does has a name here and a row in the ledger; none of it is an exception.
What each outcome asks of us (try again, believe the page, count against the source) follows
from the tables below.
"""

from collections.abc import Mapping
from datetime import UTC, datetime
from email.utils import parsedate_to_datetime
from enum import StrEnum


class FetchOutcome(StrEnum):
    """How one request ended; stored as text."""

    # The server answered, and we have its body or need none.
    FETCHED = "fetched"
    NOT_MODIFIED = "not_modified"
    UNCHANGED = "unchanged"  # 200 with the very bytes we hold
    REDIRECTED = "redirected"
    GONE = "gone"
    NOT_FOUND = "not_found"
    FORBIDDEN = "forbidden"
    WITHHELD = "withheld"  # 451: withheld for legal reasons, often news in itself
    RATE_LIMITED = "rate_limited"
    BOT_WALL = "bot_wall"
    CLIENT_ERROR = "client_error"
    SERVER_ERROR = "server_error"
    # The server answered, and its answer is of no use.
    REDIRECT_LOOP = "redirect_loop"
    TOO_MANY_REDIRECTS = "too_many_redirects"
    TOO_LARGE = "too_large"
    HEADER_TOO_LARGE = "header_too_large"
    SLOW = "slow"  # bytes came, but not all of them in the time we give
    DECODING = "decoding"
    PROTOCOL = "protocol"
    # No answer.
    TIMEOUT = "timeout"
    DNS = "dns"
    TLS = "tls"
    CONNECTION = "connection"
    INTERRUPTED = "interrupted"  # our own process ended before the answer
    # Not asked.
    INVALID_URL = "invalid_url"
    REFUSED_ADDRESS = "refused_address"
    ROBOTS_FORBIDDEN = "robots_forbidden"


# SPEC.md: retries on 5xx and transport errors only. A size, a certificate or a wall is the same
# a second later; 429 puts the host off instead.
_RETRYABLE = frozenset(
    {
        FetchOutcome.SERVER_ERROR,
        FetchOutcome.TIMEOUT,
        FetchOutcome.SLOW,
        FetchOutcome.DNS,
        FetchOutcome.CONNECTION,
        FetchOutcome.PROTOCOL,
        FetchOutcome.DECODING,
        FetchOutcome.INTERRUPTED,
    }
)
_NOT_ASKED = frozenset(
    {
        FetchOutcome.INVALID_URL,
        FetchOutcome.REFUSED_ADDRESS,
        FetchOutcome.ROBOTS_FORBIDDEN,
    }
)
_ANSWERS = frozenset(
    {
        FetchOutcome.FETCHED,
        FetchOutcome.NOT_MODIFIED,
        FetchOutcome.UNCHANGED,
        FetchOutcome.REDIRECTED,
        FetchOutcome.GONE,
        FetchOutcome.NOT_FOUND,
        FetchOutcome.FORBIDDEN,
        FetchOutcome.WITHHELD,
        FetchOutcome.RATE_LIMITED,
        FetchOutcome.BOT_WALL,
        FetchOutcome.CLIENT_ERROR,
        FetchOutcome.SERVER_ERROR,
    }
)
# What says that a server is in trouble or wants to be left alone, for the breaker.
_SOURCE_FAILURES = (_RETRYABLE - {FetchOutcome.INTERRUPTED}) | {
    FetchOutcome.TLS,
    FetchOutcome.RATE_LIMITED,
    FetchOutcome.BOT_WALL,
    FetchOutcome.HEADER_TOO_LARGE,
}
_REMOVALS = frozenset({FetchOutcome.GONE, FetchOutcome.NOT_FOUND, FetchOutcome.WITHHELD})

_BY_STATUS = {
    301: FetchOutcome.REDIRECTED,
    302: FetchOutcome.REDIRECTED,
    303: FetchOutcome.REDIRECTED,
    304: FetchOutcome.NOT_MODIFIED,
    307: FetchOutcome.REDIRECTED,
    308: FetchOutcome.REDIRECTED,
    401: FetchOutcome.FORBIDDEN,
    402: FetchOutcome.FORBIDDEN,
    403: FetchOutcome.FORBIDDEN,
    404: FetchOutcome.NOT_FOUND,
    407: FetchOutcome.FORBIDDEN,
    408: FetchOutcome.TIMEOUT,
    410: FetchOutcome.GONE,
    429: FetchOutcome.RATE_LIMITED,
    451: FetchOutcome.WITHHELD,
}
_BY_HUNDRED = {
    2: FetchOutcome.FETCHED,
    4: FetchOutcome.CLIENT_ERROR,
    5: FetchOutcome.SERVER_ERROR,
}

# Headers with which the large protection services own up to a challenge, whatever the status.
_CHALLENGES = (
    ("cf-mitigated", frozenset({"challenge"})),
    ("x-amzn-waf-action", frozenset({"challenge", "captcha"})),
    ("x-vercel-mitigated", frozenset({"challenge", "deny"})),
    ("sg-captcha", frozenset({"challenge"})),
)

RETRY_AFTER_CEILING_SECONDS = 7 * 24 * 3600.0


def is_retryable(outcome: FetchOutcome) -> bool:
    """Whether the same request may fare better after a short pause."""
    return outcome in _RETRYABLE


def is_answer(outcome: FetchOutcome) -> bool:
    """Whether the server has said something that can be taken at its word."""
    return outcome in _ANSWERS


def is_removal(outcome: FetchOutcome) -> bool:
    """Whether the server says that the article is not, or no longer, to be had."""
    return outcome in _REMOVALS


def is_source_failure(outcome: FetchOutcome) -> bool:
    """Whether the outcome counts against its source in the circuit breaker."""
    return outcome in _SOURCE_FAILURES


def was_asked(outcome: FetchOutcome) -> bool:
    """Whether a request was made at all."""
    return outcome not in _NOT_ASKED


def outcome_of_status(status: int) -> FetchOutcome:
    """The outcome that a status code stands for.

    >>> outcome_of_status(418)
    <FetchOutcome.CLIENT_ERROR: 'client_error'>
    """
    by_hundred = _BY_HUNDRED.get(status // 100, FetchOutcome.PROTOCOL)
    return _BY_STATUS.get(status, by_hundred)


def find_challenge(headers: Mapping[str, str]) -> str | None:
    """The header, named in lower case, by which an answer shows itself to be a bot wall."""
    return next(
        (
            f"{name}: {headers[name]}"
            for name, values in _CHALLENGES
            if headers.get(name, "").strip().lower() in values
        ),
        None,
    )


def retry_after_seconds(
    value: str | None, *, now: datetime, ceiling_seconds: float = RETRY_AFTER_CEILING_SECONDS
) -> float | None:
    """How long a `Retry-After` asks us to wait, between 0 and the ceiling; None: it says nothing.

    https://www.rfc-editor.org/rfc/rfc9110#section-10.2.3
    """
    wait = _read_seconds((value or "").strip(), now)
    return None if wait is None else min(max(wait, 0.0), ceiling_seconds)


def _read_seconds(text: str, now: datetime) -> float | None:
    whole, _, fraction = text.partition(".")  # 120.0 is against the rules and seen in the wild
    if whole.isascii() and whole.isdigit() and (fraction or "0").isdigit():
        return float(whole[:12])
    try:
        until = parsedate_to_datetime(text)
        aware = until if until.tzinfo else until.replace(tzinfo=UTC)
        return (aware - now).total_seconds()
    except (ValueError, TypeError, IndexError, OverflowError):
        return None
