"""Which feeds do we watch?"""

from quietedit_core.catalogue.discovery import DiscoveredFeed, FeedKind, discover_feeds
from quietedit_core.catalogue.opml import catalogue_from_opml, catalogue_to_opml
from quietedit_core.catalogue.reading import parse_catalogue
from quietedit_core.catalogue.reconciliation import KnownFeed, Reconciliation, plan_reconciliation
from quietedit_core.catalogue.specs import Catalogue, FeedSpec, merge_catalogues
from quietedit_core.catalogue.writing import add_all_to_yaml, add_to_yaml, catalogue_to_yaml

__all__ = [
    "Catalogue",
    "DiscoveredFeed",
    "FeedKind",
    "FeedSpec",
    "KnownFeed",
    "Reconciliation",
    "add_all_to_yaml",
    "add_to_yaml",
    "catalogue_from_opml",
    "catalogue_to_opml",
    "catalogue_to_yaml",
    "discover_feeds",
    "merge_catalogues",
    "parse_catalogue",
    "plan_reconciliation",
]
