"""Which letters were broken by a wrong encoding, and what were they?"""

import html
import re
from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace

from ftfy import fix_encoding

from quietedit_core.extraction import Article

_ENTITY = re.compile(r"&(?:amp;)?(?:#\d{2,6}|#x[0-9a-fA-F]{2,6}|[a-zA-Z]{2,8});")
_HOLE = "\ufffd"
_LOST = re.compile(r"(?<=\w)\?+(?=\w)")
_WORD = re.compile(r"\S+")
_EDGES = ".,;:!?()[]\"'“”„«»‘’…"


@dataclass(frozen=True, slots=True)
class Repair:
    """A text as it stood and as it was meant; no place for the title."""

    place: int | None
    before: str
    after: str


def mend(text: str) -> str:
    """
    >>> mend("frÃ¼h"), mend("R&amp;D"), mend("São Paulo")
    ('früh', 'R&D', 'São Paulo')
    """
    if text.isascii() and "&" not in text:
        return text
    mended = fix_encoding(text)
    return html.unescape(html.unescape(mended)) if _ENTITY.search(mended) else mended


@dataclass(frozen=True, slots=True, kw_only=True)
class Mended:
    """Both versions with their broken letters mended, and which texts of each were broken."""

    old: Article
    new: Article
    repairs: tuple[Repair, ...] = ()  # broken in the old version, and no more
    damages: tuple[Repair, ...] = ()  # broken only now


def mend_articles(old: Article, new: Article) -> Mended:
    """What is broken alike on both sides stays as it is: nobody has repaired it."""
    old_texts, new_texts = set(_texts(old)), set(_texts(new))
    mended_old = _map(old, lambda text: text if text in new_texts else mend(text))
    mended_new = _map(new, lambda text: text if text in old_texts else mend(text))
    if _has_holes(old) or _has_holes(new):
        in_old, in_new = _spelling(mended_old), _spelling(mended_new)
        mended_old = _map(mended_old, lambda text: _fill_holes(text, in_new))
        mended_new = _map(mended_new, lambda text: _fill_holes(text, in_old))
    repairs, damages = _list_mended(old, mended_old), _list_mended(new, mended_new)
    if len(repairs) > len(damages):
        damages = ()
    else:
        repairs = ()
    return Mended(old=mended_old, new=mended_new, repairs=repairs, damages=damages)


def _list_mended(article: Article, mended: Article) -> tuple[Repair, ...]:
    pairs = zip(_places(article), _places(mended), strict=True)
    return tuple(
        Repair(place, before, after) for (place, before), (_, after) in pairs if before != after
    )


def _has_holes(article: Article) -> bool:
    return any(_HOLE in text or _LOST.search(text) for text in _texts(article))


def _map(article: Article, change: Callable[[str], str]) -> Article:
    blocks = tuple(
        block if (text := change(block.text)) == block.text else replace(block, text=text)
        for block in article.blocks
    )
    title = change(article.title)
    if title == article.title and blocks == article.blocks:
        return article
    return replace(article, title=title, blocks=blocks)


def _places(article: Article) -> Iterable[tuple[int | None, str]]:
    yield None, article.title
    yield from ((at, block.text) for at, block in enumerate(article.blocks))


def _texts(article: Article) -> list[str]:
    return [text for _, text in _places(article)]


def _spelling(article: Article) -> dict[str, str]:
    """The words with letters beyond ASCII, by what is left of them when those are lost."""
    found: dict[str, str] = {}
    for text in _texts(article):
        for word in _WORD.findall(text):
            bare = word.strip(_EDGES)
            if bare and not bare.isascii():
                found.setdefault(re.sub(r"[^\x00-\x7f]+", "?", bare), bare)
    return found


def _fill_holes(text: str, known: dict[str, str]) -> str:
    if _HOLE not in text and not _LOST.search(text):
        return text
    return _WORD.sub(lambda match: _fill_word(match[0], known), text)


def _fill_word(word: str, known: dict[str, str]) -> str:
    bare = word.strip(_EDGES)
    skeleton = re.sub(r"(?:[^\x00-\x7f]|(?<=\w)\?(?=\w))+", "?", bare)
    if _HOLE not in bare and not _LOST.search(bare):
        return word
    return word.replace(bare, known.get(skeleton, bare))
