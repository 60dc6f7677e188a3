"""Figures in the style of the package, made without pyplot and its global state."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import matplotlib as mpl
import numpy as np
from matplotlib.axes import Axes
from matplotlib.backends.backend_agg import FigureCanvasAgg
from matplotlib.figure import Figure

from raftup.base.arrays import FloatArray
from raftup.base.files import make_folder, whole_file

COLOURS = ("#0b5fa5", "#d1495b", "#2a9d5c", "#8a5fbf", "#c98a1b", "#4a4a4a")
"""Colors of lines in one panel, in order."""

PREDICTION = "#c2410c"
"""Color of theoretical predictions."""

READABLE_SPAN = 300.0
"""Longest duration [s] of a record in which waves can be distinguished on a page."""

STYLE: Any = {
    "font.size": 10,
    "font.family": "DejaVu Sans",
    "axes.titlesize": 10,
    "axes.labelsize": 10,
    "axes.grid": True,
    "axes.axisbelow": True,
    "axes.spines.top": False,
    "axes.spines.right": False,
    "axes.formatter.limits": (-3, 4),
    "axes.formatter.use_mathtext": True,
    "grid.color": "#dddddd",
    "grid.linewidth": 0.6,
    "lines.linewidth": 1.2,
    "legend.fontsize": 9,
    "figure.dpi": 130,
}
"""Settings of matplotlib for making and saving all figures."""


def new_figure(
    rows: int, columns: int, width: float = 9.0, height: float = 5.5, *, share_x: bool = True
) -> Figure:
    """Makes a figure with panels in the style of the package.

    Args:
        rows: number of rows of panels.
        columns: number of columns of panels.
        width: inches.
        height: inches.
        share_x: whether all panels have the same x axis.
    """
    with mpl.rc_context(STYLE):
        figure = Figure(figsize=(width, height), layout="constrained")
        FigureCanvasAgg(figure)
        figure.subplots(rows, columns, sharex=share_x, squeeze=False)
    return figure


def time_label(times: FloatArray, span: float) -> str:
    """Label of the time axis; it states if only the last `span` seconds are drawn.

    Args:
        times: [n] s, of the whole record.
        span: duration that is drawn [s].
    """
    whole = float(times[-1] - times[0])
    return f"time [s], the last {span:g} of {whole:g} s" if whole > span else "time [s]"


def label_x(figure: Figure, label: str, columns: int) -> None:
    """Labels the x axis of the lowest panels, also if there are color bars."""
    panels = [axes for axes in figure.axes if axes.get_label() != "<colorbar>"]
    for axes in panels[-columns:]:
        axes.set_xlabel(label)


def line_style(number: int) -> dict[str, Any]:
    """Color and dashes of one of up to 18 lines in a panel.

    Args:
        number: number of the line, from 0.
    """
    dashes = ("-", "--", ":")[number // len(COLOURS) % 3]
    return {"color": COLOURS[number % len(COLOURS)], "linestyle": dashes}


def add_legend(figure: Figure, title: str = "") -> None:
    """Adds one legend for all panels, above them.

    Args:
        figure: figure whose first panel has all labels.
        title: text in front of the legend.
    """
    handles, labels = figure.axes[0].get_legend_handles_labels()
    figure.legend(
        handles,
        labels,
        loc="outside upper center",
        ncols=len(labels),
        title=title or None,
        frameon=False,
    )


def set_margin(axes: Axes, floor: float = 0.0) -> None:
    """Adds a margin above and below the lines of a panel.

    Args:
        axes: panel with its lines.
        floor: smallest range of y, so that rounding errors do not fill the panel.
    """
    values = np.concatenate([np.asarray(line.get_ydata(), dtype=float) for line in axes.lines])
    finite = values[np.isfinite(values)]
    if not len(finite):
        return
    low, high = float(finite.min()), float(finite.max())
    half = max(0.5 * (high - low), 0.5 * floor) * 1.08
    middle = 0.5 * (low + high)
    if half > 0:
        axes.set_ylim(middle - half, middle + half)


def make_square(axes: Axes, floor: float = 0.0) -> None:
    """Sets equal scales along x and y, with room for all lines of a panel.

    Args:
        axes: panel with its lines.
        floor: smallest range.
    """
    tracks = np.concatenate([line.get_xydata() for line in axes.lines])
    low, high = np.nanmin(tracks, axis=0), np.nanmax(tracks, axis=0)
    half = 1.08 * max(0.5 * float((high - low).max()), 0.5 * floor)
    middle = 0.5 * (low + high)
    axes.set_xlim(middle[0] - half, middle[0] + half)
    axes.set_ylim(middle[1] - half, middle[1] + half)
    axes.set_aspect("equal")


def save(figure: Figure, file: Path) -> Path:
    """Writes a figure in the format of the file's suffix, by default PNG, and returns its path.

    Missing folders are made.

    Raises:
        OSError: with the name of `file`, if it cannot be written completely; an existing file is
            unchanged then.
    """
    make_folder(file.parent)
    kind = file.suffix.removeprefix(".").lower() or "png"
    try:
        with mpl.rc_context(STYLE), whole_file(file) as unfinished:
            figure.savefig(unfinished, format=kind)
    except OSError as error:
        if error.strerror:
            error.filename = str(file)  # and not that of the unfinished one
        raise
    return file
