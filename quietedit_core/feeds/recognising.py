"""What does a body look like that may or may not be a feed?"""

import html
import re
import urllib.parse

from quietedit_core.feeds.decoding import read_text
from quietedit_core.feeds.defects import Defects

_ROOT = re.compile(
    r"<(?P<name>(?:[A-Za-z_][\w.-]{0,60}:)?(?:rss|rdf|feed|urlset|sitemapindex))(?=[\s/>])",
    re.IGNORECASE,
)
_BARE_CHANNEL = re.compile(r"<(?P<name>channel)(?=[\s/>])")
_XML_OPENING = re.compile(r"(?:\s++|<\?.{0,2000}?\?>|<!--.{0,20000}?-->)*+", re.DOTALL)
_ELEMENT = re.compile(r"<([A-Za-z_][\w.:-]{0,60})")
_HTML = re.compile(r"<!doctype\s+html|<html[\s>]", re.IGNORECASE)
_HTML_PARTS = re.compile(r"<(?:head|body|title|meta|div|script|p|h1)[\s>]", re.IGNORECASE)
_JUNK_ELEMENTS = frozenset(
    (
        "b",
        "br",
        "center",
        "div",
        "font",
        "h1",
        "h2",
        "h3",
        "hr",
        "i",
        "link",
        "meta",
        "p",
        "pre",
        "script",
        "span",
        "strong",
        "style",
        "table",
    )
)
_HEAD_CHARACTERS = 64 * 1024

_CONSENT = re.compile(
    r"consent|cookie[- ]?(?:wall|banner|settings)|einwilligung|datenschutz-einstellungen"
    r"|privacy settings|consentement|consenso|consentimiento",
    re.IGNORECASE,
)
_CHALLENGE = re.compile(
    r"just a moment|cf-chl|challenge-platform|captcha|are you (?:a )?(?:human|robot)|access denied"
    r"|enable javascript and cookies",
    re.IGNORECASE,
)
_TITLE = re.compile(r"<title[^>]{0,200}>([^<]{0,500})", re.IGNORECASE)
_REFRESH = re.compile(
    r"<meta\b(?=[^>]{0,500}http-equiv\s*=\s*[\"']?refresh)[^>]{0,500}?content\s*=\s*"
    r"(?:\"(?P<double>[^\"]{0,2000})\"|'(?P<single>[^']{0,2000})')",
    re.IGNORECASE,
)
_REFRESH_URL = re.compile(
    r"^\s*\d*(?:\.\d+)?\s*[;,]\s*(?:url\s*=\s*)?[\"']?([^\"']+)", re.IGNORECASE
)

_MAGIC = (
    (b"\x89PNG", "an image"),
    (b"\xff\xd8\xff", "an image"),
    (b"GIF8", "an image"),
    (b"RIFF", "an image or a recording"),
    (b"\x00\x00\x01\x00", "an image"),
    (b"%PDF", "a PDF document"),
    (b"PK\x03\x04", "a ZIP archive"),
    (b"\x28\xb5\x2f\xfd", "a packed body"),
    (b"BZh", "a packed body"),
    (b"\x1f\x8b", "a packed body"),
    (b"ID3", "a recording"),
)


def find_root(text: str) -> re.Match[str] | None:
    """The start tag of a feed; whatever stands before it is prolog or junk."""
    if _is_html_page(text) or _is_other_xml(text):
        return None
    return _ROOT.search(text) or _BARE_CHANNEL.search(text, 0, _HEAD_CHARACTERS)


def describe_binary(body: bytes) -> str:
    """What the first bytes give away; empty where the body may be text."""
    if not body.strip(b" \t\r\n\x00\xef\xbb\xbf\xfe\xff"):
        return "an empty body"
    return next((name for magic, name in _MAGIC if body.startswith(magic)), "")


def describe_text(text: str) -> str:
    """What a text is that is no feed, for whoever reads the ledger."""
    head = text[:_HEAD_CHARACTERS]
    if not head.strip():
        return "an empty body"
    if _HTML.search(head) or len(_HTML_PARTS.findall(head)) > 1:
        return _describe_page(head)
    if head.lstrip()[0] in "{[":
        return "JSON that is no feed"
    opening = _XML_OPENING.match(head)
    root = _ELEMENT.match(head, opening.end() if opening else 0)
    if root:
        return f"XML that is no feed (<{root[1]}>)"
    if head.lstrip().startswith("<?xml"):
        return "XML without an element"
    return "plain text"


def find_refresh_target(
    body: bytes, *, content_type: str | None = None, url: str = ""
) -> str | None:
    """Where an HTML page sends its readers by a meta refresh, if it does: absolute http(s)."""
    text = read_text(body[:_HEAD_CHARACTERS], content_type, Defects())
    found = _REFRESH.search(text)
    target = _REFRESH_URL.match(found["double"] or found["single"] or "") if found else None
    return absolute_url(html.unescape(target[1]), url) if target else None


def absolute_url(reference: str, base: str) -> str | None:
    """The http(s) address that a reference names, or None."""
    reference = "".join(reference.split()) if "\n" in reference else reference.strip()
    try:
        url = urllib.parse.urljoin(base, reference) if reference else ""
        parts = urllib.parse.urlsplit(url)
        is_usable = parts.scheme in {"http", "https"} and bool(parts.hostname)
    except ValueError:
        return None
    return url if is_usable else None


def _is_html_page(text: str) -> bool:
    opening = _XML_OPENING.match(text)
    return _HTML.match(text, opening.end() if opening else 0) is not None


def _is_other_xml(text: str) -> bool:
    """Another vocabulary may well hold a `<feed>`; pieces of HTML are junk before one."""
    opening = _XML_OPENING.match(text)
    root = _ELEMENT.match(text, opening.end() if opening else 0)
    if root is None or _ROOT.match(text, root.start()) or root[1].lower() in _JUNK_ELEMENTS:
        return False
    return root[1] != "channel" and "<?xml" not in text[root.end() :]


def _describe_page(head: str) -> str:
    title = _TITLE.search(head)
    said = title[1] if title else ""
    if _CHALLENGE.search(head):
        return "a bot check"
    if _REFRESH.search(head):
        return "an HTML page that refreshes to another address"
    if _CONSENT.search(said) or len(_CONSENT.findall(head)) >= 3:  # noqa: PLR2004 more than a footer
        return "a consent page"
    return "an HTML page"
