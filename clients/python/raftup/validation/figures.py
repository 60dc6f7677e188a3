"""Figures of a case: obtained values with the expected ones."""

from __future__ import annotations

import itertools
import textwrap
from collections.abc import Iterator

import numpy as np
from matplotlib.artist import Artist
from matplotlib.axes import Axes
from matplotlib.figure import Figure

from raftup.base.arrays import FloatArray
from raftup.plots.figure import COLOURS, PREDICTION, new_figure
from raftup.remote.rows import Rows
from raftup.validation.book import CaseResult, CheckResult
from raftup.validation.compare import looked_at

_WIDTH, _HEIGHT = 9.0, 1.9  # inches, of the figure and of a panel
_MOST_POINTS = 500  # of a line: more cannot be seen and make the page large
_MOST_PANELS = 8
_LEAST_CHANGE = 1e-9  # of the largest value
_LETTERS = 66  # of a line above a panel, where two stand side by side


def plot_case(result: CaseResult) -> Figure | None:
    """A panel for each of the first variables that change; None if none does."""
    if result.rows is None:
        return None
    panels = list(itertools.islice(_panels(result, result.rows), _MOST_PANELS))
    if not panels:
        return None
    columns = 1 if len(panels) < 3 else 2
    rows = -(-len(panels) // columns)
    figure = new_figure(rows, columns, _WIDTH, 0.6 + _HEIGHT * rows)
    for axes in figure.axes[len(panels) :]:
        axes.remove()
    for axes, (values, checks) in zip(figure.axes, panels, strict=True):
        step = max(1, -(-len(values) // _MOST_POINTS))
        axes.plot(result.rows.time[::step], values[::step], color=COLOURS[0], label="obtained")
        for check in checks:
            _draw_expected(axes, check, result.simulated)
        about = f"{checks[0].check.formula}  [{checks[0].unit or '1'}]"
        axes.set_title("\n".join(textwrap.wrap(about, _LETTERS)), loc="left", fontsize=8)
    for axes in figure.axes[-columns:]:
        axes.set_xlabel("time [s]")
        axes.tick_params(labelbottom=True)
    handles, labels = zip(*_legend(figure), strict=True)
    figure.legend(handles, labels, loc="outside upper center", ncols=len(labels), frameon=False)
    return figure


def _panels(result: CaseResult, rows: Rows) -> Iterator[tuple[FloatArray, list[CheckResult]]]:
    """The different variables that change, each with its checks."""
    for formula in dict.fromkeys(one.check.formula for one in result.checks):
        checks = [one for one in result.checks if one.check.formula == formula]
        values = looked_at(checks[0].check, rows, "")
        if np.ptp(values) > _LEAST_CHANGE * np.abs(values).max():
            yield values, checks


def _draw_expected(axes: Axes, result: CheckResult, end: float) -> None:
    check = result.check
    if check.series is not None:
        series = check.series
        axes.plot(series.time, series.value, "--", color=PREDICTION, label="expected")
    elif check.kind == "at" or check.measure == "final":
        at = check.at if check.kind == "at" else end
        axes.plot([at], [result.expected], "o", color=PREDICTION, label="expected")
    elif check.kind != "balance" and check.measure not in ("std", "range"):
        axes.axhline(result.expected, color=PREDICTION, linestyle=":", label="expected")


def _legend(figure: Figure) -> list[tuple[Artist, str]]:
    """Legend entries, with each label once."""
    found: dict[str, Artist] = {}
    for axes in figure.axes:
        for handle, label in zip(*axes.get_legend_handles_labels(), strict=True):
            found.setdefault(label, handle)
    return [(handle, label) for label, handle in found.items()]
