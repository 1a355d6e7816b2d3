"""Which tree does the text of an XML feed hold?

A well-formed text is taken as it is. Any other goes through the repairs, mildest first, until
libxml2 takes it; what even those do not mend is read as far as libxml2 can.
"""

import re

import lxml.etree

from quietedit_core.feeds.defects import Defects
from quietedit_core.feeds.repairing import (
    declare_prefixes,
    drop_doctype,
    escape_text_elements,
    mend_references,
)

Element = lxml.etree._Element  # noqa: SLF001  lxml's only name for what it parses

_PROLOG = re.compile(r"(?:\s++|<\?.{0,2000}?\?>|<!--.{0,20000}?-->)*+", re.DOTALL)
_ENTRY_START = re.compile(r"<((?:[\w.-]+:)?(?:item|entry|url|sitemap))(?=[\s>])[^<>]*>")
_WHOLE_CHILD = re.compile(
    r"\s*+<([A-Za-z_][\w.:-]*+)(?:\s[^<>]*+)?(?:(?<=/)>|(?<!/)>"
    r"(?:<!\[CDATA\[(?:[^\]]|\](?!\]>))*+\]\]>|[^<])*+</\1\s*+>)"
)
_SEMANTIC_ENDS = ("</item", "</entry", "</url", "</sitemap")


def grow_tree(text: str, root: re.Match[str], defects: Defects) -> Element | None:
    """The root element, or None where nothing can be read."""
    prolog = _PROLOG.match(text)
    before = text[prolog.end() if prolog else 0 : root.start()]
    bare, entities = drop_doctype(text, root.start(), defects)
    if before and not before.lstrip().upper().startswith("<!DOCTYPE"):
        defects.note("what stood before the feed was skipped")
    tree = _parse(bare)
    return tree if tree is not None else _mend(bare, root["name"], entities, defects)


def _mend(text: str, root: str, entities: dict[str, str], defects: Defects) -> Element | None:
    text = mend_references(text, entities, defects)
    text = _cut_behind(text, root, defects)
    text = declare_prefixes(text, defects)
    tree = _parse(text)
    if tree is None:
        text = escape_text_elements(text, defects)
        tree = _parse(text)
    if tree is None:
        if not defects.truncated:
            defects.note("tags that do not match were closed")
        tree = _parse(text, recover=True)
    return tree


def _cut_behind(text: str, root: str, defects: Defects) -> str:
    """Skip what follows the root; where the root never ends, keep what came whole."""
    end = text.rfind(f"</{root}")
    if end == -1:
        defects.note_truncation("the body ends before the feed does")
        return _cut_to_whole(text)
    end = text.find(">", end) + 1 or len(text)
    if text[end:].strip():
        defects.note("what stood behind the feed was skipped")
    return text[:end]


def _cut_to_whole(text: str) -> str:
    """Drop the piece in which a body was cut off: half a headline is not an edit."""
    last_end = max(text.rfind(tag) for tag in _SEMANTIC_ENDS)
    start = _ENTRY_START.search(text, max(last_end, 0))
    if start is None:
        return text[: text.rfind(">") + 1]
    position = start.end()
    while child := _WHOLE_CHILD.match(text, position):
        position = child.end()
    return f"{text[:position]}</{start[1]}>"


def _parse(text: str, *, recover: bool = False) -> Element | None:
    # A fresh parser each time: lxml's keep state, and ours runs in many threads.
    parser = lxml.etree.XMLParser(
        encoding="utf-8",
        recover=recover,
        resolve_entities=False,
        no_network=True,
        load_dtd=False,
        remove_comments=True,
        remove_pis=True,
        huge_tree=False,
    )
    try:
        return lxml.etree.fromstring(text.encode(), parser)
    except (lxml.etree.XMLSyntaxError, ValueError):
        return None
