"""What pipeline tests share: a site on loopback, and Dagster pointed at it."""

from collections.abc import Iterator
from pathlib import Path

import dagster as dg
import pytest

from quietedit_store.database import Database
from tests.papers import Paper
from tests.sites import Site


@pytest.fixture
def site() -> Iterator[Site]:
    site = Site()
    yield site
    site.close()


@pytest.fixture
def paper(
    site: Site, database: Database, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> Iterator[Paper]:
    """A newspaper at harbour.test and market.test, its feed in the catalogue, nothing polled."""
    hosts = ", ".join(f'"{host}.test": "{site.address}"' for host in ("harbour", "market"))
    catalogue = tmp_path / "feeds.yaml"
    catalogue.write_text("feeds:\n  - name: Harbour\n    url: http://harbour.test/feed.xml\n")
    settings = {
        "HOME": str(tmp_path),
        "DB_URL": database.url,
        "FEEDS_FILE": str(catalogue),
        "HOST_DELAY_SECONDS": "0",
        "HOST_ADDRESSES": f"{{{hosts}}}",
        "MAX_HOST_REQUESTS_PER_HOUR": "1000",
    }
    for name, value in settings.items():
        monkeypatch.setenv(f"QUIETEDIT_{name}", value)
    with dg.DagsterInstance.ephemeral() as instance:
        yield Paper(site=site, database=database, instance=instance, catalogue=catalogue)
