"""Figures of quadratic transfer functions: magnitude over the two frequencies."""

from __future__ import annotations

import numpy as np
from matplotlib.figure import Figure

from raftup.base.arrays import FloatArray
from raftup.plots.figure import label_x, new_figure
from raftup.remote.coefficients import DOFS, Coefficients

_UNITS = ("N/m²", "N m/m²")
QTF_NAMES = {"qtf_difference": "difference-frequency force", "qtf_sum": "sum-frequency force"}


def plot_qtf(coefficients: Coefficients, name: str) -> Figure:
    """|Q| of the first body for waves of one direction, that of the data nearest to 0.

    Args:
        coefficients: coefficients of a database with the dataset `name`.
        name: qtf_difference or qtf_sum.
    """
    dofs = coefficients[f"{name}_influenced_dof"].astype(int)
    directions = coefficients[f"{name}_direction"]
    omega, values = coefficients[f"{name}_omega"], np.abs(coefficients[name])
    single = _nearest_to_zero(directions)
    figure = new_figure(2, 3, width=10.0, height=6.0)
    for dof, axes in enumerate(figure.axes[:6]):
        axes.set_title(f"{DOFS[dof]} [{_UNITS[dof // 3]}]")
        axes.grid(visible=False)
        axes.set_aspect("equal")
        for entry in np.flatnonzero((dofs == dof) & (directions == single).all(axis=1)):
            mesh = axes.pcolormesh(omega, omega, values[entry], cmap="viridis", shading="nearest")
            figure.colorbar(mesh, ax=axes, shrink=0.85)
        if dof % 3 == 0:
            axes.set_ylabel("omega of the first [rad/s]")
    label_x(figure, "omega of the second [rad/s]", 3)
    figure.suptitle(
        f"{QTF_NAMES[name]} of {coefficients.bodies[0].name}, waves to {np.rad2deg(single):.0f} deg"
    )
    return figure


def _nearest_to_zero(directions: FloatArray) -> float:
    """The direction nearest to 0 among pairs of equal direction, or among all if there are none."""
    single = directions[directions[:, 0] == directions[:, 1], 0]
    candidates = single if single.size else directions[:, 0]
    return float(candidates[np.argmin(np.abs(np.angle(np.exp(1j * candidates))))])
