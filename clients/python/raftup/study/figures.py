"""Figures of a study."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import matplotlib as mpl
import numpy as np
import xarray as xr
from matplotlib.backends.backend_agg import FigureCanvasAgg
from matplotlib.figure import Figure
from matplotlib.layout_engine import ConstrainedLayoutEngine
from matplotlib.ticker import MaxNLocator

from raftup.base.arrays import FloatArray
from raftup.plots.figure import COLOURS, PREDICTION, STYLE, add_legend, label_x, new_figure
from raftup.plots.motions import display_values
from raftup.remote.coefficients import DOFS
from raftup.study.extremes import gumbel_maximum
from raftup.study.roles import Role

_LEVELS = 14
_LEAST_SEEDS = 5
_LEAST_POLAR = 8  # headings: lines around a circle through fewer say what nobody has computed


def largest_over(values: xr.DataArray, kept: Sequence[str]) -> xr.DataArray:
    """Largest values over all dimensions except those in `kept`."""
    return values.max([name for name in values.dims if name not in kept])


def plot_surface(values: xr.DataArray, height: Role, period: Role, title: str) -> Figure | None:
    """Six motions of a body over wave height and peak period; the largest over all other axes.

    Args:
        values: [..., dof] in m and rad.
        height: coordinate of the significant wave height Hs [m].
        period: coordinate of the peak period Tp [s].
        title: title of the figure.

    Returns:
        The figure; None if the study has fewer than three sea states that span a surface.
    """
    chosen = largest_over(values, (height.axis, period.axis, "dof"))
    states = chosen.stack(state=list(dict.fromkeys([height.axis, period.axis])))
    heights, periods = states[height.coordinate].values, states[period.coordinate].values
    if len(set(heights)) < 2 or len(set(periods)) < 2 or len(heights) < 3:
        return None
    figure = new_figure(2, 3, height=5.5)
    for axes, dof in zip(figure.axes, DOFS, strict=True):
        shown, unit = display_values(dof, states.sel(dof=dof).values)
        axes.set_title(f"{dof} [{unit}]", fontsize=9)
        axes.set_ylabel("Hs [m]")
        known = np.isfinite(shown)
        if known.sum() >= 3 and np.ptp(shown[known]) > 0.0:
            colours = axes.tricontourf(
                periods[known], heights[known], shown[known], _LEVELS, cmap="viridis"
            )
            figure.colorbar(colours, ax=axes)
        axes.plot(periods, heights, ".", color=COLOURS[5], markersize=4, clip_on=False)
    label_x(figure, "Tp [s]", 3)
    figure.suptitle(title, fontsize=10)
    return figure


def plot_headings(values: xr.DataArray, heading: Role, bodies: Sequence[str], title: str) -> Figure:
    """Six motions over the wave direction; the largest over all other axes, one line per body.

    The diagrams are polar for eight directions or more; otherwise they have dots over the
    direction.

    Args:
        values: [..., body, dof] in m and rad.
        heading: coordinate of the wave direction [deg].
        bodies: names of the bodies.
        title: title of the figure.
    """
    chosen = largest_over(values, (heading.axis, "body", "dof"))
    order = np.argsort(chosen[heading.coordinate].values)
    angles = np.deg2rad(chosen[heading.coordinate].values[order])
    lines = {
        body: chosen.sel(body=body).transpose(heading.axis, "dof").values[order] for body in bodies
    }
    polar = len(set(angles)) >= _LEAST_POLAR
    figure = _polar_panels() if polar else new_figure(2, 3, height=5.0)
    for column, (dof, axes) in enumerate(zip(DOFS, figure.axes, strict=True)):
        for colour, (body, motions) in zip(COLOURS, lines.items(), strict=False):
            shown, unit = display_values(dof, motions[:, column])
            if polar:
                axes.plot(angles, shown, ".-", color=colour, label=body)
            else:
                axes.plot(np.rad2deg(angles), shown, "o", color=colour, markersize=4, label=body)
        axes.set_title(f"{dof} [{unit}]", fontsize=9)
        if polar:
            axes.tick_params(labelsize=7)
            _scale_radius(axes)
        else:
            axes.set_ylim(bottom=0.0)
            axes.set_xticks(np.rad2deg(np.unique(angles)))
    if not polar:
        label_x(figure, "heading [deg]", 3)
    add_legend(figure, title)
    return figure


def _polar_panels() -> Figure:
    with mpl.rc_context(STYLE):
        # labels of angles are around every circle: rows need room between them
        layout = ConstrainedLayoutEngine(h_pad=0.12, hspace=0.08)
        figure = Figure(figsize=(9.0, 6.8), layout=layout)
        FigureCanvasAgg(figure)
        for place in range(len(DOFS)):
            figure.add_subplot(2, 3, place + 1, projection="polar")
    return figure


def _scale_radius(axes: Any) -> None:
    """Scales the radius from 0 to a round number above all values, which labels the last circle."""
    largest = float(axes.dataLim.y1)
    circles = MaxNLocator(4, steps=[1, 2, 2.5, 5, 10]).tick_values(0.0, max(largest, 1e-12))
    axes.set_ylim(0.0, circles[-1])
    axes.set_yticks(circles[1:])


def plot_convergence(
    maxima: xr.DataArray, seed: Role, body: str, confidence: float
) -> Figure | None:
    """Most probable maximum of six motions over the number of seeds used, in the severest case.

    Args:
        maxima: [..., body, dof] in m and rad.
        seed: coordinate of the seed.
        body: name of the body.
        confidence: probability of the shaded interval.

    Returns:
        The figure; None for fewer than five seeds.
    """
    count = maxima.sizes[seed.axis]
    if count < _LEAST_SEEDS:
        return None
    figure = new_figure(2, 3, height=5.0)
    counts = np.arange(_LEAST_SEEDS, count + 1)
    for axes, dof in zip(figure.axes, DOFS, strict=True):
        values, unit = display_values(dof, _severest(maxima.sel(body=body, dof=dof), seed.axis))
        fits = [gumbel_maximum(values[:number], confidence) for number in counts]
        axes.fill_between(
            counts,
            [fit.low for fit in fits],
            [fit.high for fit in fits],
            color=COLOURS[0],
            alpha=0.2,
        )
        axes.plot(counts, [fit.value for fit in fits], color=COLOURS[0], label="Gumbel fit")
        axes.plot(np.arange(1, count + 1), values, ".", color=COLOURS[5], label="single cases")
        axes.set_title(f"{dof} [{unit}]", fontsize=9)
    label_x(figure, "seeds", 3)
    add_legend(figure, body)
    return figure


def _severest(maxima: xr.DataArray, dimension: str) -> FloatArray:
    """Values along one dimension, at the place on the others where their mean is largest."""
    means = maxima.mean(dimension)
    if not means.dims or not means.notnull().any():
        return np.asarray(maxima.values, dtype=float).reshape(-1)[: maxima.sizes[dimension]]
    return np.asarray(maxima.isel(means.argmax(...)).values, dtype=float)


def plot_prediction(
    deviations: xr.DataArray, predicted: xr.DataArray, seed: Role | None, body: str
) -> Figure:
    """Standard deviations of six motions of a body compared with those of the frequency domain.

    Args:
        deviations: [..., body, dof] simulated, m and rad.
        predicted: the same from the frequency domain, without the dimension of the seed.
        seed: coordinate of the seed; bars extend from the smallest to the largest value over it.
        body: name of the body.
    """
    figure = new_figure(2, 3, height=5.5, share_x=False)
    for place, dof in enumerate(DOFS):
        axes = figure.axes[place]
        simulated = deviations.sel(body=body, dof=dof)
        reached = [simulated] * 3
        if seed is not None:
            reached = [
                simulated.min(seed.axis),
                simulated.mean(seed.axis),
                simulated.max(seed.axis),
            ]
        order = predicted.sel(body=body, dof=dof)
        expected, unit = display_values(dof, order.values.ravel())
        low, middle, high = (
            display_values(dof, part.transpose(*order.dims).values.ravel())[0] for part in reached
        )
        axes.errorbar(
            expected,
            middle,
            [middle - low, high - middle],
            fmt=".",
            color=COLOURS[0],
            linewidth=0.8,
        )
        end = float(np.nanmax([*expected, *high, 0.0]))
        axes.plot([0.0, end], [0.0, end], "--", color=PREDICTION, label="equal")
        axes.set_title(f"{dof} [{unit}]", fontsize=9)
        axes.set_ylabel("simulated")
    label_x(figure, "frequency domain", 3)
    figure.suptitle(f"standard deviations of {body}", fontsize=10)
    return figure
