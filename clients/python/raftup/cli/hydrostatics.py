"""The commands raftup hydrostatics and raftup stability."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import asdict, replace
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer
from rich.console import Console
from rich.table import Table

from raftup.base.errors import bad_field
from raftup.base.files import make_folder, whole_file
from raftup.cli.arguments import JsonOption, QuietOption
from raftup.cli.coefficients_view import show_database_hydrostatics
from raftup.cli.connection import with_client
from raftup.cli.documents import print_json
from raftup.cli.numbers import without_round_off
from raftup.cli.ranges import numbers_of
from raftup.cli.terminal import terminal
from raftup.remote.client import Client
from raftup.remote.databases import Hydrostatics, HydrostaticsQuestion
from raftup.statics.database import database_hydrostatics
from raftup.statics.figures import (
    criteria_documents,
    floating_document,
    hydrostatics_dataset,
    hydrostatics_document,
    known_figures,
    stability_dataset,
    stability_document,
)
from raftup.statics.hull import Hull, find_hull, is_database

if TYPE_CHECKING:
    import xarray as xr
    from matplotlib.figure import Figure

_WIDTH = 7  # figures beside each other in a table

_FileArgument = Annotated[
    Path,
    typer.Argument(
        metavar="MESH|MODEL",
        help="Hull mesh (STL, OBJ or GDF), or model file that contains a mesh of its hull.",
    ),
]
_FileOrDatabaseArgument = Annotated[
    Path,
    typer.Argument(
        metavar="MESH|MODEL|DATABASE",
        help="Hull mesh (STL, OBJ or GDF), model file that contains a mesh of its hull, or "
        "hydrodynamic database.",
    ),
]
_DraughtsOption = Annotated[
    str | None,
    typer.Option(
        metavar="3:6:.25",
        help="Draughts from the keel in m. Default: that at which the mass floats; without "
        "a mass, z = 0 of the mesh is the waterline.",
    ),
]
_BodyOption = Annotated[
    str | None, typer.Option(help="Name of the body, for a model with several hull meshes.")
]
_MassOption = Annotated[
    float | None,
    typer.Option(help="Mass of the vessel in kg. Default: that of the body in the model."),
]
_CenterOption = Annotated[
    str | None,
    typer.Option(
        metavar="X,Y,Z",
        help="Center of mass in the frame of the mesh, in m. Default: that of the body in "
        "the model.",
    ),
]
_DensityOption = Annotated[
    float | None,
    typer.Option(
        help="Density of the water in kg/m3. Default: that of the model, or 1025 for a mesh."
    ),
]
_OutOption = Annotated[
    Path | None,
    typer.Option(
        metavar="F.nc|F.csv", help="Write the results to this NetCDF or CSV file, in SI units."
    ),
]
_PlotOption = Annotated[
    Path | None, typer.Option(metavar="F.png", help="Write a figure of the results to this file.")
]
_HeelOption = Annotated[
    str, typer.Option(metavar="0:60:5", help="Angles of heel in deg, ascending.")
]
_DraughtOption = Annotated[
    float | None,
    typer.Option(
        help="Draught from the keel in m, whose displacement is used instead of the mass."
    ),
]
_FloodingOption = Annotated[
    float | None,
    typer.Option(
        help="Angle of heel in deg at which openings are submerged; areas under the GZ "
        "curve end there. Default: none."
    ),
]


@with_client(default=None)
def hydrostatics_command(
    client: Client,
    file: _FileOrDatabaseArgument,
    draughts: _DraughtsOption = None,
    body: _BodyOption = None,
    mass: _MassOption = None,
    center_of_mass: _CenterOption = None,
    water_density: _DensityOption = None,
    out: _OutOption = None,
    plot: _PlotOption = None,
    as_json: JsonOption = False,
    quiet: QuietOption = False,
) -> None:
    """Compute hydrostatics of a hull: volume, centers, metacenters, TPC, MCT, form coefficients.

    Heights are measured from the keel, x from the origin of the mesh. With a mass
    and its center, the equilibrium of the free hull is computed as well: heel, trim
    and the draughts at its ends. For a database, the hydrostatics are those of the
    draught that it was computed for; they follow from its volume and stiffness.

    Examples:
      raftup hydrostatics barge.stl --draughts 3:6:.25

      raftup hydrostatics barge.stl --draughts 5 --center-of-mass 0.8,0,6

      raftup hydrostatics barge.yaml --plot barge.png --out barge.csv

      raftup hydrostatics barge.h5
    """
    if is_database(file):
        given = {"--draughts": draughts, "--body": body, "--mass": mass, "--out": out}
        given |= {"--center-of-mass": center_of_mass, "--water-density": water_density}
        _refuse(file, given | {"--plot": plot})
        _tell_database(client, file, terminal(quiet=quiet), as_json)
        return
    hull = _hull_of(client, file, body, mass, center_of_mass, water_density)
    question = HydrostaticsQuestion(
        numbers_of(draughts, "--draughts") if draughts is not None else (),
        hull.center_of_mass or (),
        hull.mass,
        hull.water_density,
    )
    if not question.draughts and hull.mass is None:
        question = replace(question, draughts=[_draught_as_it_lies(client, hull)])
    answer = client.hydrostatics(hull.mesh, question)
    has_weight = hull.center_of_mass is not None
    console = terminal(quiet=quiet)
    if as_json:
        print_json(hydrostatics_document(answer, has_weight) | _rise_document(hull))
    else:
        _show_figures(console, answer, hull)
        _show_rise(console, hull)
    if out is not None or plot is not None:
        _keep_figures(terminal(quiet=quiet, stderr=as_json), answer, hull, out, plot)


@with_client(default=None)
def stability_command(
    client: Client,
    file: _FileArgument,
    heel: _HeelOption = "0:60:5",
    draught: _DraughtOption = None,
    flooding: _FloodingOption = None,
    body: _BodyOption = None,
    mass: _MassOption = None,
    center_of_mass: _CenterOption = None,
    water_density: _DensityOption = None,
    out: _OutOption = None,
    plot: _PlotOption = None,
    as_json: JsonOption = False,
    quiet: QuietOption = False,
) -> None:
    """Compute stability of a hull: righting arms GZ over heel, areas, range, IS Code criteria.

    At each angle of heel the hull is in equilibrium in sinkage and trim under its
    weight. The criteria are those of the International Code on Intact Stability,
    2008, part A, 2.2; they are evaluated if the angles reach from 0 to 40 deg.

    Examples:
      raftup stability barge.yaml --heel 0:60:5 --plot barge.png

      raftup stability barge.stl --draught 5 --center-of-mass 0,0,6 --flooding 35
    """
    hull = _hull_of(client, file, body, mass, center_of_mass, water_density)
    if hull.center_of_mass is None:
        raise bad_field("--center-of-mass", "must be given for a mesh")
    if draught is None and hull.mass is None:
        raise bad_field("--mass", "or --draught must be given for a mesh")
    question = HydrostaticsQuestion(
        () if draught is None else [draught],
        hull.center_of_mass,
        hull.mass if draught is None else None,
        hull.water_density,
        [math.radians(angle) for angle in numbers_of(heel, "--heel")],
        None if flooding is None else math.radians(flooding),
    )
    answer = client.hydrostatics(hull.mesh, question)
    if as_json:
        print_json(stability_document(answer) | _rise_document(hull))
    else:
        _show_stability(terminal(quiet=quiet), answer, hull)
        _show_rise(terminal(quiet=quiet), hull)
    if out is None and plot is None:
        return
    from raftup.plots.hydrostatics import plot_stability

    data = stability_dataset(answer)
    console = terminal(quiet=quiet, stderr=as_json)
    _write(console, data, out)
    if plot is not None:
        _draw(console, plot_stability(data, hull.label), plot)


def _hull_of(
    client: Client,
    file: Path,
    body: str | None,
    mass: float | None,
    center_of_mass: str | None,
    water_density: float | None,
) -> Hull:
    """The hull of a file, with the values of options in place of its own."""
    hull = find_hull(client, file, body)
    if mass is not None:
        hull = replace(hull, mass=mass)
    if water_density is not None:
        hull = replace(hull, water_density=water_density)
    if center_of_mass is None:
        return hull.with_free_surfaces()
    center = tuple(numbers_of(center_of_mass, "--center-of-mass"))
    if len(center) != 3:
        raise bad_field("--center-of-mass", f"must be X,Y,Z, is {center_of_mass!r}")
    return replace(hull, center_of_mass=center, free_surface_moment=0.0)


def _draught_as_it_lies(client: Client, hull: Hull) -> float:
    """Draught from the keel to z = 0 of the mesh [m]."""
    keel = client.hydrostatics(hull.mesh, HydrostaticsQuestion()).keel
    if keel >= 0.0:
        raise bad_field("--draughts", "must be given for a mesh that lies above z = 0")
    return -keel


def _keep_figures(
    console: Console, answer: Hydrostatics, hull: Hull, out: Path | None, plot: Path | None
) -> None:
    """Writes the figures to a file, and a plot of them, if requested."""
    from raftup.plots.hydrostatics import plot_hydrostatics

    data = hydrostatics_dataset(answer, hull.center_of_mass is not None)
    _write(console, data, out)
    if plot is not None:
        _draw(console, plot_hydrostatics(data, hull.label), plot)


def _refuse(database: Path, options: Mapping[str, object]) -> None:
    """Refuses options that are only possible for meshes and models."""
    for name, value in options.items():
        if value is not None:
            raise bad_field(name, f"applies to meshes and models, {database} is a database")


def _tell_database(client: Client, file: Path, console: Console, as_json: bool) -> None:
    stored = client.upload_database(file, accepted_checks=("all",))
    found = database_hydrostatics(client.read_coefficients(stored.name))
    if as_json:
        print_json({"bodies": [asdict(body) for body in found]})
    else:
        show_database_hydrostatics(console, found)


def _show_figures(console: Console, answer: Hydrostatics, hull: Hull) -> None:
    figures = known_figures(hull.center_of_mass is not None)
    for first in range(0, len(figures), _WIDTH):
        part = figures[first : first + _WIDTH]
        heads = [f"{one.short}\n[{one.shown or '1'}]" for one in part]
        table = Table("T\n[m]", *heads)
        if first == 0:
            table.title, table.title_justify = f"Hydrostatics of {hull.label}", "left"
        for row in answer.figures:
            values = [
                f"{without_round_off(one.factor * getattr(row, one.name)):.5g}" for one in part
            ]
            table.add_row(f"{row.draught:.5g}", *values)
        console.print(table)
    if answer.HasField("floating"):
        at = floating_document(answer)
        console.print(
            f"floats freely with heel {without_round_off(at['heel_deg']):.4g} deg, "
            f"trim {without_round_off(at['trim_deg']):.4g} deg (bow down > 0), "
            f"draught {at['draught']:.5g} m, aft {at['draught_aft']:.5g} m, "
            f"forward {at['draught_forward']:.5g} m, "
            f"GM {at['transverse_metacentric_height']:.4g} m",
            soft_wrap=True,
        )
    for finding in answer.findings:
        console.print(finding.message, soft_wrap=True)


def _rise_document(hull: Hull) -> dict[str, float]:
    rise = hull.free_surface_rise
    return {"free_surface_rise": rise} if rise > 0.0 else {}


def _show_rise(console: Console, hull: Hull) -> None:
    if hull.free_surface_rise > 0.0:
        console.print(
            f"the free surfaces of tanks raise the center of mass by "
            f"{hull.free_surface_rise:.4g} m in these figures",
            soft_wrap=True,
        )


def _show_stability(console: Console, answer: Hydrostatics, hull: Hull) -> None:
    found = stability_document(answer)
    table = Table("heel [deg]", "GZ [m]", "trim [deg]", "area [m rad]")
    table.title, table.title_justify = f"Righting arms of {hull.label}", "left"
    for one in found["arms"]:
        table.add_row(
            f"{one['heel_deg']:.4g}",
            *(
                f"{without_round_off(one[name]):.4f}"
                for name in ("righting_arm", "trim_deg", "area")
            ),
        )
    console.print(table)
    vanishes = found["vanishing_heel_deg"]
    console.print(
        f"GM {found['metacentric_height']:.4g} m, largest GZ {found['largest_arm']:.4g} m at "
        f"{found['heel_of_largest_arm_deg']:.4g} deg, "
        + (f"GZ falls to 0 at {vanishes:.4g} deg" if vanishes else "GZ stays above 0 beyond it"),
        soft_wrap=True,
    )
    criteria = criteria_documents(answer)
    if not criteria:
        console.print("no criteria: --heel must reach from 0 to 40", soft_wrap=True)
        return
    table = Table("IS Code 2008, A 2.2", "value", "required", "")
    for one in criteria:
        table.add_row(
            f"{one['meaning']} [{one['unit']}]",
            f"{one['value']:.4g}",
            f"{one['required']:.4g}",
            "met" if one["met"] else "NOT met",
        )
    console.print(table)


def _write(console: Console, data: xr.Dataset, out: Path | None) -> None:
    """Writes a dataset as NetCDF or CSV, and prints the path."""
    if out is None:
        return
    from raftup.base.interruption import undisturbed

    with whole_file(out) as unfinished:
        if out.suffix.lower() == ".csv":
            data.to_dataframe().to_csv(unfinished)
        else:
            undisturbed(lambda: data.to_netcdf(unfinished))
    console.print(f"figures {out}", soft_wrap=True)


def _draw(console: Console, figure: Figure, file: Path) -> None:
    from raftup.plots.figure import save

    make_folder(file.parent)
    console.print(f"plot {save(figure, file)}", soft_wrap=True)
