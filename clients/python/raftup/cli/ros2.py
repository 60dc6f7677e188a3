"""The command raftup ros2: a session among nodes of ROS 2."""

from __future__ import annotations

from contextlib import ExitStack
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer
from rich.console import Console

from raftup.base.errors import RaftupError
from raftup.base.extras import require_extra
from raftup.cli.arguments import QuietOption, SessionArgument
from raftup.cli.connection import with_client
from raftup.cli.documents import session_name
from raftup.cli.terminal import terminal
from raftup.remote.client import Client
from raftup.remote.session import Session

if TYPE_CHECKING:
    from raftup.ros2 import Bridge

_ModelOption = Annotated[
    Path | None,
    typer.Option(
        help="Model file of which the session is created first, and deleted at the end. "
        "Default: the session exists and is initialized."
    ),
]
_DomainOption = Annotated[
    int, typer.Option(help="Number of the DDS domain, ROS_DOMAIN_ID of the nodes.")
]
_NetworkOption = Annotated[
    bool,
    typer.Option(
        "--network",
        help="Reach nodes on other machines, as CYCLONEDDS_URI says. Default: only those on "
        "this machine.",
    ),
]
_MapOption = Annotated[
    Path | None,
    typer.Option(
        "--map",
        metavar="FILE",
        help="YAML file with the topics of single outputs (publish) and of inputs (subscribe).",
    ),
]
_PaceOption = Annotated[
    float,
    typer.Option(metavar="FACTOR", help="Simulated s per s of wall clock; 0 = no limit."),
]
_LockStepOption = Annotated[
    str,
    typer.Option(
        metavar="TOPIC",
        help="Topic of forces; each step waits for the message whose stamp is the time at "
        "its start.",
    ),
]
_RateOption = Annotated[
    float, typer.Option(help="Times published per simulated s; 0 = every step.")
]
_FrameOption = Annotated[
    str,
    typer.Option(metavar="enu|ned", help="With ned, /tf also has world_ned: x north, z down."),
]
_RecordOption = Annotated[
    Path | None,
    typer.Option(metavar="FILE.mcap", help="Record all messages to this file."),
]


@with_client(default=None)
def ros2_command(
    client: Client,
    session: SessionArgument,
    model: _ModelOption = None,
    domain: _DomainOption = 0,
    network: _NetworkOption = False,
    how: _MapOption = None,
    pace: _PaceOption = 1.0,
    lock_step: _LockStepOption = "",
    rate: _RateOption = 0.0,
    frame: _FrameOption = "enu",
    record: _RecordOption = None,
    quiet: QuietOption = False,
) -> None:
    """Step a session among nodes of ROS 2, by DDS; no ROS 2 is needed on this machine.

    It publishes /clock, /tf, /BODY/odom, /BODY/imu, /JOINT/state, /LOAD/tension,
    and takes inputs from /BODY/wrench (WrenchStamped at the origin of the body, in
    its axes or with frame_id world) and /LOAD/cmd (Float64). Orders come by
    /raftup/control (String): pause, resume, step N, reset, checkpoint, restore;
    replies are on /raftup/reply. The world has x east, y north, z up.

    Tested with Cyclone DDS and with recordings, not with an installed ROS 2.

    Examples:
      raftup ros2 tug --model tug.yaml

      raftup ros2 tug --model tug.yaml --lock-step /tug/wrench --pace 0

      raftup ros2 harbour --server localhost:50051 --record harbour.mcap
    """
    require_extra("raftup ros2", "ros2", "cyclonedds", "mcap")
    if frame not in ("enu", "ned"):
        raise typer.BadParameter(f"must be enu or ned, is {frame!r}", param_hint="--frame")
    from raftup.ros2 import Bridge, Network, Recording, read_topics

    lines = terminal(quiet=quiet, stderr=True)
    name = session_name(session)
    with ExitStack() as stack:
        if model is not None:
            made = client.create_session(model, session_id=name.removeprefix("sessions/"))
            stack.callback(_delete, made)
            made.initialise()
        attached = client.session(name)
        topics = read_topics(attached, how)
        recording = None if record is None else stack.enter_context(Recording(record))
        nodes = stack.enter_context(Network(domain, not network))
        options: dict[str, Any] = {
            "pace": pace,
            "rate": rate,
            "with_ned": frame == "ned",
            "recording": recording,
        }
        bridge = Bridge(attached, nodes, topics, lock_step=lock_step, **options)
        stack.enter_context(bridge)
        lines.print(f"{attached.name} steps among nodes of domain {domain}", soft_wrap=True)
        try:
            bridge.run()
        finally:
            _tell(lines, bridge)


def _delete(session: Session) -> None:
    """Deletes a session, unless somebody else has done so."""
    try:
        session.delete()
    except RaftupError as error:
        if error.code != "NOT_FOUND":
            raise


def _tell(lines: Console, bridge: Bridge) -> None:
    """Prints what a bridge has done."""
    lines.print(str(bridge.counts), soft_wrap=True)
    if bridge.refusal:
        lines.print(f"the last message that was refused: {bridge.refusal}", soft_wrap=True)
