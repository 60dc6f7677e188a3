"""Figures of the thrusters of a model: their thrust and its possible directions."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import numpy as np
from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.patches import Wedge

from raftup._generated.load_pb2 import Load
from raftup._generated.manoeuvring_pb2 import Thruster
from raftup.model import Model
from raftup.plots.figure import COLOURS, new_figure

_REACH = 0.18  # of the distance of the thrusters: radius of the strongest one's circle
_BLADE_DEG = 6.0  # width of the wedge of a thruster that does not turn


def plot_thrusters(model: Model) -> dict[str, Figure]:
    """Figures by name for each body with thrusters: thrusters_<body>.

    Args:
        model: model with the value of every default.
    """
    loads = [load for load in model.loads if load.HasField("thruster")]
    bodies = dict.fromkeys(load.thruster.body for load in loads)
    return {
        f"thrusters_{body}": _plot([load for load in loads if load.thruster.body == body])
        for body in bodies
    }


def _plot(loads: Sequence[Load]) -> Figure:
    """Largest and smallest thrust over the speed of the water, and directions from above.

    T(U) = max(1 - U / loss_speed, 0) T(0), as for the load Thruster of a model.
    """
    figure = new_figure(1, 2, width=11.0, height=4.2, share_x=False)
    thrust, plan = figure.axes
    speeds = [load.thruster.loss_speed for load in loads if load.thruster.HasField("loss_speed")]
    fastest = max(speeds, default=5.0)
    speed = np.linspace(0.0, fastest, 101)
    for number, load in enumerate(loads):
        thruster, colour = load.thruster, COLOURS[number % len(COLOURS)]
        lost = speed / thruster.loss_speed if thruster.HasField("loss_speed") else 0.0 * speed
        left = np.maximum(1.0 - lost, 0.0)
        style = ("-", "--", ":")[number % 3]  # equal thrusters lie on each other
        thrust.plot(speed, 1e-3 * thruster.max_thrust * left, style, color=colour, label=load.name)
        thrust.plot(speed, 1e-3 * thruster.min_thrust * left, style, color=colour)
    thrust.axhline(0.0, color=COLOURS[-1], linewidth=0.6)
    thrust.set_xlabel("speed of the water past it [m/s]")
    thrust.set_ylabel("greatest and least thrust [kN]")
    thrust.legend(frameon=False)
    _draw_plan(plan, loads)
    return figure


def _draw_plan(axes: Axes, loads: Sequence[Load]) -> None:
    """Position of each thruster and the directions of its thrust, with lengths by its strength."""
    places = [(list(load.thruster.point) or [0.0, 0.0, 0.0])[:2] for load in loads]
    low, high = np.min(places, axis=0), np.max(places, axis=0)
    reach = _REACH * max(float(np.max(high - low)), 1.0)
    strongest = max(load.thruster.max_thrust for load in loads)
    for number, (load, place) in enumerate(zip(loads, places, strict=True)):
        radius = reach * load.thruster.max_thrust / strongest
        colour = COLOURS[number % len(COLOURS)]
        for begin, end in _directions_deg(load.thruster):
            wedge = Wedge((place[0], place[1]), radius, begin, end, color=colour, alpha=0.45)
            axes.add_patch(wedge)
        axes.plot(*place, "o", color=colour, markersize=4)
    axes.set_xlim(low[0] - 1.5 * reach, high[0] + 1.5 * reach)
    axes.set_ylim(low[1] - 1.5 * reach, high[1] + 1.5 * reach)
    axes.set_aspect("equal")
    axes.set_xlabel("x, ahead [m]")
    axes.set_ylabel("y, to port [m]")
    axes.set_title("directions of thrust, from above")


def _directions_deg(thruster: Thruster) -> Iterator[tuple[float, float]]:
    """Sectors in which the thrust can point, counter-clockwise from ahead [deg]."""
    if not thruster.HasField("azimuth_rate_deg"):
        ways = (0.0, 180.0) if thruster.min_thrust < 0.0 else (0.0,)
        for way in ways:
            at = thruster.azimuth_deg + way
            yield at - 0.5 * _BLADE_DEG, at + 0.5 * _BLADE_DEG
        return
    sectors = sorted(
        (begin % 360.0, begin % 360.0 + end - begin)
        for begin, end in zip(
            thruster.forbidden_deg[::2], thruster.forbidden_deg[1::2], strict=True
        )
    )
    if not sectors:
        yield 0.0, 360.0
    following = [*sectors[1:], *((begin + 360.0, end) for begin, end in sectors[:1])]
    for (_, end), (begin, _) in zip(sectors, following, strict=True):
        if begin > end:  # sectors may touch or overlap
            yield end, begin
