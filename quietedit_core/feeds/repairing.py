"""How does the text of a broken XML feed become well-formed?

Each step mends one thing that outlets get wrong; only what is broken is touched, and each
mending leaves a note. Nothing declared in a document type is ever fetched or nested.
"""

import html.entities
import re
from collections.abc import Callable, Iterator

from quietedit_core.feeds.defects import Defects

_OPENERS = re.compile(r"<!\[CDATA\[|<!--|<\?")
_CLOSERS = {"<![CDATA[": "]]>", "<!--": "-->", "<?": "?>"}

_AMPERSAND = re.compile(r"&(?:(#\d{1,8}|#[xX][0-9a-fA-F]{1,7}|[A-Za-z_][\w.-]{0,60});)?")
_STRAY_LESS_THAN = re.compile(r"<(?![A-Za-z_/!?])|</(?![A-Za-z_])|<!(?!\[CDATA\[|--)")
_XML_ENTITIES = frozenset({"amp", "lt", "gt", "quot", "apos"})
_ESCAPES = str.maketrans({"&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;"})

_DOCTYPE = re.compile(r"<!DOCTYPE", re.IGNORECASE)
_SUBSET_END = re.compile(r"\]\s*>")
_ENTITY = re.compile(r"""<!ENTITY\s+([\w.-]{1,60})\s+(?:"([^"]*)"|'([^']*)')\s*>""")
_ANY_ENTITY = re.compile(r"<!ENTITY\s")
# What nests or grows beyond this is a bomb: a feed that names a few characters needs less.
_ENTITY_LIMIT = 300
_GROWTH_LIMIT_CHARACTERS = 100_000

_PREFIX = re.compile(r"</?([A-Za-z_][\w.-]{0,60}):[A-Za-z_]|\s([A-Za-z_][\w.-]{0,60}):[\w.-]+\s*=")
_DECLARED_PREFIX = re.compile(r"xmlns:([\w.-]{1,60})\s*=")
_NAMESPACES = {
    "atom": "http://www.w3.org/2005/Atom",
    "content": "http://purl.org/rss/1.0/modules/content/",
    "dc": "http://purl.org/dc/elements/1.1/",
    "dcterms": "http://purl.org/dc/terms/",
    "feedburner": "http://rssnamespace.org/feedburner/ext/1.0",
    "itunes": "http://www.itunes.com/dtds/podcast-1.0.dtd",
    "media": "http://search.yahoo.com/mrss/",
    "news": "http://www.google.com/schemas/sitemap-news/0.9",
    "rdf": "http://www.w3.org/1999/02/22-rdf-syntax-ns#",
    "slash": "http://purl.org/rss/1.0/modules/slash/",
    "sy": "http://purl.org/rss/1.0/modules/syndication/",
    "wfw": "http://wellformedweb.org/CommentAPI/",
}
_PREFIX_LIMIT = 50
_UNKNOWN_NAMESPACE = "urn:undeclared:"

# Elements of RSS whose content is text, whatever stands in it.
_TEXT_ELEMENT = re.compile(
    r"<(title|description|content:encoded|summary|fullitem|author|dc:creator)(?:\s[^<>]*)?(?<!/)>"
)


def drop_doctype(text: str, root_start: int, defects: Defects) -> tuple[str, dict[str, str]]:
    """The text from its root on, and the plain entities that its document type declares."""
    doctype = _DOCTYPE.search(text, 0, root_start)
    if doctype is None:
        return text[root_start:], {}
    bracket = text.find("[", doctype.end(), root_start)
    declared = text[bracket:root_start] if bracket != -1 else ""
    bare = text[root_start:]
    entities = {
        name: double or single
        for name, double, single in _ENTITY.findall(declared)[:_ENTITY_LIMIT]
        if _is_harmless(name, double or single, bare)
    }
    if len(_ANY_ENTITY.findall(declared)) > len(entities):
        defects.note("entities that nest, grow or point outside were refused")
    return bare, entities


def _is_harmless(name: str, replacement: str, text: str) -> bool:
    is_plain = not re.search(r"[&%<]", re.sub(r"&#\w{1,8};", "", replacement))
    growth = len(replacement) * text.count(f"&{name};")
    return is_plain and growth <= _GROWTH_LIMIT_CHARACTERS


def mend_references(text: str, entities: dict[str, str], defects: Defects) -> str:
    """Resolve what a document type would have to declare; escape `&` and `<` that stand alone."""

    def resolve(found: re.Match[str]) -> str:
        return _resolve_reference(found, entities, defects)

    def mend(markup: str) -> str:
        mended = _AMPERSAND.sub(resolve, markup)
        escaped, count = _STRAY_LESS_THAN.subn(lambda found: "&lt;" + found[0][1:], mended)
        if count:
            defects.note("pointed brackets that open nothing were escaped")
        return escaped.replace("]]>", "]]&gt;")

    return _rewrite_markup(text, mend, defects)


def _resolve_reference(found: re.Match[str], entities: dict[str, str], defects: Defects) -> str:
    name = found[1]
    if name in _XML_ENTITIES:
        return found[0]
    if name is None:
        defects.note("ampersands that begin no reference were escaped")
        return "&amp;" + found[0][1:]
    if name.startswith("#"):
        return _resolve_number(found[0], defects)
    if name in entities:
        return html.unescape(entities[name]).translate(_ESCAPES)
    character = html.entities.html5.get(name + ";")
    if character is None:
        defects.note("references that nothing declares were kept as text")
        return "&amp;" + found[0][1:]
    defects.note("references without a declaration were resolved")
    return character.translate(_ESCAPES)


def _resolve_number(reference: str, defects: Defects) -> str:
    """html.unescape reads 128 to 159 as windows-1252 and drops what no document may hold."""
    character = html.unescape(reference)
    if not character or character == "\ufffd" or not _is_legal(character):
        defects.note_dropped(1)
        return ""
    return character.translate(_ESCAPES)


def _is_legal(character: str) -> bool:
    return all(
        unit in "\t\n\r" or (ord(unit) >= 0x20 and not 0xD800 <= ord(unit) < 0xE000)  # noqa: PLR2004 XML's range
        for unit in character
    ) and character not in {"\ufffe", "\uffff"}


def _rewrite_markup(text: str, rewrite: Callable[[str], str], defects: Defects) -> str:
    """Rewrite what is neither CDATA nor a comment nor an instruction; the last two are dropped."""
    parts: list[str] = []
    for opener, part in _list_sections(text, defects):
        if not opener:
            parts.append(rewrite(part))
        elif opener == "<![CDATA[":
            parts.append(part)
    return "".join(parts)


def _list_sections(text: str, defects: Defects) -> Iterator[tuple[str, str]]:
    start = 0
    while found := _OPENERS.search(text, start):
        yield "", text[start : found.start()]
        closer = _CLOSERS[found[0]]
        end = text.find(closer, found.end())
        if end == -1:
            defects.note_truncation("the body ends within a section")
            yield found[0], text[found.start() :] + closer
            return
        start = end + len(closer)
        yield found[0], text[found.start() : start]
    yield "", text[start:]


def declare_prefixes(text: str, defects: Defects) -> str:
    """Give the root a declaration for each prefix that has none anywhere."""
    used = {name for found in _PREFIX.findall(text) for name in found if name}
    missing = used - set(_DECLARED_PREFIX.findall(text)) - {"xml", "xmlns"}
    if not missing or len(missing) > _PREFIX_LIMIT:
        return text
    defects.note("prefixes without a declaration were given one")
    declared = "".join(
        f' xmlns:{prefix}="{_NAMESPACES.get(prefix.lower(), _UNKNOWN_NAMESPACE + prefix)}"'
        for prefix in sorted(missing)
    )
    return re.sub(r"^<([\w.:-]+)", lambda found: found[0] + declared, text, count=1)


def escape_text_elements(text: str, defects: Defects) -> str:
    """Make the bare markup in titles and descriptions text, so that it need not be well-formed."""
    parts: list[str] = []
    start = 0
    unclosed: set[str] = set()
    while found := _TEXT_ELEMENT.search(text, start):
        parts.append(text[start : found.end()])
        start = found.end()
        end = -1 if found[1] in unclosed else text.find(f"</{found[1]}", start)
        if end == -1:
            unclosed.add(found[1])
            continue
        parts.append(_escape_content(text[start:end], defects))
        start = end
    return "".join(parts) + text[start:]


def _escape_content(content: str, defects: Defects) -> str:
    if "<" not in content or "<![CDATA[" in content or "<item" in content:
        return content
    defects.note("markup that is not well-formed was read as text")
    return content.replace("<", "&lt;")
