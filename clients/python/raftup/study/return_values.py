"""Return values, which are exceeded once in some years, from maxima over seeds."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import xarray as xr

from raftup.base.arrays import FloatArray
from raftup.frequency_domain.long_term import RETURN_PERIODS
from raftup.study.extremes import LEAST_MAXIMA, fit_gumbel
from raftup.study.long_term import YEAR, case_weights


def return_values(
    dataset: xr.Dataset, name: str, seed: str, years: Sequence[float] = RETURN_PERIODS
) -> xr.DataArray:
    """Values that each component of a variable exceeds once in some years on average.

    The maxima of sea state j in the duration D of a case follow a Gumbel distribution F_j, fitted
    over the seeds. With the share p_j of the sea state, the return value y for the return period T
    satisfies T / D sum_j p_j (1 - F_j(y)) = 1.

    Args:
        dataset: result of raftup.open_study().
        name: name of the variable, such as displacement_max.
        seed: dimension along which the cases differ only by chance.
        years: return periods T in years.

    Returns:
        An array with the dimension `years`, then those of a case; NaN if a sea state has fewer than
        five maxima or all of its maxima are equal.

    Source: Naess and Moan (2012).
    """
    states = [axis for axis in dataset.status.dims if axis != seed]
    maxima = dataset[name].transpose(*states, seed, ...)
    others = maxima.dims[len(states) + 1 :]
    weights = case_weights(dataset).sum(seed) / dataset.sample_duration.mean(seed)
    rates = YEAR * weights.transpose(*states).values.ravel()
    values = maxima.values.reshape(len(rates), dataset.sizes[seed], -1)
    levels = [_levels(values[..., number], rates, years) for number in range(values.shape[-1])]
    shape = [len(years), *(maxima.sizes[axis] for axis in others)]
    return xr.DataArray(
        np.array(levels).T.reshape(shape),
        {"years": list(years), **{axis: maxima[axis] for axis in others if axis in maxima.coords}},
        ("years", *others),
        attrs=maxima.attrs,
    )


def _levels(maxima: FloatArray, rates: FloatArray, years: Sequence[float]) -> list[float]:
    """Return values of one component.

    Args:
        maxima: [sea states, seeds].
        rates: [sea states] number of cases of each in a year.
        years: return periods in years.
    """
    fits = []
    for row in maxima[rates > 0.0]:
        known = row[np.isfinite(row)]
        if len(known) < LEAST_MAXIMA or not np.ptp(known) > 0.0:
            return [np.nan] * len(years)
        fits.append(fit_gumbel(known))
    locations, scales = np.array(fits).T
    return [_level(locations, scales, duration * rates[rates > 0.0]) for duration in years]


def _level(locations: FloatArray, scales: FloatArray, counts: FloatArray) -> float:
    """The root y of sum(counts (1 - exp(-exp(-(y - locations) / scales)))) = 1."""
    from scipy.optimize import brentq

    def excess(level: float) -> float:
        with np.errstate(over="ignore"):  # far below a location: exceeded for certain
            exceeded = -np.expm1(-np.exp((locations - level) / scales))
        return float((counts * exceeded).sum() - 1.0)

    # 63 % of all cases exceed the smallest location; fewer than 1 / e cases exceed `high`
    high = float((locations + scales * (np.log(counts.sum()) + 1.0)).max())
    return float(brentq(excess, float(locations.min()), high))
