"""Fatigue of results: damage or equivalent load of every record, their mean and its interval."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from raftup.base.arrays import FloatArray
from raftup.extremes.contour import YEAR
from raftup.fatigue.cycles import Cycles, rainflow_cycles
from raftup.fatigue.detail import FatigueDetail
from raftup.fatigue.over_records import MeanAmount, mean_amount
from raftup.results.series import read_series

if TYPE_CHECKING:
    import xarray as xr

BINS = 40
"""Number of intervals of the histogram of ranges."""


@dataclass(frozen=True)
class FatigueAnswer:
    """Fatigue of one detail.

    Attributes:
        detail: detail, which defines how cycles are evaluated.
        unit: unit of the output.
        cycles: cycles of every record, in the unit of the output.
        means: mean of every record.
        durations: duration of every record [s].
        amounts: damage or equivalent load of every record.
        mean: mean of these amounts, with its interval.
    """

    detail: FatigueDetail
    unit: str
    cycles: tuple[Cycles, ...]
    means: tuple[float, ...]
    durations: tuple[float, ...]
    amounts: tuple[float, ...]
    mean: MeanAmount

    @property
    def yearly_damage(self) -> float:
        """Damage of a year of such records; NaN for an equivalent load."""
        if self.detail.is_load:
            return np.nan
        return sum(self.amounts) / sum(self.durations) * YEAR

    def histogram(self) -> tuple[FloatArray, FloatArray, FloatArray]:
        """Edges [41] of ranges, number [40] of cycles of all records in each, their share [40]."""
        ranges = np.concatenate([one.ranges for one in self.cycles])
        counts = np.concatenate([one.counts for one in self.cycles])
        parts = np.concatenate(
            [
                self.detail.parts(cycles, mean)
                for cycles, mean in zip(self.cycles, self.means, strict=True)
            ]
        )
        top = float(ranges.max()) if len(ranges) else 1.0
        edges = np.linspace(0.0, top if top > 0.0 else 1.0, BINS + 1)
        total = float(parts.sum())
        sums = np.histogram(ranges, edges, weights=parts)[0]
        shares = sums / total if np.isfinite(total) and total > 0.0 else np.zeros(BINS)
        return edges, np.histogram(ranges, edges, weights=counts)[0], np.asarray(shares)


def fatigue_of_results(
    files: Sequence[Path],
    details: Sequence[FatigueDetail],
    confidence: float = 0.9,
    start: float = 0.0,
    end: float | None = None,
) -> list[FatigueAnswer]:
    """Computes the fatigue of every detail.

    Args:
        files: results of raftup.run() that differ only by chance.
        details: details of outputs that all results have.
        confidence: probability of the intervals over the files.
        start: rows before this time are left out [s].
        end: rows after this time are left out [s]; None = the end of each result.

    Raises:
        RaftupError: BAD_FIELD as for read_series().
    """
    found = []
    for detail in details:
        (series,) = read_series(files, [f"{detail.output}[{detail.component}]"], start, end)
        cycles = tuple(rainflow_cycles(values) for values in series.values)
        means = tuple(float(values.mean()) for values in series.values)
        amounts = tuple(map(detail.amount, cycles, means))
        mean = mean_amount(amounts, detail.exponent, confidence)
        found.append(
            FatigueAnswer(detail, series.unit, cycles, means, series.durations, amounts, mean)
        )
    return found


def fatigue_dataset(answers: Sequence[FatigueAnswer], attributes: dict[str, Any]) -> xr.Dataset:
    """Makes a dataset of fatigue by detail and record, with histograms of ranges."""
    import xarray as xr

    histograms = [one.histogram() for one in answers]
    load = "that of the output, times the scale"
    texts = {
        "kind": ["equivalent load" if one.detail.is_load else "damage" for one in answers],
        "law": [json.dumps(one.detail.to_document()) for one in answers],
        "unit": [one.unit for one in answers],
    }
    data: dict[str, Any] = {
        name: (("detail",), np.array(values, dtype=object)) for name, values in texts.items()
    }
    amount = {"units": f"1 of a damage, {load} of an equivalent load"}
    data["amount"] = (
        ("detail", "record"),
        np.array([one.amounts for one in answers]),
        {**amount, "long_name": "Miner's sum of the record, or equivalent load"},
    )
    for name, text in (("value", "mean over records"), ("low", "end"), ("high", "end")):
        values = [getattr(one.mean, name) for one in answers]
        long_name = text if name == "value" else "end of the interval of the mean"
        data[name] = (("detail",), values, {**amount, "long_name": long_name})
    data["yearly_damage"] = (
        ("detail",),
        [one.yearly_damage for one in answers],
        {"units": "1", "long_name": "of a year of such records"},
    )
    names = ("edge", "cycle_count", "share")
    about = (
        ("unit of the output", "ends of the bins of ranges"),
        ("1", "cycles of all records"),
        ("1", "share of the damage, or of the sum of the equivalent load"),
    )
    for place, (name, (units, text)) in enumerate(zip(names, about, strict=True)):
        dimension = "range_edge" if place == 0 else "range_bin"
        rows = np.array([histogram[place] for histogram in histograms])
        data[name] = (("detail", dimension), rows, {"units": units, "long_name": text})
    durations = {"units": "s", "long_name": "of the record"}
    coordinates = {
        "detail": [one.detail.name for one in answers],
        "duration": ("record", list(answers[0].durations), durations),
    }
    return xr.Dataset(data, coordinates, attributes)
