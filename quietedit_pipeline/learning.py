"""Learning what hosts repeat on their pages, from pages that are stored."""

from datetime import datetime

from quietedit_core.extraction import Article, extract_article
from quietedit_core.furniture import FEWEST_PAGES, learn_furniture
from quietedit_store.database import Database
from quietedit_store.furniture import (
    FurnitureRow,
    LearningPage,
    keep_furniture,
    list_article_hosts,
    list_learning_pages,
)
from quietedit_store.pages import PageMissing, PageStore

# So many of a host's latest articles show what it repeats.
_PAGES_A_HOST = 40


def learn_hosts(database: Database, pages: PageStore, *, now: datetime) -> dict[str, int]:
    """Learn every host anew; returns how many paragraphs each repeats."""
    with database.connect() as connection:
        hosts = list_article_hosts(connection, at_least=FEWEST_PAGES)
    found: dict[str, int] = {}
    for host in hosts:
        with database.connect() as connection:
            stored = list_learning_pages(connection, [host], limit=_PAGES_A_HOST)
            articles = [(page.url, article) for page in stored if (article := _read(pages, page))]
            model = learn_furniture(articles)
            marks = sorted(mark for marks in model.fingerprints.values() for mark in marks)
            keep_furniture(
                connection,
                FurnitureRow(
                    host=host,
                    version=model.version,
                    fingerprints=marks,
                    page_count=len(articles),
                    learned_at=now,
                ),
            )
        found[host] = len(marks)
    return found


def _read(pages: PageStore, page: LearningPage) -> Article | None:
    """The page without any model: what is learned must not hide what it was learned from."""
    try:
        body = pages.get(page.page_sha256)
    except PageMissing:
        return None
    return extract_article(body, url=page.url, content_type=page.content_type)
