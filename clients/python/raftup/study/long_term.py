"""Long-term results of a study, from all cases weighted by their probabilities."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import xarray as xr

YEAR = 365.25 * 24.0 * 3600.0
"""Duration of a year [s]."""


def case_weights(dataset: xr.Dataset) -> xr.DataArray:
    """Share of each case: product of the probabilities of its places, equal if none are given.

    Args:
        dataset: result of raftup.open_study().
    """
    weights = xr.DataArray(np.ones(dataset.status.shape), dims=dataset.status.dims)
    for name in dataset.status.dims:
        given = dataset.coords.get(f"probability_{name}")
        shares = 1.0 / dataset.sizes[name] if given is None else given.variable
        weights = weights * shares
    return weights


@dataclass(frozen=True)
class Operability:
    """How often one limit is kept, over the cases that are done.

    Attributes:
        limit: name of the limit.
        allowed: share of the time beyond the limit up to which a case counts as operable.
        operable: share of operable cases, weighted by probability.
        exceeded: long-term share of the time beyond the limit.
    """

    limit: str
    allowed: float
    operable: float
    exceeded: float


def operability(dataset: xr.Dataset, allowed: dict[str, float]) -> list[Operability]:
    """Operability for every limit of a study.

    Args:
        dataset: result of raftup.open_study().
        allowed: permitted share of the time beyond each limit, by the name of the limit.
    """
    if "exceeded_fraction" not in dataset:
        return []
    weights = case_weights(dataset)
    found = []
    for name in map(str, dataset.limit.values):
        fraction = dataset.exceeded_fraction.sel(limit=name)
        operable = (fraction <= allowed[name]).where(fraction.notnull())
        found.append(
            Operability(name, allowed[name], _mean(operable, weights), _mean(fraction, weights))
        )
    return found


def yearly_damage(dataset: xr.Dataset) -> dict[str, float]:
    """Fatigue damage in a year that contains every case for its share of the time, by detail."""
    if "fatigue_damage" not in dataset:
        return {}
    rate = dataset.fatigue_damage / dataset.sample_duration * YEAR
    weights = case_weights(dataset)
    return {
        str(name): _mean(rate.sel(fatigue_curve=name), weights)
        for name in dataset.fatigue_curve.values
    }


def _mean(values: xr.DataArray, weights: xr.DataArray) -> float:
    """Weighted mean over the cases that are done; NaN if there are none."""
    known = weights.where(values.notnull(), 0.0)
    total = float(known.sum())
    return float((values.fillna(0.0) * known).sum()) / total if total > 0.0 else np.nan
