"""What does a piece of markup say in plain text?"""

import html
import re

import lxml.etree
import lxml.html

# Longer headlines and summaries are attacks or accidents.
TITLE_LIMIT_CHARACTERS = 2_000
SUMMARY_LIMIT_CHARACTERS = 20_000
_SOURCE_LIMIT_CHARACTERS = 200_000

# Elements that stand in headlines to dress them; any other name in pointed brackets is text.
_DRESSING = (
    "a|abbr|acronym|b|bdi|bdo|big|br|center|cite|code|data|del|dfn|em|font|h[1-6]|i|img|ins|kbd"
    "|mark|nobr|p|q|s|samp|small|span|strike|strong|sub|sup|time|tt|u|var|wbr"
)
_DRESSING_TAG = re.compile(rf"</?(?:{_DRESSING})(?:\s[^<>]*)?/?>", re.IGNORECASE)
_BREAK_TAG = re.compile(r"</?(?:br|p|h[1-6])(?:\s[^<>]*)?/?>", re.IGNORECASE)
_SILENT = re.compile(r"<(script|style)\b[^<>]*>[^<]*</\1\s*>", re.IGNORECASE)
_REFERENCE = re.compile(r"&(?:#\d{1,7}|#[xX][0-9a-fA-F]{1,6}|[A-Za-z][A-Za-z0-9]{1,31});")
_BLOCKS = frozenset(
    (
        "address",
        "article",
        "aside",
        "blockquote",
        "br",
        "dd",
        "div",
        "dl",
        "dt",
        "figcaption",
        "figure",
        "footer",
        "h1",
        "h2",
        "h3",
        "h4",
        "h5",
        "h6",
        "header",
        "hr",
        "li",
        "main",
        "nav",
        "ol",
        "p",
        "pre",
        "section",
        "table",
        "td",
        "th",
        "tr",
        "ul",
    )
)
_SKIPPED = frozenset({"script", "style", "template", "noscript"})


def plain_title(text: str, *, is_markup: bool = True) -> str:
    """A headline on one line; markup in it is undressed, and what only looks like it stays."""
    text = text[:_SOURCE_LIMIT_CHARACTERS]
    if is_markup and "<" in text:
        text = _SILENT.sub("", text)
        text = _DRESSING_TAG.sub("", _BREAK_TAG.sub(" ", text))
    if is_markup:
        text = resolve_references(text)
    return " ".join(text.split())[:TITLE_LIMIT_CHARACTERS]


def resolve_references(text: str) -> str:
    """Resolve references that are complete; `AT&T` and `?a=1&copy=2` stay as they are."""
    if "&" not in text:
        return text
    return _REFERENCE.sub(lambda found: html.unescape(found[0]), text)


def plain_summary(markup: str) -> str:
    """The text of a piece of HTML on one line."""
    markup = markup[:_SOURCE_LIMIT_CHARACTERS]
    if "<" not in markup:
        return " ".join(resolve_references(markup).split())[:SUMMARY_LIMIT_CHARACTERS]
    try:
        tree = lxml.html.fragment_fromstring(markup, create_parent="div")
    except (lxml.etree.LxmlError, ValueError, AssertionError):
        return plain_title(markup)[:SUMMARY_LIMIT_CHARACTERS]
    return " ".join("".join(_list_texts(tree)).split())[:SUMMARY_LIMIT_CHARACTERS]


def _list_texts(tree: lxml.html.HtmlElement) -> list[str]:
    texts: list[str] = []
    silent: lxml.html.HtmlElement | None = None
    for event, element in lxml.etree.iterwalk(tree, events=("start", "end", "comment")):
        name = element.tag if isinstance(element.tag, str) else ""
        if event == "start" and silent is None:
            silent = element if name in _SKIPPED else None
            texts += [" "] if name in _BLOCKS else []
            texts += [element.text or ""] if silent is None else []
        elif event != "start" and (silent is None or silent is element):
            silent = None
            texts += [" "] if name in _BLOCKS else []
            texts += [element.tail or ""] if element is not tree else []
    return texts
