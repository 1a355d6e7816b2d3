"""What an exception of the network layers says about a request."""

import http.client
import socket
import ssl
from collections.abc import Iterator

import requests
import urllib3.exceptions

from quietedit_core.outcomes import FetchOutcome

# What urllib3 and its parts raise for things that the world does.
WORLD_ERRORS = (
    requests.RequestException,
    urllib3.exceptions.HTTPError,
    http.client.HTTPException,
    OSError,
    ValueError,  # a chunk size, a length or a name that cannot be read
)

# The most telling first: a connection that was reset is also a bad status line to http.client.
_OUTCOMES: tuple[tuple[type[BaseException], FetchOutcome], ...] = (
    (ssl.SSLError, FetchOutcome.TLS),
    (socket.gaierror, FetchOutcome.DNS),
    (TimeoutError, FetchOutcome.TIMEOUT),
    (http.client.RemoteDisconnected, FetchOutcome.CONNECTION),
    (http.client.LineTooLong, FetchOutcome.HEADER_TOO_LARGE),
    (http.client.HTTPException, FetchOutcome.PROTOCOL),
    (urllib3.exceptions.InvalidHeader, FetchOutcome.PROTOCOL),
    (ConnectionError, FetchOutcome.CONNECTION),
)
_REASON_LENGTH = 200


def explain_failure(error: BaseException) -> tuple[FetchOutcome, str]:
    """The outcome and its reason, from the first cause that is known."""
    causes = list(_walk(error, set()))
    for kind, outcome in _OUTCOMES:
        for cause in causes:
            if isinstance(cause, kind):
                return _refine(outcome, cause), _describe(cause)
    return FetchOutcome.CONNECTION, _describe(causes[-1])


def is_cut_short(error: BaseException) -> bool:
    """Whether the body ended before its announced length or its last chunk."""
    return any(isinstance(cause, http.client.IncompleteRead) for cause in _walk(error, set()))


def _refine(outcome: FetchOutcome, cause: BaseException) -> FetchOutcome:
    """`http.client` uses its root exception for one thing alone: too many header lines."""
    if type(cause) is http.client.HTTPException:
        return FetchOutcome.HEADER_TOO_LARGE
    return outcome


def _describe(cause: BaseException) -> str:
    if isinstance(cause, ssl.SSLCertVerificationError):
        return cause.verify_message[:_REASON_LENGTH]
    said = getattr(cause, "strerror", None) or str(cause)
    reason = f"{type(cause).__name__}: {said}"
    return "".join(filter(str.isprintable, reason))[:_REASON_LENGTH]


def _walk(error: BaseException, seen: set[int]) -> Iterator[BaseException]:
    """The exception and all that it wraps, in the several ways in which the layers wrap."""
    if id(error) in seen:
        return
    seen.add(id(error))
    yield error
    wrapped = (*error.args, getattr(error, "reason", None), error.__cause__, error.__context__)
    for inner in wrapped:
        if isinstance(inner, BaseException):
            yield from _walk(inner, seen)
