"""What has to happen so that the feeds we know are those of the catalogue?"""

from collections.abc import Iterable
from dataclasses import dataclass

from quietedit_core.catalogue.specs import Catalogue, FeedSpec


@dataclass(frozen=True, slots=True)
class KnownFeed:
    """A feed as it was last taken over; `is_gone`: it has said since that it is gone for good."""

    spec: FeedSpec
    is_active: bool
    is_gone: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Reconciliation:
    """Every feed of either side stands in exactly one of these.

    `deactivate` holds the feeds as known, the others as the catalogue has them now. A feed that
    is paused (`active: false`) before it was ever known is unchanged: there is nothing to do.
    """

    add: tuple[FeedSpec, ...] = ()
    update: tuple[FeedSpec, ...] = ()
    deactivate: tuple[FeedSpec, ...] = ()
    reactivate: tuple[FeedSpec, ...] = ()
    unchanged: tuple[FeedSpec, ...] = ()


def plan_reconciliation(known: Iterable[KnownFeed], catalogue: Catalogue) -> Reconciliation:
    """Compare by key; nothing is ever deleted, for documents refer to their feeds."""
    held = {feed.spec.key: feed for feed in known}
    listed = {spec.key for spec in catalogue.feeds}
    fates: dict[str, list[FeedSpec]] = {
        "add": [],
        "update": [],
        "deactivate": [],
        "reactivate": [],
        "unchanged": [],
    }
    for spec in catalogue.feeds:
        feed = held.get(spec.key)
        fate = _fate(feed, spec)
        fates[fate].append(feed.spec if feed is not None and fate == "deactivate" else spec)
    for key, feed in held.items():
        if key not in listed:
            fates["deactivate" if feed.is_active else "unchanged"].append(feed.spec)
    return Reconciliation(**{fate: tuple(specs) for fate, specs in fates.items()})


def _fate(feed: KnownFeed | None, spec: FeedSpec) -> str:
    if not spec.active:
        return "deactivate" if feed is not None and feed.is_active else "unchanged"
    if feed is None:
        return "add"
    if feed.is_gone and feed.spec.url == spec.url:
        return "unchanged"
    if not feed.is_active:
        return "reactivate"
    return "unchanged" if feed.spec == spec else "update"
