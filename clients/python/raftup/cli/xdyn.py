"""The command raftup xdyn: a server with the interface of xdyn."""

from __future__ import annotations

import time
from contextlib import ExitStack, closing
from typing import Annotated

import typer

from raftup.base.extras import require_extra
from raftup.cli.arguments import ModelArgument, QuietOption
from raftup.cli.connection import with_client
from raftup.cli.terminal import terminal
from raftup.remote.client import Client

_PATIENCE = 0.2
"""Longest time until an interrupt is noticed [s]."""


@with_client(default=None)
def xdyn_command(
    client: Client,
    model: ModelArgument,
    listen: Annotated[
        str | None,
        typer.Option(
            metavar="HOST:PORT",
            help="Address on which xdyn's gRPC interface is served; needed unless --websocket "
            "is given.",
        ),
    ] = None,
    websocket: Annotated[
        str | None,
        typer.Option(
            metavar="HOST:PORT",
            help="Address on which xdyn's interface of JSON over WebSockets is served.",
        ),
    ] = None,
    quiet: QuietOption = False,
) -> None:
    """Serve a model of one body to clients of xdyn's co-simulation interface.

    States are in axes north, east, down. Commands set the inputs of the same name.
    Dt must be a multiple of the model's step. The command runs until it is
    interrupted.

    Examples:
      raftup xdyn ship.yaml --listen 127.0.0.1:9002

      raftup xdyn ship.yaml --websocket 127.0.0.1:9002
    """
    if listen is None and websocket is None:
        raise typer.BadParameter("must be given unless --websocket is", param_hint="--listen")
    if websocket is not None:
        require_extra("raftup xdyn --websocket", "console", "aiohttp")
    from raftup.xdyn import Ship, serve_grpc, serve_json

    lines = terminal(quiet=quiet, stderr=True)
    with ExitStack() as stack:
        ship = stack.enter_context(closing(Ship(client, model)))
        if listen is not None:
            port = stack.enter_context(serve_grpc(ship, listen))
            lines.print(f"gRPC for '{ship.body}' at {_host_of(listen)}:{port}")
        if websocket is not None:
            host, port = _split(websocket)
            port = stack.enter_context(serve_json(ship, host, port))
            lines.print(f"WebSockets for '{ship.body}' at ws://{host}:{port}")
        while True:  # an interrupt that another thread is told of wakes none that waits
            time.sleep(_PATIENCE)


def _host_of(address: str) -> str:
    return address.rpartition(":")[0]


def _split(address: str) -> tuple[str, int]:
    host, _, port = address.rpartition(":")
    if not host or not port.isdecimal() or int(port) > 65535:
        raise typer.BadParameter(f"must be HOST:PORT, is {address!r}", param_hint="--websocket")
    return host.strip("[]"), int(port)
