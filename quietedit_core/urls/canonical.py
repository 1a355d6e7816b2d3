"""Which one address names this article?

Spelling is settled here (what a browser takes to be the same, what trackers hang on), a site's own
habits by the rules that its canonical links have taught. What no rule covers stays apart: two
documents can be made one later, one that was two articles cannot be taken apart.
"""

import re
import tomllib
from dataclasses import replace
from functools import cache
from importlib.resources import files
from typing import NewType

from quietedit_core.errors import InvalidUrl
from quietedit_core.urls.addresses import Address, registrable_domain
from quietedit_core.urls.rules import (
    PATH_PREFIXES,
    PATH_SUFFIXES,
    UrlRuleKind,
    UrlRules,
    cut_prefix,
    cut_suffix,
    parameter_name,
)

CanonicalUrl = NewType("CanonicalUrl", str)

_NO_RULES = UrlRules()
# Each step shortens the address or leaves it; the limit is for what we have not thought of.
_STEP_LIMIT = 64

# Caches that serve other people's AMP pages: `s/` for https, then the publisher's address.
# https://developers.google.com/amp/cache/overview
_CACHED = r"(s/)?([^/]+\..+)"
_AMP_CACHES = (
    (re.compile(r"(?:.+\.)?cdn\.ampproject\.org"), re.compile(f"/[cv]/{_CACHED}", re.DOTALL)),
    (re.compile(r"(?:.+\.)?bing-amp\.com"), re.compile(f"/[cv]/{_CACHED}", re.DOTALL)),
    (
        re.compile(r"(?:www\.)?google\.(?:com?\.)?[a-z]{2,3}"),
        re.compile(f"/amp/{_CACHED}", re.DOTALL),
    ),
)


def canonicalize(url: str, *, rules: UrlRules | None = None) -> CanonicalUrl:
    """Give the address its one spelling.

    The registrable domain stays, but for caches of AMP pages, which name the publisher themselves.
    """
    address = Address.parse(url)
    for _ in range(_STEP_LIMIT):
        following = Address.parse(_settle(_leave_cache(address), rules or _NO_RULES).url)
        if following == address:
            return CanonicalUrl(address.url)
        address = following
    raise InvalidUrl("an address that never settles", url)


def _settle(address: Address, rules: UrlRules) -> Address:
    host = rules.fold_host(address.host)
    is_secured = not address.port and rules.has(host, UrlRuleKind.HTTPS)
    return Address(
        scheme="https" if is_secured else address.scheme,
        host=host,
        port=address.port,
        path=_fold_path(address.path, host, rules),
        query=_fold_query(address.query, host, rules),
        fragment=_keep_route(address.fragment),
    )


def _leave_cache(address: Address) -> Address:
    for host, path in _AMP_CACHES:
        found = path.fullmatch(address.path) if host.fullmatch(address.host) else None
        if found is None:
            continue
        scheme = "https" if found[1] else "http"
        try:
            inner = Address.parse(f"{scheme}://{found[2]}")
        except InvalidUrl:
            return address
        return replace(inner, query=address.query)
    return address


def _fold_path(path: str, host: str, rules: UrlRules) -> str:
    while (shorter := _fold_path_once(path, host, rules)) != path:
        path = shorter
    return path


def _fold_path_once(path: str, host: str, rules: UrlRules) -> str:
    if not rules.rules:
        return path
    for what, becomes in PATH_PREFIXES:
        cut = cut_prefix(path, what, becomes)
        if cut is not None and rules.has(host, UrlRuleKind.PATH_PREFIX, what, becomes):
            return cut
    for what, becomes in PATH_SUFFIXES:
        cut = cut_suffix(path, what, becomes)
        if cut is not None and rules.has(host, UrlRuleKind.PATH_SUFFIX, what, becomes):
            return cut
    return path


def _fold_query(query: str, host: str, rules: UrlRules) -> str:
    """Drop what does not choose the page, sort the rest; values of one name keep their order."""
    # `&amp;` is what is left where a link was escaped twice.
    pairs = [pair.removeprefix("amp;") for pair in query.split("&")]
    named = [(parameter_name(pair), pair) for pair in pairs if pair]
    trackers = _trackers_on(registrable_domain(host))
    kept = [
        (name, pair)
        for name, pair in named
        if not _tracks(name, trackers) and not rules.has(host, UrlRuleKind.PARAMETER, name)
    ]
    return "&".join(pair for _, pair in sorted(kept, key=lambda named_pair: named_pair[0]))


def _keep_route(fragment: str) -> str:
    """`#!/path` chooses a page; other fragments choose a place on it."""
    return fragment.partition(":~:")[0] if len(fragment) > 1 and fragment[0] == "!" else ""


def _tracks(name: str, trackers: frozenset[str]) -> bool:
    return name in trackers or name.startswith(_tracker_prefixes())


@cache
def _tracker_lists() -> list[dict[str, list[str]]]:
    file = files("quietedit_core") / "data" / "tracking_parameters.toml"
    lists: list[dict[str, list[str]]] = tomllib.loads(file.read_text("utf-8"))["list"]
    return lists


@cache
def _tracker_prefixes() -> tuple[str, ...]:
    return tuple(prefix for entry in _tracker_lists() for prefix in entry.get("prefixes", ()))


@cache
def _trackers_on(domain: str) -> frozenset[str]:
    return frozenset(
        name
        for entry in _tracker_lists()
        if "domains" not in entry or domain in entry["domains"]
        for name in entry.get("names", ())
    )
