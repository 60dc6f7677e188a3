"""The command raftup udp: a program that exchanges numbers with a session by UDP."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from raftup.base.errors import bad_field
from raftup.cli.arguments import QuietOption, SessionArgument
from raftup.cli.connection import with_client
from raftup.cli.documents import session_name
from raftup.cli.participant import IdOption
from raftup.cli.terminal import terminal
from raftup.participants.follow import follow
from raftup.remote.client import Client

_InOption = Annotated[
    str,
    typer.Option(
        "--in",
        metavar="[HOST:]PORT",
        help="Port on which answers are received. Default of HOST: 127.0.0.1; 0.0.0.0 "
        "receives from other machines.",
    ),
]
_OutOption = Annotated[
    str,
    typer.Option(
        "--out",
        metavar="HOST:PORT",
        help="Address of the program, to which outputs are sent; answers of other hosts are "
        "refused.",
    ),
]
_MapOption = Annotated[
    Path,
    typer.Option(
        "--map",
        metavar="FILE",
        help="YAML file with the order of the numbers: outputs that are sent, inputs that are "
        "received.",
    ),
]
_DeadlineOption = Annotated[
    float | None,
    typer.Option(
        help="Wall clock time in s for which a step waits for its answer; then it keeps the "
        "values before. Default: no limit."
    ),
]


@with_client()
def udp_command(
    client: Client,
    session: SessionArgument,
    listen: _InOption,
    to: _OutOption,
    how: _MapOption,
    deadline: _DeadlineOption = None,
    participant_id: IdOption = "udp",
    quiet: QuietOption = False,
) -> None:
    """Couple a program to a session by UDP: simulators, controllers, instruments.

    After each step the outputs of the map are sent, and the packet that answers it
    gives the inputs of the next step. Numbers are little-endian float64 behind a
    header of 32 bytes: the letters RFTP, version 1 (2 bytes), 0 (2), number of the
    packet (8), time in ns (8), count of numbers (4), 0 (4). An answer has the time
    of the packet that it answers; late ones are counted and dropped. Anybody who
    reaches the port can answer: use it in a network that you trust.

    Examples:
      raftup run m.yaml --server A --session harbour --participant udp=thrust

      raftup udp harbour --in 5001 --out 127.0.0.1:5002 --map signals.yaml

      raftup udp harbour --in 5001 --out 10.0.0.7:5002 --map s.yaml --deadline .05
    """
    from raftup.udp.partner import UdpPartner
    from raftup.udp.signals import read_signals

    if deadline is not None and not 0.0 < deadline < float("inf"):
        raise bad_field("--deadline", f"must be above 0 and finite, is {deadline:g}")
    address = listen if ":" in listen else f"127.0.0.1:{listen}"
    attached = client.session(session_name(session))
    signals = read_signals(how, attached.variables())
    lines = terminal(quiet=quiet, stderr=True)
    with UdpPartner(
        attached, signals, _address(address, "--in", 0), _address(to, "--out", 1), deadline
    ) as partner:
        lines.print(f"{participant_id} takes part in {attached.name}, port {partner.port}")
        try:
            follow(attached, partner, participant_id, iterate=False)
        finally:
            lines.print(f"packets: {partner.counts}", soft_wrap=True)
            if partner.refusal:
                lines.print(partner.refusal, soft_wrap=True)


def _address(text: str, option: str, least: int) -> tuple[str, int]:
    host, _, port = text.rpartition(":")
    if not host or not port.isdecimal() or not least <= int(port) < 65536:
        raise typer.BadParameter(f"must be HOST:PORT, is {text!r}", param_hint=option)
    return host.strip("[]"), int(port)
