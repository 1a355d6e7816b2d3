"""Real pages of the open web: what was edited becomes a revision, and nothing else does."""

import gzip
import html
import json
import re
from pathlib import Path
from typing import Any

import pytest

from quietedit_core.diff import diff_articles
from quietedit_core.extraction import article_from_payload
from quietedit_store.versions import list_revisions
from tests.papers import Paper, counts_of
from tests.sites import Reply

PAGES = Path(__file__).parents[3] / "shared" / "data" / "extraction" / "scrapinghub"
EDIT_COUNT = 20
PLANTED = "quietly rewritten"

pytestmark = pytest.mark.skipif(
    not PAGES.is_dir(), reason="the folder of real pages (scrapinghub) is not beside the project"
)


def plant(body: bytes, text: str) -> bytes | None:
    """The page with two words more, amid a run of gold text, also where scripts repeat it."""
    words = re.findall(r"[A-Za-z]+(?: [A-Za-z]+){5,}", html.unescape(text))
    for run in words[len(words) // 4 :]:
        before = run.encode()
        if 1 <= body.count(before) <= 3 and text.count(run) == 1:
            first, _, rest = run.partition(" ")
            return body.replace(before, f"{first} {PLANTED} {rest}".encode())
    return None


def load(name: str) -> bytes:
    return gzip.decompress((PAGES / "html" / f"{name}.html.gz").read_bytes())


def test_only_what_was_edited_becomes_a_revision(
    paper: Paper, capsys: pytest.CaptureFixture[str]
) -> None:
    gold: dict[str, dict[str, Any]] = json.loads((PAGES / "ground-truth.json").read_bytes())
    serve(paper, {name: load(name) for name in gold})
    paper.site.publish([f"/{name}" for name in gold])
    paper.run("poll")
    others = paper.rows(
        "select split_part(document.url, '/', 4), reading.reason "
        "from reading join document using (document_id) where verdict <> 'new'"
    )
    with capsys.disabled():
        print(  # noqa: T201  says how many were left out
            f"\n{len(gold)} real pages, {len(others)} of them no article: {others}"
        )
    assert len(others) <= len(gold) // 10

    edited: dict[str, bytes] = {}
    for name in sorted(gold.keys() - {name for name, _ in others}):
        changed = plant(load(name), gold[name]["articleBody"])
        if changed is not None and len(edited) < EDIT_COUNT:
            edited[name] = changed
    assert len(edited) == EDIT_COUNT
    serve(paper, edited)
    counts = counts_of(paper.recheck())
    assert counts["document_versions.new"] == EDIT_COUNT
    assert counts["fetched_pages.unchanged"] == len(gold) - EDIT_COUNT
    revised = {path[1:] for path, count in paper.version_counts().items() if count == 2}
    assert revised == edited.keys()
    assert {name: planted_words(paper, name) for name in edited} == dict.fromkeys(edited, PLANTED)


def serve(paper: Paper, pages: dict[str, bytes]) -> None:
    for name, body in pages.items():
        paper.site.pages[f"/{name}"] = Reply(body=body, headers={"Content-Type": "text/html"})


def planted_words(paper: Paper, name: str) -> str:
    """All that the diff of the first two revisions inserts."""
    [(document_id,)] = paper.rows("select document_id from document where url like %s", f"%/{name}")
    with paper.database.connect() as connection:
        old, new = list_revisions(connection, document_id)
    found = diff_articles(article_from_payload(old.payload), article_from_payload(new.payload))
    words = [word for block in found.blocks for word in block.words if word.kind == "insert"]
    assert not [word for block in found.blocks for word in block.words if word.kind == "delete"]
    return " ".join(word.text.strip() for word in words)
