"""The command raftup nmea: simulated instruments of ships."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from raftup.base.extras import require_extra
from raftup.cli.arguments import QuietOption, SessionArgument
from raftup.cli.connection import with_client
from raftup.cli.documents import session_name
from raftup.cli.terminal import terminal
from raftup.remote.client import Client

_UdpOption = Annotated[
    str,
    typer.Option(metavar="HOST:PORT", help="Address to which the sentences are sent by UDP."),
]
_OriginOption = Annotated[
    str,
    typer.Option(
        metavar="LAT,LON",
        help="Latitude and longitude of the origin of the world, in degrees north and east.",
    ),
]
_AxisHeadingOption = Annotated[
    float,
    typer.Option(help="Direction of the x axis of the world, in degrees clockwise from north."),
]
_OwnOption = Annotated[
    str | None,
    typer.Option(
        metavar="BODY",
        help="Body of the own ship, on which the instruments are. Default: the first body.",
    ),
]
_ShipsOption = Annotated[
    Path | None,
    typer.Option(
        metavar="FILE",
        help="YAML file with the MMSI and other AIS data of each ship that has a "
        "transponder, by the name of its body.",
    ),
]
_IntervalOption = Annotated[
    float, typer.Option(help="Simulated time between sentences of the own ship, in s.")
]


@with_client()
def nmea_command(
    client: Client,
    session: SessionArgument,
    udp: _UdpOption,
    origin: _OriginOption,
    axis_heading: _AxisHeadingOption = 90.0,
    own: _OwnOption = None,
    ships: _ShipsOption = None,
    interval: _IntervalOption = 1.0,
    quiet: QuietOption = False,
) -> None:
    """Send data of simulated instruments of the ships in a session: NMEA 0183 and AIS.

    The command sends GGA, HDT, VTG and ROT of the own ship, and AIS reports 1 and 5
    (!AIVDM) of every body in --ships at the intervals of ITU-R M.1371. It ends when
    the session is deleted.

    Example:
      raftup nmea harbour --udp 127.0.0.1:10110 --origin 58.96,5.72 --ships s.yaml
    """
    require_extra("raftup nmea", "nmea", "geographiclib", "pyais", "pynmea2")
    from raftup.nmea import Chart, Transmitter, read_ships
    from raftup.nmea.transmitter import Datagrams

    latitude, longitude = _pair(origin)
    transmitter = Transmitter(
        client.session(session_name(session)),
        Chart(latitude, longitude, axis_heading),
        own,
        read_ships(ships) if ships is not None else None,
        interval,
    )
    host, port = _host_and_port(udp)
    terminal(quiet=quiet, stderr=True).print(f"sentences go to {host}, port {port}, by UDP")
    transmitter.run(Datagrams(host, port))


def _pair(text: str) -> tuple[float, float]:
    try:
        latitude, longitude = (float(part) for part in text.split(","))
    except ValueError as error:
        raise typer.BadParameter(
            f"must be LAT,LON in degrees, is {text!r}", param_hint="--origin"
        ) from error
    return latitude, longitude


def _host_and_port(text: str) -> tuple[str, int]:
    host, _, port = text.rpartition(":")
    if not host or not port.isdecimal() or not 0 < int(port) < 65536:
        raise typer.BadParameter(f"must be HOST:PORT, is {text!r}", param_hint="--udp")
    return host.strip("[]"), int(port)
