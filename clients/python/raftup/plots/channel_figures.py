"""Figures of selected components of outputs: over time, spectra, histograms, one over another."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

import matplotlib as mpl
import numpy as np
from matplotlib.axes import Axes
from matplotlib.figure import Figure

from raftup.base.arrays import FloatArray
from raftup.base.errors import bad_field
from raftup.plots.channels import Channel
from raftup.plots.figure import COLOURS, STYLE, label_x, new_figure, set_margin

MOST_PANELS = 12
_MOST_LINES = 24  # of one panel; more cannot be told apart
_DASHES: tuple[str | tuple[int, tuple[float, ...]], ...] = (
    "-",
    (0, (4, 2)),
    (0, (1, 1.5)),
    (0, (5, 1.5, 1, 1.5)),
)
_COLOURS = (*COLOURS, "#1fa3b8", "#7a3b10", "#e07bb0", "#6b7a1e", "#9aa5b1", "#3b2f7f")
_LEGEND_LETTERS = 95  # that fit beside each other above the panels
_LEGEND_LINES = 8  # of labels
_LONGEST_LABEL = 24  # letters at an axis, above which the unit goes on a line of its own
_DRAWN_POINTS = 20_000  # of a line: more are drawn by the extremes of every few
_ROUNDING = 1e-9  # in any unit that is drawn
_BINS = 40
_LEAST_ROWS = 32  # of a spectrum
_SHOWN_VARIANCE = 0.995  # of a spectrum: what comes after it is not drawn


@dataclass(frozen=True)
class _Line:
    """Line style of a channel in every panel."""

    colour: str
    dashes: str | tuple[int, tuple[float, ...]]
    label: str


class _Lines:
    """Line styles: colors by owner and dashes by run, or colors by run if there is one owner.

    With more owners or runs than colors or dashes, each line has a combination of both.
    """

    def __init__(self, channels: Sequence[Channel]) -> None:
        self._owners = list(dict.fromkeys(channel.owner for channel in channels))
        self._runs = list(dict.fromkeys(channel.run for channel in channels))
        self._pairs = list(dict.fromkeys((channel.owner, channel.run) for channel in channels))
        many = len(self._owners) > len(_COLOURS) or len(self._runs) > len(_DASHES)
        self._one_by_one = many or len(self._owners) == 1 or len(self._runs) == 1

    def of(self, channel: Channel) -> _Line:
        colour, dashes = self._owners.index(channel.owner), self._runs.index(channel.run)
        if self._one_by_one:
            dashes, colour = divmod(self._pairs.index((channel.owner, channel.run)), len(_COLOURS))
        label = channel.owner
        if len(self._runs) > 1:
            label = f"{channel.owner}, {channel.run}" if len(self._owners) > 1 else channel.run
        return _Line(_COLOURS[colour], _DASHES[dashes % len(_DASHES)], label)

    @property
    def title(self) -> str:
        """The common part of the names of all lines."""
        if len(self._owners) > 1:
            return self._runs[0] if len(self._runs) == 1 else ""
        return f"{self._owners[0]}, {self._runs[0]}" if len(self._runs) == 1 else self._owners[0]


def plot_channels(channels: Sequence[Channel]) -> Figure:
    """Channels over time, with a panel for each quantity and component, a line per owner and run.

    Args:
        channels: channels from read_channels().

    Raises:
        RaftupError: BAD_FIELD if there would be more than MOST_PANELS panels, or none.
    """

    def draw(axes: Axes, channel: Channel, line: _Line) -> None:
        time, values = _thinned(channel.time, channel.values)
        _draw(axes, time, values, line)

    figure = _panels(channels, draw)
    for axes in figure.axes:
        _set_range(axes)
    first = min(float(channel.time[0]) for channel in channels)
    last = max(float(channel.time[-1]) for channel in channels)
    if last > first:
        figure.axes[0].set_xlim(first, last)
    _label_columns(figure, "time [s]")
    return figure


def plot_channel_spectra(channels: Sequence[Channel]) -> Figure:
    """One-sided spectral densities by Welch's method, whose integral over omega is the variance.

    Args:
        channels: channels as for plot_channels(), with equal time steps.

    Raises:
        RaftupError: BAD_FIELD as for plot_channels(); also for too few rows or unequal time steps.
    """
    reach = 0.0

    def draw(axes: Axes, channel: Channel, line: _Line) -> None:
        nonlocal reach
        omega, density = spectrum_of(channel)
        _draw(axes, omega, density, line)
        below = np.cumsum(density)
        if below[-1] > 0.0:
            reach = max(reach, float(omega[np.searchsorted(below, _SHOWN_VARIANCE * below[-1])]))

    figure = _panels(channels, draw, lambda one: f"S of {one.words} [{_grouped(one)}² s/rad]")
    for axes in figure.axes:
        axes.set_ylim(bottom=0.0)
    figure.axes[0].set_xlim(0.0, 1.3 * reach if reach > 0.0 else None)
    _label_columns(figure, "omega [rad/s]")
    return figure


def spectrum_of(channel: Channel) -> tuple[FloatArray, FloatArray]:
    """Spectrum of a channel: omega [n] rad/s and S(omega) [n], unit squared times s/rad.

    Raises:
        RaftupError: BAD_FIELD for too few rows or unequal time steps.
    """
    from raftup.plots.spectra import estimate_spectrum, window_duration

    steps = np.diff(channel.time)
    if len(channel.time) < _LEAST_ROWS:
        rule = f"must be of {_LEAST_ROWS} rows or more for a spectrum, has {len(channel.time)}"
        raise bad_field(channel.name, rule)
    if not np.isfinite(channel.values).all():
        raise bad_field(channel.name, "must be a finite number in every row for a spectrum")
    if np.ptp(steps) > 1e-6 * steps.mean():
        rule = f"must have equal steps, has {steps.min():g} to {steps.max():g} s"
        raise bad_field(channel.name, rule)
    step = float(steps.mean())
    return estimate_spectrum(channel.values, step, window_duration(len(channel.time), step))


def plot_channel_histograms(channels: Sequence[Channel]) -> Figure:
    """Histograms of values: probability densities over 40 equal intervals in each panel.

    Args:
        channels: channels as for plot_channels().

    Raises:
        RaftupError: BAD_FIELD as for plot_channels().
    """
    ranges: dict[str, list[float]] = {}
    for channel in channels:
        finite = channel.values[np.isfinite(channel.values)]
        if len(finite):
            low, high = ranges.setdefault(channel.label, [np.inf, -np.inf])
            ranges[channel.label] = [min(low, finite.min()), max(high, finite.max())]

    def draw(axes: Axes, channel: Channel, line: _Line) -> None:
        finite = channel.values[np.isfinite(channel.values)]
        if not len(finite):
            return
        low, high = ranges[channel.label]
        if high <= low:
            low, high = low - 0.5, high + 0.5
        density, edges = np.histogram(finite, _BINS, (low, high), density=True)
        axes.stairs(density, edges, color=line.colour, linestyle=line.dashes, label=line.label)
        axes.set_xlabel(channel.label)

    figure = _panels(channels, draw, _density_label, share_x=False)
    for axes in figure.axes:
        axes.set_ylim(bottom=0.0)
    return figure


def plot_channel_pairs(across: Sequence[Channel], up: Sequence[Channel]) -> Figure:
    """Channels over other channels, a line per owner and run: tracks, phase planes, curves.

    Args:
        across: channels along x.
        up: channels along y; equal in number and order, and from the same runs.

    Raises:
        RaftupError: BAD_FIELD if numbers or kinds of channels do not match.
    """
    if len(across) != len(up) or not across:
        rule = f"must name as many numbers along x as along y, names {len(across)} and {len(up)}"
        raise bad_field("--xy", rule)
    for one, other in zip(across, up, strict=True):
        if one.label != across[0].label or other.label != up[0].label or one.run != other.run:
            rule = f"must name one quantity along x and one along y, names {one.name}, {other.name}"
            raise bad_field("--xy", rule)
    lines = _Lines(up)
    figure = new_figure(1, 1, width=7.0, height=6.0)
    (axes,) = figure.axes
    for one, other in zip(across, up, strict=True):
        _draw(axes, one.values, other.values, lines.of(other))
    with mpl.rc_context(STYLE):
        axes.set_xlabel(across[0].label)
        axes.set_ylabel(up[0].label)
    if across[0].unit == up[0].unit:
        axes.set_aspect("equal", adjustable="datalim")
    _add_legend(figure, lines.title)
    return figure


def _draw(axes: Axes, x: FloatArray, y: FloatArray, line: _Line) -> None:
    axes.plot(x, y, color=line.colour, linestyle=line.dashes, label=line.label, linewidth=0.9)


def _panels(
    channels: Sequence[Channel],
    draw: Callable[[Axes, Channel, _Line], None],
    label: Callable[[Channel], str] = lambda channel: channel.label,
    *,
    share_x: bool = True,
) -> Figure:
    """A figure with a panel for each label, those of one output in one column, and one legend."""
    by_label: dict[str, list[Channel]] = {}
    for channel in channels:
        by_label.setdefault(channel.label, []).append(channel)
    _refuse_too_much(by_label)
    columns = 1 if len(by_label) <= 3 else 2
    rows = -(-len(by_label) // columns)
    lines = _Lines(channels)
    labels = list(dict.fromkeys(lines.of(channel).label for channel in channels))
    height = 0.9 + max(1.9 * rows, 2.6) + 0.22 * -(-len(labels) // _legend_columns(labels))
    figure = new_figure(rows, columns, height=height, share_x=share_x)
    # the first half in the left column: translations there, rotations to the right
    order = [
        figure.axes[row * columns + column] for column in range(columns) for row in range(rows)
    ]
    for axes, group in zip(order, by_label.values(), strict=False):
        for channel in group:
            draw(axes, channel, lines.of(channel))
        axes.set_ylabel(_wrapped(label(group[0])))
    for axes in order[len(by_label) :]:
        figure.delaxes(axes)
    figure.align_ylabels()
    _add_legend(figure, lines.title)
    return figure


def _refuse_too_much(by_label: dict[str, list[Channel]]) -> None:
    if not 0 < len(by_label) <= MOST_PANELS:
        names = ", ".join(list(dict.fromkeys(label for label in by_label))[:3])
        rule = f"must make 1 to {MOST_PANELS} panels, make {len(by_label)}: {names} ..; name fewer"
        raise bad_field("OUTPUT", rule)
    for label, group in by_label.items():
        if len(group) > _MOST_LINES:
            rule = f"must make at most {_MOST_LINES} lines a panel, make {len(group)} of {label}"
            raise bad_field("OUTPUT", rule)


def _wrapped(label: str) -> str:
    """Puts the unit on a separate line if the label is long."""
    words, _, unit = label.rpartition(" [")
    return f"{words}\n[{unit}" if len(label) > _LONGEST_LABEL and words else label


def _grouped(channel: Channel) -> str:
    """The unit, in brackets if it has several factors; 1 if there is none."""
    unit = "1" if channel.shown_unit == "-" else channel.shown_unit
    return f"({unit})" if " " in unit or "/" in unit else unit


def _density_label(channel: Channel) -> str:
    return f"density [1/{_grouped(channel)}]" if channel.shown_unit != "-" else "density [-]"


def _label_columns(figure: Figure, text: str) -> None:
    """Labels the lowest panel of each column; the last column may have one panel less."""
    columns = 2 if len(figure.axes) > 3 else 1
    label_x(figure, text, columns)
    for axes in figure.axes[-columns:]:
        axes.tick_params(labelbottom=True)


def _legend_columns(labels: Sequence[str]) -> int:
    width = max(map(len, labels)) + _LEGEND_LINES
    return max(1, min(len(labels), _LEGEND_LETTERS // width))


def _add_legend(figure: Figure, title: str) -> None:
    """One legend for all panels, above them; only the title if there is one line."""
    handles: dict[str, Any] = {}
    for axes in figure.axes:
        for handle, label in zip(*axes.get_legend_handles_labels(), strict=True):
            handles.setdefault(label, handle)
    with mpl.rc_context(STYLE):
        if len(handles) <= 1:
            figure.suptitle(title, fontsize=STYLE["axes.titlesize"])
            return
        figure.legend(
            list(handles.values()),
            list(handles),
            loc="outside upper center",
            ncols=_legend_columns(list(handles)),
            title=title or None,
            frameon=False,
        )


def _set_range(axes: Axes) -> None:
    """Sets the y range with a margin; values constant except for rounding appear constant."""
    values = np.concatenate([np.asarray(line.get_ydata(), dtype=float) for line in axes.lines])
    finite = values[np.isfinite(values)]
    largest = float(np.abs(finite).max()) if len(finite) else 0.0
    if largest < _ROUNDING:
        set_margin(axes, 2.0)
    else:
        set_margin(axes, max(_ROUNDING, 1e-6 * largest))


def _thinned(x: FloatArray, y: FloatArray) -> tuple[FloatArray, FloatArray]:
    """Smallest and largest of every few values of a long line, which look the same as the line."""
    if len(x) <= _DRAWN_POINTS:
        return x, y
    each = -(-2 * len(x) // _DRAWN_POINTS)
    count = len(x) // each
    blocks = np.nan_to_num(y[: count * each].reshape(count, each))
    places = np.sort([blocks.argmin(axis=1), blocks.argmax(axis=1)], axis=0).T
    kept = (np.arange(count)[:, None] * each + places).ravel()
    kept = np.append(kept, np.arange(count * each, len(x)))
    return x[kept], y[kept]
