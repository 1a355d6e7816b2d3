"""Is what came back the article at all?

A wall, a stub or a front page in an article's place is an outcome with a name, never a version. The
rules are a table: the first that fits gives the standing and its reason. A long text is believed
against phrases: an article may well write about cookies.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from enum import StrEnum
from urllib.parse import urlsplit

from quietedit_core.extraction import Access, Article
from quietedit_core.extraction.vocabulary import load_data


class Standing(StrEnum):
    ARTICLE = "article"
    SOFT_404 = "soft_404"
    CONSENT_WALL = "consent_wall"
    BOT_WALL = "bot_wall"
    PAYWALL_STUB = "paywall_stub"
    VIDEO_ONLY = "video_only"
    SECTION_PAGE = "section_page"
    EMPTIED = "emptied"


@dataclass(frozen=True, slots=True)
class Judgement:
    standing: Standing
    reason: str


@dataclass(frozen=True, slots=True, kw_only=True)
class _Case:
    """All that a rule may look at."""

    article: Article
    html_size: int
    status: int
    requested_url: str
    final_url: str
    headers: Mapping[str, str]
    previous: Article | None

    @property
    def length(self) -> int:
        return sum(map(len, self.article.paragraphs))

    @property
    def previous_length(self) -> int:
        return sum(map(len, self.previous.paragraphs)) if self.previous else 0

    @property
    def heading(self) -> str:
        """Titles and the first words: where a page says what it is."""
        signs = self.article.signs
        return f"{self.article.title} {signs.page_title} {signs.opening[:400]}".lower()

    @property
    def visible(self) -> str:
        signs = self.article.signs
        text = " ".join(self.article.paragraphs)[:1500]
        return f"{self.article.title} {signs.page_title} {signs.opening} {text}".lower()


_PHRASES: dict[str, tuple[str, ...]] = {
    name: tuple(dict.fromkeys(phrases))
    for name, phrases in load_data("standing_phrases.json").items()
}
# Shorter than this, a text may be a notice; longer, it is somebody's article.
_NOTICE_LENGTH = 900
_WALL_LENGTH = 2500
_STUB_LENGTH = 1500
_STUB_SHARE = 0.6
_VIDEO_LENGTH = 350
_SECTION_LENGTH = 600
_SECTION_LINKS = 40
_SECTION_DEPTH = 3
_TEASERS = 3
_EMPTY_LENGTH = 25
_EMPTIED_SHARE = 0.1
_REFUSALS = frozenset((401, 403, 405, 429, 503))
_CONSENT_HOSTS = ("consent.", "privacy-gate", "cmp.", "zustimmung")
_SECTION_KINDS = frozenset(("collectionpage", "searchresultspage", "itemlist"))


def judge_page(
    article: Article,
    *,
    html_size: int,
    status: int,
    requested_url: str,
    final_url: str,
    headers: Mapping[str, str] | None = None,
    previous: Article | None = None,
) -> Judgement:
    """Say what a page is and why; anything but an article is never a version."""
    case = _Case(
        article=article,
        html_size=html_size,
        status=status,
        requested_url=requested_url,
        final_url=final_url,
        headers={name.lower(): value for name, value in (headers or {}).items()},
        previous=previous,
    )
    for standing, rule in _RULES:
        if reason := rule(case):
            return Judgement(standing, reason)
    return Judgement(Standing.ARTICLE, "the page holds an article")


def _phrases(name: str, text: str) -> list[str]:
    text = text.replace("’", "'")
    return [phrase for phrase in _PHRASES[name] if phrase in text]


def _bot_header(case: _Case) -> str:
    mitigated = case.headers.get("cf-mitigated", "")
    return f"header cf-mitigated: {mitigated}" if mitigated.lower() == "challenge" else ""


def _bot_page(case: _Case) -> str:
    if case.length > _NOTICE_LENGTH:
        return ""
    said = _phrases("bot_wall", case.heading)
    if said and (case.article.signs.plain_length < _WALL_LENGTH or case.status in _REFUSALS):
        return f"the page says {said[0]!r}"
    if case.article.signs.challenge and not case.article.paragraphs:
        return f"a challenge ({case.article.signs.challenge}) and no text"
    return ""


def _sent_home(case: _Case) -> str:
    wanted, got = _split(case.requested_url), _split(case.final_url)
    if len(wanted) > 1 and len(got) == 1 and case.requested_url != case.final_url:
        return "the address leads to the front page"
    return ""


def _split(url: str) -> tuple[str, ...]:
    """Host and the parts of the path, but for index pages; a query counts as a part."""
    try:
        parts = urlsplit(url)
    except ValueError:
        return ("",)
    path = [part for part in parts.path.split("/") if part and not part.startswith("index.")]
    return (parts.netloc.lower(), *path, *([parts.query] if parts.query and path else []))


def _not_found(case: _Case) -> str:
    if case.length > _NOTICE_LENGTH:
        return ""
    said = _phrases("soft_404", case.heading)
    return f"the page says {said[0]!r}" if said else ""


def _consent_host(case: _Case) -> str:
    host = _split(case.final_url)[0]
    other = host != _split(case.requested_url)[0]
    return "sent to a consent host" if other and any(m in host for m in _CONSENT_HOSTS) else ""


def _consent_page(case: _Case) -> str:
    """One phrase may be chance, two are a dialogue."""
    said = _phrases("consent_wall", case.visible)
    share = len(_phrases("consent_wall", " ".join(case.article.paragraphs).lower()))
    if len(said) > 1 and (
        case.length <= _EMPTY_LENGTH or (share > 1 and case.length < _WALL_LENGTH)
    ):
        return f"the page asks for consent: {said[0]!r}"
    return ""


def _shrunk_behind_wall(case: _Case) -> str:
    """A teaser in place of a full text is not a cut (isAccessibleForFree tells the two apart)."""
    walled = case.article.facts.access in (Access.METERED, Access.PAID) or _wall_phrases(case)
    if walled and case.length < _STUB_SHARE * case.previous_length:
        return "a teaser where the full text stood before"
    return ""


def _wall_phrases(case: _Case) -> list[str]:
    signs = case.article.signs
    text = f"{' '.join(case.article.paragraphs[-3:])} {signs.closing}".lower()
    return _phrases("paywall_stub", text)


def _stub(case: _Case) -> str:
    if case.length >= _STUB_LENGTH:
        return ""
    said = _wall_phrases(case)
    if case.article.facts.access in (Access.METERED, Access.PAID) and said:
        return f"declared {case.article.facts.access}, short, and says {said[0]!r}"
    if len(said) > 1 and case.length < _NOTICE_LENGTH:
        return f"short, and says {said[0]!r} and {said[1]!r}"
    return ""


def _declared_section(case: _Case) -> str:
    kinds = {kind.lower() for kind in case.article.signs.kinds}
    facts = case.article.facts
    if kinds & _SECTION_KINDS and not facts.published and case.length < _SECTION_LENGTH:
        return "declared a collection of articles"
    return ""


def _link_page(case: _Case) -> str:
    signs = case.article.signs
    few = case.length < _SECTION_LENGTH and signs.kept_prose_count < _TEASERS  # a teaser or two
    if few and signs.link_count >= _SECTION_LINKS and not case.article.facts.published:
        is_deep = len(_split(case.final_url)) > _SECTION_DEPTH  # host, section, subsection
        return "" if is_deep else "links and hardly any prose"
    return ""


def _video(case: _Case) -> str:
    signs = case.article.signs
    declared = signs.page_type.startswith("video") or any(
        kind.lower() == "videoobject" for kind in signs.kinds
    )
    if declared and case.length < _VIDEO_LENGTH:
        return "a video with hardly any text"
    return ""


def _empty(case: _Case) -> str:
    if case.length < _EMPTY_LENGTH:
        return "no text was found"
    if case.length < _EMPTIED_SHARE * case.previous_length:
        return "nearly all of the text is gone"
    return ""


_RULES: tuple[tuple[Standing, Callable[[_Case], str]], ...] = (
    (Standing.BOT_WALL, _bot_header),
    (Standing.CONSENT_WALL, _consent_host),
    (Standing.SOFT_404, _sent_home),
    (Standing.BOT_WALL, _bot_page),
    (Standing.SOFT_404, _not_found),
    (Standing.CONSENT_WALL, _consent_page),
    (Standing.PAYWALL_STUB, _shrunk_behind_wall),
    (Standing.PAYWALL_STUB, _stub),
    (Standing.SECTION_PAGE, _declared_section),
    (Standing.VIDEO_ONLY, _video),
    (Standing.SECTION_PAGE, _link_page),
    (Standing.EMPTIED, _empty),
)
