"""The `quietedit` command."""

import typer

from quietedit_cli import (
    catalogue_commands,
    change_commands,
    database_commands,
    demo_commands,
    doctor,
    history_command,
    ingesting,
    reading_commands,
)
from quietedit_cli.house import open_house
from quietedit_cli.serving import serve

app = typer.Typer(
    no_args_is_help=True,
    pretty_exceptions_enable=False,  # its renderer can loop for ever over chained exceptions
    help="Watches news feeds, keeps every revision of every article, shows what changed.",
)
app.add_typer(catalogue_commands.app, name="feeds")
app.add_typer(database_commands.app, name="db")
app.command("ingest")(ingesting.ingest)
app.command("extract")(reading_commands.extract)
app.command("diff")(reading_commands.diff)
app.command("revisions")(reading_commands.revisions)
app.command("history")(history_command.history)
app.command("changes")(change_commands.changes)
app.command("doctor")(doctor.doctor)
app.command("demo")(demo_commands.demo)


@app.command()
def up() -> None:
    """Start everything on this machine, and stay until Ctrl-C."""
    with open_house() as house:
        catalogue_commands.sync_before_start(house)
        serve(house)
