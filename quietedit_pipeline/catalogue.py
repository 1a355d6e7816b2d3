"""Taking the catalogue over: feeds.yaml into the table of feeds."""

from dataclasses import asdict
from datetime import datetime
from pathlib import Path
from typing import Any

from quietedit_core.catalogue import (
    Catalogue,
    FeedSpec,
    KnownFeed,
    Reconciliation,
    parse_catalogue,
    plan_reconciliation,
)
from quietedit_core.errors import InvalidCatalogue
from quietedit_core.urls import host_of
from quietedit_store.database import Connection
from quietedit_store.feeds import deactivate_feed, list_feeds, write_feed
from quietedit_store.hosts import Manners, set_manners


def read_catalogue(file: Path) -> Catalogue:
    """Read the catalogue's file; raises InvalidCatalogue, also where it cannot be read."""
    try:
        text = file.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as error:
        raise InvalidCatalogue(f"cannot be read ({error})", file=file.name) from error
    return parse_catalogue(text, file=file.name)


def take_over(connection: Connection, catalogue: Catalogue, *, now: datetime) -> Reconciliation:
    """Bring the table of feeds in line with the catalogue."""
    known = [
        KnownFeed(
            spec=FeedSpec(**_revived(row.spec)),
            is_active=row.is_active,
            is_gone=row.gone_at is not None,
        )
        for row in list_feeds(connection)
    ]
    plan = plan_reconciliation(known, catalogue)
    for spec in (*plan.add, *plan.update, *plan.reactivate):
        write_feed(
            connection,
            key=spec.key,
            url=spec.url,
            name=spec.name,
            source_key=spec.source,
            topics=spec.topics,
            language=spec.language,
            spec=asdict(spec),
            now=now,
        )
    for host, manners in _list_manners(catalogue).items():
        set_manners(connection, host, manners)
    for spec in plan.deactivate:
        deactivate_feed(connection, spec.key, now=now)
    return plan


def _list_manners(catalogue: Catalogue) -> dict[str, Manners]:
    """For each host the gentlest of what its feeds ask for."""
    manners: dict[str, Manners] = {}
    for spec in catalogue.feeds:
        host = host_of(spec.url)
        known = manners.get(host, Manners(delay_seconds=None, hourly_ceiling=None))
        delays = [d for d in (known.delay_seconds, spec.delay_seconds) if d is not None]
        ceilings = [c for c in (known.hourly_ceiling, spec.hourly_ceiling) if c is not None]
        manners[host] = Manners(
            delay_seconds=max(delays, default=None), hourly_ceiling=min(ceilings, default=None)
        )
    return manners


def _revived(spec: dict[str, Any]) -> dict[str, Any]:
    """JSON knows no tuples."""
    return {name: _as_tuples(value) for name, value in spec.items()}


def _as_tuples(value: Any) -> Any:
    return tuple(map(_as_tuples, value)) if isinstance(value, list) else value
