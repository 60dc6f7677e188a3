"""Pictures of what joints carry."""

from __future__ import annotations

import xarray as xr
from matplotlib.figure import Figure

from raftup.plots.figure import (
    COLOURS,
    READABLE_SPAN,
    add_legend,
    label_x,
    new_figure,
    set_margin,
    time_label,
)
from raftup.remote.coefficients import DOFS

_LEAST_RANGE = 1e-3  # N and N m: below this a reaction is drawn as none


def plot_joint_forces(dataset: xr.Dataset, span: float = READABLE_SPAN) -> Figure:
    """Force and torque of every recorded joint on its body 1, at the joint, in world axes.

    Args:
        dataset: with `joint_force`.
        span: the last so many seconds are drawn.
    """
    end = float(dataset.time[-1])
    forces = dataset.joint_force.sel(time=slice(end - span, end)).dropna("joint", how="all")
    figure = new_figure(3, 2, height=6.5)
    for place, dof in enumerate(DOFS):
        axes = figure.axes[2 * (place % 3) + place // 3]  # forces left, torques right
        kind, unit = ("force", "N") if place < 3 else ("torque", "N m")
        for number, joint in enumerate(forces.joint.values):
            line = forces.sel(joint=joint, dof=dof)
            colour = COLOURS[number % len(COLOURS)]
            axes.plot(forces.time, line, color=colour, label=joint, linewidth=0.8)
        axes.set_ylabel(f"{kind} {'xyz'[place % 3]} [{unit}]")
        set_margin(axes, _LEAST_RANGE)
    label_x(figure, time_label(dataset.time.values, span), 2)
    add_legend(figure)
    return figure
