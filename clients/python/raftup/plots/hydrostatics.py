"""Hydrostatic curves over the draught, and righting arms over heel."""

from __future__ import annotations

import math

import numpy as np
import xarray as xr
from matplotlib.figure import Figure

from raftup.plots.figure import COLOURS, PREDICTION, new_figure
from raftup.statics.figures import FIGURES

_LEAST_SPAN = 0.05  # of a panel, in its unit
_DASHES = ("-", "--", "-.", ":")  # curves of a box lie on each other

_PANELS = (
    ("displacement [t]", ("displacement",)),
    ("heights above the keel [m]", ("center_of_buoyancy_height", "transverse_metacenter_height")),
    (
        "x of centres [m]",
        ("longitudinal_center_of_buoyancy", "longitudinal_center_of_flotation"),
    ),
    ("areas [m2]", ("waterplane_area", "wetted_area")),
    ("mass for sinkage [t/cm]", ("mass_per_immersion",)),
    (
        "coefficients",
        (
            "block_coefficient",
            "midship_coefficient",
            "prismatic_coefficient",
            "waterplane_coefficient",
        ),
    ),
)


def plot_hydrostatics(data: xr.Dataset, label: str) -> Figure:
    """Hydrostatic figures, with the draught along y as in a ship's hydrostatic curves.

    Args:
        data: result of hydrostatics_dataset().
        label: name of the hull.
    """
    known = {one.name: one for one in FIGURES}
    figure = new_figure(2, 3, width=10.0, height=6.4, share_x=False)
    marker = "o" if data.sizes["draught"] < 3 else None
    for axes, (title, names) in zip(figure.axes, _PANELS, strict=True):
        curves = zip(COLOURS, _DASHES, names, strict=False)
        for colour, dashes, name in curves:
            values = known[name].factor * data[name].values
            axes.plot(
                values,
                data.draught,
                color=colour,
                linestyle=dashes,
                marker=marker,
                label=known[name].short,
            )
        low, high = axes.get_xlim()
        if high - low < _LEAST_SPAN:  # round-off does not fill the panel
            axes.set_xlim(0.5 * (low + high) - _LEAST_SPAN, 0.5 * (low + high) + _LEAST_SPAN)
        axes.set_xlabel(title)
        if len(names) > 1:
            axes.legend(frameon=False)
    for axes in figure.axes[::3]:
        axes.set_ylabel("draught [m]")
    figure.suptitle(f"Hydrostatics of {label}")
    return figure


def plot_stability(data: xr.Dataset, label: str) -> Figure:
    """GZ over heel with its tangent GM, the areas of the code and their limits.

    Args:
        data: result of stability_dataset().
        label: name of the hull.
    """
    figure = new_figure(1, 1, width=8.0, height=4.8)
    (axes,) = figure.axes
    heel, arm = data.heel.values, data.righting_arm.values
    axes.axhline(0.0, color="#4a4a4a", linewidth=0.8)
    covered = (heel >= 0.0) & (heel <= 40.0)
    if covered.any():
        axes.fill_between(heel[covered], 0.0, arm[covered], color=COLOURS[0], alpha=0.12)
    axes.plot(heel, arm, color=COLOURS[0], marker=".", label="GZ")
    height = float(data.attrs["metacentric_height"])
    end = math.degrees(1.0)
    top = 1.15 * max(float(np.max(arm)), 1e-3)
    reach = min(end, end * top / height) if height > 0.0 else end
    axes.plot([0.0, reach], [0.0, height * reach / end], "--", color=PREDICTION, label="GM")
    largest = float(data.attrs["heel_of_largest_arm_deg"])
    axes.plot([largest], [float(data.attrs["largest_arm"])], "o", color=COLOURS[1], label="largest")
    axes.set_ylim(min(0.0, 1.15 * float(np.min(arm))), top)
    axes.set_xlim(float(heel[0]), float(heel[-1]))
    axes.set_xlabel("heel [deg]")
    axes.set_ylabel("righting arm [m]")
    axes.set_title(f"Righting arms of {label}, GM {height:.3f} m")
    axes.legend(frameon=False, loc="upper left")
    return figure
