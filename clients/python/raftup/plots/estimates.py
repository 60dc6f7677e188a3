"""Figures of the parts of an estimate."""

from __future__ import annotations

from typing import Any

import numpy as np
from matplotlib.axes import Axes
from matplotlib.figure import Figure

from raftup._generated.estimate_pb2 import (
    EstimateResistanceResponse,
    EstimateRollDampingResponse,
)
from raftup.base.arrays import FloatArray
from raftup.plots.figure import COLOURS, new_figure
from raftup.remote.estimates import KNOT, RESISTANCE_PARTS, roll_parts


def plot_roll_damping(
    answer: EstimateRollDampingResponse, radiated: FloatArray | None = None
) -> Figure:
    """Parts of roll damping over the amplitude, and over the period if there are several.

    Args:
        answer: answer of the server.
        radiated: [omega] N m s, B44 of a database, as a line to compare with radiated waves.
    """
    parts = roll_parts(answer)
    period = 2.0 * np.pi / np.array(answer.omega)
    order = np.argsort(period)
    several = len(period) > 1
    figure = new_figure(
        1, 2 if several else 1, width=9.0 if several else 6.0, height=4.2, share_x=False
    )
    amplitude = np.degrees(np.array(answer.amplitude))
    by_amplitude = figure.axes[0]
    middle = order[len(order) // 2]
    names = ("friction", "eddy", "bilge_keels", "wave")
    _stack(by_amplitude, amplitude, {name: parts[name][middle] for name in names})
    by_amplitude.set_xlabel("amplitude [deg]")
    by_amplitude.set_ylabel("roll damping [N m s]")
    by_amplitude.set_title(f"period {period[middle]:.4g} s")
    if several:
        over = figure.axes[1]
        at = len(amplitude) // 2
        _stack(over, period[order], {name: parts[name][order, at] for name in names})
        if radiated is not None:
            below = sum((parts[name][order, at] for name in names[:3]), np.zeros(len(order)))
            label = "B44 of the database above the others"
            over.plot(period[order], below + radiated[order], "k--", label=label)
            over.legend(frameon=False)
        over.set_xlabel("period [s]")
        over.set_title(f"amplitude {amplitude[at]:.4g} deg")
    by_amplitude.legend(loc="upper left", frameon=False)
    return figure


def plot_resistance(answer: EstimateResistanceResponse) -> Figure:
    """Parts of the resistance over the speed.

    Args:
        answer: answer of the server.
    """
    order = np.argsort(answer.speed)
    speed = np.array(answer.speed)[order]
    parts = {name: np.array(getattr(answer, name))[order] / 1e3 for name in RESISTANCE_PARTS}
    parts["friction"] *= answer.form_factor
    shown = {name: values for name, values in parts.items() if np.any(values != 0.0)}
    figure = new_figure(1, 1, width=6.5, height=4.2)
    axes = figure.axes[0]
    _stack(axes, speed, shown)
    axes.set_xlabel("speed through the water [m/s]")
    axes.set_ylabel("resistance [kN]")
    above = axes.secondary_xaxis("top", functions=(_knots, _metres_per_second))
    above.set_xlabel("knots")
    axes.legend(loc="upper left", frameon=False)
    return figure


def _knots(speed: Any) -> Any:
    """Converts m/s to knots."""
    return speed / KNOT


def _metres_per_second(speed: Any) -> Any:
    """Converts knots to m/s."""
    return speed * KNOT


def _stack(axes: Axes, x: FloatArray, parts: dict[str, FloatArray]) -> None:
    """Stacked areas over x; bars if there is a single x."""
    labels = [name.replace("_", " ") for name in parts]
    if len(x) > 1:
        axes.stackplot(x, list(parts.values()), labels=labels, colors=COLOURS, alpha=0.8)
        axes.set_xlim(float(x[0]), float(x[-1]))
        return
    base = 0.0
    for label, values, colour in zip(labels, parts.values(), COLOURS, strict=False):
        axes.bar(x, values, bottom=base, label=label, color=colour, alpha=0.8, width=0.1 * x[0])
        base += float(values[0])
