"""`quietedit db`: the database itself."""

import os
import shutil
import subprocess

import typer

from quietedit_cli.console import fail, out
from quietedit_cli.house import open_house, settings_or_fail
from quietedit_store.database import migrate as apply_migrations
from quietedit_store.database import serving_databases
from quietedit_store.embedded import find_psql

app = typer.Typer(no_args_is_help=True, help="The database.")


@app.command()
def migrate() -> None:
    """Bring the schema up to date."""
    with serving_databases(settings_or_fail()) as (database_url, _):
        applied = apply_migrations(database_url)
    out.print("\n".join(f"applied {name}" for name in applied) or "the schema is up to date")


@app.command()
def prepare() -> None:
    """Make both databases, the schema and Dagster's home, for services that are started apart."""
    with open_house() as house:
        out.print(f"the schema is up to date, Dagster's home is {house.dagster_home}")


@app.command()
def url() -> None:
    """Print the database's address; the embedded one answers while something runs it."""
    with open_house() as house:
        out.print(house.database_url, highlight=False)


@app.command(context_settings={"allow_extra_args": True, "ignore_unknown_options": True})
def psql(context: typer.Context) -> None:
    """Open psql on the database; what follows is handed to it (for example -c "select 1")."""
    with open_house() as house:
        program = find_psql() or shutil.which("psql")
        if program is None:
            fail("psql was not found", advice=f"connect by other means to {house.database_url}")
        done = subprocess.run(  # noqa: S603  the user's own words to the user's own client
            [str(program), house.database_url, *context.args],
            check=False,
            env={**os.environ, "PGOPTIONS": "-c search_path=quietedit,public"},
        )
    raise typer.Exit(done.returncode)
