"""Options that the commands of raftup estimate share, and what they say."""

from __future__ import annotations

import math
from pathlib import Path
from typing import Annotated

import numpy as np
import typer

from raftup._generated.estimate_pb2 import ShipParticulars
from raftup.base.arrays import FloatArray
from raftup.base.errors import RaftupError, bad_field
from raftup.cli import ranges
from raftup.cli.arguments import overrides_of
from raftup.remote.estimates import KNOT, particulars

_USUAL_FROUDE_NUMBER, _USUAL_SPEEDS = 0.25, 10
_MOST_VALUES = 1000

ShipArgument = Annotated[
    Path | None,
    typer.Argument(
        metavar="SHIP",
        help="YAML file of the ship's main particulars; may be left out if --set gives them all.",
    ),
]
SetOption = Annotated[
    list[str] | None,
    typer.Option(
        "--set",
        metavar="FIELD=VALUE",
        help="Add or replace one of the ship's particulars, e.g. length=205; repeatable.",
    ),
]
DensityOption = Annotated[
    float | None, typer.Option(help="Density of the water in kg/m3. Default: 1025.")
]
GravityOption = Annotated[
    float | None, typer.Option(help="Acceleration of gravity in m/s2. Default: 9.80665.")
]
SpeedsOption = Annotated[
    str | None,
    typer.Option(
        metavar="V,...|FROM:TO:STEP",
        help="Speeds through the water in m/s. Default: ten speeds up to a Froude number of 0.25.",
    ),
]
KnotsOption = Annotated[
    str | None,
    typer.Option(
        metavar="V,...|FROM:TO:STEP", help="Speeds through the water in knots, instead of --speeds."
    ),
]


def positive_numbers_of(text: str, option: str) -> FloatArray:
    """Numbers from `a,b,c` or `from:to:step`, both ends included; all > 0.

    Raises:
        RaftupError: BAD_FIELD with the option, for another text.
    """
    try:
        numbers = np.array(ranges.numbers_of(text, option))
    except RaftupError:
        numbers = np.empty(0)
    if not len(numbers) or len(numbers) > _MOST_VALUES or not (numbers > 0.0).all():
        raise bad_field(option, f"must be A,B,... or FROM:TO:STEP, all positive, is {text!r}")
    return numbers


def ship_of(file: Path | None, given: list[str] | None) -> ShipParticulars:
    """The particulars of a file, with the values of --set."""
    return particulars({} if file is None else file, overrides_of(given))


def water_of(
    density: float | None, gravity: float | None, viscosity: float | None
) -> dict[str, float]:
    """Properties of the water that are given, by their names in EstimateWater."""
    values = {"density": density, "gravity": gravity, "kinematic_viscosity": viscosity}
    return {name: value for name, value in values.items() if value is not None}


def speeds_of(ship: ShipParticulars, speeds: str | None, knots: str | None) -> FloatArray:
    """Speeds of --speeds or --knots in m/s; default ten up to a Froude number of 0.25.

    Raises:
        RaftupError: BAD_FIELD if both are given, or for a text that is no speeds.
    """
    if speeds is not None and knots is not None:
        raise bad_field("--knots", "must not be given with --speeds")
    if speeds is not None:
        return positive_numbers_of(speeds, "--speeds")
    if knots is not None:
        return KNOT * positive_numbers_of(knots, "--knots")
    fastest = _USUAL_FROUDE_NUMBER * math.sqrt(9.81 * max(ship.length, 1.0))
    return np.round(fastest * np.arange(1, _USUAL_SPEEDS + 1) / _USUAL_SPEEDS, 2)
