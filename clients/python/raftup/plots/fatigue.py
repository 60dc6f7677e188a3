"""Figures of fatigue: cycles by range, and their damage."""

from __future__ import annotations

import numpy as np
from matplotlib.figure import Figure

from raftup.fatigue.answers import FatigueAnswer
from raftup.plots.figure import COLOURS, label_x, new_figure
from raftup.plots.motions import in_degrees


def plot_fatigue(answer: FatigueAnswer) -> Figure:
    """Number of cycles by range, and their share of the damage.

    Args:
        answer: fatigue of one detail.
    """
    edges, counts, shares = answer.histogram()
    shown, unit = in_degrees(edges, answer.unit)
    figure = new_figure(2, 1, width=7.0, height=5.2)
    above, below = figure.axes
    above.stairs(counts, shown, fill=True, color=COLOURS[0], alpha=0.75)
    if counts.max(initial=0.0) > 20.0 * max(counts[counts > 0.0].min(initial=np.inf), 0.5):
        above.set_yscale("log")
        above.set_ylim(bottom=0.4)
    above.set_ylabel("cycles")
    below.stairs(100.0 * shares, shown, fill=True, color=COLOURS[1], alpha=0.75)
    below.set_ylabel("share of the damage [%]")
    middle = 0.5 * (shown[1:] + shown[:-1])
    if shares.any():
        half = float(np.interp(0.5, np.cumsum(shares), middle))
        below.axvline(half, color=COLOURS[5], linewidth=0.9, linestyle="--")
        below.set_ylim(top=118.0 * float(shares.max()))
        is_left = half < 0.55 * shown[-1]
        note = f"half of it by ranges above {half:.3g} {unit}"
        below.annotate(
            note,
            (half, 1.0),
            (5 if is_left else -5, -3),
            xycoords=("data", "axes fraction"),
            textcoords="offset points",
            ha="left" if is_left else "right",
            va="top",
            fontsize=9,
        )
    above.set_title(_title(answer))
    label_x(figure, f"range of {answer.detail.output} [{unit}]", 1)
    return figure


def _title(answer: FatigueAnswer) -> str:
    mean = answer.mean
    bounds = f" ({mean.low:.3g} to {mean.high:.3g})" if np.isfinite(mean.low) else ""
    count = sum(float(cycles.counts.sum()) for cycles in answer.cycles)
    hours = sum(answer.durations) / 3600.0
    what = "equivalent load" if answer.detail.is_load else "damage of a record"
    first = f"{answer.detail.name}: {what} {mean.value:.4g}{bounds}"
    return f"{first}\n{count:,.0f} cycles in {hours:.3g} h"
