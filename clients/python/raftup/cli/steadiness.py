"""The commands raftup pull-out and raftup spiral."""

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
    WeatherOption,
    run_trial,
)
from raftup.remote.client import Client
from raftup.trials.pull_out import pull_out
from raftup.trials.sailing import Conditions
from raftup.trials.spiral import spiral


@with_client(default=None)
def pull_out_command(
    client: Client,
    model: ModelArgument,
    rudder: Annotated[
        float,
        typer.Option(
            help="Rudder angle of the steady turn before the rudder goes amidships, in deg."
        ),
    ] = 20.0,
    body: ShipOption = "",
    length: LengthOption = None,
    approach: ApproachOption = None,
    weather: WeatherOption = False,
    scale: ScaleOption = 1.0,
    out: Annotated[
        Path, typer.Option(help="NetCDF-4 file to write, with tracks and results.")
    ] = Path("pull_out.nc"),
    plot: PictureOption = None,
    set_: SetOption = None,
    as_json: JsonOption = False,
    show_model: ShowModelOption = False,
    quiet: QuietOption = False,
) -> None:
    """Simulate pull-out tests: does a ship go straight again with the rudder amidships?

    The ship turns steadily to starboard, then the rudder goes amidships and the
    remaining rate of turn is printed; the same to port. A ship that is stable on a
    straight course has the same remaining rate from both sides.

    Examples:
      raftup pull-out tanker.yaml --plot plots

      raftup pull-out tanker.yaml --rudder 10 --json
    """
    conditions = Conditions(body, length, weather, approach, scale)
    run_trial(
        lambda own: pull_out(client, own, conditions, math.radians(rudder)),
        model,
        set_,
        out,
        plot,
        as_json=as_json,
        show_model=show_model,
        quiet=quiet,
    )


@with_client(default=None)
def spiral_command(
    client: Client,
    model: ModelArgument,
    rudder: Annotated[
        float, typer.Option(help="Largest rudder angle of the spiral to either side, in deg.")
    ] = 20.0,
    step: Annotated[
        float, typer.Option(help="Change of the rudder angle from one setting to the next, in deg.")
    ] = 2.0,
    body: ShipOption = "",
    length: LengthOption = None,
    approach: ApproachOption = None,
    weather: WeatherOption = False,
    scale: ScaleOption = 1.0,
    out: Annotated[
        Path, typer.Option(help="NetCDF-4 file to write, with track and results.")
    ] = Path("spiral.nc"),
    plot: PictureOption = None,
    set_: SetOption = None,
    as_json: JsonOption = False,
    show_model: ShowModelOption = False,
    quiet: QuietOption = False,
) -> None:
    """Simulate a direct spiral test: steady rate of turn over rudder angle, width of the loop.

    The rudder goes in steps from starboard to port and back, each of which is held
    until the rate of turn is steady. The curve of a ship that is not stable on a
    straight course has a loop, whose width is compared with that which
    MSC/Circ.1053 accepts.

    Examples:
      raftup spiral tanker.yaml --plot plots

      raftup spiral tanker.yaml --rudder 10 --step 0.5 --json
    """
    conditions = Conditions(body, length, weather, approach, scale)
    run_trial(
        lambda own: spiral(client, own, conditions, math.radians(rudder), math.radians(step)),
        model,
        set_,
        out,
        plot,
        as_json=as_json,
        show_model=show_model,
        quiet=quiet,
    )
