"""What on a page speaks for or against its being an article?

Gathered while the page is read, judged later (`standing`): the judge never sees the page.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from quietedit_core.extraction.outline import Outline
from quietedit_core.extraction.placing import Choice, Place

_OPENING_LENGTH = 1500
_CLOSING_LENGTH = 1500
# Traces of services that stand between a reader and a page.
_CHALLENGES = (
    b"cf-chl-",
    b"_cf_chl_opt",
    b"captcha-delivery.com",
    b"px-captcha",
    b"_incapsula_resource",
    b"h-captcha",
    b"g-recaptcha",
)
# A page with a challenge in it is small; a large one may use the same service for its forms.
_CHALLENGE_LIMIT_BYTES = 60_000


@dataclass(frozen=True, slots=True, kw_only=True)
class PageSigns:
    """Lengths count letters and spaces outside links, counts count pieces of text."""

    plain_length: int = 0
    kept_length: int = 0
    prose_count: int = 0
    kept_prose_count: int = 0
    link_count: int = 0
    media_count: int = 0
    kinds: tuple[str, ...] = ()
    page_type: str = ""
    page_title: str = ""
    opening: str = ""
    closing: str = ""
    challenge: str = ""
    refresh: str = ""


def read_signs(
    html: bytes,
    outline: Outline,
    choices: Sequence[Choice],
    *,
    kinds: tuple[str, ...],
    metas: dict[str, str],
    page_title: str,
) -> PageSigns:
    """Sum up a page that has been read."""
    pieces = outline.pieces
    kept = [p for p, c in zip(pieces, choices, strict=True) if c.place is Place.ARTICLE]
    return PageSigns(
        plain_length=sum(len(piece.plain) for piece in pieces),
        kept_length=sum(len(piece.plain) for piece in kept),
        prose_count=sum(piece.is_prose for piece in pieces),
        kept_prose_count=sum(piece.is_prose for piece in kept),
        link_count=sum(piece.links for piece in pieces),
        media_count=outline.media_count,
        kinds=kinds,
        page_type=metas.get("og:type", ""),
        page_title=page_title,
        opening=_text(outline, _OPENING_LENGTH),
        closing=_closing(outline),
        challenge=_challenge(html),
        refresh=metas.get("refresh", ""),
    )


def _text(outline: Outline, limit: int) -> str:
    parts: list[str] = []
    length = 0
    for piece in outline.pieces:
        if length >= limit:
            break
        parts.append(piece.text[:limit])
        length += len(piece.text)
    return " ".join(parts)[:limit]


def _closing(outline: Outline) -> str:
    """What follows the last prose: where a wall stands in a page that begins like an article."""
    prose = [index for index, piece in enumerate(outline.pieces) if piece.is_prose]
    if not prose:
        return ""
    return " ".join(piece.text[:300] for piece in outline.pieces[prose[0] :])[:_CLOSING_LENGTH]


def _challenge(html: bytes) -> str:
    if len(html) > _CHALLENGE_LIMIT_BYTES:
        return ""
    lowered = html.lower()
    return next((mark.decode() for mark in _CHALLENGES if mark in lowered), "")
