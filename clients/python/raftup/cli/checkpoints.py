"""raftup checkpoints."""

from __future__ import annotations

from typing import Annotated

import typer
from rich.console import Console
from rich.markup import escape
from rich.table import Table

from raftup.cli.connection import with_client
from raftup.cli.documents import (
    checkpoint_document,
    print_json,
    session_document,
    session_name,
)
from raftup.client import Client
from raftup.errors import bad_field
from raftup.session import Session

SessionArgument = Annotated[str, typer.Argument(metavar="SESSION", help="sessions/ID or its ID.")]
CheckpointArgument = Annotated[
    str, typer.Argument(metavar="CHECKPOINT", help="As listed, or SESSION/CHECKPOINT.")
]
JsonOption = Annotated[bool, typer.Option("--json", help="Write JSON.")]

app = typer.Typer(help="Copies of a session's state, to go back to.", no_args_is_help=True)


@app.command("list")
@with_client()
def list_command(client: Client, session: SessionArgument, as_json: JsonOption = False) -> None:
    """List the checkpoints of a session, oldest first.

    Example:
      raftup checkpoints list harbour
    """
    kept = client.session(session_name(session)).checkpoints()
    documents = [checkpoint_document(checkpoint) for checkpoint in kept]
    if as_json:
        print_json(documents)
        return
    table = Table("checkpoint", "label", "step", "time [s]", "kB", "made")
    for one in documents:
        table.add_row(
            escape(one["name"]),
            escape(one["label"]) or "-",
            str(one["step_index"]),
            f"{one['time']:.2f}",
            f"{one['size_bytes'] / 1e3:.1f}",
            one["create_time"],
        )
    Console().print(table)


@app.command("create")
@with_client()
def create_command(
    client: Client,
    session: SessionArgument,
    label: Annotated[str, typer.Option(help="Words for people.")] = "",
    as_json: JsonOption = False,
) -> None:
    """Keep a copy of a session's state.

    Example:
      raftup checkpoints create harbour --label "before the squall"
    """
    of = client.session(session_name(session))
    name = of.checkpoint(label)
    (document,) = (checkpoint_document(one) for one in of.checkpoints() if one.name == name)
    if as_json:
        print_json(document)
    else:
        print(f"{name} at {document['time']:g} s")


@app.command("restore")
@with_client()
def restore_command(
    client: Client, checkpoint: CheckpointArgument, as_json: JsonOption = False
) -> None:
    """Put a session back to one of its checkpoints, bit for bit.

    Example:
      raftup checkpoints restore harbour/1
    """
    session, name = _find(client, checkpoint)
    session.restore(name)
    document = session_document(session.status())
    if as_json:
        print_json(document)
    else:
        print(f"{session.name} is at {document['time']:g} s again")


@app.command("delete")
@with_client()
def delete_command(
    client: Client,
    checkpoints: Annotated[
        list[str],
        typer.Argument(metavar="CHECKPOINT...", help="As listed, or SESSION/CHECKPOINT."),
    ],
    as_json: JsonOption = False,
) -> None:
    """Free checkpoints.

    Example:
      raftup checkpoints delete harbour/1 harbour/2
    """
    for text in checkpoints:
        session, name = _find(client, text)
        session.delete_checkpoint(name)
        if as_json:
            print_json({"name": name, "deleted": True})
        else:
            print(f"{name} deleted")


def _find(client: Client, text: str) -> tuple[Session, str]:
    """The session of a checkpoint, and the checkpoint's full name."""
    parts = text.split("/")
    if len(parts) == 2:
        parts = ["sessions", parts[0], "checkpoints", parts[1]]
    if len(parts) != 4 or parts[0] != "sessions" or parts[2] != "checkpoints":
        raise bad_field("checkpoint", f"must be SESSION/CHECKPOINT, is {text!r}")
    return client.session("/".join(parts[:2])), "/".join(parts)
