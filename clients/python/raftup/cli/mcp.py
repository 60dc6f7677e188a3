"""The command raftup mcp: tools for programs that speak the Model Context Protocol."""

from __future__ import annotations

import os
import secrets
from pathlib import Path
from typing import Annotated

import typer

from raftup.base.errors import bad_field
from raftup.base.extras import require_extra
from raftup.cli.arguments import names_of
from raftup.cli.connection import with_client
from raftup.cli.terminal import terminal
from raftup.remote.client import Client

_TOKEN_BYTES = 32

_RootOption = Annotated[
    Path,
    typer.Option(
        metavar="DIR", help="Folder below which all files lie that tools may read or write."
    ),
]
_AllowOption = Annotated[
    list[str] | None,
    typer.Option(
        metavar="NAME,...",
        help="What tools may do beyond reading: run (simulations and studies, with results "
        "in DIR/results), write (imports), session (steps and checkpoints).",
    ),
]
_HttpOption = Annotated[
    str | None,
    typer.Option(
        metavar="HOST:PORT",
        help="Serve by HTTP on this address of this machine, to callers with a token. "
        "Default: standard input and output.",
    ),
]
_TokenOption = Annotated[
    Path | None,
    typer.Option(
        metavar="FILE",
        help="File that contains the token of --http. Default: a new one, which is printed.",
    ),
]


@with_client(default=None)
def mcp_command(
    client: Client,
    root: _RootOption = Path("."),
    allow: _AllowOption = None,
    http: _HttpOption = None,
    http_token_file: _TokenOption = None,
) -> None:
    """Serve tools for models to programs that speak the Model Context Protocol (MCP).

    The tools explain fields, check and inspect models, compute modes and responses;
    with --allow they run models and studies, import files and step sessions. They
    only read without it, and open no file outside of --root. A call takes up to a
    minute; longer ones go on, two at a time. A run has up to 1e6 steps.

    Examples:
      raftup mcp --root models

      raftup mcp --root models --allow run,write

      raftup mcp --server localhost:50051 --allow session

      raftup mcp --http 127.0.0.1:8050 --http-token-file token.txt
    """
    require_extra("raftup mcp", "mcp", "mcp", "uvicorn")
    from raftup.mcp import ALLOWANCES, Allowance, make_server
    from raftup.mcp.jobs import Jobs
    from raftup.mcp.stdio import serve_stdio
    from raftup.mcp.workplace import Workplace

    names = names_of(allow, "--allow") or []
    for name in names:
        if name not in ALLOWANCES:
            raise bad_field("--allow", f"must be of {', '.join(ALLOWANCES)}, is {name}")
    if http is None and http_token_file is not None:
        raise bad_field("--http-token-file", "needs --http")
    token = _token(http_token_file)
    workplace = Workplace(root)
    os.chdir(workplace.root)  # paths in models that are given as text are relative to it
    jobs = Jobs()
    server = make_server(client, workplace, [Allowance(name) for name in names], jobs)
    try:
        if http is None:
            serve_stdio(server, jobs)
            return
        from raftup.mcp.http import serve_http

        host, port = _host_and_port(http)
        lines = terminal(stderr=True)

        def tell(url: str) -> None:
            lines.print(f"tools at {url}", soft_wrap=True)
            if http_token_file is None:
                lines.print(f"token {token}", soft_wrap=True)

        serve_http(server, jobs, host, port, token, tell)
    finally:
        jobs.close()


def _token(file: Path | None) -> str:
    if file is None:
        return secrets.token_urlsafe(_TOKEN_BYTES)
    return file.read_text(encoding="utf-8").strip()


def _host_and_port(text: str) -> tuple[str, int]:
    host, _, port = text.rpartition(":")
    if not host or not port.isdecimal() or int(port) > 65535:
        raise typer.BadParameter(f"must be HOST:PORT, is {text!r}", param_hint="--http")
    return host.strip("[]"), int(port)
