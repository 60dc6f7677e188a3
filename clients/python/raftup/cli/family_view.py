"""Display of a family of databases as text, data, figures and a page."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING

from rich.console import Console
from rich.table import Table

from raftup.base.errors import RaftupError
from raftup.base.extras import require_extra
from raftup.base.families import is_over_axes
from raftup.cli.terminal import terminal

if TYPE_CHECKING:
    from raftup.bem.family import FamilySummary
    from raftup.bem.family.axis_solution import AxisSummary


def inspect_family(
    file: Path, as_json: bool, plot: Path | None, report: Path | None, mesh: list[Path] | None
) -> None:
    """The work of `raftup inspect` for the file of a family."""
    if mesh:
        raise RaftupError("--mesh applies to single databases only", code="INVALID_ARGUMENT")
    require_extra("raftup inspect of a family", "bem", "scipy")
    if is_over_axes(file):
        _inspect_axes(file, as_json, plots=plot is not None or report is not None)
        return
    from raftup.bem.family import read_summary, read_table
    from raftup.plots import save
    from raftup.plots.family import plot_family

    summary = read_summary(file)
    if summary.is_track and (plot is not None or report is not None):
        refuse_pictures_of_tracks()
    if as_json:
        print(json.dumps(summary.document(), indent=2))
    else:
        show_family(terminal(), file, summary)
    console = terminal(stderr=True)
    for picture in plot_family(summary, read_table(file)) if plot is not None else ():
        assert plot is not None
        saved = save(picture.figure, plot / f"{file.stem}_{picture.name}.png")
        console.print(f"plot {saved}", soft_wrap=True)
    if report is not None:
        write_family_page(console, file, report)


def refuse_pictures_of_tracks() -> None:
    """Refuses figures and pages of a family along a track, which has no plane to draw.

    Raises:
        RaftupError: INVALID_ARGUMENT.
    """
    rule = "--plot and --report apply to positions of two bodies only, not to family.along"
    raise RaftupError(rule, code="INVALID_ARGUMENT")


def _inspect_axes(file: Path, as_json: bool, plots: bool) -> None:
    """Prints a family over axes; its coefficients are not drawn."""
    from raftup.bem.family.axis_solution import read_axis_summary

    if plots:
        rule = "--plot and --report apply to families over relative position only"
        raise RaftupError(rule, code="INVALID_ARGUMENT")
    summary = read_axis_summary(file)
    if as_json:
        print(json.dumps(summary.document(), indent=2))
    else:
        show_axis_family(terminal(), file, summary)


def show_family(console: Console, file: Path, summary: FamilySummary) -> None:
    """Prints what was solved, the errors of the cells and the warnings."""
    console.print(f"family {file}: {summary.cost}", soft_wrap=True)
    if summary.errors:
        table = Table("middle of cell", "error of A", "of B", "of X", title="Blend, of the peak")
        table.title_justify = "left"
        for place, error in zip(summary.midpoints, summary.errors, strict=True):
            table.add_row(
                "; ".join(f"x {x:.6g}, y {y:.6g}, {turn:.6g} deg" for x, y, turn in place),
                *(
                    f"{part.max():.2%}"
                    for part in (error.added_mass, error.radiation_damping, error.excitation_force)
                ),
            )
        console.print(table)
    for warning in summary.warnings:
        console.print(f"  warning: {warning}", soft_wrap=True)
    if summary.is_track:
        console.print(
            "  model: hydrodynamics with this database, all of its bodies and configurations: "
            "{margin: 5}, in m from the track",
            soft_wrap=True,
        )


def show_axis_family(console: Console, file: Path, summary: AxisSummary) -> None:
    """Prints the nodes of a family over axes, the errors between them and the warnings."""
    console.print(f"family {file}: {len(summary.values)} nodes", soft_wrap=True)
    table = Table(*summary.axes, title="Nodes")
    table.title_justify = "left"
    for values in summary.values:
        table.add_row(*(f"{value:.6g}" for value in values))
    console.print(table)
    for value, error in zip(summary.midpoints, summary.errors, strict=True):
        parts = (error.added_mass, error.radiation_damping, error.excitation_force)
        a, b, x = (f"{part.max():.2%}" for part in parts)
        console.print(f"  between nodes, at {value:g}: error of A {a}, of B {b}, of X {x} of peaks")
    for warning in summary.warnings:
        console.print(f"  warning: {warning}", soft_wrap=True)


def write_family_page(console: Console, file: Path, out: Path) -> None:
    """Writes the page of a family's file and prints its path."""
    from raftup.report.family import report_family

    report_family(file, out)
    console.print(f"report {out}", soft_wrap=True)
