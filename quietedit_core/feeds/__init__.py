"""What does this feed say? Every dialect comes out in one shape."""

from quietedit_core.feeds.entries import Dialect, Entry, ParsedFeed
from quietedit_core.feeds.reading import parse_feed
from quietedit_core.feeds.recognising import find_refresh_target

__all__ = ["Dialect", "Entry", "ParsedFeed", "find_refresh_target", "parse_feed"]
