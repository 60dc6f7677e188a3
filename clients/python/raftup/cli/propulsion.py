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
        float, typer.Option(help="Speed of the propellers astern over that ahead.")
    ] = ASTERN,
    body: ShipOption = "",
    length: LengthOption = None,
    approach: ApproachOption = None,
    weather: WeatherOption = False,
    scale: ScaleOption = 1.0,
    out: Annotated[Path, typer.Option(help="Track, figures, NetCDF-4.")] = Path("crash_stop.nc"),
    plot: PictureOption = None,
    set_: SetOption = None,
    as_json: JsonOption = False,
    show_model: ShowModelOption = False,
    quiet: QuietOption = False,
) -> None:
    """Stop a ship from full ahead by its propellers: track reach, head reach, time.

    A straight course until the speed is steady, then the propellers are ordered
    astern, the rudders amidships, until the ship has no speed ahead. The track
    reach stands beside the standard of IMO, MSC.137(76).

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
        typer.Option("--share", help="Of the propellers' speed in the model; else .1 to 1."),
    ] = None,
    body: ShipOption = "",
    weather: WeatherOption = False,
    out: Annotated[Path, typer.Option(help="Figures, NetCDF-4.")] = Path("bollard.nc"),
    plot: PictureOption = None,
    set_: SetOption = None,
    as_json: JsonOption = False,
    show_model: ShowModelOption = False,
    quiet: QuietOption = False,
) -> None:
    """Hold a ship and tell what its propellers pull with, over their speed.

    The pull is what propellers and rudders push the hull ahead with, thrust
    deduction taken off. A propeller that stands in the model is measured up to
    its max_speed.

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
