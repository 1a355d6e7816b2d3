"""From the bytes of a page to the article it holds."""

from quietedit_core.extraction.article import (
    Article,
    Block,
    BlockKind,
    article_from_payload,
    article_to_payload,
    reading_to_payload,
)
from quietedit_core.extraction.facts import (
    Access,
    Claim,
    PageFacts,
    facts_from_payload,
    facts_to_payload,
)
from quietedit_core.extraction.reading import (
    EXTRACTOR_VERSION,
    Explanation,
    explain_extraction,
    extract_article,
)
from quietedit_core.extraction.signs import PageSigns

__all__ = [
    "EXTRACTOR_VERSION",
    "Access",
    "Article",
    "Block",
    "BlockKind",
    "Claim",
    "Explanation",
    "PageFacts",
    "PageSigns",
    "article_from_payload",
    "article_to_payload",
    "explain_extraction",
    "extract_article",
    "facts_from_payload",
    "facts_to_payload",
    "reading_to_payload",
]
