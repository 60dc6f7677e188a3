"""The command raftup participant: other programs that take part in a session."""

from __future__ import annotations

import os
import sys
from pathlib import Path
from typing import Annotated

import typer

from raftup.base.errors import RaftupError
from raftup.base.extras import require_extra
from raftup.cli.arguments import SessionArgument
from raftup.cli.connection import with_client
from raftup.cli.documents import session_name
from raftup.cli.terminal import terminal
from raftup.participants.follow import Follower, follow
from raftup.remote.client import Client
from raftup.remote.session import Session

app = typer.Typer(
    help="Couple other programs to a session, as its participants.", no_args_is_help=True
)

IdOption = Annotated[
    str,
    typer.Option(
        "--id",
        metavar="NAME",
        help="Name under which the session expects this program as a participant.",
    ),
]
IterateOption = Annotated[
    bool,
    typer.Option(
        "--iterate",
        help="Repeat each step until session and program agree; the session must have been "
        "created with an `iteration`.",
    ),
]


@app.command("moordyn")
@with_client()
def moordyn_command(
    client: Client,
    session: SessionArgument,
    lines: Annotated[
        Path, typer.Argument(help="Input file of MoorDyn 2, which describes the lines.")
    ],
    body: Annotated[
        str, typer.Option(help="Name of the body to which the coupled points of MoorDyn are fixed.")
    ],
    variable: Annotated[
        str,
        typer.Option(
            "--input",
            metavar="NAME",
            help="Input of the session that receives the line forces: an external force on the "
            "body, in world axes.",
        ),
    ],
    participant_id: IdOption = "moordyn",
    iterate: IterateOption = False,
) -> None:
    """Moor a body of a session by lines that MoorDyn computes.

    The lines start at their equilibrium for the present pose of the body. The file
    gives coupled points in the model frame of the body. The command ends when the
    session is deleted.

    Examples:
      raftup run m.yaml --server A --session moored --participant moordyn=mooring

      raftup participant moordyn moored lines.txt --body buoy --input mooring
    """
    require_extra("raftup participant moordyn", "moordyn", "moordyn")
    from raftup.participants.moordyn import MoorDynLines

    attached = client.session(session_name(session))
    _silence_native_code()
    with MoorDynLines(lines, attached, body, variable) as follower:
        _follow(attached, follower, participant_id, iterate)


@app.command("cabledyn")
@with_client()
def cabledyn_command(
    client: Client,
    session: SessionArgument,
    lines: Annotated[
        Path, typer.Argument(help="Input file of CableDyn, which describes the lines.")
    ],
    body: Annotated[
        str, typer.Option(help="Name of the body to which the coupled points are fixed.")
    ],
    variable: Annotated[
        str,
        typer.Option(
            "--input",
            metavar="NAME",
            help="Input of the session that receives the line forces: an external force on the "
            "body, in world axes.",
        ),
    ],
    substeps: Annotated[
        int, typer.Option(min=1, help="Steps of CableDyn in each step of the session.")
    ] = 1,
    participant_id: IdOption = "cabledyn",
    iterate: IterateOption = False,
) -> None:
    """Moor a body of a session by lines that CableDyn computes.

    The lines start at their equilibrium for the present pose of the body. The file
    gives coupled points in the model frame of the body. The command ends when the
    session is deleted.

    Example:
      raftup participant cabledyn moored lines.dat --body buoy --input mooring
    """
    require_extra("raftup participant cabledyn", "cabledyn", "cabledyn")
    from raftup.participants.cabledyn import CableDynLines

    attached = client.session(session_name(session))
    _silence_native_code()
    with CableDynLines(lines, attached, body, variable, substeps) as follower:
        _follow(attached, follower, participant_id, iterate)


@app.command("fmu")
@with_client()
def fmu_command(
    client: Client,
    session: SessionArgument,
    fmu: Annotated[Path, typer.Argument(help="FMU file, for Co-Simulation by FMI 2.0 or 3.0.")],
    how: Annotated[
        Path,
        typer.Option(
            "--map",
            metavar="FILE",
            help="YAML or JSON file that connects variables of the FMU with inputs and outputs "
            "of the session.",
        ),
    ],
    participant_id: IdOption = "fmu",
    iterate: IterateOption = False,
) -> None:
    """Couple an FMU to a session, with which it takes steps until the session is deleted.

    Example:
      raftup participant fmu harbour thruster.fmu --map thruster.yaml
    """
    require_extra("raftup participant fmu", "fmu", "fmpy")
    from raftup.participants.fmu import FmuParticipant
    from raftup.participants.fmu_map import read_map

    attached = client.session(session_name(session))
    with FmuParticipant(fmu, attached, read_map(how)) as follower:
        if iterate and not follower.can_iterate:
            raise RaftupError(
                f"{fmu} must have canGetAndSetFMUstate to iterate", code="INVALID_ARGUMENT"
            )
        _follow(attached, follower, participant_id, iterate)


def _follow(session: Session, follower: Follower, participant_id: str, iterate: bool) -> None:
    terminal(stderr=True).print(f"{participant_id} takes part in {session.name}")
    follow(session, follower, participant_id, iterate)


def _silence_native_code() -> None:
    """Discards the output of native libraries; MoorDyn prints a line for each step."""
    sys.stdout.flush()
    nowhere = os.open(os.devnull, os.O_WRONLY)
    os.dup2(nowhere, 1)
    os.close(nowhere)
