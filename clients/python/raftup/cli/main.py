"""The raftup command."""

from __future__ import annotations

import os
from typing import Annotated

import typer

from raftup.cli import bench, checkpoints, databases, hydro, sessions
from raftup.cli.console import DEFAULT_PORT, console_command, serve_with_console
from raftup.cli.exit_codes import exit_codes
from raftup.cli.import_database import import_command
from raftup.cli.inspect import inspect_command
from raftup.cli.modes import modes_command
from raftup.cli.response import response_command
from raftup.cli.run import run_command
from raftup.cli.study import study_command
from raftup.cli.terminal import terminal
from raftup.server import find_server
from raftup.version import __version__

app = typer.Typer(
    help="Vessels that feel each other through the water: run models, inspect them, serve.",
    no_args_is_help=True,
    add_completion=False,
    pretty_exceptions_enable=False,
)
app.command("run")(run_command)
app.command("response")(response_command)
app.command("modes")(modes_command)
app.command("inspect")(inspect_command)
app.command("study")(study_command)
app.command("console")(console_command)
app.command("import")(import_command)
app.add_typer(sessions.app, name="sessions")
app.add_typer(databases.app, name="databases")
app.add_typer(checkpoints.app, name="checkpoints")
app.add_typer(bench.app, name="bench")
app.add_typer(hydro.app, name="hydro")


@app.command("serve", context_settings={"allow_extra_args": True, "ignore_unknown_options": True})
def serve_command(
    context: typer.Context,
    console: Annotated[
        bool, typer.Option("--console", help="Serve the console, too, on loopback.")
    ] = False,
    console_port: Annotated[int, typer.Option(help="Its port; 0 = any free one.")] = DEFAULT_PORT,
) -> None:
    """Run a server in the foreground; every argument goes to raftupd (see raftupd --help).

    Examples:
      raftup serve --listen 127.0.0.1:50051 --data /var/lib/raftup

      raftup serve --console
    """
    with exit_codes(terminal(stderr=True)):
        server = str(find_server())
        if console:
            raise typer.Exit(serve_with_console(server, context.args, console_port))
        os.execv(server, [server, *context.args])


@app.command("version")
def version_command() -> None:
    """Show the version."""
    print(f"raftup {__version__}")


def main() -> None:
    """Entry point of the raftup command."""
    app()
