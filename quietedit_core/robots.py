"""May we ask for this address, as the site's robots.txt has it?

Protego matches the patterns. What it would misread is put right before it looks: bytes that do not
decode, marks and line ends, names of agents, records that are none as RFC 9309 has it
(https://www.rfc-editor.org/rfc/rfc9309).
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from datetime import timedelta
from enum import StrEnum
from urllib.parse import quote

from protego import Protego

from quietedit_core.errors import InvalidUrl
from quietedit_core.urls import origin_of, path_of

# RFC 9309 2.5 asks parsers for at least 500 KiB.
BODY_LIMIT_BYTES = 500 * 1024
# RFC 9309 2.4: not to be used for longer than a day.
FRESH_FOR = timedelta(hours=24)
# RFC 9309 2.3.1.4 calls 30 days a reasonable time to hold the last good copy.
HELD_FOR = timedelta(days=30)
_RETRY_AFTER = timedelta(hours=1)
# Nobody means more: what stands here is a typing error or milliseconds.
_CRAWL_DELAY_LIMIT_SECONDS = 86_400.0

_LINE_END = re.compile(rb"\r\n|\r|\n")
_AGENT_NAME = re.compile(r"[A-Za-z_-]+|[0-9][\w.-]*", re.ASCII)
_COMPATIBLE = re.compile(r"compatible;\s*([\w-]+)", re.ASCII)
_PATTERN_SAFE = "!#$%&'()*+,/:;=?@[]~"
# How sites write the four records that count; misspellings as Google's parser takes them:
# https://github.com/google/robotstxt/blob/455b1583103d13ad88fe526bc058d6b9f3309215/robots.cc
_FIELDS = {
    "user-agent": "User-agent",
    "useragent": "User-agent",
    "user agent": "User-agent",
    "allow": "Allow",
    "disallow": "Disallow",
    "dissallow": "Disallow",
    "dissalow": "Disallow",
    "disalow": "Disallow",
    "diasllow": "Disallow",
    "disallaw": "Disallow",
    "crawl-delay": "Crawl-delay",
    "crawl delay": "Crawl-delay",
    "crawldelay": "Crawl-delay",
}
_RECORD = re.compile(rf"\s*({'|'.join(_FIELDS)})(?:\s*:|\s)(.*)", re.IGNORECASE | re.DOTALL)


@dataclass(frozen=True, slots=True)
class RobotsRules:
    """What one robots.txt asks for; it speaks for one scheme, host and port."""

    origin: str
    matcher: Protego | None = field(repr=False, compare=False)
    forbids_all: bool = False

    def allows(self, url: str, agent: str) -> bool:
        """Whether the agent, a product token or a whole User-Agent, may ask for the address."""
        try:
            path = path_of(url)
        except InvalidUrl:
            return False
        # RFC 9309 2.2.2: "The /robots.txt URI is implicitly allowed."
        if path == "/robots.txt":
            return True
        if self.matcher is None:
            return not self.forbids_all
        return self.matcher.can_fetch(f"https://host{path}", _marked(_product_token(agent)))

    def crawl_delay(self, agent: str) -> float | None:
        """Seconds between two requests, at most a day."""
        if self.matcher is None:
            return None
        delay = self.matcher.crawl_delay(_marked(_product_token(agent)))
        return None if delay is None else min(delay, _CRAWL_DELAY_LIMIT_SECONDS)


ALLOW_ALL = RobotsRules("", None)
FORBID_ALL = RobotsRules("", None, forbids_all=True)


def parse_robots(body: bytes, *, url: str = "https://host/robots.txt") -> RobotsRules:
    """Read a robots.txt, however it is written; what is no rule is passed over."""
    try:
        origin = origin_of(url)
    except InvalidUrl:
        origin = ""
    return RobotsRules(origin, Protego.parse("\n".join(_records(_within_limit(_as_utf8(body))))))


class RobotsReason(StrEnum):
    READ = "read"
    UNCHANGED = "unchanged"
    ABSENT = "absent"
    REDIRECTED = "too many redirects"
    HELD = "unreachable, last good copy held"
    UNREACHABLE = "unreachable"


@dataclass(frozen=True, slots=True, kw_only=True)
class RobotsVerdict:
    """The rules to go by, why these, for how long; `is_good_copy`: worth holding on to."""

    rules: RobotsRules
    reason: RobotsReason
    fresh_for: timedelta
    is_good_copy: bool


def judge_robots_answer(
    status: int | None,
    *,
    body: bytes = b"",
    url: str = "https://host/robots.txt",
    held: RobotsRules | None = None,
    held_age: timedelta = timedelta(0),
) -> RobotsVerdict:
    """Say which rules hold after an answer (`None`: none came) at the end of its redirects.

    RFC 9309 2.3.1; `held` is the last good copy and `held_age` the time since it was good.
    """
    can_hold = held is not None and held_age <= HELD_FOR
    match status or 0:
        case 304 if held is not None:
            return _verdict(held, RobotsReason.UNCHANGED)
        case code if 200 <= code <= 299:  # noqa: PLR2004  the classes of HTTP
            return _verdict(parse_robots(body, url=url), RobotsReason.READ)
        case code if 300 <= code <= 399:  # noqa: PLR2004
            return _verdict(ALLOW_ALL, RobotsReason.REDIRECTED)
        case code if 400 <= code <= 499:  # noqa: PLR2004
            return _verdict(ALLOW_ALL, RobotsReason.ABSENT)
    if can_hold and held is not None:
        return _stopgap(held, RobotsReason.HELD)
    return _stopgap(FORBID_ALL, RobotsReason.UNREACHABLE)


def robots_url(url: str) -> str:
    """Name the robots.txt that speaks for an address: one per scheme, host and port."""
    return f"{origin_of(url)}/robots.txt"


def _verdict(rules: RobotsRules, reason: RobotsReason) -> RobotsVerdict:
    is_good = reason in {RobotsReason.READ, RobotsReason.UNCHANGED}
    return RobotsVerdict(rules=rules, reason=reason, fresh_for=FRESH_FOR, is_good_copy=is_good)


def _stopgap(rules: RobotsRules, reason: RobotsReason) -> RobotsVerdict:
    return RobotsVerdict(rules=rules, reason=reason, fresh_for=_RETRY_AFTER, is_good_copy=False)


def _as_utf8(body: bytes) -> bytes:
    """Turn UTF-16 into UTF-8; drop marks and NULs. Twice the limit holds the limit in UTF-16."""
    head = body[: 2 * BODY_LIMIT_BYTES + 4]
    if encoding := _utf16_of(head):
        head = head.decode(encoding, "replace").encode("utf-8", "replace")
    return head.removeprefix(b"\xef\xbb\xbf").replace(b"\x00", b"")


def _utf16_of(body: bytes) -> str | None:
    if body.startswith((b"\xff\xfe", b"\xfe\xff")):
        return "utf-16"
    even, odd = body[0:200:2], body[1:200:2]
    if len(odd) > 4 and even.count(0) == 0 and odd.count(0) > len(odd) * 0.7:  # noqa: PLR2004
        return "utf-16-le"
    if len(odd) > 4 and odd.count(0) == 0 and even.count(0) > len(even) * 0.7:  # noqa: PLR2004
        return "utf-16-be"
    return None


def _within_limit(body: bytes) -> bytes:
    """Cut at a line end: half of `Disallow: /private` would forbid more than was meant."""
    if len(body) <= BODY_LIMIT_BYTES:
        return body
    cut = body[:BODY_LIMIT_BYTES]
    return cut[: max(cut.rfind(b"\n"), cut.rfind(b"\r"), 0)]


def _records(body: bytes) -> Iterator[str]:
    """The lines that count, spelled as Protego reads them.

    RFC 9309 2.2.4: other records must not interfere with the grouping, so they go.
    """
    for raw in _LINE_END.split(body):
        for line in _readings(raw.partition(b"#")[0]):
            found = _RECORD.fullmatch(line)
            if found:
                name = _FIELDS[found[1].lower()]
                yield f"{name}: {_cleaned(name, found[2].strip())}"


def _readings(raw: bytes) -> list[str]:
    """A line as UTF-8, or where it is none, as both things its writer may have meant."""
    try:
        return [raw.decode("utf-8")]
    except UnicodeDecodeError:
        return [quote(raw, safe=" \t:" + _PATTERN_SAFE), raw.decode("windows-1252", "replace")]


def _cleaned(name: str, value: str) -> str:
    if name == "User-agent":
        return "*" if value.split()[:1] == ["*"] else _marked(_product_token(value))
    return quote(value, safe=_PATTERN_SAFE) if name in {"Allow", "Disallow"} else value


def _product_token(agent: str) -> str:
    """The name that stands before version and comment, or the one a browser-like string hides."""
    if agent.startswith("Mozilla/") and (hidden := _COMPATIBLE.search(agent)):
        return hidden[1].lower()
    found = _AGENT_NAME.match(agent.strip())
    return found[0].lower() if found else ""


def _marked(token: str) -> str:
    """Protego takes `quiet` for a part of `quietedit`; between marks only equals are parts."""
    return f"={token}="
