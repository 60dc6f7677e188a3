"""The mean rate at which peaks exceed a level, conditioned on those before, and its tail.

Of N peaks X_1, ..., X_N in order of time and an order k,

  eps_k(x) = #{j >= k: X_j > x and X_(j-1), ..., X_(j-k+1) <= x} / (N - k + 1),

so that a group of successive high peaks counts once for k > 1. In the tail

  eps_k(x) = q exp(-a (x - b)^c),

fitted to ln eps by least squares with weights (ln C+ - ln C-)^-2 of its 95 % bounds C, from the
most frequent height on. With N_T peaks in a time T the largest of them is below x with the
probability exp(-N_T eps_k(x)); the level that is exceeded once on average has eps_k = 1 / N_T.

Source: Naess and Gaidai (2009); Naess and Moan (2012) chapter 5.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from raftup.base.arrays import BooleanArray, FloatArray
from raftup.extremes.law import TooFewError
from raftup.extremes.pareto import require_peaks
from raftup.extremes.peaks import Peaks

_LEVELS = 30
_LEAST_EXCEEDANCES = 5.0  # at the highest level: fewer say nothing of the rate
_BLOCK = 20  # peaks that stay together in a bootstrap: more than a group of waves
_RESAMPLES = 200
_POWERS = np.linspace(0.6, 5.0, 23)  # c
_SHIFTS = np.linspace(0.0, 3.0, 13)  # (x_1 - b) over the span of the levels


@dataclass(frozen=True)
class ExceedanceRate:
    """Rate at which peaks exceed a level, with its fitted tail.

    Attributes:
        levels: [m] levels x, ascending, from the most frequent height on.
        rates: [m] eps_k at these levels.
        tail: parameters q, a, b, c of the tail.
        resampled: [r, 4] parameters of the tail for blocks of peaks drawn with replacement.
        peak_rate: number of peaks per second.
        order: k.
    """

    levels: FloatArray
    rates: FloatArray
    tail: FloatArray
    resampled: FloatArray
    peak_rate: float
    order: int

    @property
    def parameters(self) -> dict[str, float]:
        """Parameters q, a, b, c; b in the unit of the peaks, a in this unit to the power -c."""
        return {**dict(zip("qabc", map(float, self.tail), strict=True)), "order": float(self.order)}

    def level(self, duration: float) -> float:
        """The level x_T that is exceeded once on average in a time T [s], see Law."""
        level = float(self._levels(self.tail[None], duration)[0])
        if not np.isfinite(level):
            least = 1.0 / (self.peak_rate * self.tail[0])
            raise TooFewError(f"needs a duration above {least:.4g} s, is {duration:.4g} s")
        return level

    def interval(self, duration: float, confidence: float) -> tuple[float, float]:
        """Confidence interval of the level by a bootstrap of blocks of peaks, see Law."""
        self.level(duration)
        levels = self._levels(self.resampled, duration)
        half = 50.0 * confidence
        low, high = np.nanpercentile(levels, [50.0 - half, 50.0 + half])
        return float(low), float(high)

    def _levels(self, tails: FloatArray, duration: float) -> FloatArray:
        q, a, b, c = tails.T
        grown = np.log(q * self.peak_rate * duration)
        with np.errstate(invalid="ignore"):
            return np.asarray(b + (np.where(grown > 0.0, grown, np.nan) / a) ** (1.0 / c))


def exceedances(heights: FloatArray, level: float, order: int) -> BooleanArray:
    """Which peaks from the k-th on exceed a level after k - 1 peaks that do not, [N - k + 1].

    Args:
        heights: [N] heights of the peaks in order of time.
        level: level in the same unit.
        order: k >= 1.
    """
    above = heights > level
    found = above[order - 1 :].copy()
    for before in range(1, order):
        found &= ~above[order - 1 - before : len(above) - before]
    return np.asarray(found)


def fit_exceedance_rate(peaks: Peaks, order: int = 2) -> ExceedanceRate:
    """Fits the tail of the rate of exceedance to the peaks of all records.

    Args:
        peaks: at least 30 peaks.
        order: k.

    Raises:
        TooFewError: if there are fewer than 30 peaks, or all are equal.
    """
    heights = peaks.all
    require_peaks(len(heights))
    ordered = np.sort(heights)
    first, last = most_frequent(ordered), float(ordered[-int(_LEAST_EXCEEDANCES)])
    if not last > first:
        raise TooFewError("needs peaks that differ, the highest are as high as most")
    levels = np.linspace(first, last, _LEVELS, endpoint=False)
    counts, numbers = _block_counts(peaks, levels, order)
    rates = counts.sum(axis=0) / numbers.sum()
    known = counts.sum(axis=0) >= _LEAST_EXCEEDANCES
    generator = np.random.default_rng(1)  # the same interval each time
    draws = generator.multinomial(
        len(numbers), np.full(len(numbers), 1.0 / len(numbers)), _RESAMPLES
    )
    total = (draws @ counts)[:, known]
    resampled = np.maximum(total, 0.5) / (draws @ numbers)[:, None]
    known_levels, known_rates = levels[known], rates[known]
    tails = _fit(known_levels, np.vstack([known_rates, resampled]), float(numbers.sum()))
    return ExceedanceRate(
        known_levels, known_rates, tails[0], tails[1:], len(heights) / peaks.duration, order
    )


def most_frequent(ordered: FloatArray) -> float:
    """The sorted value with the largest density, by a normal kernel of Silverman's width."""
    width = float(ordered.std()) * (0.75 * len(ordered)) ** -0.2
    if not width > 0.0:
        return float(ordered[0])
    grid = np.linspace(ordered[0], ordered[-1], 200)
    density = [np.exp(-0.5 * ((ordered - at) / width) ** 2).sum() for at in grid]
    return float(grid[int(np.argmax(density))])


def _block_counts(peaks: Peaks, levels: FloatArray, order: int) -> tuple[FloatArray, FloatArray]:
    """Numbers of exceedances [blocks, levels] and of peaks in blocks of successive peaks."""
    counts, numbers = [], []
    for heights in peaks.heights:
        if len(heights) < order:
            continue
        table = np.array([exceedances(heights, level, order) for level in levels], dtype=float)
        starts = np.arange(0, table.shape[1], _BLOCK)
        counts.append(np.add.reduceat(table, starts, axis=1).T)
        numbers.append(np.diff(np.append(starts, table.shape[1])).astype(float))
    return np.concatenate(counts), np.concatenate(numbers)


def _fit(levels: FloatArray, rates: FloatArray, number: float) -> FloatArray:
    """Fits q, a, b, c [r, 4] to rates [r, m] by weighted least squares over a grid of b and c.

    For given b and c, ln eps is linear in ln q and a.
    """
    half = 1.96 / np.sqrt(number * rates)
    half = np.minimum(half, 0.98)
    weights = (np.log1p(half) - np.log1p(-half)) ** -2.0
    y = np.log(rates)
    span = levels[-1] - levels[0]
    shifts, powers = (each.ravel() for each in np.meshgrid(_SHIFTS, _POWERS, indexing="ij"))
    origins = levels[0] - span * shifts
    reached = np.maximum(levels[None, :] - origins[:, None], 1e-12 * span)
    z = (reached / span) ** powers[:, None]
    w, wy = weights.sum(axis=1)[:, None], (weights * y).sum(axis=1)[:, None]
    wyy = (weights * y * y).sum(axis=1)[:, None]
    wz, wzz = _products(weights, z), _products(weights, z * z)
    wzy = _products(weights * y, z)
    spread = np.maximum(wzz - wz * wz / w, 1e-300)
    slope = np.minimum((wzy - wz * wy / w) / spread, -1e-9)
    start = (wy - slope * wz) / w
    left = wyy - 2.0 * (start * wy + slope * wzy) + start**2 * w + 2.0 * start * slope * wz
    left = left + slope**2 * wzz
    best = np.argmin(left, axis=1)
    rows = np.arange(len(rates))
    c = powers[best]
    return np.column_stack(
        [np.exp(start[rows, best]), -slope[rows, best] / span**c, origins[best], c]
    )


def _products(rows: FloatArray, others: FloatArray) -> FloatArray:
    """Products [r, g] of rows [r, m] and [g, m], without threads, which would take longer."""
    return np.asarray(np.einsum("rm,gm->rg", rows, others))
