"""What a server says to one request.

One hop a call: a redirect is an answer of its own, so that robots.txt, the host's slot and the
address are looked at again for the next. Whatever the world does comes back as an `Answer`.
"""

from collections.abc import Iterable, Mapping
from contextlib import suppress
from dataclasses import dataclass, field, replace
from http import HTTPStatus
from types import MappingProxyType, TracebackType
from typing import Self
from urllib.parse import quote

import ada_url
import requests
from requests.structures import CaseInsensitiveDict

from quietedit_core.outcomes import FetchOutcome, find_challenge, is_answer, outcome_of_status
from quietedit_pipeline.addresses import AddressGuard, Resolve
from quietedit_pipeline.bodies import ACCEPT_ENCODING, decode_body, is_gzip
from quietedit_pipeline.connecting import CheckedAdapter, Hop
from quietedit_pipeline.failures import WORLD_ERRORS, explain_failure, is_cut_short
from quietedit_pipeline.metering import FetchLimits, Meter

ACCEPT = "text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8"

_PIECE_BYTES = 64 * 1024
_URL_LENGTH = 32 * 1024
_ASCII = "".join(map(chr, range(0x80)))
_BODILESS = frozenset({204, 205, 304})
_REDIRECT_BODY_BYTES = 64 * 1024
_REDIRECT_BODY_SECONDS = 2.0
_DEFAULT_PORTS = {"http:": 80, "https:": 443}
_TEXTUAL = ("text/", "application/xml", "application/xhtml", "application/rss", "application/atom")


@dataclass(frozen=True, slots=True, kw_only=True)
class Answer:
    """What came of one request.

    `body` is decoded and there wherever the server sent one that can be read whole or in part;
    `headers` have lower-case names; `location` is where a redirect points to, absolute.
    """

    outcome: FetchOutcome
    url: str = ""
    reason: str = ""
    status: int | None = None
    headers: Mapping[str, str] = field(default_factory=lambda: MappingProxyType({}))
    body: bytes | None = None
    is_truncated: bool = False
    location: str | None = None
    wire_bytes: int = 0
    elapsed_seconds: float = 0.0
    peer_address: str | None = None


class Fetcher:
    """Asks servers, within limits; may be shared by any number of threads."""

    def __init__(
        self,
        *,
        user_agent: str,
        contact: str | None = None,
        limits: FetchLimits | None = None,
        open_hosts: Iterable[str] = (),
        pinned: Mapping[str, str] | None = None,
        resolve: Resolve | None = None,
        ca_bundle: str | None = None,
        hosts_kept: int = 256,
    ) -> None:
        guard = AddressGuard(open_hosts=open_hosts, pinned=pinned, resolve=resolve)
        self._adapter = CheckedAdapter(guard, hosts_kept=hosts_kept, ca_bundle=ca_bundle)
        self._limits = limits or FetchLimits()
        if not _is_safe(user_agent + (contact or "")):
            raise ValueError(f"not to be sent in a header: {user_agent!r}, {contact!r}")
        self._headers = {"User-Agent": user_agent, "Accept-Encoding": ACCEPT_ENCODING}
        if contact:
            self._headers["From"] = contact

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        self.close()

    def close(self) -> None:
        """Close the connections that were kept."""
        self._adapter.close()

    def get(
        self,
        url: str,
        *,
        etag: str | None = None,
        last_modified: str | None = None,
        accept: str = ACCEPT,
    ) -> Answer:
        """Ask once for an address, conditionally where a validator is given."""
        found = _read_url(url)
        if isinstance(found, str):
            return Answer(url=url, outcome=FetchOutcome.INVALID_URL, reason=found)
        conditions = {"If-None-Match": etag, "If-Modified-Since": last_modified}
        asked = {name: value for name, value in conditions.items() if value and _is_safe(value)}
        request = requests.PreparedRequest()
        request.method = "GET"
        request.url = found.href
        request.headers = CaseInsensitiveDict({**self._headers, "Accept": accept, **asked})
        answer = self._ask(request, found)
        if answer.outcome is FetchOutcome.NOT_MODIFIED and not asked:
            reason = "304 although no condition was set"
            answer = replace(answer, outcome=FetchOutcome.PROTOCOL, reason=reason)
        return replace(answer, url=url)

    def _ask(self, request: requests.PreparedRequest, found: ada_url.URL) -> Answer:
        meter = Meter(self._limits)
        self._adapter.begin(_make_hop(found, meter))
        try:
            response = self._adapter.send(
                request, stream=True, timeout=self._limits.connect_seconds
            )
        except WORLD_ERRORS as error:
            return _measure(_fail(Answer(outcome=FetchOutcome.CONNECTION), meter, error), meter)
        try:
            head = _read_head(response, found)
            return _measure(self._read_body(head, response, meter), meter)
        finally:
            response.close()

    def _read_body(self, head: Answer, response: requests.Response, meter: Meter) -> Answer:
        if head.outcome is FetchOutcome.REDIRECTED:
            _drain(response, meter)
        if head.outcome is FetchOutcome.REDIRECTED or not is_answer(head.outcome):
            return head
        try:
            wire, is_truncated = _read_wire(response, meter)
        except WORLD_ERRORS as error:
            return _fail(head, meter, error)
        if head.status in _BODILESS:
            return head
        decoded = decode_body(
            wire, _list_codings(head.headers, wire), limit_bytes=self._limits.body_bytes
        )
        is_part = is_truncated or decoded.is_truncated or head.status == HTTPStatus.PARTIAL_CONTENT
        notes = (head.reason, "body cut short" if is_truncated else "", *decoded.notes)
        return replace(
            head,
            outcome=decoded.problem or head.outcome,
            reason="; ".join(filter(None, notes)),
            body=decoded.body,
            is_truncated=is_part,
        )


def _make_hop(found: ada_url.URL, meter: Meter) -> Hop:
    return Hop(
        scheme=found.protocol.removesuffix(":"),
        host=found.hostname,
        port=int(found.port or _DEFAULT_PORTS[found.protocol]),
        path=found.pathname + found.search,
        meter=meter,
    )


def _read_url(url: str) -> ada_url.URL | str:
    """The address by the WHATWG rules, or why it cannot be asked for."""
    if len(url) > _URL_LENGTH:
        return f"longer than {_URL_LENGTH} characters"
    try:
        found = ada_url.URL(url)
    except ValueError:
        return "not an address"
    if found.protocol not in _DEFAULT_PORTS:
        return f"not http or https but {found.protocol[:40]}"
    if found.username or found.password:
        return "carries a user name or a password"
    found.hash = ""
    return found


def _read_head(response: requests.Response, found: ada_url.URL) -> Answer:
    """The answer as far as status and headers tell it."""
    raw = response.raw.headers
    headers = {
        _clean(name.lower()): _clean(value)
        for name, value in raw.itermerged()
        if name.lower() != "set-cookie"
    }
    challenge = find_challenge(headers)
    outcome = outcome_of_status(response.status_code)
    location, reason = None, f"status {response.status_code}"
    if outcome is FetchOutcome.FETCHED:
        reason = "" if response.status_code == HTTPStatus.OK else reason
    if outcome is FetchOutcome.REDIRECTED:
        location, problem = _read_location(raw.getlist("location"), found)
        reason = problem or reason
    return Answer(
        outcome=FetchOutcome.BOT_WALL if challenge else outcome,
        reason=challenge or reason,
        status=response.status_code,
        headers=MappingProxyType(headers),
        location=location,
    )


def _clean(value: str) -> str:
    """A header without control characters: a database takes no text with a zero byte."""
    return "".join(filter(str.isprintable, value)).strip()


def _read_location(values: list[str], found: ada_url.URL) -> tuple[str | None, str]:
    """Where a redirect points to, and what is wrong with it if it cannot be followed."""
    if not values:
        return None, "redirect without a location"
    if len(set(values)) > 1:
        return None, f"redirect with {len(set(values))} locations"
    try:
        target = ada_url.URL(_read_bytes(values[0]), found.href)
    except ValueError:
        return None, f"redirect to no address: {values[0][:100]!r}"
    if target.protocol not in _DEFAULT_PORTS:
        return None, f"redirect out of the web: {target.href[:100]!r}"
    return target.href, ""


def _read_bytes(value: str) -> str:
    """What `http.client` read as latin-1: UTF-8 mostly, else bytes that are passed on as such."""
    try:
        return value.encode("latin-1").decode()
    except UnicodeError:
        return quote(value, safe=_ASCII, encoding="latin-1", errors="replace")


def _read_wire(response: requests.Response, meter: Meter) -> tuple[bytes, bool]:
    """The body as it was sent, and whether its end is missing; raises WORLD_ERRORS."""
    raw = response.raw
    meter.announce(raw.length_remaining or 0)
    parts: list[bytes] = []
    try:
        while part := raw.read1(_PIECE_BYTES, decode_content=False):
            parts.append(part)
    except WORLD_ERRORS as error:
        if not is_cut_short(error):
            raise
        return b"".join(parts), True
    return b"".join(parts), False


def _drain(response: requests.Response, meter: Meter) -> None:
    """Read the few bytes below a redirect, so that the connection can be used again."""
    meter.tighten(further_bytes=_REDIRECT_BODY_BYTES, further_seconds=_REDIRECT_BODY_SECONDS)
    with suppress(*WORLD_ERRORS):  # the redirect itself has been read
        _read_wire(response, meter)


def _list_codings(headers: Mapping[str, str], wire: bytes) -> str:
    """The codings as labelled; text that is gzip all the same has lost its label."""
    labelled = headers.get("content-encoding", "")
    is_text = headers.get("content-type", "").lower().startswith(_TEXTUAL)
    return "gzip" if not labelled and is_text and is_gzip(wire) else labelled


def _fail(head: Answer, meter: Meter, error: BaseException) -> Answer:
    """The meter knows best why it ended a request; else the exception has to tell."""
    ended = meter.ended
    outcome, reason = (ended.outcome, str(ended)) if ended else explain_failure(error)
    return replace(head, outcome=outcome, reason=reason)


def _measure(answer: Answer, meter: Meter) -> Answer:
    return replace(
        answer,
        wire_bytes=meter.wire_bytes,
        elapsed_seconds=meter.elapsed_seconds,
        peer_address=meter.peer_address,
    )


def _is_safe(value: str) -> bool:
    """Whether a validator can stand in a header as the server once sent it."""
    return all(" " <= character <= "\xff" and character != "\x7f" for character in value)
