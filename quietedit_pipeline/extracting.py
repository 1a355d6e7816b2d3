"""Reading stored pages: bytes become title, blocks and page facts, or a reason why not."""

from datetime import datetime

from quietedit_core.extraction import (
    EXTRACTOR_VERSION,
    Article,
    article_to_payload,
    extract_article,
    facts_to_payload,
)
from quietedit_core.fingerprint import content_hash
from quietedit_core.folding import FOLDING_VERSION
from quietedit_core.standing import Standing, judge_page
from quietedit_store.pages import PageMissing, PageStore
from quietedit_store.readings import Extraction, UnreadPage

# A better extractor or folding is never an edit: both stand in every extraction and version.
EXTRACTOR = f"extraction-{EXTRACTOR_VERSION}/folding-{FOLDING_VERSION}"
UNREADABLE = "unreadable"


def read_page(pages: PageStore, unread: UnreadPage, *, now: datetime) -> Extraction:
    """Read one page; what cannot be read is recorded with its reason."""
    try:
        body = pages.get(unread.page_sha256)
    except PageMissing as error:
        return _unreadable(unread.page_sha256, str(error), now=now)
    try:
        article = extract_article(body, url=unread.final_url, content_type=unread.content_type)
    except Exception as error:  # noqa: BLE001  one page must not stop the run, whatever it does
        return _unreadable(unread.page_sha256, f"{type(error).__name__}: {error}", now=now)
    judgement = judge_page(
        article,
        html_size=len(body),
        status=200,
        requested_url=unread.document_url,
        final_url=unread.final_url,
    )
    return Extraction(
        page_sha256=unread.page_sha256,
        extractor=EXTRACTOR,
        text_hash=content_hash(article),
        standing=judgement.standing,
        standing_reason=judgement.reason,
        block_count=len(article.blocks),
        word_count=sum(len(block.text.split()) for block in article.blocks),
        encoding=article.facts.encoding,
        replaced_count=article.facts.replaced,
        payload=_payload(article) if judgement.standing is Standing.ARTICLE else None,
        extracted_at=now,
    )


def _payload(article: Article) -> dict[str, object]:
    return article_to_payload(article) | {"facts": facts_to_payload(article.facts)}


def _unreadable(page_sha256: str, reason: str, *, now: datetime) -> Extraction:
    return Extraction(
        page_sha256=page_sha256,
        extractor=EXTRACTOR,
        text_hash="",
        standing=UNREADABLE,
        standing_reason=reason,
        block_count=0,
        word_count=0,
        encoding="",
        replaced_count=0,
        payload=None,
        extracted_at=now,
    )
