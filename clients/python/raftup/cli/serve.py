"""`raftup serve`: a server of this machine in the foreground."""

from __future__ import annotations

import os
from typing import Annotated

import typer

from raftup.cli.console import DEFAULT_PORT, serve_with_console
from raftup.cli.exit_codes import exit_codes
from raftup.cli.terminal import terminal
from raftup.local.server import find_server, moordyn_arguments, user_data_folder

_OTHERWISE_KEPT = {"--data", "--config", "tokens"}
"""Arguments of raftupd that define where data are kept, or start no server."""


def serve_command(
    context: typer.Context,
    console: Annotated[
        bool, typer.Option("--console", help="Also serve the console for browsers, on loopback.")
    ] = False,
    console_port: Annotated[
        int, typer.Option(help="Port of the console; 0 selects any free port.")
    ] = DEFAULT_PORT,
) -> None:
    """Run a server in the foreground; other arguments go to raftupd (see raftupd --help).

    Without --data and --config, databases and sessions are kept in the folder
    ~/.local/share/raftup of the user, or in another one below XDG_DATA_HOME. The
    command prints its path.

    Examples:
      raftup serve

      raftup serve --listen 127.0.0.1:50051 --data /var/lib/raftup

      raftup serve --console
    """
    errors = terminal(stderr=True)
    with exit_codes(errors):
        server = str(find_server())
        arguments = list(context.args)
        named = {argument.partition("=")[0] for argument in arguments}
        if _OTHERWISE_KEPT.isdisjoint(named):
            folder = user_data_folder()
            folder.mkdir(parents=True, exist_ok=True)
            errors.print(f"data in {folder} (--data names another folder)", soft_wrap=True)
            arguments.append(f"--data={folder}")
        if _OTHERWISE_KEPT.isdisjoint(named - {"--data"}):
            arguments.extend(moordyn_arguments(arguments))
        if console:
            raise typer.Exit(serve_with_console(server, arguments, console_port))
        os.execv(server, [server, *arguments])
