"""The commands raftup estimate: estimates from the main particulars of a ship."""

from __future__ import annotations

import math
from pathlib import Path
from typing import Annotated, Any

import numpy as np
import typer

from raftup._generated.estimate_pb2 import (
    EstimateResistanceResponse,
    EstimateRollDampingResponse,
)
from raftup.base.arrays import FloatArray
from raftup.base.errors import bad_field
from raftup.base.names import refuse_unknown
from raftup.cli.arguments import JsonOption
from raftup.cli.connection import with_client
from raftup.cli.documents import print_json
from raftup.cli.estimate_options import (
    DensityOption,
    GravityOption,
    KnotsOption,
    SetOption,
    ShipArgument,
    SpeedsOption,
    positive_numbers_of,
    ship_of,
    speeds_of,
    water_of,
)
from raftup.cli.estimate_squat import squat_command
from raftup.cli.tables import print_table
from raftup.cli.terminal import terminal
from raftup.remote.client import Client
from raftup.remote.estimates import KNOT, RESISTANCE_PARTS, roll_parts

app = typer.Typer(
    help="Estimate roll damping, resistance or squat from the main particulars of a ship.",
    no_args_is_help=True,
)
app.command("squat")(squat_command)

_ExtrapolateOption = Annotated[
    bool,
    typer.Option(
        "--extrapolate",
        help="Also accept ships outside the range from which the formula was derived.",
    ),
]
_PlotOption = Annotated[
    Path | None,
    typer.Option(metavar="FILE", help="Write a figure of the estimate to this PNG file."),
]
_ViscosityOption = Annotated[
    float | None, typer.Option(help="Kinematic viscosity of the water in m2/s. Default: 1.188e-6.")
]
_PeriodsOption = Annotated[
    str,
    typer.Option(metavar="T,...|FROM:TO:STEP", help="Periods of the roll motion in s; required."),
]
_AmplitudesOption = Annotated[
    str, typer.Option(metavar="PHI,...|FROM:TO:STEP", help="Amplitudes of the roll motion in deg.")
]
_InertiaOption = Annotated[
    float | None,
    typer.Option(
        help="Roll inertia with added mass, (I + A)_44 about the center of mass, in kg m2; "
        "p1 and p2 are computed only if it is given."
    ),
]
_DatabaseOption = Annotated[
    Path | None,
    typer.Option(
        help="Hydrodynamic database whose roll damping B44 is compared with the wave "
        "damping of the estimate."
    ),
]
_BodyOption = Annotated[
    str | None, typer.Option(help="Body of --database that is compared. Default: the only one.")
]


@app.callback()
def estimate_command() -> None:
    """Estimate roll damping, resistance or squat from the main particulars of a ship."""


@app.command("roll-damping")
@with_client(default=None)
def roll_damping_command(
    client: Client,
    ship: ShipArgument = None,
    periods: _PeriodsOption = "",
    amplitudes: _AmplitudesOption = "5,10,15",
    set_: SetOption = None,
    roll_inertia: _InertiaOption = None,
    database: _DatabaseOption = None,
    body: _BodyOption = None,
    density: DensityOption = None,
    gravity: GravityOption = None,
    extrapolate: _ExtrapolateOption = False,
    plot: _PlotOption = None,
    as_json: JsonOption = False,
) -> None:
    """Estimate the roll damping of a ship without forward speed by Ikeda's simple method.

    Source: Kawahara, Maekawa and Ikeda (2009). Prints the damping by friction,
    radiated waves, eddies and bilge keels at each period and amplitude, and the
    linear and quadratic damping that fit their sum. No file is changed; the last
    lines can be copied into a model file.

    Examples:
      raftup estimate roll-damping ship.yaml --periods 14

      raftup estimate roll-damping ship.yaml --periods 10:20:2 --plot roll.png

      raftup estimate roll-damping ship.yaml --periods 14 --database ship.h5 --json
    """
    omega = 2.0 * np.pi / positive_numbers_of(periods, "--periods")
    answer = client.estimates.roll_damping(
        ship_of(ship, set_),
        omega.tolist(),
        np.radians(positive_numbers_of(amplitudes, "--amplitudes")).tolist(),
        water=water_of(density, gravity, None),
        roll_inertia=roll_inertia,
        extrapolate=extrapolate,
    )
    radiated = None if database is None else _radiated(client, database, body, omega)
    document = roll_document(answer, radiated)
    if plot is not None:
        from raftup.plots.estimates import plot_roll_damping  # matplotlib takes half a second
        from raftup.plots.figure import save

        save(plot_roll_damping(answer, radiated), plot)
    if as_json:
        print_json(document)
        return
    _show_roll(answer, document)


@app.command("resistance")
@with_client(default=None)
def resistance_command(
    client: Client,
    ship: ShipArgument = None,
    speeds: SpeedsOption = None,
    knots: KnotsOption = None,
    set_: SetOption = None,
    density: DensityOption = None,
    gravity: GravityOption = None,
    viscosity: _ViscosityOption = None,
    extrapolate: _ExtrapolateOption = False,
    plot: _PlotOption = None,
    as_json: JsonOption = False,
) -> None:
    """Estimate the resistance of a ship in calm deep water: Holtrop and Mennen (1982).

    Prints the components of the resistance at each speed. No file is changed; the
    last lines are a load that can be copied into a model file.

    Examples:
      raftup estimate resistance ship.yaml --knots 4:18:2

      raftup estimate resistance ship.yaml --speeds 5,7.5 --plot resistance.png

      raftup estimate resistance --set length=205 --set breadth=32 ...
    """
    read = ship_of(ship, set_)
    answer = client.estimates.resistance(
        read,
        speeds_of(read, speeds, knots).tolist(),
        water=water_of(density, gravity, viscosity),
        extrapolate=extrapolate,
    )
    if plot is not None:
        from raftup.plots.estimates import plot_resistance  # matplotlib takes half a second
        from raftup.plots.figure import save

        save(plot_resistance(answer), plot)
    document = resistance_document(answer)
    if as_json:
        print_json(document)
        return
    _show_resistance(answer, document)


def _radiated(client: Client, file: Path, body: str | None, omega: FloatArray) -> FloatArray:
    """Damping B44 [omega] N m s of a body of a database, linear between its frequencies."""
    coefficients = client.read_coefficients(client.upload_database(file).name)
    names = [one.name for one in coefficients.bodies]
    if body is None and len(names) > 1:
        raise bad_field("--body", f"must be one of {', '.join(names)}")
    chosen = names[0] if body is None else body
    refuse_unknown([chosen], names, "--body")
    dof = 6 * names.index(chosen) + 3
    if not coefficients.radiation_damping.size:
        raise bad_field("--database", f"must have radiation damping, {file} has none")
    filed = coefficients.radiation_damping[:, dof, dof]
    return np.interp(omega, coefficients.omega, filed)


def roll_document(
    answer: EstimateRollDampingResponse, radiated: FloatArray | None
) -> dict[str, Any]:
    """An estimate of roll damping as plain values: SI, amplitudes in rad.

    Args:
        answer: answer of the server.
        radiated: [omega] N m s, B44 of a database.
    """
    parts = roll_parts(answer)
    total = sum(parts.values(), np.zeros(()))
    fits = [{field.name: value for field, value in fit.ListFields()} for fit in answer.fits]
    return {
        "omega": list(answer.omega),
        "amplitude": list(answer.amplitude),
        "unit": answer.unit,
        "parts": {name: values.tolist() for name, values in parts.items()},
        "total": total.tolist(),
        "fits": fits,
        "database_damping": None if radiated is None else radiated.tolist(),
        "broken_ranges": _ranges(answer),
    }


def resistance_document(answer: EstimateResistanceResponse) -> dict[str, Any]:
    """An estimate of resistance as plain values: m/s, N, m2, deg.

    Args:
        answer: answer of the server.
    """
    return {
        "speed": list(answer.speed),
        "total": list(answer.total),
        "parts": {name: list(getattr(answer, name)) for name in RESISTANCE_PARTS},
        "form_factor": answer.form_factor,
        "wetted_surface": answer.wetted_surface,
        "entrance_angle_deg": answer.entrance_angle_deg,
        "prismatic_coefficient": answer.prismatic_coefficient,
        "broken_ranges": _ranges(answer),
    }


def _ranges(
    answer: EstimateRollDampingResponse | EstimateResistanceResponse,
) -> list[dict[str, Any]]:
    return [
        {"quantity": one.quantity, "low": one.low, "high": one.high, "value": one.value}
        for one in answer.broken_ranges
    ]


def _tell_ranges(ranges: list[dict[str, Any]]) -> None:
    for one in ranges:
        text = "extrapolated: {quantity} is {value:.4g}, the formula is for {low:g} to {high:g}"
        terminal().print(text.format(**one), soft_wrap=True)


def _show_roll(answer: EstimateRollDampingResponse, document: dict[str, Any]) -> None:
    _tell_ranges(document["broken_ranges"])
    parts = {name: np.array(values) for name, values in document["parts"].items()}
    radiated = document["database_damping"]
    head = ["period [s]", "amplitude [deg]", *(f"{n.replace('_', ' ')} [N m s]" for n in parts)]
    head += ["all", "dimensionless", *(["B44 of the database"] if radiated else [])]
    rows = [head]
    for i, omega in enumerate(answer.omega):
        for j, amplitude in enumerate(answer.amplitude):
            values = [float(part[i, j]) for part in parts.values()]
            row = [f"{2.0 * math.pi / omega:.4g}", f"{math.degrees(amplitude):.4g}"]
            row += [f"{value:.4g}" for value in [*values, sum(values)]]
            row.append(f"{sum(values) / answer.unit:.5g}")
            rows.append(row + ([f"{radiated[i]:.4g}"] if radiated else []))
    console = terminal()
    print_table(console, rows, right=range(len(head)))
    for omega, fit in zip(answer.omega, answer.fits, strict=False):
        console.print(f"\nfor a model, period {2.0 * math.pi / omega:.4g} s:", soft_wrap=True)
        for line in roll_lines(fit):
            console.print(line, soft_wrap=True, markup=False)


def roll_lines(fit: Any) -> list[str]:
    """Lines of a model file for a body of a hydrodynamic group: damping without radiated waves.

    Args:
        fit: fitted damping from the server.
    """
    told = "# radiated waves are left to the database"
    if fit.HasField("p1"):
        return [f"roll_damping: {{p1: {fit.p1:.7g}, p2: {fit.p2:.7g}}}  {told}"]
    return [
        f"linear_damping: [0, 0, 0, {fit.linear:.7g}, 0, 0]  {told}",
        f"quadratic_damping: [0, 0, 0, {fit.quadratic:.7g}, 0, 0]",
    ]


def _show_resistance(answer: EstimateResistanceResponse, document: dict[str, Any]) -> None:
    _tell_ranges(document["broken_ranges"])
    rows = [["speed [m/s]", "knots", *(f"{name} [N]" for name in RESISTANCE_PARTS), "all [N]"]]
    for i, speed in enumerate(answer.speed):
        own = [answer.form_factor * answer.friction[i]]
        own += [getattr(answer, name)[i] for name in RESISTANCE_PARTS[1:]]
        row = [f"{speed:.4g}", f"{speed / KNOT:.3g}"]
        rows.append(row + [f"{value:.5g}" for value in [*own, answer.total[i]]])
    console = terminal()
    print_table(console, rows, right=range(len(rows[0])))
    console.print(
        f"friction with its form factor {answer.form_factor:.4f}; wetted surface "
        f"{answer.wetted_surface:.5g} m2\n\nfor a model, under `loads`:",
        soft_wrap=True,
    )
    for line in resistance_lines(answer):
        console.print(line, soft_wrap=True, markup=False)


def resistance_lines(answer: EstimateResistanceResponse) -> list[str]:
    """Lines of a model file for a load with the resistance.

    Args:
        answer: answer of the server.
    """
    order = np.argsort(answer.speed)
    speeds = ", ".join(f"{answer.speed[i]:.5g}" for i in order)
    forces = ", ".join(f"{answer.total[i]:.5g}" for i in order)
    return [
        "- name: hull_resistance",
        "  resistance:",
        "    body: ship",
        f"    speed: [{speeds}]",
        f"    force: [{forces}]",
    ]
