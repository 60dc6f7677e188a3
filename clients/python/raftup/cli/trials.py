"""The commands raftup turning and raftup zigzag."""

from __future__ import annotations

import math
from pathlib import Path
from typing import Annotated

import typer

from raftup.cli.arguments import JsonOption, ModelArgument, QuietOption, SetOption
from raftup.cli.connection import with_client
from raftup.cli.trial_options import (
    ApproachOption,
    LengthOption,
    PictureOption,
    ScaleOption,
    ShipOption,
    ShowModelOption,
    SideOption,
    WeatherOption,
    run_trial,
)
from raftup.remote.client import Client
from raftup.trials.sailing import Conditions
from raftup.trials.turning import turning
from raftup.trials.zigzag import TESTS, zigzag


@with_client(default=None)
def turning_command(
    client: Client,
    model: ModelArgument,
    rudder: Annotated[
        float, typer.Option(help="Rudder angle of the turning circle, in deg.")
    ] = 35.0,
    side: SideOption = "both",
    body: ShipOption = "",
    length: LengthOption = None,
    approach: ApproachOption = None,
    weather: WeatherOption = False,
    scale: ScaleOption = 1.0,
    out: Annotated[
        Path, typer.Option(help="NetCDF-4 file to write, with tracks and results.")
    ] = Path("turning.nc"),
    plot: PictureOption = None,
    set_: SetOption = None,
    as_json: JsonOption = False,
    show_model: ShowModelOption = False,
    quiet: QuietOption = False,
) -> None:
    """Simulate turning circles of a ship: advance, transfer, diameters, loss of speed.

    The ship follows a straight course with the rudder amidships until its speed is
    steady. Then the rudder is held over until the heading has changed by 720 deg.
    Autopilots are off. The results are compared with the standards of IMO,
    MSC.137(76).

    Examples:
      raftup turning tanker.yaml --plot plots

      raftup turning tanker.yaml --rudder 20 --side port --json

      raftup turning tanker.yaml --side starboard --model > turn.yaml
    """
    conditions = Conditions(body, length, weather, approach, scale)
    run_trial(
        lambda own: turning(client, own, conditions, math.radians(rudder), side),
        model,
        set_,
        out,
        plot,
        as_json=as_json,
        show_model=show_model,
        quiet=quiet,
    )


@with_client(default=None)
def zigzag_command(
    client: Client,
    model: ModelArgument,
    test: Annotated[
        list[str] | None,
        typer.Option(
            metavar="RUDDER/HEADING",
            help="Rudder angle, and change of heading at which it is reversed, in deg; "
            "repeatable. Default: 10/10 and 20/20.",
        ),
    ] = None,
    side: SideOption = "both",
    body: ShipOption = "",
    length: LengthOption = None,
    approach: ApproachOption = None,
    weather: WeatherOption = False,
    scale: ScaleOption = 1.0,
    out: Annotated[
        Path, typer.Option(help="NetCDF-4 file to write, with tracks and results.")
    ] = Path("zigzag.nc"),
    plot: PictureOption = None,
    set_: SetOption = None,
    as_json: JsonOption = False,
    show_model: ShowModelOption = False,
    quiet: QuietOption = False,
) -> None:
    """Simulate zig-zag tests of a ship: overshoot angles, initial turning ability, period.

    The rudder goes to the other side each time the heading has changed by the given
    angle, with five orders in all. Autopilots are off. The results of 10/10 and
    20/20 are compared with the standards of IMO, MSC.137(76).

    Examples:
      raftup zigzag tanker.yaml --plot plots

      raftup zigzag tanker.yaml --test 15/10 --side starboard --json
    """
    conditions = Conditions(body, length, weather, approach, scale)
    run_trial(
        lambda own: zigzag(client, own, conditions, test or TESTS, side),
        model,
        set_,
        out,
        plot,
        as_json=as_json,
        show_model=show_model,
        quiet=quiet,
    )
