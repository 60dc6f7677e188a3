"""Evaluation of checks on rows: one number, and its difference from the known one."""

from __future__ import annotations

import numpy as np

from raftup.base.arrays import FloatArray
from raftup.base.errors import bad_field
from raftup.remote.rows import Rows
from raftup.validation.specification import Check


def column(rows: Rows, variable: str, component: int, path: str) -> FloatArray:
    """One component of an output over all rows [rows].

    Raises:
        RaftupError: BAD_FIELD at `path` if the output has no such component.
    """
    values = rows[variable]
    if component >= values.shape[1]:
        size = values.shape[1]
        raise bad_field(
            f"{path}.component", f"must be less than {size}, the size of {variable}, is {component}"
        )
    return values[:, component]


def looked_at(check: Check, rows: Rows, path: str) -> FloatArray:
    """The variable of a check with all terms that are added to it, [rows].

    Raises:
        RaftupError: BAD_FIELD at `path` if an output has no such component.
    """
    return sum(_parts(check, rows, path), np.zeros(len(rows.time)))


def _parts(check: Check, rows: Rows, path: str) -> list[FloatArray]:
    added = [
        term.factor * column(rows, term.variable, term.component, f"{path}.plus[{index}]")
        for index, term in enumerate(check.terms)
    ]
    return [column(rows, check.variable, check.component, path), *added]


def obtained(check: Check, rows: Rows, path: str) -> float:
    """The number that a check evaluates, or the error itself for a series or a balance.

    Raises:
        RaftupError: BAD_FIELD at `path` if the rows do not cover the required time.
    """
    time = rows.time
    values = looked_at(check, rows, path)
    if check.kind == "at":
        _require_within(check.at, time, f"{path}.at")
        return float(np.interp(check.at, time, values))
    if check.kind == "crossing":
        return _at_crossing(check, rows, values, path)
    if check.kind == "series":
        return _distance(check, time, values, path)
    if check.kind == "balance":
        return _imbalance(check, rows, values, path)
    late = time >= check.start
    if late.sum() < 2:
        raise bad_field(f"{path}.from", f"must be before the end, {time[-1]:g} s")
    if check.kind == "harmonic":
        return _harmonic(time[late], values[late], check.period)
    return _measure(check.measure, values[late])


def _measure(measure: str, values: FloatArray) -> float:
    if measure == "final":
        return float(values[-1])
    if measure == "range":
        return float(values.max() - values.min())
    return float(getattr(values, measure)())


def _harmonic(time: FloatArray, values: FloatArray, period: float) -> float:
    """Amplitude at a period, fitted by least squares together with a mean and a linear drift."""
    phase = 2.0 * np.pi * time / period
    basis = np.column_stack([np.cos(phase), np.sin(phase), np.ones_like(time), time - time[0]])
    fit = np.linalg.lstsq(basis, values, rcond=None)[0]
    return float(np.hypot(fit[0], fit[1]))


def _at_crossing(check: Check, rows: Rows, values: FloatArray, path: str) -> float:
    crossing = check.crossing
    assert crossing is not None  # of this kind
    other = column(rows, crossing.variable, crossing.component, f"{path}.crossing")
    ahead = other - crossing.value
    places = np.flatnonzero(np.signbit(ahead[:-1]) != np.signbit(ahead[1:]))
    if not len(places):
        rule = f"must be passed by {crossing.variable} until {rows.time[-1]:g} s"
        raise bad_field(f"{path}.crossing.value", f"{rule}, is {crossing.value:g}")
    first = int(places[0])
    share = ahead[first] / (ahead[first] - ahead[first + 1])
    return float(values[first] + share * (values[first + 1] - values[first]))


def _distance(check: Check, time: FloatArray, values: FloatArray, path: str) -> float:
    """Root mean square difference from the series over the root mean square of the series."""
    series = check.series
    assert series is not None  # of this kind
    for end in (series.time[0], series.time[-1]):
        _require_within(float(end), time, f"{path}.series")
    difference = np.interp(series.time, time, values) - series.value
    return float(np.sqrt(np.mean(difference**2) / np.mean(series.value**2)))


def _imbalance(check: Check, rows: Rows, values: FloatArray, path: str) -> float:
    """Largest difference between the change and the integral of the rate, over the largest part."""
    rate = rows[check.rate][:, 0]
    steps = 0.5 * np.diff(rows.time) * (rate[1:] + rate[:-1])
    brought = np.concatenate([[0.0], np.cumsum(steps)])
    largest = max(float(np.abs(part).max()) for part in _parts(check, rows, path))
    return float(np.abs(values - values[0] - brought).max() / largest)


def _require_within(at: float, time: FloatArray, path: str) -> None:
    if not time[0] <= at <= time[-1]:
        rule = f"must lie within the times of the result, {time[0]} to {time[-1]} s, is {at} s"
        raise bad_field(path, rule)
