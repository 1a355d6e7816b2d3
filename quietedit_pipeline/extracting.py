"""Reading stored pages: bytes become title, blocks and page facts, or a reason why not."""

from datetime import datetime

from quietedit_core.extraction import Article, extract_article, reading_to_payload
from quietedit_core.fingerprint import content_hash
from quietedit_core.standing import judge_page
from quietedit_pipeline.readers import Readers
from quietedit_store.pages import PageMissing, PageStore
from quietedit_store.readings import Extraction, UnreadPage

UNREADABLE = "unreadable"
_PROBE_BYTES = 16 * 1024
_BINARY = bytes({*range(0x01, 0x09), 0x0B, *range(0x0E, 0x1B), *range(0x1C, 0x20)})
# Noise has a tenth of them, pictures about as many; damaged pages have a handful.
_BINARY_SHARE_LIMIT = 0.01


def read_page(
    pages: PageStore,
    unread: UnreadPage,
    readers: Readers,
    *,
    now: datetime,
    previous: Article | None = None,
) -> Extraction:
    """Read one page; what cannot be read is recorded with its reason.

    `previous` is the text the document had: against it a teaser or an emptied page shows.
    """
    name = readers.name_for(unread.host)
    try:
        body = pages.get(unread.page_sha256)
    except PageMissing as error:
        return _unreadable(unread.page_sha256, name, str(error), now=now)
    if _is_binary(body):
        return _unreadable(unread.page_sha256, name, "not text but binary bytes", now=now)
    try:
        article = extract_article(
            body,
            url=unread.final_url,
            content_type=unread.content_type,
            furniture=readers.model_for(unread.host),
        )
    except Exception as error:  # noqa: BLE001  one page must not stop the run, whatever it does
        return _unreadable(unread.page_sha256, name, f"{type(error).__name__}: {error}", now=now)
    judgement = judge_page(
        article,
        html_size=len(body),
        status=200,
        requested_url=unread.document_url,
        final_url=unread.final_url,
        previous=previous,
    )
    return Extraction(
        page_sha256=unread.page_sha256,
        extractor=name,
        text_hash=content_hash(article),
        standing=judgement.standing,
        standing_reason=judgement.reason,
        block_count=len(article.blocks),
        word_count=sum(len(block.text.split()) for block in article.blocks),
        encoding=article.facts.encoding,
        replaced_count=article.facts.replaced,
        payload=reading_to_payload(article) if article.blocks else None,
        extracted_at=now,
    )


def _is_binary(body: bytes) -> bool:
    """A picture or noise would still be read as letters of some encoding, and never twice alike.

    What no text holds: the binary data bytes of https://mimesniff.spec.whatwg.org/#binary-data-byte,
    less NUL, which UTF-16 is full of.
    """
    probe = body[:_PROBE_BYTES]
    found = len(probe) - len(probe.translate(None, _BINARY))
    return found > _BINARY_SHARE_LIMIT * len(probe)


def _unreadable(page_sha256: str, name: str, reason: str, *, now: datetime) -> Extraction:
    return Extraction(
        page_sha256=page_sha256,
        extractor=name,
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
