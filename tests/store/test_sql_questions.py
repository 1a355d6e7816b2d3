"""The ten questions of docs/sql.md get the answers that they promise, as an analyst asks them."""

import re
from collections.abc import Sequence
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest
from psycopg import sql

from quietedit_store.database import Connection, Database
from quietedit_store.observations import observe
from tests.rows import HOST, NOW, plant_change, plant_document, plant_fetch, plant_version

DOCUMENT = Path(__file__).parents[2] / "docs/sql.md"
URL, OTHER_URL = f"http://{HOST}/a", f"http://{HOST}/b"
FIRST, SECOND, THIRD = (NOW + timedelta(hours=hours) for hours in (1, 2, 3))
JUST_BEFORE = timedelta(minutes=10)
NOTE = "Correction: the ferry holds 15 people."
WHY = "the page says what it corrected"

ANSWERS: dict[str, Sequence[tuple[Any, ...]]] = {
    "Which figures, names and quotations were changed in silence?": [
        (SECOND, HOST, URL, "Title 2", ["number", "hedging"], "12", "15", pytest.approx(0.7)),
    ],
    "How much does each outlet change without a word?": [(HOST, 2, 1, 50)],
    "What did an article say at a given time?": [
        (1, "Title 1", "It holds 12.\n\nIt is slow.", FIRST, SECOND - JUST_BEFORE),
        (2, "Title 2", None, SECOND, THIRD - JUST_BEFORE),
    ],
    "What is the history of an article?": [
        (1, None, None, SECOND - JUST_BEFORE, "Title 1", None, None),
        (
            2,
            SECOND - JUST_BEFORE,
            SECOND,
            THIRD - JUST_BEFORE,
            "Title 2",
            ["number", "hedging"],
            "none",
        ),
        (3, THIRD - JUST_BEFORE, THIRD, THIRD, "Title 3", ["correction_note", "headline"], "note"),
    ],
    "How long after publication do edits come?": [
        (HOST, 2, timedelta(hours=3, minutes=30), timedelta(hours=3, minutes=54)),
    ],
    "Which kinds of change does each outlet make?": [
        (HOST, "correction_note", 1, 0),
        (HOST, "headline", 1, 0),
        (HOST, "hedging", 1, 1),
        (HOST, "number", 1, 1),
        (HOST, "typo", 1, 1),
    ],
    "Which headlines were rewritten?": [(THIRD, URL, "Title 2", "Title 3", False)],
    "Which articles were removed, and did they come back?": [
        (URL, NOW + timedelta(hours=5), "status 410", NOW + timedelta(hours=6)),
        (OTHER_URL, NOW + timedelta(hours=7), "status 404", None),
    ],
    "Which corrections name what they correct?": [(THIRD, URL, NOTE, WHY)],
    "How often does a look find an edit?": [
        # Edits at probabilities 0.5 and 1; looks without one at 0.25 and 0.5.
        (HOST, 4, 2, pytest.approx((2 + 1) / (2 + 1 + 4 + 2))),
    ],
}
VARIABLES = {"since": "2026-03-05", "url": URL, "at": (SECOND - timedelta(minutes=5)).isoformat()}


def read_questions() -> dict[str, str]:
    found = re.findall(
        r"^### \d+\. (.+?)\n.*?```sql\n(.+?)```", DOCUMENT.read_text(), re.DOTALL | re.MULTILINE
    )
    return dict(found)


@pytest.mark.parametrize("question", ANSWERS)
def test_a_question_is_answered(database: Database, question: str) -> None:
    query = sql.SQL(re.sub(r":'(\w+)'", r"{\1}", read_questions()[question]))  # type: ignore[arg-type]
    variables = {name: sql.Literal(value) for name, value in VARIABLES.items()}
    with database.connect() as connection:
        plant_story(connection)
        connection.execute("set local role quietedit_analyst")
        rows = connection.execute(query.format(**variables)).fetchall()
    assert rows == ANSWERS[question]


def test_there_are_ten_questions() -> None:
    assert list(read_questions()) == list(ANSWERS)
    assert len(ANSWERS) == 10


def plant_story(connection: Connection) -> None:
    """An article that is changed in silence, then corrected, removed and restored; and another."""
    first = plant_document(connection, "/a")
    blocks = [{"kind": "paragraph", "text": text} for text in ("It holds 12.", "It is slow.")]
    plant_version(connection, first, payload={"title": "Title 1", "blocks": blocks})
    plant_version(connection, first)
    plant_version(connection, first)
    plant_change(connection, first, 2)
    plant_change(
        connection,
        first,
        3,
        kinds=["correction_note", "headline"],
        disclosure="note",
        evidence=[
            {
                "kind": "correction_note",
                "old": [],
                "new": [2],
                "before": "",
                "after": NOTE,
                "why": WHY,
            },
            {
                "kind": "headline",
                "old": [],
                "new": [],
                "before": "2",
                "after": "3",
                "why": "other words",
            },
        ],
    )
    second = plant_document(connection, "/b")
    plant_version(connection, second)
    plant_version(connection, second)
    plant_change(connection, second, 2, kinds=["typo"], significance=0.05)
    settle_documents(connection)
    for document_id, kind, hours, reason in (
        (first, "removal", 5, "status 410"),
        (first, "restoration", 6, "status 200"),
        (second, "removal", 7, "status 404"),
    ):
        at = NOW + timedelta(hours=hours)
        observe(connection, document_id, kind=kind, reason=reason, fetch_id=None, now=at)
    plant_looks(connection, first)


def settle_documents(connection: Connection) -> None:
    """What the pipeline writes at its looks, besides versions."""
    connection.execute(
        """
        update document d set
            published_at = case when url = %s then %s end,
            version_count = (select count(*) from version v where v.document_id = d.document_id),
            text_seen_at = (select max(seen_at) from version v where v.document_id = d.document_id)
        """,
        [URL, NOW - timedelta(hours=1)],
    )


def plant_looks(connection: Connection, document_id: int) -> None:
    """Looks at an article: the first sight, two edits, two that found nothing."""
    looks = [(1.0, "new", 1), (0.5, "new", 2), (1.0, "new", 3), (0.25, "same", 3), (0.5, "same", 3)]
    for hours, (probability, verdict, number) in enumerate(looks, start=8):
        at = NOW + timedelta(hours=hours)
        fetch_id = plant_fetch(
            connection,
            document_id,
            fetched_at=at,
            check_reason="policy",
            check_probability=probability,
        )
        connection.execute(
            """
            insert into reading (fetch_id, document_id, fetched_at, verdict, reason, version_number,
                extractor, read_at)
            values (%s, %s, %s, %s, '', %s, 'e-1', %s)
            """,
            [fetch_id, document_id, at, verdict, number, at],
        )
