"""Pictures of a case: what was obtained, with what was expected over it."""

from __future__ import annotations

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
from raftup.validation.specification import Check

_WIDTH, _HEIGHT = 9.0, 2.4  # inches, of a panel
_MOST_POINTS = 800  # of a line: more cannot be seen and make the page large


def plot_case(result: CaseResult) -> Figure | None:
    """A panel for each number that its checks look at; None where nothing was obtained."""
    if result.rows is None:
        return None
    panels = list(_panels(result))
    figure = new_figure(len(panels), 1, _WIDTH, 0.6 + _HEIGHT * len(panels))
    for axes, (formula, checks) in zip(figure.axes, panels, strict=True):
        time, values = _thinned(result.rows, checks[0].check)
        axes.plot(time, values, color=COLOURS[0], label="obtained")
        for check in checks:
            _draw_expected(axes, check)
        axes.set_ylabel(f"{formula}\n{checks[0].unit}", fontsize=9)
    figure.axes[-1].set_xlabel("time [s]")
    handles, labels = zip(*_legend(figure), strict=True)
    figure.legend(handles, labels, loc="outside upper center", ncols=len(labels), frameon=False)
    return figure


def _panels(result: CaseResult) -> Iterator[tuple[str, list[CheckResult]]]:
    """What is looked at, each once, with its checks."""
    for formula in dict.fromkeys(one.check.formula for one in result.checks):
        yield formula, [one for one in result.checks if one.check.formula == formula]


def _draw_expected(axes: Axes, result: CheckResult) -> None:
    check = result.check
    if check.series is not None:
        series = check.series
        axes.plot(series.time, series.value, "--", color=PREDICTION, label="expected")
    elif check.kind == "at":
        axes.plot([check.at], [result.expected], "o", color=PREDICTION, label="expected")
    elif check.kind != "balance" and check.measure not in ("std", "range"):
        axes.axhline(result.expected, color=PREDICTION, linestyle=":", label="expected")


def _legend(figure: Figure) -> list[tuple[Artist, str]]:
    """Each label once, with what it is drawn by first."""
    found: dict[str, Artist] = {}
    for axes in figure.axes:
        for handle, label in zip(*axes.get_legend_handles_labels(), strict=True):
            found.setdefault(label, handle)
    return [(handle, label) for label, handle in found.items()]


def _thinned(rows: Rows, check: Check) -> tuple[FloatArray, FloatArray]:
    values = looked_at(check, rows, "")
    step = max(1, -(-len(values) // _MOST_POINTS))
    return rows.time[::step], np.asarray(values[::step])
