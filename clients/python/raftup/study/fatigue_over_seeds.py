"""Long-term fatigue of a study: a year contains every case for its share of the time."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
import xarray as xr

from raftup.base.arrays import FloatArray
from raftup.base.errors import bad_field
from raftup.fatigue import EquivalentLoad, FatigueDetail
from raftup.fatigue.over_records import MeanAmount
from raftup.study.dataset import read_dataset
from raftup.study.layout import EQUIVALENT_LOAD
from raftup.study.long_term import YEAR, case_weights
from raftup.study.record import read_record
from raftup.study.roles import roles_of
from raftup.study.specification import StudySpecification


@dataclass(frozen=True)
class YearlyFatigue:
    """Fatigue damage of one detail in a year.

    Attributes:
        name: name of the detail.
        is_load: whether the values are equivalent loads for the duration of a case, rather than
            yearly damage.
        mean: mean over all cases by their shares of the time.
    """

    name: str
    is_load: bool
    mean: MeanAmount

    def document(self) -> dict[str, Any]:
        """The damage as plain values."""
        numbers = {
            "equivalent_load" if self.is_load else "yearly_damage": self.mean.value,
            "low": self.mean.low,
            "high": self.mean.high,
        }
        known = {name: one if np.isfinite(one) else None for name, one in numbers.items()}
        return {"name": self.name, **known}


def fatigue_over_seeds(folder: Path, confidence: float) -> list[YearlyFatigue]:
    """Yearly damage of every fatigue detail of a study with its interval, see yearly_fatigue().

    Raises:
        RaftupError: BAD_FIELD if the study has no fatigue details.
    """
    specification = read_record(folder).specification
    if not specification.fatigue:
        raise bad_field("fatigue", f"must be a key of the study in {folder}, which has none")
    return yearly_fatigue(read_dataset(folder), specification, confidence)


def yearly_fatigue(
    dataset: xr.Dataset, specification: StudySpecification, confidence: float
) -> list[YearlyFatigue]:
    """Damage in a year, or equivalent load of all cases, with its interval over the seeds.

    With the shares p_j of the sea states and n_j seeds of each, the mean is sum p_j mean_j and its
    variance is sum p_j^2 var_j / n_j. The interval is that of Student's distribution with Welch's
    degrees of freedom. For an equivalent load this applies to its m-th power.

    Args:
        dataset: result of raftup.open_study().
        specification: specification of the study.
        confidence: probability of the interval, 0 to 1.

    Source: Satterthwaite (1946); Welch (1947).
    """
    role = roles_of(specification).get("seed")
    seed = None if role is None else role.axis
    return [_of_detail(dataset, one, seed, confidence) for one in specification.fatigue]


def _of_detail(
    dataset: xr.Dataset, detail: FatigueDetail, seed: str | None, confidence: float
) -> YearlyFatigue:
    if isinstance(detail.law, EquivalentLoad):
        values = dataset[EQUIVALENT_LOAD].sel(fatigue_load=detail.name) ** detail.law.slope
    else:
        damage = dataset.fatigue_damage.sel(fatigue_curve=detail.name)
        values = damage / dataset.sample_duration * YEAR
    weights = case_weights(dataset)
    if seed is None:
        values, weights = values.expand_dims("only_case"), weights.expand_dims("only_case")
        seed = "only_case"
    others = [name for name in values.dims if name != seed]
    table = values.transpose(*others, seed).values.reshape(-1, values.sizes[seed])
    shares = weights.transpose(*others, seed).sum(seed).values.ravel()
    mean, low, high = weighted_mean(table, shares, confidence)
    ends = [max(one, 0.0) ** (1.0 / detail.exponent) for one in (mean, low, high)]
    return YearlyFatigue(detail.name, detail.is_load, MeanAmount(*map(float, ends)))


def weighted_mean(
    table: FloatArray, shares: FloatArray, confidence: float
) -> tuple[float, float, float]:
    """Mean of [states, seeds] by the shares of the states, and its interval; NaN is left out.

    The interval ignores states with a single value; it is NaN if no state has two values.
    """
    from scipy import stats

    known = np.isfinite(table)
    counts = known.sum(axis=1)
    used = counts > 0
    if not used.any() or not shares[used].sum() > 0.0:
        return np.nan, np.nan, np.nan
    table, counts = np.where(known, table, 0.0)[used], counts[used]
    share = shares[used] / shares[used].sum()
    means = table.sum(axis=1) / counts
    mean = float(share @ means)
    several = counts > 1
    spread = (np.where(known[used], table - means[:, None], 0.0) ** 2).sum(axis=1)
    if not several.any():
        return mean, np.nan, np.nan
    parts = (share**2 * spread / np.maximum(counts - 1, 1) / counts)[several]
    variance = float(parts.sum())
    if not variance > 0.0:
        return mean, mean, mean
    freedoms = variance**2 / float((parts**2 / (counts[several] - 1)).sum())
    half = float(stats.t.ppf(0.5 + 0.5 * confidence, freedoms)) * variance**0.5
    return mean, mean - half, mean + half
