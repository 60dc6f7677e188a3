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
    rudder: Annotated[float, typer.Option(help="Of the turn before, deg.")] = 20.0,
    body: ShipOption = "",
    length: LengthOption = None,
    approach: ApproachOption = None,
    weather: WeatherOption = False,
    scale: ScaleOption = 1.0,
    out: Annotated[Path, typer.Option(help="Tracks, figures, NetCDF-4.")] = Path("pull_out.nc"),
    plot: PictureOption = None,
    set_: SetOption = None,
    as_json: JsonOption = False,
    show_model: ShowModelOption = False,
    quiet: QuietOption = False,
) -> None:
    """Make pull-out tests: whether a ship goes straight again with the rudder amidships.

    It turns steadily to starboard, the rudder goes amidships, and what rate of turn
    stays is told; the same to port. A straight-line stable ship ends with the same
    rate from both sides.

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
    rudder: Annotated[float, typer.Option(help="At the ends, deg.")] = 20.0,
    step: Annotated[float, typer.Option(help="From setting to setting, deg.")] = 2.0,
    body: ShipOption = "",
    length: LengthOption = None,
    approach: ApproachOption = None,
    weather: WeatherOption = False,
    scale: ScaleOption = 1.0,
    out: Annotated[Path, typer.Option(help="Track, figures, NetCDF-4.")] = Path("spiral.nc"),
    plot: PictureOption = None,
    set_: SetOption = None,
    as_json: JsonOption = False,
    show_model: ShowModelOption = False,
    quiet: QuietOption = False,
) -> None:
    """Make a direct spiral test: steady rate of turn against rudder, width of the loop.

    The rudder goes by steps from starboard to port and back, each held until
    the rate of turn is steady. A ship that is not straight-line stable has a
    loop, whose width stands beside what MSC/Circ.1053 accepts.

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
