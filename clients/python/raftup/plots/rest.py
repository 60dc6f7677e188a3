"""Figures of the equilibrium of a model, from above and along a sweep of offsets or forces."""

from __future__ import annotations

import numpy as np
from matplotlib.axes import Axes
from matplotlib.figure import Figure

from raftup.plots.figure import COLOURS, line_style, new_figure
from raftup.remote.coefficients import DOFS
from raftup.statics.rest import Rest, rest_dataset


def plot_rest(rest: Rest) -> Figure:
    """Lines and bodies from above; for a sweep also force or displacement, and tensions."""
    panels = 1 if rest.sweep is None else 3
    figure = new_figure(1, panels, width=5.0 * panels, height=4.6, share_x=False)
    _draw_plan(figure.axes[0], rest)
    if rest.sweep is not None:
        _draw_curves(figure.axes[1], figure.axes[2], rest)
    return figure


def _draw_plan(axes: Axes, rest: Rest) -> None:
    for drawing in rest.equations.drawings:
        if drawing.kind != "line":
            continue
        axes.plot(drawing.columns["x"], drawing.columns["y"], color=COLOURS[5], linewidth=1.0)
        tension = rest.equations.tensions.get(drawing.subject)
        if tension is not None:
            middle = len(drawing.columns["x"]) // 2
            axes.annotate(
                f"{drawing.subject}\n{tension / 1e3:.4g} kN",
                (drawing.columns["x"][middle], drawing.columns["y"][middle]),
                fontsize=8,
                ha="center",
                va="center",
                bbox={"facecolor": "white", "edgecolor": "none", "pad": 1.0, "alpha": 0.85},
            )
    for colour, body in zip(COLOURS * 10, rest.equations.bodies, strict=False):
        x, y = body.center_of_mass[:2]
        axes.plot([x], [y], "o", color=colour)
        axes.annotate(body.name, (x, y), xytext=(6, 6), textcoords="offset points", fontsize=9)
    axes.set_aspect("equal", adjustable="datalim")
    axes.margins(0.12)
    axes.set_xlabel("x [m]")
    axes.set_ylabel("y [m]")
    axes.set_title("At rest, from above")


def _draw_curves(force: Axes, tension: Axes, rest: Rest) -> None:
    sweep = rest.sweep
    assert sweep is not None
    data = rest_dataset(rest)
    values = np.array(sweep.values)
    label = f"{sweep.kind} of {sweep.body} in {DOFS[sweep.dof]} [{sweep.unit}]"
    if sweep.kind == "offset":
        curve, unit = data.sweep_force.values[:, sweep.dof], "N" if sweep.dof < 3 else "N m"
        force.set_ylabel(f"force on it in {DOFS[sweep.dof]} [{unit}]")
    else:
        curve, unit = data.sweep_displacement.values[:, sweep.dof], "m" if sweep.dof < 3 else "deg"
        force.set_ylabel(f"displacement in {DOFS[sweep.dof]} [{unit}]")
    force.plot(values, curve, color=COLOURS[0], marker=".")
    force.set_xlabel(label)
    for number, name in enumerate(data.line.values):
        along = data.sweep_tension.sel(line=name).values / 1e3
        tension.plot(values, along, marker=".", label=str(name), **line_style(number))
    tension.set_xlabel(label)
    tension.set_ylabel("tension [kN]")
    if data.sizes["line"]:
        tension.legend(loc="center left", bbox_to_anchor=(1.0, 0.5), frameon=False)
