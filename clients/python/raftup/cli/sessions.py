"""The command raftup sessions: simulations in progress on a server."""

from __future__ import annotations

from typing import Annotated

import typer
import yaml
from rich.table import Table

from raftup._generated import session_pb2
from raftup.cli.arguments import JsonOption, SessionArgument
from raftup.cli.connection import with_client
from raftup.cli.documents import (
    full_session_document,
    participants_text,
    print_json,
    session_document,
    session_documents,
    session_name,
    state_text,
    tell,
)
from raftup.cli.session_watch import watch_sessions
from raftup.cli.terminal import terminal
from raftup.remote.client import Client

SessionArguments = Annotated[
    list[str],
    typer.Argument(
        metavar="SESSION...",
        help="Session on the server, given by its name sessions/ID or by the ID alone.",
    ),
]

app = typer.Typer(
    help="Manage the sessions of a server, which are simulations in progress.", no_args_is_help=True
)


@app.command("list")
@with_client()
def list_command(client: Client, as_json: JsonOption = False) -> None:
    """List the sessions of a server with model, state, time and participants.

    Examples:
      raftup sessions list

      raftup sessions list --server tank.example:50051 --ca ca.pem --json
    """
    documents = session_documents(client)
    if as_json:
        print_json(documents)
        return
    table = Table("session", "model", "state", "time [s]", "steps", "participants")
    for one in documents:
        table.add_row(
            one["name"],
            one["model"] or "-",
            state_text(one),
            f"{one['time']:.2f}",
            str(one["step_index"]),
            participants_text(one),
        )
    terminal().print(table)


@app.command("show")
@with_client()
def show_command(client: Client, session: SessionArgument, as_json: JsonOption = False) -> None:
    """Show the state of a session and its model, with the value of every default.

    Example:
      raftup sessions show harbour --json | jq .model_document.bodies
    """
    document = full_session_document(client.session(session_name(session)).status())
    if as_json:
        print_json(document)
        return
    text = yaml.safe_dump(document, sort_keys=False, default_flow_style=None, width=100)
    terminal().print(text, soft_wrap=True, end="")


@app.command("watch")
@with_client()
def watch_command(
    client: Client,
    session: Annotated[
        str | None,
        typer.Argument(
            metavar="[SESSION]",
            help="Session on the server, given by its name sessions/ID or by the ID alone. "
            "Default: all sessions.",
        ),
    ] = None,
    interval: Annotated[
        float,
        typer.Option(min=0.05, metavar="SECONDS", help="Time between updates, in s of wall clock."),
    ] = 0.5,
    count: Annotated[
        int | None,
        typer.Option(
            min=1,
            metavar="N",
            help="Number of updates. Default: until the session is deleted or the command is "
            "interrupted.",
        ),
    ] = None,
    as_json: Annotated[
        bool, typer.Option("--json", help="Print one line of JSON per update instead of a table.")
    ] = False,
) -> None:
    """Watch sessions live: time, real-time factor, waiting times; for one also its outputs.

    The command ends when the watched session is deleted, or on Ctrl-C.

    Examples:
      raftup sessions watch

      raftup sessions watch harbour --interval 0.2
    """
    watch_sessions(client, session and session_name(session), interval, count, as_json)


@app.command("pause")
@with_client()
def pause_command(client: Client, sessions: SessionArguments, as_json: JsonOption = False) -> None:
    """Pause sessions: steps of all clients wait until they are resumed; results stay the same.

    Example:
      raftup sessions pause harbour
    """
    for name in map(session_name, sessions):
        _say(client.session(name).pause(), "paused", as_json)


@app.command("resume")
@with_client()
def resume_command(client: Client, sessions: SessionArguments, as_json: JsonOption = False) -> None:
    """Resume paused sessions.

    Example:
      raftup sessions resume harbour
    """
    for name in map(session_name, sessions):
        _say(client.session(name).resume(), "goes on", as_json)


@app.command("delete")
@with_client()
def delete_command(client: Client, sessions: SessionArguments, as_json: JsonOption = False) -> None:
    """Delete sessions; programs attached to them are notified.

    Example:
      raftup sessions delete harbour tow
    """
    for name in map(session_name, sessions):
        client.session(name).delete()
        tell({"name": name, "deleted": True}, f"{name} deleted", as_json)


def _say(session: session_pb2.Session, what: str, as_json: bool) -> None:
    document = session_document(session)
    tell(document, f"{session.name} {what} at {document['time']:g} s", as_json)
