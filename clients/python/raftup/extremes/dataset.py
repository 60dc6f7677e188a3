"""Extreme values of the outputs of results, as an xarray.Dataset."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import xarray as xr

from raftup.base.arrays import FloatArray
from raftup.extremes.estimate import SIDES, Estimate, Question, Record, estimate_extreme
from raftup.extremes.law import TooFewError
from raftup.results.series import Series

_CURVE_POINTS = 9
_NONE = (np.nan, np.nan, np.nan)


@dataclass(frozen=True)
class SeriesExtremes:
    """Extremes of one component of an output.

    Attributes:
        series: time series of the component.
        records: the same data in the form for the methods.
        estimates: extremes by side (max or min).
    """

    series: Series
    records: tuple[Record, ...]
    estimates: dict[str, Estimate]

    def observed(self, side: str) -> float:
        """The largest or smallest value of all records."""
        sign = SIDES[side]
        return sign * max(float((sign * record.values).max()) for record in self.records)


def series_extremes(
    series: Sequence[Series], question: Question, sides: Sequence[str]
) -> list[SeriesExtremes]:
    """Estimates the extremes of every series.

    Args:
        series: series of results that differ only by chance.
        question: method and duration.
        sides: any of SIDES.
    """
    found = []
    for one in series:
        records = tuple(
            Record(values, duration, float(values.mean()))
            for values, duration in zip(one.values, one.durations, strict=True)
        )
        answers = {side: estimate_extreme(records, question, side) for side in sides}
        found.append(SeriesExtremes(one, records, answers))
    return found


def curve_durations(question: Question, record_duration: float) -> FloatArray:
    """Durations [9] s from a thirtieth of the records to ten times the duration of the question."""
    longest = max(10.0 * question.mean_duration, 3.0 * record_duration)
    return np.geomspace(min(record_duration, question.duration) / 30.0, longest, _CURVE_POINTS)


def level_curve(estimate: Estimate, durations: FloatArray, confidence: float) -> FloatArray:
    """Level that is exceeded once on average in each duration, and its interval [n, 3].

    NaN for durations for which the distribution has no level.
    """
    rows = []
    for duration in durations:
        try:
            rows.append(estimate.at(float(duration), confidence))
        except TooFewError:
            rows.append(_NONE)
    return np.array(rows)


def extremes_dataset(
    found: Sequence[SeriesExtremes], question: Question, attributes: dict[str, Any]
) -> xr.Dataset:
    """Makes a dataset of extremes by quantity and side, with their levels over durations.

    Args:
        found: at least one result.
        question: method and duration.
        attributes: attributes of the dataset.
    """
    sides = list(found[0].estimates)
    durations = curve_durations(question, sum(found[0].series.durations))
    places = ("quantity", "side")
    answers = [[one.estimates[side] for side in sides] for one in found]
    curves = np.array(
        [[level_curve(each, durations, question.confidence) for each in row] for row in answers]
    )
    own = {"units": "that of the quantity"}
    parts = {"value": "to expect", "low": "end of the interval", "high": "end of the interval"}
    data: dict[str, Any] = {
        name: (places, [[getattr(one, name) for one in row] for row in answers], _about(own, text))
        for name, text in parts.items()
    }
    observed = [[one.observed(side) for side in sides] for one in found]
    data["observed"] = (places, observed, _about(own, "largest or smallest value of the records"))
    counts = [[len(one.heights) for one in row] for row in answers]
    data["sample_count"] = (places, counts, _about({"units": "1"}, "peaks, or records"))
    laws = [[json.dumps(one.law.parameters if one.law else {}) for one in row] for row in answers]
    data["law"] = (places, np.array(laws, dtype=object), {"long_name": "parameters, JSON"})
    reasons = [[one.reason for one in row] for row in answers]
    data["reason"] = (places, np.array(reasons, dtype=object), {"long_name": "why there is none"})
    for place, name in enumerate(("level", "level_low", "level_high")):
        text = "passed once in the return duration in the mean" if place == 0 else "its interval"
        data[name] = ((*places, "return_duration"), curves[..., place], _about(own, text))
    units = np.array([one.series.unit for one in found], dtype=object)
    coordinates = {
        "quantity": [one.series.name for one in found],
        "side": sides,
        "return_duration": ("return_duration", durations, {"units": "s"}),
        "unit": ("quantity", units, {"long_name": "of the quantity"}),
    }
    return xr.Dataset(data, coordinates, {**question_document(question), **attributes})


def question_document(question: Question) -> dict[str, Any]:
    """The question as plain values, with the default probability if none was given."""
    probability = float(np.exp(-1.0)) if question.probability is None else question.probability
    return {
        "method": question.method,
        "duration": question.duration,
        "probability": probability,
        "confidence": question.confidence,
    }


def _about(attributes: dict[str, str], text: str) -> dict[str, str]:
    return {**attributes, "long_name": text}
