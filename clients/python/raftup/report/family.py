"""Report of a family of databases: errors of its cells, coefficients over position, its cost."""

from __future__ import annotations

from pathlib import Path

import numpy as np

from raftup.base.version import __version__
from raftup.bem.family import FamilySummary, FamilyTable, read_summary, read_table
from raftup.plots import html
from raftup.plots.family import axis_label, plot_family, varying_axes
from raftup.plots.html import encoded
from raftup.report.pictures import Picture


def report_family(file: Path, out: Path) -> None:
    """Writes the report of a family as a self-contained page.

    Args:
        file: file that `raftup hydro family` has written.
        out: path of the page, which is written completely or not at all.

    Raises:
        RaftupError: BAD_FIELD if the file is not a family.
        OSError: if `out` cannot be written.
    """
    summary, table = read_summary(file), read_table(file)
    html.write_page(
        "raftup.report",
        "family.html.j2",
        out,
        file=file.name,
        size=file.stat().st_size,
        summary=summary,
        table=table,
        axes=[_axis_row(summary, table, column) for column in varying_axes(summary)],
        cells=_worst_cells(summary),
        pictures=[
            Picture(one.title, one.caption, *encoded(one.figure, vector=True))
            for one in plot_family(summary, table)
        ],
        version=__version__,
    )


def _axis_row(summary: FamilySummary, table: FamilyTable, column: int) -> tuple[str, str]:
    values = np.unique(summary.positions.reshape(len(summary.positions), -1)[:, column])
    return axis_label(column, table.bodies), ", ".join(f"{value:.6g}" for value in values)


def _worst_cells(summary: FamilySummary) -> list[dict[str, object]]:
    """Cells by their errors, the largest first."""
    order = sorted(range(len(summary.errors)), key=lambda k: -summary.errors[k].largest)
    return [
        {
            "place": "; ".join(f"{x:.6g}, {y:.6g}, {h:.6g}°" for x, y, h in summary.midpoints[k]),
            "added_mass": float(summary.errors[k].added_mass.max()),
            "radiation_damping": float(summary.errors[k].radiation_damping.max()),
            "excitation_force": float(summary.errors[k].excitation_force.max()),
            "largest": summary.errors[k].largest,
        }
        for k in order
    ]
