"""Figures of a family of databases: errors of its cells, coefficients over position."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np
from matplotlib.axes import Axes
from matplotlib.collections import PolyCollection
from matplotlib.figure import Figure
from scipy.spatial import cKDTree

from raftup.base.arrays import FloatArray
from raftup.bem.family.plane import plane_cells
from raftup.plots.database import UNITS
from raftup.plots.figure import COLOURS, add_legend, new_figure
from raftup.remote.coefficients import DOFS

if TYPE_CHECKING:
    from raftup.bem.family import FamilySummary, FamilyTable

_AXES = ("x [m]", "y [m]", "heading [deg]")
_ERRORS = {"added_mass": "A", "radiation_damping": "B", "excitation_force": "X"}


@dataclass(frozen=True)
class FamilyPicture:
    """One figure of a family.

    Attributes:
        name: name for a file.
        title: title above the figure.
        caption: explanation of the figure.
        figure: the figure.
    """

    name: str
    title: str
    caption: str
    figure: Figure


def plot_family(summary: FamilySummary, table: FamilyTable) -> list[FamilyPicture]:
    """Errors of the cells if known, then coefficients over every coordinate that varies."""
    varying = varying_axes(summary)
    pictures = []
    if summary.errors and varying:
        pictures.append(
            FamilyPicture(
                "errors",
                "What the blend misses in the middle of each cell",
                "Largest over dofs, frequencies and wave directions, relative to the peaks of the "
                "dofs. Points on a map are nodes.",
                plot_family_errors(summary, table.bodies),
            )
        )
    frequency = strongest_coupling(table)
    spread = np.ptp(np.abs(table.excitation_force[:, frequency]), axis=0).max(axis=1)
    direction = int(spread.argmax())
    for column in varying:
        label = axis_label(column, table.bodies)
        pictures.append(
            FamilyPicture(
                f"over_{label.split()[0]}_{table.bodies[1 + column // 3]}",
                f"Coefficients over {label}",
                f"At {table.omega[frequency]:.4g} rad/s, where the bodies damp one another most, "
                "excitation in waves that go to "
                f"{np.rad2deg(table.wave_direction[direction]):.4g}°, the other axes at the "
                "middle of the values that most nodes have; along the first body's axes.",
                plot_over_position(summary, table, column, frequency, direction),
            )
        )
    return pictures


def varying_axes(summary: FamilySummary) -> tuple[int, ...]:
    """Indices of the coordinates of positions, 3 per body, that vary from node to node."""
    columns = summary.positions.reshape(len(summary.positions), -1)
    return tuple(int(k) for k in np.flatnonzero(np.ptp(columns, axis=0) > 0.0))


def axis_label(column: int, bodies: tuple[str, ...]) -> str:
    """Label such as `y [m] of supply`."""
    return f"{_AXES[column % 3]} of {bodies[1 + column // 3]}"


def plot_family_errors(summary: FamilySummary, bodies: tuple[str, ...]) -> Figure:
    """Interpolation error in the middle of each cell, relative to the peaks of A, B and X.

    Lines over one varying coordinate, a map of cells over two; over more, the largest error along
    the others.
    """
    first, *others = varying_axes(summary)
    places = summary.midpoints.reshape(len(summary.midpoints), -1)
    values = {
        label: np.array([getattr(error, name).max() for error in summary.errors])
        for name, label in _ERRORS.items()
    }
    if not others:
        figure = new_figure(1, 1, height=3.2)
        (axes,) = figure.axes
        for (label, value), colour in zip(values.items(), COLOURS, strict=False):
            axes.plot(places[:, first], 100.0 * value, "o-", color=colour, label=label)
        axes.axhline(100.0 * summary.tolerance, color=COLOURS[-1], ls=":", label="tolerance")
        axes.set_ylabel("error [% of peak]")
        axes.set_xlabel(axis_label(first, bodies))
        axes.set_ylim(bottom=0.0)
        add_legend(figure)
        return figure
    figure = new_figure(1, 3, height=3.6)
    highest = 100.0 * max(value.max() for value in values.values())
    columns = summary.positions.reshape(len(summary.positions), -1)
    _, unique = np.unique(columns[:, [first, others[0]]], axis=0, return_index=True)
    nodes = columns[np.sort(unique)][:, [first, others[0]]]
    corners = [nodes[list(cell)] for cell in plane_cells(nodes)]
    middles = np.array([one.mean(axis=0) for one in corners])
    _, cell_of = cKDTree(middles).query(places[:, [first, others[0]]])
    for (label, value), axes in zip(values.items(), list(figure.axes), strict=True):
        largest = np.zeros(len(corners))
        np.maximum.at(largest, cell_of, 100.0 * value)
        mesh = PolyCollection(corners, array=largest, cmap="viridis", edgecolor="face")
        mesh.set_clim(0.0, highest)
        axes.add_collection(mesh)
        axes.plot(*nodes.T, "o", color="white", mec=COLOURS[-1], ms=4, clip_on=False)
        axes.margins(0.0)
        axes.set_title(label)
        axes.set_xlabel(axis_label(first, bodies))
        axes.grid(visible=False)
    figure.axes[0].set_ylabel(axis_label(others[0], bodies))
    figure.colorbar(mesh, ax=figure.axes, label="error [% of peak]")
    return figure


def strongest_coupling(table: FamilyTable) -> int:
    """Index of the frequency with the largest coupled damping of bodies 1 and 2, over peaks."""
    B = table.radiation_damping[:, :, :12, :12]
    own = np.abs(np.einsum("pnii->pni", B)).max(axis=(0, 1))
    scale = np.sqrt(np.maximum(own[:6, None] * own[None, 6:], 1e-300))
    loud = own[:6, None] * own[None, 6:] > (1e-3 * own.max()) ** 2
    coupling = np.where(loud, np.abs(B[:, :, :6, 6:]) / scale, 0.0)
    return int(coupling.max(axis=(0, 2, 3)).argmax())


def plot_over_position(
    summary: FamilySummary, table: FamilyTable, column: int, frequency: int, direction: int
) -> Figure:
    """A, B and |X| of six dofs along one coordinate, with the others at their middle values.

    Args:
        summary: positions.
        table: coefficients.
        column: one of varying_axes().
        frequency: index of the frequency.
        direction: index of the wave direction for X.
    """
    places, rows = _along(summary, column)
    figure = new_figure(6, 3, width=9.5, height=11.0)
    panels = np.array(figure.axes).reshape(6, 3)
    matrices = (table.added_mass[rows, frequency], table.radiation_damping[rows, frequency])
    force = np.abs(table.excitation_force[rows, frequency, direction])
    for dof, (added_mass, damping, excitation) in enumerate(panels):
        for axes, matrix in zip((added_mass, damping), matrices, strict=True):
            _draw_matrix(axes, places, matrix, table.bodies, dof)
        for body in range(2):
            label = table.bodies[body]
            axes = excitation
            axes.plot(places, force[:, 6 * body + dof], ".-", color=COLOURS[body], label=label)
        units = [
            UNITS[name][dof // 3] for name in ("added mass", "radiation damping", "excitation")
        ]
        added_mass.set_ylabel(f"{DOFS[dof]} [{units[0]}]")
        damping.set_ylabel(f"[{units[1]}]")
        excitation.set_ylabel(f"[{units[2]}]")
    for axes, title in zip(
        panels[0], ("added mass", "radiation damping", "excitation"), strict=True
    ):
        axes.set_title(title)
    figure.align_ylabels()
    for axes in panels[-1]:
        axes.set_xlabel(axis_label(column, table.bodies))
    add_legend(figure)
    return figure


def _draw_matrix(
    axes: Axes, places: FloatArray, matrix: FloatArray, bodies: tuple[str, ...], dof: int
) -> None:
    """Diagonal terms of the first two bodies and, dashed, the coupling term."""
    for body in range(2):
        row = 6 * body + dof
        axes.plot(places, matrix[:, row, row], ".-", color=COLOURS[body], label=bodies[body])
    between = f"{bodies[0]} - {bodies[1]}"
    axes.plot(places, matrix[:, dof, 6 + dof], ".--", color=COLOURS[-1], label=between)


def _along(summary: FamilySummary, column: int) -> tuple[FloatArray, list[int]]:
    """Values of a coordinate and their nodes, with the other coordinates at their middle values."""
    columns = summary.positions.reshape(len(summary.positions), -1)
    chosen = np.ones(len(columns), dtype=bool)
    for other in varying_axes(summary):
        if other != column:
            values, counts = np.unique(columns[chosen, other], return_counts=True)
            common = values[counts == counts.max()]
            chosen &= columns[:, other] == common[len(common) // 2]
    rows = np.flatnonzero(chosen)
    rows = rows[np.argsort(columns[rows, column])]
    return columns[rows, column], rows.tolist()
