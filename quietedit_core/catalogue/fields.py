"""How is one value of a catalogue read?

Values are taken as they are written, whatever YAML would make of them: `no` is Norwegian here, and
`1843` may be a magazine.
"""

import re
from collections.abc import Callable, Mapping

import yaml
from lxml import etree

from quietedit_core.catalogue.specs import KEY, KEY_LIMIT
from quietedit_core.durations import DAY_SECONDS, parse_duration
from quietedit_core.errors import InvalidUrl
from quietedit_core.urls import canonicalize

_TEXT_LIMIT = 4_096
_TOPIC_LIMIT = 64
_POLL_LIMIT_SECONDS = 31 * DAY_SECONDS
_CEILING_LIMIT = 100_000

_NULL = "tag:yaml.org,2002:null"
_UNFIT = re.compile(r"[\x00-\x1f\x7f-\x9f\ud800-\udfff\ufffe\uffff]")
_LANGUAGE = re.compile(r"([A-Za-z]{2,3})((?:-[A-Za-z0-9]{2,8})*)", re.ASCII)
_TRUTH = {"true": True, "yes": True, "on": True, "false": False, "no": False, "off": False}
_SELECTED = ("title", "body", "drop")


class Unfit(ValueError):  # noqa: N818  reads as it is used; never leaves the room
    """A value that cannot be taken, and the node that holds it."""

    def __init__(self, problem: str, node: yaml.Node) -> None:
        super().__init__(problem)
        self.problem = problem
        self.line: int = node.start_mark.line + 1


def read_text(node: yaml.Node) -> str:
    if not isinstance(node, yaml.ScalarNode) or node.tag == _NULL:
        raise Unfit("should be a text", node)
    text: str = node.value.strip()
    if not text:
        raise Unfit("is empty", node)
    if len(text) > _TEXT_LIMIT:
        raise Unfit(f"is longer than {_TEXT_LIMIT} characters", node)
    if found := _UNFIT.search(text):
        raise Unfit(f"holds the control character U+{ord(found[0]):04X}", node)
    return text


def read_url(node: yaml.Node) -> str:
    url = read_text(node)
    try:
        canonicalize(url)
    except InvalidUrl as error:
        raise Unfit(f"is {error.reason}: {url[:200]!r}", node) from None
    return url


def read_key(node: yaml.Node) -> str:
    key = read_text(node)
    if len(key) > KEY_LIMIT or not KEY.fullmatch(key):
        raise Unfit(f"should be lower-case letters, digits and hyphens, not {key[:200]!r}", node)
    return key


def read_language(node: yaml.Node) -> str:
    language = read_text(node)
    found = _LANGUAGE.fullmatch(language)
    if not found:
        raise Unfit(f"should be a language tag like `de` or `pt-BR`, not {language[:80]!r}", node)
    return found[1].lower() + found[2]


def read_topics(node: yaml.Node) -> tuple[str, ...]:
    """One topic or a list of them, each once."""
    topics = tuple(dict.fromkeys(_read_texts(node)))
    if len(topics) > _TOPIC_LIMIT:
        raise Unfit(f"has more than {_TOPIC_LIMIT} entries", node)
    return topics


def read_poll_interval(node: yaml.Node) -> int:
    seconds = round(_read_duration(node))
    if not 1 <= seconds <= _POLL_LIMIT_SECONDS:
        raise Unfit("should be between a second and 31 days", node)
    return seconds


def read_delay(node: yaml.Node) -> float:
    seconds = _read_duration(node)
    if seconds > DAY_SECONDS:
        raise Unfit("should be a day at most", node)
    return seconds


def read_ceiling(node: yaml.Node) -> int:
    text = read_text(node)
    number = int(text) if text.isascii() and text.isdigit() and len(text) <= 9 else 0  # noqa: PLR2004  digits
    if not 1 <= number <= _CEILING_LIMIT:
        raise Unfit(f"should be a whole number from 1 to {_CEILING_LIMIT}, not {text[:80]!r}", node)
    return number


def read_truth(node: yaml.Node) -> bool:
    text = read_text(node)
    if text.lower() not in _TRUTH:
        raise Unfit(f"should be true or false, not {text[:80]!r}", node)
    return _TRUTH[text.lower()]


def read_selectors(node: yaml.Node) -> tuple[tuple[str, str], ...]:
    if not isinstance(node, yaml.MappingNode):
        raise Unfit(f"should be a mapping of {', '.join(_SELECTED)}", node)
    pairs: list[tuple[str, str]] = []
    for part_node, selector_node in node.value:
        part = read_text(part_node)
        if part not in _SELECTED:
            raise Unfit(f"knows {', '.join(_SELECTED)}, not {part[:80]!r}", part_node)
        selectors = _read_texts(selector_node)
        if any(part == other for other, _ in pairs):
            raise Unfit(f"has {part!r} twice", part_node)
        if part != "drop" and len(selectors) != 1:
            raise Unfit(f"takes one selector for {part!r}", selector_node)
        pairs += [(part, _checked_selector(selector, selector_node)) for selector in selectors]
    return tuple(pairs)


# What a feed may say, by the field of FeedSpec it fills.
READERS: Mapping[str, Callable[[yaml.Node], object]] = {
    "key": read_key,
    "url": read_url,
    "name": read_text,
    "source": read_text,
    "topics": read_topics,
    "language": read_language,
    "poll_interval_seconds": read_poll_interval,
    "delay_seconds": read_delay,
    "hourly_ceiling": read_ceiling,
    "selectors": read_selectors,
    "active": read_truth,
}
SYNONYMS = {"poll_interval": "poll_interval_seconds", "delay": "delay_seconds"}


def _read_texts(node: yaml.Node) -> list[str]:
    if isinstance(node, yaml.SequenceNode):
        return [read_text(each) for each in node.value]
    return [read_text(node)]


def _read_duration(node: yaml.Node) -> float:
    """Seconds, or numbers with units: `900`, `15 min`, `1 h 30 min`."""
    text = read_text(node)
    seconds = parse_duration(text)
    if seconds is None:
        raise Unfit(f"should be seconds or like `15 min` or `2 h`, not {text[:80]!r}", node)
    return seconds


def _checked_selector(selector: str, node: yaml.Node) -> str:
    if selector.startswith(("/", "./", "(")):
        try:
            etree.XPath(selector)
        except etree.XPathError as error:
            raise Unfit(f"is no XPath ({error}): {selector[:200]!r}", node) from None
    return selector
