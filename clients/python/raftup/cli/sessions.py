"""raftup sessions."""

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
    list[str], typer.Argument(metavar="SESSION...", help="sessions/ID or its ID.")
]

app = typer.Typer(help="Simulations in progress on a server.", no_args_is_help=True)


@app.command("list")
@with_client()
def list_command(client: Client, as_json: JsonOption = False) -> None:
    """List the sessions of a server and how they stand.

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
    """Show all about one session, with every default of its model.

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
        typer.Argument(metavar="[SESSION]", help="sessions/ID or its ID; default: all."),
    ] = None,
    interval: Annotated[
        float, typer.Option(min=0.05, metavar="SECONDS", help="Between two looks.")
    ] = 0.5,
    count: Annotated[
        int | None, typer.Option(min=1, metavar="N", help="Looks; default: until interrupted.")
    ] = None,
    as_json: Annotated[bool, typer.Option("--json", help="Write a line of JSON a look.")] = False,
) -> None:
    """Watch sessions live: time, real-time factor, who waits for whom; of one, its values too.

    Ends with the session that it watches, or when it is interrupted.

    Examples:
      raftup sessions watch

      raftup sessions watch harbour --interval 0.2
    """
    watch_sessions(client, session and session_name(session), interval, count, as_json)


@app.command("pause")
@with_client()
def pause_command(client: Client, sessions: SessionArguments, as_json: JsonOption = False) -> None:
    """Hold the next step of sessions, whoever asks for it; results stay the same.

    Example:
      raftup sessions pause harbour
    """
    for name in map(session_name, sessions):
        _say(client.session(name).pause(), "paused", as_json)


@app.command("resume")
@with_client()
def resume_command(client: Client, sessions: SessionArguments, as_json: JsonOption = False) -> None:
    """Let paused sessions go on.

    Example:
      raftup sessions resume harbour
    """
    for name in map(session_name, sessions):
        _say(client.session(name).resume(), "goes on", as_json)


@app.command("delete")
@with_client()
def delete_command(client: Client, sessions: SessionArguments, as_json: JsonOption = False) -> None:
    """Delete sessions; programs attached to them are told.

    Example:
      raftup sessions delete harbour tow
    """
    for name in map(session_name, sessions):
        client.session(name).delete()
        tell({"name": name, "deleted": True}, f"{name} deleted", as_json)


def _say(session: session_pb2.Session, what: str, as_json: bool) -> None:
    document = session_document(session)
    tell(document, f"{session.name} {what} at {document['time']:g} s", as_json)
