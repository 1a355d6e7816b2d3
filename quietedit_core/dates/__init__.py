"""Which instant does a written date mean, and how sure is that?"""

from quietedit_core.dates.instants import DateDoubt, ParsedDate, Precision, usable_instant
from quietedit_core.dates.reading import parse_date

__all__ = ["DateDoubt", "ParsedDate", "Precision", "parse_date", "usable_instant"]
