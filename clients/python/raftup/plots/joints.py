"""Figures of joint forces."""

from __future__ import annotations

import xarray as xr
from matplotlib.figure import Figure

from raftup.base.arrays import FloatArray
from raftup.plots.figure import (
    COLOURS,
    READABLE_SPAN,
    add_legend,
    label_x,
    new_figure,
    set_margin,
    time_label,
)
from raftup.results.outputs import model_of_result, recorded_outputs

_LEAST_RANGE = 1e-3  # N and N m: below this a reaction is drawn as none


def recorded_joint_forces(dataset: xr.Dataset) -> dict[str, FloatArray]:
    """Recorded `force` of joints, [time, 6] N and N m, by joint; from results of any version."""
    joints = {joint.name for joint in model_of_result(dataset).joints}
    outputs = recorded_outputs(dataset)
    return {
        name.removesuffix(".force"): output.values(dataset)
        for name, output in outputs.items()
        if name.endswith(".force") and name.removesuffix(".force") in joints
    }


def plot_joint_forces(dataset: xr.Dataset, span: float = READABLE_SPAN) -> Figure:
    """Force and torque of every recorded joint on its body 1, at the joint, in world axes.

    Args:
        dataset: result with forces of joints, see recorded_joint_forces().
        span: duration at the end that is drawn [s].
    """
    end = float(dataset.time[-1])
    late = dataset.time.values >= end - span
    times = dataset.time.values[late]
    forces = recorded_joint_forces(dataset)
    figure = new_figure(3, 2, height=6.5)
    for place in range(6):
        axes = figure.axes[2 * (place % 3) + place // 3]  # forces left, torques right
        kind, unit = ("force", "N") if place < 3 else ("torque", "N m")
        for number, (joint, force) in enumerate(forces.items()):
            colour = COLOURS[number % len(COLOURS)]
            axes.plot(times, force[late, place], color=colour, label=joint, linewidth=0.8)
        axes.set_ylabel(f"{kind} {'xyz'[place % 3]} [{unit}]")
        set_margin(axes, _LEAST_RANGE)
    label_x(figure, time_label(dataset.time.values, span), 2)
    add_legend(figure)
    return figure
