"""The command raftup rest: equilibrium of a model."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import numpy as np
import typer
from rich.console import Console

from raftup.base.errors import bad_field
from raftup.base.files import check_place, make_folder, whole_file
from raftup.cli.arguments import JsonOption, ModelArgument, QuietOption, SetOption, overrides_of
from raftup.cli.connection import with_client
from raftup.cli.documents import print_json
from raftup.cli.numbers import without_round_off
from raftup.cli.ranges import numbers_of
from raftup.cli.tables import print_table
from raftup.cli.terminal import terminal
from raftup.model import load_model
from raftup.remote.client import Client
from raftup.remote.coefficients import DOFS

if TYPE_CHECKING:
    from raftup.statics.rest import Rest, Sweep

_SweepTexts = tuple[str, str, str] | None
_OffsetOption = Annotated[
    _SweepTexts,
    typer.Option(
        metavar="BODY DOF -20:20:1",
        help="Hold a body at each of these offsets from its equilibrium in one dof, surge "
        "to yaw, in m or deg.",
    ),
]
_ForceOption = Annotated[
    _SweepTexts,
    typer.Option(
        metavar="BODY DOF 0:1e6:1e5",
        help="Apply each of these forces or moments to a body at its center of mass in one "
        "dof, in N or N m.",
    ),
]
_WithoutOption = Annotated[
    list[str] | None,
    typer.Option(
        metavar="LINE",
        help="Name of a load that is left out, such as a parted line; repeatable.",
    ),
]
_OutOption = Annotated[
    Path | None,
    typer.Option(metavar="F.nc", help="Write poses, stiffness and curves to this NetCDF-4 file."),
]
_PlotOption = Annotated[
    Path | None,
    typer.Option(metavar="F.png", help="Write a figure of the equilibrium to this file."),
]


@with_client(default=None)
def rest_command(
    client: Client,
    model: ModelArgument,
    offset: _OffsetOption = None,
    force: _ForceOption = None,
    without: _WithoutOption = None,
    set_: SetOption = None,
    out: _OutOption = None,
    plot: _PlotOption = None,
    as_json: JsonOption = False,
    quiet: QuietOption = False,
) -> None:
    """Compute the equilibrium of a model: pose, heel, trim, tensions, stiffness, offset curves.

    Weight, buoyancy, lines, joints, the drag of current and mean wind, and the mean
    drift of the sea are in balance. A run with integration.start equilibrium begins
    there. Offsets and forces are along and about the axes of the world; the other
    dofs of the body are in equilibrium.

    Examples:
      raftup rest spread_mooring.yaml --plot rest.png

      raftup rest spread_mooring.yaml --offset carrier surge -20:20:1 --out curve.nc

      raftup rest spread_mooring.yaml --force carrier sway 0:1e6:1e5

      raftup rest spread_mooring.yaml --without chain_1 --json
    """
    from raftup.statics.rest import find_rest, rest_document, without_loads  # xarray takes its time

    for file in (out, plot):
        if file is not None:
            check_place(file)
    read = without_loads(load_model(model, overrides_of(set_)), without or [])
    rest = find_rest(client, read, _sweep(offset, force))
    console = terminal(quiet=quiet, stderr=as_json)
    if as_json:
        print_json(rest_document(rest))
    else:
        _show(console, rest)
    if out is not None:
        _write(console, rest, out)
    if plot is not None:
        _draw(console, rest, plot)


def _sweep(offset: _SweepTexts, force: _SweepTexts) -> Sweep | None:
    from raftup.statics.rest import Sweep

    if offset is not None and force is not None:
        raise bad_field("--offset, --force", "must not be given together")
    for kind, given in (("offset", offset), ("force", force)):
        if given is None:
            continue
        body, dof, values = given
        if dof not in DOFS:
            raise bad_field(f"--{kind}", f"must have a dof, one of {', '.join(DOFS)}, is {dof!r}")
        return Sweep(kind, body, DOFS.index(dof), tuple(numbers_of(values, f"--{kind}")))
    return None


def _show(console: Console, rest: Rest) -> None:
    from raftup.statics.rest import rest_document

    found = rest_document(rest)
    heads = ["body", "x [m]", "y [m]", "z [m]", "heel [deg]", "trim [deg]", "heading [deg]"]
    rows = [[*heads, "draught [m]"]]
    for body in found["bodies"]:
        angles = (body["heel_deg"], body["trim_deg"], body["heading_deg"])
        numbers = map(without_round_off, [*body["position"], *angles])
        draught = "-" if body["draught"] is None else f"{body['draught']:.5g}"
        rows.append([str(body["name"]), *(f"{number:.5g}" for number in numbers), draught])
    _print(console, rows, "At rest: origins of the model frames")
    _show_lines(console, found["lines"])
    for body in found["bodies"]:
        rows = [["", *DOFS]]
        stiffness = np.array(body["stiffness"])
        least = 1e-9 * max(float(np.abs(stiffness).max()), 1.0)
        for dof, row in zip(DOFS, stiffness, strict=True):
            rows.append([dof, *("0" if abs(x) < least else f"{x:.3g}" for x in row)])
        _print(console, rows, f"Stiffness of {body['name']} [N/m, N, N m]")
    if rest.sweep is not None:
        _show_sweep(console, found["sweep"])
    for message in found["findings"]:
        console.print(message, soft_wrap=True)


def _show_lines(console: Console, lines: list[dict[str, Any]]) -> None:
    if not lines:
        return
    rows = [["line", "tension [kN]", "at the anchor [kN]", "on the bottom [m]"]]
    for line in lines:
        rows.append(
            [
                str(line["name"]),
                f"{line['tension'] / 1e3:.5g}",
                f"{line['anchor_tension'] / 1e3:.5g}" if "anchor_tension" in line else "",
                f"{line['length_on_bottom']:.5g}" if "length_on_bottom" in line else "",
            ]
        )
    _print(console, rows, "Lines")


def _show_sweep(console: Console, sweep: dict[str, Any]) -> None:
    dof = DOFS.index(str(sweep["dof"]))
    points = sweep["rows"]
    lines = list(points[0]["tensions"]) if points else []
    rows = [
        [
            f"{sweep['kind']} [{sweep['unit']}]",
            f"moved in {sweep['dof']} [{'m' if dof < 3 else 'deg'}]",
            f"force on {sweep['body']} [{'N' if dof < 3 else 'N m'}]",
            *(f"{name} [kN]" for name in lines),
        ]
    ]
    for point in points:
        rows.append(
            [
                f"{point['value']:.6g}",
                f"{without_round_off(point['displacement'][dof]):.6g}",
                f"{point['force'][dof]:.6g}",
                *(f"{point['tensions'][name] / 1e3:.5g}" for name in lines),
            ]
        )
    _print(console, rows, f"Held or pushed: {sweep['body']}")


def _print(console: Console, rows: list[list[str]], title: str) -> None:
    """Prints a table of numbers below its title, after an empty line."""
    console.print(f"\n{title}", soft_wrap=True, highlight=False)
    print_table(console, rows, right=range(1, len(rows[0])))


def _write(console: Console, rest: Rest, out: Path) -> None:
    from raftup.base.interruption import undisturbed
    from raftup.statics.rest import rest_dataset

    data = rest_dataset(rest)
    with whole_file(out) as unfinished:
        undisturbed(lambda: data.to_netcdf(unfinished))
    console.print(f"rest {out}", soft_wrap=True)


def _draw(console: Console, rest: Rest, file: Path) -> None:
    from raftup.plots.figure import save
    from raftup.plots.rest import plot_rest

    make_folder(file.parent)
    console.print(f"plot {save(plot_rest(rest), file)}", soft_wrap=True)
