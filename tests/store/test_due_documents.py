"""Which documents a worker takes when it cannot take all that are due."""

from datetime import timedelta

from quietedit_store.database import Connection, Database
from quietedit_store.documents import claim_due_documents
from quietedit_store.workers import enrolled_worker
from tests.rows import NOW, plant_document


def plant_due(connection: Connection, host: str, count: int, *, hours_late: int) -> None:
    for number in range(count):
        document_id = plant_document(connection, f"/{host}/{number}")
        connection.execute(
            "update document set host = %s, next_check_at = %s where document_id = %s",
            [host, NOW - timedelta(hours=hours_late, minutes=-number), document_id],
        )


def claim(database: Database, limit: int) -> list[tuple[str, str]]:
    """Host and path of what is taken, in the order of the address."""
    with (
        enrolled_worker(database, run_id="r", now=NOW) as worker_id,
        database.connect() as connection,
    ):
        taken = claim_due_documents(connection, worker_id, days=[NOW.date()], now=NOW, limit=limit)
    return sorted((row.host, row.url.rpartition("/")[2]) for row in taken)


def test_a_large_outlet_does_not_starve_the_small_ones(database: Database) -> None:
    with database.connect() as connection:
        plant_due(connection, "large.test", 30, hours_late=5)
        plant_due(connection, "small.test", 2, hours_late=1)
        plant_due(connection, "other.test", 1, hours_late=1)
    assert claim(database, limit=6) == [
        ("large.test", "0"),
        ("large.test", "1"),
        ("large.test", "2"),
        ("other.test", "0"),
        ("small.test", "0"),
        ("small.test", "1"),
    ]


def test_what_is_left_of_the_limit_goes_to_who_has_most(database: Database) -> None:
    with database.connect() as connection:
        plant_due(connection, "large.test", 30, hours_late=1)
        plant_due(connection, "small.test", 1, hours_late=5)
    taken = claim(database, limit=20)
    assert len(taken) == 20
    assert ("small.test", "0") in taken
