"""The command raftup manual: the manual on this machine."""

from __future__ import annotations

import webbrowser
from typing import Annotated

import typer

from raftup.cli.exit_codes import exit_codes
from raftup.cli.terminal import terminal
from raftup.local.manual import manual_address


def manual_command(
    page: Annotated[
        str, typer.Argument(help="Page to open, relative to the first one. Default: the first one.")
    ] = "",
    no_browser: Annotated[
        bool, typer.Option("--no-browser", help="Print the address and open no browser.")
    ] = False,
) -> None:
    """Open the manual of this machine in a browser, and print its address.

    It is the one that deploy/manual.sh has built, or that of the Debian package.
    Nothing is fetched from elsewhere.

    Examples:
      raftup manual

      raftup manual conventions

      raftup manual reference/messages#haskind --no-browser
    """
    with exit_codes(terminal(stderr=True)):
        address = manual_address(page)
        print(address)
        if not no_browser:
            webbrowser.open(address)
