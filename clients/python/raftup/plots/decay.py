"""Figure of a decay test."""

from __future__ import annotations

import numpy as np
from matplotlib.axes import Axes
from matplotlib.figure import Figure

from raftup.plots.figure import COLOURS, PREDICTION, new_figure
from raftup.plots.motions import in_degrees
from raftup.trials.decay import DecayTest


def plot_decay(test: DecayTest) -> Figure:
    """The motion with its fit, the residual, and the damping ratio over the amplitude.

    Args:
        test: decay test.
    """
    figure = new_figure(3, 1, 9.0, 8.5, share_x=False)
    _draw_record(figure.axes[0], test)
    _draw_rest(figure.axes[1], test)
    _draw_decrement(figure.axes[2], test)
    return figure


def _shown(test: DecayTest, values: object) -> np.ndarray[tuple[int, ...], np.dtype[np.float64]]:
    return in_degrees(np.asarray(values, dtype=float), test.question.unit)[0]


def _unit(test: DecayTest) -> str:
    return in_degrees(np.zeros(1), test.question.unit)[1]


def _draw_record(axes: Axes, test: DecayTest) -> None:
    question, fit = test.question, test.fit
    axes.plot(test.time, _shown(test, test.motion), color=COLOURS[0], label="record")
    axes.plot(
        test.time, _shown(test, test.fitted), "--", color=PREDICTION, label="fit", linewidth=1.0
    )
    axes.plot(
        fit.extremes[:, 0],
        _shown(test, fit.extremes[:, 1]),
        "o",
        color=COLOURS[5],
        markersize=3,
        label="extremes",
    )
    offset = float(_shown(test, question.offset))
    axes.set_title(
        f"{question.dof} of {question.body} from {offset:g} {_unit(test)}: "
        f"period {fit.period:.4g} s, damping ratio {test.ratio:.3g} there"
    )
    axes.set_ylabel(f"{question.dof} [{_unit(test)}]")
    axes.set_xlabel("time [s]")
    axes.legend(frameon=False, ncols=3, loc="upper right")


def _draw_rest(axes: Axes, test: DecayTest) -> None:
    axes.plot(test.time, _shown(test, test.motion - test.fitted), color=COLOURS[0])
    axes.set_title("record less fit")
    axes.set_ylabel(f"{test.question.dof} [{_unit(test)}]")
    axes.set_xlabel("time [s]")


def _draw_decrement(axes: Axes, test: DecayTest) -> None:
    swings = test.fit.decrements()
    decay = test.fit.decay
    amplitudes = np.linspace(0.0, float(swings[:, 0].max()), 100)
    axes.plot(_shown(test, swings[:, 0]), swings[:, 1], "o", color=COLOURS[0], label="each swing")
    axes.plot(
        _shown(test, amplitudes),
        [decay.ratio(float(amplitude)) for amplitude in amplitudes],
        color=PREDICTION,
        label=f"fit: {', '.join(test.question.terms)}",
    )
    axes.axhline(
        decay.p1 / (2.0 * decay.omega),
        color=COLOURS[5],
        linestyle=":",
        label="p1 alone",
    )
    axes.set_title("decrement")
    axes.set_xlabel(f"amplitude [{_unit(test)}]")
    axes.set_ylabel("damping ratio [1]")
    axes.legend(frameon=False)
