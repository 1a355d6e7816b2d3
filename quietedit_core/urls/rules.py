"""Which spellings of an address has a site itself shown to mean the same page?

A site's canonical links are the evidence: `/a/amp` says it is `/a`, `?ref=x` says it is the bare
address. A rule needs several articles that show it and none that denies it.
"""

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Self
from urllib.parse import unquote_plus

from quietedit_core.errors import InvalidUrl
from quietedit_core.urls.addresses import Address, registrable_domain

# Distinct articles that have to show a rule before it is one.
_NEEDED = 3

# The only ways in which we let a path be read as another. The order is that of application.
PATH_SUFFIXES = (
    ("/index.html", "/"),
    ("/index.htm", "/"),
    ("/index.php", "/"),
    ("/default.aspx", "/"),
    ("/amp/", "/"),
    ("/amp/", ""),
    ("/amp", "/"),
    ("/amp", ""),
    ("/amp.html", "/"),
    ("/amp.html", ".html"),
    (".amp.html", ".html"),
    (".amp", ".html"),
    (".amp", ""),
    ("-amp.html", ".html"),
    ("/", ""),
    ("", "/"),
)
PATH_PREFIXES = (("/amp/", "/"), ("/m/", "/"), ("/mobile/", "/"))


class UrlRuleKind(StrEnum):
    HOST = "host"
    HTTPS = "https"
    PARAMETER = "parameter"
    PATH_PREFIX = "path prefix"
    PATH_SUFFIX = "path suffix"


@dataclass(frozen=True, slots=True)
class UrlRule:
    """On this host, `what` is as good as `becomes`; one row of the table `url_rule`."""

    host: str
    kind: UrlRuleKind
    what: str = ""
    becomes: str = ""


@dataclass(frozen=True, slots=True)
class UrlRules:
    """All rules for the hosts at hand."""

    rules: frozenset[UrlRule] = frozenset()
    _hosts: dict[str, str] = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        hosts = {rule.host: rule.becomes for rule in self.rules if rule.kind is UrlRuleKind.HOST}
        object.__setattr__(self, "_hosts", hosts)

    @classmethod
    def of(cls, rules: Iterable[UrlRule]) -> Self:
        return cls(frozenset(rules))

    def fold_host(self, host: str) -> str:
        """Follow a host to the one it stands for; hosts that point at each other share one."""
        passed = {host}
        while (target := self._hosts.get(host, host)) not in passed:
            if registrable_domain(target) != registrable_domain(host):
                return host
            passed.add(target)
            host = target
        return host if target == host else min(passed)

    def has(self, host: str, kind: UrlRuleKind, what: str = "", becomes: str = "") -> bool:
        return UrlRule(host, kind, what, becomes) in self.rules


def learn_url_rules(pairs: Iterable[tuple[str, str]]) -> UrlRules:
    """Learn from pairs of an address as asked for and the canonical one its page declared.

    Pairs of two equal addresses belong in: they are what denies a rule.
    """
    ballot = _Ballot()
    for seen, canonical in _read_pairs(pairs):
        for rule in _shown(seen, canonical):
            ballot.articles[rule].add(canonical.url)
        ballot.denied.update(_denied(canonical))
        ballot.homes.add(canonical.host)
    return UrlRules.of(ballot.elected())


@dataclass(frozen=True, slots=True)
class _Ballot:
    articles: dict[UrlRule, set[str]] = field(default_factory=lambda: defaultdict(set))
    denied: set[UrlRule] = field(default_factory=set)
    homes: set[str] = field(default_factory=set)

    def elected(self) -> Iterator[UrlRule]:
        targets = Counter(rule.host for rule in self.articles if rule.kind is UrlRuleKind.HOST)
        for rule, articles in self.articles.items():
            # A host that is canonical for one article, or leads to two others, stands for none.
            is_host = rule.kind is UrlRuleKind.HOST
            is_torn = is_host and (rule.host in self.homes or targets[rule.host] > 1)
            if len(articles) >= _NEEDED and rule not in self.denied and not is_torn:
                yield rule


def _read_pairs(pairs: Iterable[tuple[str, str]]) -> Iterator[tuple[Address, Address]]:
    for seen_url, canonical_url in pairs:
        try:
            seen, canonical = Address.parse(seen_url), Address.parse(canonical_url)
        except InvalidUrl:
            continue
        if registrable_domain(seen.host) == registrable_domain(canonical.host):
            yield seen, canonical


def _shown(seen: Address, canonical: Address) -> Iterator[UrlRule]:
    """The rules that together turn one into the other; nothing where none of ours do."""
    path_rules = list(_path_rules(seen.path, canonical))
    if seen.path != canonical.path and not path_rules:
        return
    yield from path_rules
    if seen.host != canonical.host:
        yield UrlRule(seen.host, UrlRuleKind.HOST, "", canonical.host)
    if (seen.scheme, canonical.scheme) == ("http", "https"):
        yield UrlRule(canonical.host, UrlRuleKind.HTTPS)
    for name in parameter_names(seen.query) - parameter_names(canonical.query):
        yield UrlRule(canonical.host, UrlRuleKind.PARAMETER, name)


def _denied(canonical: Address) -> Iterator[UrlRule]:
    """The rules that would make something else of an address that the site calls canonical."""
    for name in parameter_names(canonical.query):
        yield UrlRule(canonical.host, UrlRuleKind.PARAMETER, name)
    if canonical.scheme == "http":
        yield UrlRule(canonical.host, UrlRuleKind.HTTPS)
    for what, becomes in PATH_SUFFIXES:
        if cut_suffix(canonical.path, what, becomes) is not None:
            yield UrlRule(canonical.host, UrlRuleKind.PATH_SUFFIX, what, becomes)
    for what, becomes in PATH_PREFIXES:
        if cut_prefix(canonical.path, what, becomes) is not None:
            yield UrlRule(canonical.host, UrlRuleKind.PATH_PREFIX, what, becomes)


def _path_rules(path: str, canonical: Address) -> Iterator[UrlRule]:
    for what, becomes in PATH_SUFFIXES:
        if cut_suffix(path, what, becomes) == canonical.path:
            yield UrlRule(canonical.host, UrlRuleKind.PATH_SUFFIX, what, becomes)
            return
    for what, becomes in PATH_PREFIXES:
        if cut_prefix(path, what, becomes) == canonical.path:
            yield UrlRule(canonical.host, UrlRuleKind.PATH_PREFIX, what, becomes)
            return


def cut_suffix(path: str, what: str, becomes: str) -> str | None:
    """The path under one suffix rule, or `None` where the rule has no hold on it."""
    if not path.endswith(what) or path == "/":
        return None
    # A slash is added to what looks like a folder alone.
    if not what and (path.endswith("/") or "." in path.rpartition("/")[2]):
        return None
    cut = path[: len(path) - len(what)] + becomes
    return cut if cut.startswith("/") else None


def cut_prefix(path: str, what: str, becomes: str) -> str | None:
    if not path.startswith(what) or path == what:
        return None
    return becomes + path[len(what) :]


def parameter_names(query: str) -> set[str]:
    return {parameter_name(pair) for pair in query.split("&") if pair}


def parameter_name(pair: str) -> str:
    return unquote_plus(pair.partition("=")[0]).lower()
