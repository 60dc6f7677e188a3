"""Figures of return levels with intervals and data, and of contours of sea states."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from matplotlib.axes import Axes
from matplotlib.figure import Figure

from raftup.base.arrays import FloatArray
from raftup.extremes.contour import YEAR, Contour
from raftup.extremes.contour_reading import ContourAnswer
from raftup.extremes.dataset import SeriesExtremes, curve_durations, level_curve
from raftup.extremes.estimate import METHODS_OF_MAXIMA, Estimate, Question
from raftup.plots.figure import COLOURS, PREDICTION, add_legend, label_x, new_figure
from raftup.plots.motions import in_degrees

_HOUR = 3600.0
_TITLES = {"max": "largest values", "min": "smallest values"}


def plot_return_levels(found: SeriesExtremes, question: Question) -> Figure:
    """Level that is exceeded once on average in a duration, with its interval, over the duration.

    Dots are peaks, or largest values of records, at the duration of their rank. The dashed line is
    that of a normal process with the same deviation and number of peaks.

    Args:
        found: extremes of one component of an output.
        question: method and duration.
    """
    sides = list(found.estimates)
    figure = new_figure(1, len(sides), width=1.0 + 4.2 * len(sides), height=4.2)
    duration = sum(found.series.durations)
    for axes, side in zip(figure.axes, sides, strict=True):
        estimate = found.estimates[side]
        _draw_normal(axes, found, estimate, curve_durations(question, duration))
        if estimate.law is not None:
            _draw_law(axes, found, estimate, question)
        else:
            text = f"no answer: {estimate.reason}"
            axes.text(0.5, 0.95, text, transform=axes.transAxes, ha="center", va="top", wrap=True)
        _draw_data(axes, found, estimate, question)
        axes.set_xscale("log")
        axes.set_title(f"{_TITLES[side]}, {question.method}")
        unit = in_degrees(np.zeros(1), found.series.unit)[1]
        axes.set_ylabel(f"{found.series.name} [{unit}]")
    label_x(figure, "passed once in the mean in [h]", len(sides))
    add_legend(figure)
    return figure


def _shown(found: SeriesExtremes, values: FloatArray) -> FloatArray:
    return in_degrees(values, found.series.unit)[0]


def _draw_law(axes: Axes, found: SeriesExtremes, estimate: Estimate, question: Question) -> None:
    durations = curve_durations(question, estimate.record_duration)
    levels = _shown(found, level_curve(estimate, durations, question.confidence))
    hours = durations / _HOUR
    axes.fill_between(
        hours,
        levels[:, 1],
        levels[:, 2],
        color=COLOURS[0],
        alpha=0.18,
        linewidth=0.0,
        label=f"{100 * question.confidence:g} % interval",
    )
    axes.plot(hours, levels[:, 0], color=COLOURS[0], label="fit")
    value, low, high = _shown(found, np.array([estimate.value, estimate.low, estimate.high]))
    axes.errorbar(
        question.mean_duration / _HOUR,
        value,
        [[value - low], [high - value]],
        fmt="D",
        color=COLOURS[1],
        markersize=5,
        capsize=4,
        zorder=4,
        label="answer",
    )
    where = (0.97, 0.05) if estimate.sign > 0.0 else (0.97, 0.95)
    axes.text(
        *where,
        f"{value:.4g} ({low:.4g} to {high:.4g})",
        transform=axes.transAxes,
        color=COLOURS[1],
        ha="right",
        va="bottom" if estimate.sign > 0.0 else "top",
    )


def _draw_data(axes: Axes, found: SeriesExtremes, estimate: Estimate, question: Question) -> None:
    heights = np.sort(estimate.heights)[::-1]
    count = len(heights)
    if not count:
        return
    ranks = (np.arange(count) + 1.0 - 0.44) / (count + 0.12)  # Gringorten's
    if question.method in METHODS_OF_MAXIMA:
        passed = estimate.record_duration / count / -np.log1p(-ranks)
    else:
        passed = estimate.record_duration / count / ranks
    shown = passed >= curve_durations(question, estimate.record_duration)[0]
    values = estimate.mean + estimate.sign * heights
    axes.plot(
        passed[shown] / _HOUR,
        _shown(found, values[shown]),
        ".",
        color=COLOURS[5],
        markersize=4,
        label="records" if question.method in METHODS_OF_MAXIMA else "peaks",
    )


def _draw_normal(
    axes: Axes, found: SeriesExtremes, estimate: Estimate, durations: FloatArray
) -> None:
    """Draws the level mean +- sigma sqrt(2 ln(nu T)), with the records' up-crossing rate nu."""
    variance = np.mean([record.values.var() for record in found.records])
    mean = float(np.mean([record.mean for record in found.records]))
    crossings = sum(
        int(np.count_nonzero((one.values[1:] > one.mean) & (one.values[:-1] <= one.mean)))
        for one in found.records
    )
    count = crossings / estimate.record_duration * durations
    reached = count > 1.0
    levels = mean + estimate.sign * np.sqrt(2.0 * variance * np.log(count[reached]))
    hours = durations[reached] / _HOUR
    label = "normal process"
    axes.plot(hours, _shown(found, levels), "--", color=PREDICTION, linewidth=1.0, label=label)


def plot_contour(answer: ContourAnswer, others: Sequence[tuple[float, Contour]]) -> Figure:
    """Contours of sea states in the plane of period and wave height.

    Args:
        answer: the contour, and the sea states to which its distribution was fitted.
        others: return periods in years and contours of the same distribution.
    """
    figure = new_figure(1, 1, width=6.5, height=5.0)
    axes = figure.axes[0]
    if answer.states is not None:
        largest = answer.states.weight.max()
        size = 3.0 if (answer.states.weight == largest).all() else 40.0
        areas = np.maximum(size * answer.states.weight / largest, 1.5)
        axes.scatter(
            answer.states.period,
            answer.states.height,
            areas,
            color="#8a8a8a",
            alpha=0.35,
            linewidths=0.0,
            label="sea states",
        )
    colours = iter(COLOURS[2:])
    for years, contour in sorted(others, key=lambda other: other[0]):
        is_own = years == answer.return_period
        axes.plot(
            *_closed(contour),
            color=COLOURS[0] if is_own else next(colours),
            linewidth=1.8 if is_own else 0.9,
            label=f"{years:g} year{'s' * (years != 1.0)}",
        )
    contour = answer.contour
    label = "states of the contour"
    axes.plot(contour.period, contour.height, "o", color=COLOURS[0], markersize=5, label=label)
    highest = int(np.argmax(contour.height))
    axes.margins(0.06, 0.1)
    axes.set_ylim(bottom=0.0)
    axes.set_ylabel("significant wave height [m]")
    hours = answer.state_duration / _HOUR
    top = f"{contour.height[highest]:.3g} m at {contour.period[highest]:.3g} s"
    axes.set_title(f"beta {contour.beta:.3f}, states of {hours:g} h, highest {top}")
    axes.legend(frameon=False)
    label_x(figure, "period [s]", 1)
    return figure


def _closed(contour: Contour) -> tuple[FloatArray, FloatArray]:
    return np.append(contour.period, contour.period[0]), np.append(
        contour.height, contour.height[0]
    )


def other_periods(answer: ContourAnswer) -> list[float]:
    """Return periods in years of further contours: 1, 10, 100, and that of the answer."""
    shown = [years for years in (1.0, 10.0, 100.0) if years != answer.return_period]
    least = 4.0 * answer.state_duration / YEAR
    return [years for years in (*shown, answer.return_period) if years > least]
