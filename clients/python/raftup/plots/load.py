"""Figures of latencies over percentiles, of one or several load tests."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
from matplotlib.figure import Figure

from raftup.base.arrays import FloatArray
from raftup.plots.figure import COLOURS, new_figure

_PERCENTILES = (0.0, 90.0, 99.0, 99.9, 99.99, 99.999)


def plot_latencies(results: Sequence[Mapping[str, Any]]) -> Figure:
    """A line for each result of run_load(), over an axis that is stretched towards 100 %."""
    figure = new_figure(1, 1)
    (axes,) = figure.axes
    for number, result in enumerate(results):
        exceeding, latency = _tail(np.array(result["latency_histogram_us"], dtype=float))
        axes.loglog(exceeding, latency, color=COLOURS[number % len(COLOURS)], label=title(result))
    axes.set_xticks([100.0 / (100.0 - p) for p in _PERCENTILES], [f"{p:g} %" for p in _PERCENTILES])
    axes.minorticks_off()
    axes.set_xlabel("percentile")
    axes.set_ylabel("from due to answered [us]")
    axes.legend()
    return figure


def title(result: Mapping[str, Any]) -> str:
    """Short description of a load test."""
    rate = result["rate_per_session"]
    pace = f"{rate:g} /s each" if rate else "as fast as answered"
    return f"{result['sessions']} sessions, {result['steps_per_message']} steps, {pace}"


def _tail(histogram: FloatArray) -> tuple[FloatArray, FloatArray]:
    """1 / (share of messages that took longer) and latency [us], without the last value."""
    latency, count = histogram[:-1].T if len(histogram) > 1 else histogram.T
    total = histogram[:, 1].sum()
    longer = total - np.cumsum(count)
    return total / np.maximum(longer, 1.0), latency
