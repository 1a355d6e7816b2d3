"""How the command speaks: results to standard output, everything else to standard error."""

import json
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any, NoReturn

import typer
from rich.console import Console

from quietedit_core.errors import QuietEditError

FAILED = 1
WRONG_USAGE = 2

out = Console(soft_wrap=True)
err = Console(stderr=True, soft_wrap=True)


def print_json(value: Any) -> None:
    """One JSON document, whatever the terminal."""
    sys.stdout.write(json.dumps(value, ensure_ascii=False, indent=2, default=str) + "\n")


def fail(problem: str, *, advice: str = "", code: int = FAILED) -> NoReturn:
    """Say what happened and what to do, and end with the code."""
    err.print(f"[bold red]error:[/] {_plain(problem)}", highlight=False)
    if advice:
        err.print(_plain(advice), highlight=False)
    raise typer.Exit(code)


def _plain(text: str) -> str:
    return text.replace("[", r"\[")


@contextmanager
def explained(*, advice: str = "", code: int = FAILED) -> Iterator[None]:
    """Our declared errors become a message and an exit code, never a stack trace."""
    try:
        yield
    except QuietEditError as error:
        fail(str(error), advice=advice, code=code)
