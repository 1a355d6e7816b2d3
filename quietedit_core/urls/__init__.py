"""By which name do we know an article, a host, a publisher?"""

from quietedit_core.urls.addresses import (
    URL_LIMIT_BYTES,
    host_of,
    origin_of,
    path_of,
    registrable_domain,
)
from quietedit_core.urls.canonical import CanonicalUrl, canonicalize
from quietedit_core.urls.links import (
    CanonicalKind,
    CanonicalReason,
    CanonicalVerdict,
    judge_canonical,
)
from quietedit_core.urls.rules import UrlRule, UrlRuleKind, UrlRules, learn_url_rules

__all__ = [
    "URL_LIMIT_BYTES",
    "CanonicalKind",
    "CanonicalReason",
    "CanonicalUrl",
    "CanonicalVerdict",
    "UrlRule",
    "UrlRuleKind",
    "UrlRules",
    "canonicalize",
    "host_of",
    "judge_canonical",
    "learn_url_rules",
    "origin_of",
    "path_of",
    "registrable_domain",
]
