"""The command raftup checkpoints: stored states of a session."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Any

import typer
from rich.table import Table

from raftup.base.errors import bad_field
from raftup.cli.arguments import JsonOption, SessionArgument
from raftup.cli.connection import with_client
from raftup.cli.documents import (
    checkpoint_document,
    print_json,
    session_document,
    session_name,
    tell,
)
from raftup.cli.terminal import terminal
from raftup.remote.client import Client
from raftup.remote.session import Session

CheckpointArgument = Annotated[
    str,
    typer.Argument(
        metavar="CHECKPOINT",
        help="Checkpoint, named as in the list of checkpoints or as SESSION/CHECKPOINT.",
    ),
]

app = typer.Typer(
    help="Store states of a session as checkpoints, and restore them.", no_args_is_help=True
)


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
            one["name"],
            one["label"] or "-",
            str(one["step_index"]),
            f"{one['time']:.2f}",
            f"{one['size_bytes'] / 1e3:.1f}",
            one["create_time"],
        )
    terminal().print(table)


@app.command("create")
@with_client()
def create_command(
    client: Client,
    session: SessionArgument,
    label: Annotated[str, typer.Option(help="Text that describes the checkpoint in lists.")] = "",
    as_json: JsonOption = False,
) -> None:
    """Store the present state of a session as a checkpoint.

    Example:
      raftup checkpoints create harbour --label "before the squall"
    """
    of = client.session(session_name(session))
    name = of.checkpoint(label)
    kept = next(one for one in of.checkpoints() if one.name == name)
    _tell_new(checkpoint_document(kept), as_json)


@app.command("restore")
@with_client()
def restore_command(
    client: Client, checkpoint: CheckpointArgument, as_json: JsonOption = False
) -> None:
    """Restore a session to the state of one of its checkpoints, bit for bit.

    Example:
      raftup checkpoints restore harbour/1
    """
    session, name = _find(client, checkpoint)
    document = session_document(session.restore(name))
    tell(document, f"{session.name} is at {document['time']:g} s again", as_json)


@app.command("delete")
@with_client()
def delete_command(
    client: Client,
    checkpoints: Annotated[
        list[str],
        typer.Argument(
            metavar="CHECKPOINT...",
            help="Checkpoint, named as in the list of checkpoints or as SESSION/CHECKPOINT.",
        ),
    ],
    as_json: JsonOption = False,
) -> None:
    """Delete checkpoints.

    Example:
      raftup checkpoints delete harbour/1 harbour/2
    """
    for text in checkpoints:
        session, name = _find(client, text)
        session.delete_checkpoint(name)
        tell({"name": name, "deleted": True}, f"{name} deleted", as_json)


@app.command("export")
@with_client()
def export_command(
    client: Client,
    checkpoint: CheckpointArgument,
    file: Annotated[Path, typer.Argument(metavar="FILE", help="File to write.")],
    as_json: JsonOption = False,
) -> None:
    """Write a checkpoint to a file, from which any server of the same build can continue.

    Example:
      raftup checkpoints export harbour/1 before_the_squall.raftup
    """
    session, name = _find(client, checkpoint)
    session.export_checkpoint(name, file)
    document = {"name": name, "file": str(file), "size_bytes": file.stat().st_size}
    tell(document, f"{name} written to {file}", as_json)


@app.command("import")
@with_client()
def import_command(
    client: Client,
    file: Annotated[
        Path,
        typer.Argument(
            metavar="FILE",
            exists=True,
            dir_okay=False,
            help="File that raftup checkpoints export has written.",
        ),
    ],
    session: Annotated[
        str | None,
        typer.Option(
            metavar="SESSION",
            help="Session to which the checkpoint is added. Default: a new session is created.",
        ),
    ] = None,
    session_id: Annotated[
        str,
        typer.Option(
            "--id",
            help="ID of the new session, 4 to 63 characters of a-z, 0-9 and -. Default: a "
            "random ID.",
        ),
    ] = "",
    as_json: JsonOption = False,
) -> None:
    """Create a session from a checkpoint file, or add the file to an existing session.

    Examples:
      raftup checkpoints import before_the_squall.raftup --id what-if

      raftup checkpoints import before_the_squall.raftup --session harbour
    """
    if session is not None:
        of = client.session(session_name(session))
        name = of.import_checkpoint(file)
        kept = next(one for one in of.checkpoints() if one.name == name)
        _tell_new(checkpoint_document(kept), as_json)
        return
    _tell_new(session_document(client.import_checkpoint(file, session_id).status()), as_json)


@app.command("fork")
@with_client()
def fork_command(
    client: Client,
    checkpoint: CheckpointArgument,
    session_id: Annotated[
        str,
        typer.Option(
            "--id",
            help="ID of the new session, 4 to 63 characters of a-z, 0-9 and -. Default: a "
            "random ID.",
        ),
    ] = "",
    as_json: JsonOption = False,
) -> None:
    """Create a session that continues from a checkpoint of another one, bit for bit.

    Example:
      raftup checkpoints fork harbour/1 --id what-if
    """
    _, name = _find(client, checkpoint)
    made = client.create_session(session_id=session_id, from_checkpoint=name)
    _tell_new(session_document(made.status()), as_json)


def _tell_new(document: dict[str, Any], as_json: bool) -> None:
    tell(document, f"{document['name']} at {document['time']:g} s", as_json)


def _find(client: Client, text: str) -> tuple[Session, str]:
    """The session of a checkpoint, and the full name of the checkpoint."""
    parts = text.split("/")
    if len(parts) == 2:
        parts = ["sessions", parts[0], "checkpoints", parts[1]]
    if len(parts) != 4 or parts[0] != "sessions" or parts[2] != "checkpoints":
        raise bad_field("checkpoint", f"must be SESSION/CHECKPOINT, is {text!r}")
    return client.session("/".join(parts[:2])), "/".join(parts)
