"""What can be wrong with what we were given.

    QuietEditError
    ├── InvalidUrl        not an http(s) address we can name an article by
    ├── NotAFeed          a body at a feed's address that holds no feed
    └── InvalidCatalogue  a feeds.yaml that cannot be taken over

What the world may do (a 404, a time-out, an unreadable page) is no error but an outcome: a value
with a name and a row.
"""


class QuietEditError(Exception):
    """The root of every error that we declare."""


class InvalidUrl(QuietEditError):  # noqa: N818  the public name
    """An address that is not one of an article."""

    def __init__(self, reason: str, url: str) -> None:
        super().__init__(f"{reason}: {url[:200]!r}")
        self.reason = reason
        self.url = url


class NotAFeed(QuietEditError):  # noqa: N818  the public name
    """A body that holds no feed; `looks_like` says what it was instead."""

    def __init__(self, looks_like: str, url: str = "") -> None:
        super().__init__(f"not a feed but {looks_like}: {url[:200]!r}")
        self.looks_like = looks_like
        self.url = url


class InvalidCatalogue(QuietEditError):  # noqa: N818  the public name
    """A catalogue that changes nothing because it does not validate."""

    def __init__(self, problem: str, *, line: int | None = None, file: str = "feeds.yaml") -> None:
        where = file if line is None else f"{file}, line {line}"
        super().__init__(f"{where}: {problem}")
        self.problem = problem
        self.line = line
        self.file = file
