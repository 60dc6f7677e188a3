"""The command raftup estimate squat."""

from __future__ import annotations

from typing import Annotated

import typer

from raftup.cli.arguments import JsonOption
from raftup.cli.connection import with_client
from raftup.cli.documents import print_json
from raftup.cli.estimate_options import (
    GravityOption,
    KnotsOption,
    SetOption,
    ShipArgument,
    SpeedsOption,
    ship_of,
    speeds_of,
    water_of,
)
from raftup.cli.tables import print_table
from raftup.cli.terminal import terminal
from raftup.remote.client import Client
from raftup.remote.estimates import KNOT

_DepthOption = Annotated[
    float, typer.Option("--water-depth", help="Depth of the water in m; required.")
]


@with_client(default=None)
def squat_command(
    client: Client,
    water_depth: _DepthOption,
    ship: ShipArgument = None,
    speeds: SpeedsOption = None,
    knots: KnotsOption = None,
    set_: SetOption = None,
    gravity: GravityOption = None,
    as_json: JsonOption = False,
) -> None:
    """Estimate by how much the bow of a ship sinks in shallow water: ICORELS (1980).

    Prints the sinkage at each speed in open water of uniform depth, and the
    clearance under the bow. Speeds above a depth Froude number of 0.7 are refused.

    Examples:
      raftup estimate squat ship.yaml --water-depth 14 --knots 6:14:2

      raftup estimate squat ship.yaml --water-depth 15 --speeds 6,8 --set draught=11
    """
    read = ship_of(ship, set_)
    answer = client.estimates.squat(
        read,
        speeds_of(read, speeds, knots).tolist(),
        water_depth,
        water=water_of(None, gravity, None),
    )
    if as_json:
        print_json(
            {
                "speed": list(answer.speed),
                "sinkage": list(answer.sinkage),
                "depth_froude_number": list(answer.depth_froude_number),
                "clearance": list(answer.clearance),
            }
        )
        return
    rows = [["speed [m/s]", "knots", "depth Froude number", "sinkage [m]"]]
    rows[0] += ["clearance [m]"] if answer.clearance else []
    for i, speed in enumerate(answer.speed):
        row = [f"{speed:.4g}", f"{speed / KNOT:.3g}", f"{answer.depth_froude_number[i]:.3f}"]
        row.append(f"{answer.sinkage[i]:.3f}")
        rows.append(row + ([f"{answer.clearance[i]:.3f}"] if answer.clearance else []))
    print_table(terminal(), rows, right=range(len(rows[0])))
