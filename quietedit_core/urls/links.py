"""Do we believe the canonical link of a page?

Mostly it is right. It is wrong where a template names the home page or the section for every
article, where it leads to another outlet (then the text is syndicated), or round in a circle.
"""

import re
from collections.abc import Collection
from dataclasses import dataclass
from enum import StrEnum

import ada_url

from quietedit_core.errors import InvalidUrl
from quietedit_core.urls.addresses import Address, registrable_domain
from quietedit_core.urls.canonical import CanonicalUrl, canonicalize
from quietedit_core.urls.rules import UrlRules

# `/de`, `/en-gb/`: a home page once more.
_LANGUAGE = re.compile(r"[a-z]{2}(?:[-_][a-z]{2})?")
# Parts that name a view of the article before them, not an article below a section.
_VIEW = re.compile(r"amp|amp\.html|print|mobile|m|full|single|all|live|gallery|comments|\d{1,3}")
_ARTICLE_HYPHENS = 3


class CanonicalKind(StrEnum):
    FOLLOW = "follow"
    SAME = "same"
    SYNDICATED = "syndicated"
    REFUSED = "refused"


class CanonicalReason(StrEnum):
    NONE_DECLARED = "none declared"
    NAMES_ITSELF = "names itself"
    NAMES_ANOTHER = "names another spelling"
    OTHER_PUBLISHER = "names another publisher"
    UNREADABLE = "unreadable"
    HOME = "names the home page"
    SECTION = "names a section"
    LOOP = "leads back"


@dataclass(frozen=True, slots=True)
class CanonicalVerdict:
    """`url` is the name to go by; for a syndicated text, that of the original."""

    kind: CanonicalKind
    url: CanonicalUrl
    reason: CanonicalReason


def judge_canonical(
    page_url: str,
    declared: str | None,
    *,
    rules: UrlRules | None = None,
    landing_urls: Collection[str] = (),
    passed: Collection[str] = (),
) -> CanonicalVerdict:
    """Judge the canonical link declared on a page.

    `landing_urls` are canonical addresses known to hold no article (a feed's own site link is
    one); `passed` are those we have come through on this chain of links.
    """
    own = canonicalize(page_url, rules=rules)
    if not declared or not declared.strip():
        return CanonicalVerdict(CanonicalKind.SAME, own, CanonicalReason.NONE_DECLARED)
    target = _resolve(own, page_url, declared, rules)
    if target is None:
        return CanonicalVerdict(CanonicalKind.REFUSED, own, CanonicalReason.UNREADABLE)
    if target == own:
        return CanonicalVerdict(CanonicalKind.SAME, own, CanonicalReason.NAMES_ITSELF)
    if doubt := _doubt(own, target, landing_urls, passed):
        return CanonicalVerdict(CanonicalKind.REFUSED, own, doubt)
    if registrable_domain(own) != registrable_domain(target):
        return CanonicalVerdict(CanonicalKind.SYNDICATED, target, CanonicalReason.OTHER_PUBLISHER)
    return CanonicalVerdict(CanonicalKind.FOLLOW, target, CanonicalReason.NAMES_ANOTHER)


def _resolve(
    own: CanonicalUrl, page_url: str, declared: str, rules: UrlRules | None
) -> CanonicalUrl | None:
    try:
        target = canonicalize(ada_url.join_url(page_url, declared.strip()), rules=rules)
    except (ValueError, InvalidUrl):
        return None
    # Many templates still say http on a page that came by https.
    secured = CanonicalUrl(target.replace("http://", "https://", 1))
    is_downgrade = (
        own.startswith("https://") and Address.parse(target).host == Address.parse(own).host
    )
    return secured if is_downgrade else target


def _doubt(
    own: str,
    target: str,
    landing_urls: Collection[str],
    passed: Collection[str],
) -> CanonicalReason | None:
    if target in passed:
        return CanonicalReason.LOOP
    if _is_home(target):
        return CanonicalReason.HOME
    if target in landing_urls or _is_section(own, target):
        return CanonicalReason.SECTION
    return None


def _is_home(url: str) -> bool:
    address = Address.parse(url)
    parts = _parts(address.path)
    is_top = not parts or (len(parts) == 1 and bool(_LANGUAGE.fullmatch(parts[0].lower())))
    is_index = len(parts) == 1 and parts[0].lower().startswith(("index.", "default.", "home."))
    return (is_top or is_index) and not address.query and not address.fragment


def _is_section(own: str, target: str) -> bool:
    """Whether the target is the folder that the page lies in, or reads like one."""
    here, there = Address.parse(own), Address.parse(target)
    own_parts, target_parts = _parts(here.path), _parts(there.path)
    if there.query or there.fragment or not target_parts or _names_article(target_parts[-1]):
        return False
    below = own_parts[len(target_parts) :]
    if below and own_parts[: len(target_parts)] == target_parts:
        return not all(_VIEW.fullmatch(part.lower()) for part in below)
    return bool(own_parts) and _names_article(own_parts[-1]) and _names_folder(target_parts[-1])


def _parts(path: str) -> list[str]:
    return [part for part in path.split("/") if part]


def _names_article(part: str) -> bool:
    return bool(re.search(r"\d{4}", part)) or part.count("-") >= _ARTICLE_HYPHENS


def _names_folder(part: str) -> bool:
    return part.isalpha()
