"""The raftup command."""

from __future__ import annotations

from typing import Annotated

import typer

from raftup.cli.commands import CommandGroup
from raftup.cli.version import version_command

app = typer.Typer(
    cls=CommandGroup,
    help="Simulate vessels that interact through the water: run and inspect models, run servers.",
    no_args_is_help=True,
    pretty_exceptions_enable=False,
)


def _show_version(asked: bool) -> None:
    if asked:
        version_command()
        raise typer.Exit


@app.callback()
def _options(
    version: Annotated[
        bool,
        typer.Option(
            "--version",
            is_eager=True,
            callback=_show_version,
            help="Print the version of raftup and exit.",
        ),
    ] = False,
) -> None:
    """Simulate vessels that interact through the water: run and inspect models, run servers."""


def main() -> None:
    """Entry point of the raftup command."""
    app()
