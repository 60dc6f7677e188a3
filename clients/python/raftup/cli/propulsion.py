"""The commands raftup crash-stop and raftup bollard."""

from __future__ import annotations

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
from raftup.trials.bollard import bollard
from raftup.trials.crash_stop import ASTERN, crash_stop
from raftup.trials.sailing import Conditions


@with_client(default=None)
def crash_stop_command(
    client: Client,
    model: ModelArgument,
    astern: Annotated[
        float, typer.Option(help="Speed of the propellers astern, as a multiple of that ahead.")
    ] = ASTERN,
    body: ShipOption = "",
    length: LengthOption = None,
    approach: ApproachOption = None,
    weather: WeatherOption = False,
    scale: ScaleOption = 1.0,
    out: Annotated[
        Path, typer.Option(help="NetCDF-4 file to write, with track and results.")
    ] = Path("crash_stop.nc"),
    plot: PictureOption = None,
    set_: SetOption = None,
    as_json: JsonOption = False,
    show_model: ShowModelOption = False,
    quiet: QuietOption = False,
) -> None:
    """Simulate a stopping test from full ahead to full astern: track reach, head reach, time.

    The ship follows a straight course until its speed is steady. Then the
    propellers are ordered astern and the rudders amidships, until the ship has no
    speed ahead. The track reach is compared with the standard of IMO, MSC.137(76).

    Examples:
      raftup crash-stop tanker.yaml --plot plots

      raftup crash-stop tanker.yaml --astern 0.7 --json
    """
    conditions = Conditions(body, length, weather, approach, scale)
    run_trial(
        lambda own: crash_stop(client, own, conditions, astern),
        model,
        set_,
        out,
        plot,
        as_json=as_json,
        show_model=show_model,
        quiet=quiet,
    )


@with_client(default=None)
def bollard_command(
    client: Client,
    model: ModelArgument,
    shares: Annotated[
        list[float] | None,
        typer.Option(
            "--share",
            help="Propeller speed as a share of that in the model; repeatable. Default: 0.1 to "
            "1 in steps of 0.1.",
        ),
    ] = None,
    body: ShipOption = "",
    weather: WeatherOption = False,
    out: Annotated[Path, typer.Option(help="NetCDF-4 file to write, with the results.")] = Path(
        "bollard.nc"
    ),
    plot: PictureOption = None,
    set_: SetOption = None,
    as_json: JsonOption = False,
    show_model: ShowModelOption = False,
    quiet: QuietOption = False,
) -> None:
    """Compute the bollard pull of a ship over the speed of its propellers.

    The ship is held. The pull is the force ahead of propellers and rudders on the
    hull, less the thrust deduction. A propeller whose speed in the model is 0 is
    measured up to its max_speed.

    Examples:
      raftup bollard tug.yaml --plot plots

      raftup bollard tug.yaml --share 0.5 --share 1 --json
    """
    conditions = Conditions(body=body, weather=weather)
    run_trial(
        lambda own: bollard(client, own, conditions, shares or ()),
        model,
        set_,
        out,
        plot,
        as_json=as_json,
        show_model=show_model,
        quiet=quiet,
    )
