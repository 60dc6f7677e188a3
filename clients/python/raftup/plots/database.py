"""Figures of a database: added mass, damping, kernel, excitation, drift, QTFs."""

from __future__ import annotations

import numpy as np
from matplotlib.figure import Figure

from raftup.base.arrays import FloatArray
from raftup.plots.figure import COLOURS, add_legend, label_x, new_figure
from raftup.plots.qtf import QTF_NAMES, plot_qtf
from raftup.remote.coefficients import DOFS, Coefficients

UNITS = {
    "added mass": ("kg", "kg m²"),
    "radiation damping": ("N s/m", "N m s"),
    "retardation kernel": ("N/m", "N m"),
    "excitation": ("N/m", "N m/m"),
    "mean drift": ("N/m²", "N m/m²"),
}
"""Units of each quantity for translations and for rotations."""
_FORCES = {"excitation_force": "excitation", "mean_drift_force": "mean drift"}
_MOST_BODIES = 3  # in one picture
_MOST_DIRECTIONS = 6  # as many as there are colours


def plot_database(coefficients: Coefficients) -> dict[str, Figure]:
    """Figures by name: added_mass, radiation_damping, retardation_kernel, excitation and others.

    The others are mean_drift, qtf_difference and qtf_sum. Each dof has a panel with the diagonal
    terms of bodies and, dashed, the coupling of the first two bodies; the title has the bodies and
    wave directions shown. Forces have a figure per body, `excitation_<body>` from the second body
    on; QTFs are those of the first body. Missing data are left out.
    """
    figures: dict[str, Figure] = {}
    omega = coefficients.omega
    if len(coefficients.added_mass):
        figures["added_mass"] = _plot_matrices(
            coefficients, omega, coefficients.added_mass, "added mass", "omega [rad/s]"
        )
    if len(coefficients.radiation_damping):
        figures["radiation_damping"] = _plot_matrices(
            coefficients,
            omega,
            coefficients.radiation_damping,
            "radiation damping",
            "omega [rad/s]",
        )
    if len(coefficients.retardation_kernel):
        figures["retardation_kernel"] = _plot_matrices(
            coefficients,
            coefficients.retardation_time,
            coefficients.retardation_kernel,
            "retardation kernel",
            "tau [s]",
        )
    for name, quantity in _FORCES.items():
        for body in range(len(coefficients.bodies) if name in coefficients else 0):
            behind = f"_{coefficients.bodies[body].name}" if body else ""
            figures[name.removesuffix("_force") + behind] = _plot_force(
                coefficients, name, quantity, body
            )
    for name in QTF_NAMES:
        if name in coefficients:
            figures[name] = plot_qtf(coefficients, name)
    return figures


def _plot_matrices(
    coefficients: Coefficients,
    grid: FloatArray,
    values: FloatArray,
    quantity: str,
    axis_label: str,
) -> Figure:
    """Diagonal terms of each body, and the coupling of the same dof of the first two bodies."""
    names = [body.name for body in coefficients.bodies]
    figure = new_figure(2, 3, height=5.0)
    for dof, axes in enumerate(figure.axes):
        for body, colour in zip(range(min(len(names), _MOST_BODIES)), COLOURS, strict=False):
            row = 6 * body + dof
            axes.plot(grid, values[:, row, row], color=colour, label=names[body])
            if quantity == "added mass" and coefficients.added_mass_infinite is not None:
                axes.plot(grid[-1], coefficients.added_mass_infinite[row, row], ">", color=colour)
        if len(names) > 1:
            coupling = f"{names[0]} - {names[1]}"
            axes.plot(grid, values[:, dof, 6 + dof], "--", color=COLOURS[-1], label=coupling)
        if quantity == "added mass" and coefficients.added_mass_infinite is not None:
            axes.plot([], [], ">", color=COLOURS[-1], label="infinite frequency, of each body")
        axes.set_ylabel(f"{DOFS[dof]} [{UNITS[quantity][dof // 3]}]")
    left = len(names) - _MOST_BODIES
    title = f"{quantity}, {_MOST_BODIES} of {len(names)} bodies" if left > 0 else quantity
    _finish(figure, title, axis_label)
    return figure


def _plot_force(coefficients: Coefficients, name: str, quantity: str, body: int) -> Figure:
    """Magnitude, or the value if it is real, for some wave directions on a body."""
    directions, force = coefficients.wave_direction, coefficients[name]
    values = np.abs(force) if np.iscomplexobj(force) else force
    chosen = some_directions(directions)
    figure = new_figure(2, 3, height=5.0)
    for dof, axes in enumerate(figure.axes):
        for index, colour in zip(chosen, COLOURS, strict=False):
            axes.plot(
                coefficients.omega,
                values[:, index, 6 * body + dof],
                color=colour,
                label=f"{np.rad2deg(directions[index]):.0f} deg",
            )
        axes.set_ylabel(f"{DOFS[dof]} [{UNITS[quantity][dof // 3]}]")
    which = directions_text(len(chosen), len(directions))
    _finish(figure, f"{quantity} of {coefficients.bodies[body].name}, {which}", "omega [rad/s]")
    return figure


def some_directions(directions: FloatArray) -> list[int]:
    """Indices of the wave directions to draw: all if there are few, else some of half a circle."""
    if len(directions) <= _MOST_DIRECTIONS:
        return list(range(len(directions)))
    half = np.flatnonzero(directions <= directions[0] + np.pi + 1e-6)
    return [int(half[i]) for i in _evenly(len(half), _MOST_DIRECTIONS)]


def directions_text(shown: int, count: int) -> str:
    """The text `by wave direction`, with the total number if some are left out."""
    return "by wave direction" + (f", {shown} of {count}" if shown < count else "")


def _evenly(count: int, most: int) -> list[int]:
    places = np.linspace(0, count - 1, min(count, most)).round().astype(int)
    return [int(place) for place in np.unique(places)]


def _finish(figure: Figure, title: str, label: str) -> None:
    label_x(figure, label, 3)
    add_legend(figure, title)
