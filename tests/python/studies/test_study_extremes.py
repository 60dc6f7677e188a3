"""Extremes and fatigue of a study against distributions and cycles that are known."""

import numpy as np
import pytest

pytest.importorskip("rainflow", reason="the extra raftup[study] is not installed")

from scipy import stats

from raftup.base.arrays import FloatArray
from raftup.extremes.weibull_tail import fit_weibull_above
from raftup.study.extremes import gumbel_maximum, gumbel_over, peaks, weibull_maximum


def test_peaks_are_the_largest_between_rise_and_fall() -> None:
    turning_points = np.array([-1.0, 2.0, 1.0, 3.0, -2.0, 0.5, -1.0, 4.0])
    assert peaks(turning_points, 0.0).tolist() == [3.0, 0.5, 4.0]
    assert peaks(turning_points, 9.0).tolist() == []


def test_rayleigh_peaks_give_the_known_most_probable_maximum() -> None:
    # Weibull with shape 2 and scale sqrt(2) sigma; the largest of n: sigma sqrt(2 ln n)
    generator = np.random.default_rng(1)
    sigma, level, count = 2.0, -1.0, 4000
    heights = sigma * np.sqrt(-2.0 * np.log(generator.uniform(size=count)))
    turning_points = np.ravel(np.column_stack([level + heights, np.full(count, level - 1.0)]))
    expected = level + sigma * np.sqrt(2.0 * np.log(count))
    extreme = weibull_maximum(turning_points, level, 0.99)
    assert extreme.low < expected < extreme.high
    # the fit knows shape and scale to about 2 % of the upper 1333 peaks each
    assert extreme.value == pytest.approx(expected, rel=0.05)
    assert 0.02 < (extreme.high - extreme.low) / expected < 0.25


def sea_record(generator: np.random.Generator, duration: float, step: float) -> FloatArray:
    """A sea of JONSWAP's spectrum of Tp = 10 s, gamma 3.3, of variance 1 m2, normal amplitudes."""
    count = round(duration / step)
    omega = frequencies(count, step)
    amplitude = np.sqrt(jonswap(omega) * omega[1])
    random = generator.normal(size=(2, len(omega)))
    return np.asarray(np.fft.irfft(amplitude * (random[0] + 1j * random[1]) * count / 2.0, count))


def frequencies(count: int, step: float) -> FloatArray:
    """Of a Fourier transform of real numbers [rad/s]."""
    return np.asarray(2.0 * np.pi * np.fft.rfftfreq(count, step), dtype=float)


def jonswap(omega: FloatArray) -> FloatArray:
    """Density of variance 1 m2 on an even grid [m2 s/rad]."""
    peak = 2.0 * np.pi / 10.0
    x = np.maximum(omega, 0.1 * peak) / peak
    enhanced = 3.3 ** np.exp(-0.5 * ((x - 1.0) / np.where(x <= 1.0, 0.07, 0.09)) ** 2)
    density = np.where(omega < 2.5, x**-5.0 * np.exp(-1.25 * x**-4.0) * enhanced, 0.0)
    return np.asarray(density / np.trapezoid(density, omega))


def test_the_interval_holds_the_value_of_rayleigh_in_nine_of_ten_seas() -> None:
    duration, step = 10800.0, 0.5
    omega = frequencies(round(duration / step), step)
    mean_square_rate = np.trapezoid(omega**2 * jonswap(omega), omega)
    count = duration * np.sqrt(mean_square_rate) / (2.0 * np.pi)  # zero up-crossings
    expected = np.sqrt(2.0 * np.log(count))
    found = []
    for seed in range(60):
        record = sea_record(np.random.default_rng(seed), duration, step)
        turns = np.flatnonzero(np.diff(record)[:-1] * np.diff(record)[1:] < 0.0) + 1
        found.append(weibull_maximum(record[turns], float(record.mean()), 0.9))
    held = np.mean([one.low <= expected <= one.high for one in found])
    # binomial: .9 +- 2.5 sqrt(.9 .1 / 60)
    assert held == pytest.approx(0.9, abs=0.1)
    # 60 values that spread by 4.3 % each
    mean = np.mean([one.value for one in found])
    assert mean == pytest.approx(expected, rel=0.02), "all peaks give 14 % too much"


@pytest.mark.parametrize("threshold", [0.0, 2.0])
@pytest.mark.parametrize("shape", [0.3, 1.0, 2.0, 50.0])
def test_a_weibull_fit_is_where_the_likelihood_is_largest(shape: float, threshold: float) -> None:
    heights = 3.0 * np.random.default_rng(5).weibull(shape, 1000)
    heights = heights[heights > threshold]
    found, scale = fit_weibull_above(heights, threshold)
    # the peaks tell the shape to .8 / sqrt(n), the scale to 1.05 / (k sqrt(n)); those above a
    # threshold three times worse
    error = (3.0 if threshold else 1.0) / np.sqrt(len(heights))
    assert found == pytest.approx(shape, rel=4 * 0.8 * error)
    assert scale == pytest.approx(3.0, rel=4 * 1.05 * error / shape)

    def likelihood(scale: float, shape: float) -> float:
        above = stats.weibull_min.logsf(threshold, shape, scale=scale)
        return float((stats.weibull_min.logpdf(heights, shape, scale=scale) - above).sum())

    best = likelihood(scale, found)
    for factor in (0.999, 1.001):
        assert likelihood(scale * factor, found) < best
        assert likelihood(scale, found * factor) < best


def test_a_weibull_fit_follows_the_unit_of_its_peaks() -> None:
    heights = np.random.default_rng(6).weibull(2.0, 30)
    shape, scale = fit_weibull_above(heights)
    assert fit_weibull_above(1e-6 * heights) == pytest.approx((shape, 1e-6 * scale), rel=1e-6)
    nearly_equal = np.append(np.full(20, 7.0), np.nextafter(7.0, 8.0))
    assert fit_weibull_above(nearly_equal)[1] == pytest.approx(7.0)


def test_the_interval_of_a_weibull_fit_covers_as_often_as_it_says() -> None:
    generator = np.random.default_rng(2)
    covered, tries, count = 0, 200, 300
    expected = 3.0 * np.log(count) ** (1.0 / 1.5)
    for _ in range(tries):
        heights = 3.0 * generator.weibull(1.5, count)
        extreme = weibull_maximum(np.ravel(np.column_stack([heights, -heights])), 0.0, 0.9)
        covered += extreme.low <= expected <= extreme.high
    # binomial: .9 +- 3 sqrt(.9 .1 / 200), and a little for the finite sample
    assert covered / tries == pytest.approx(0.9, abs=0.08)


def test_the_interval_of_a_gumbel_fit_covers_as_often_as_it_says() -> None:
    generator = np.random.default_rng(3)
    found = [gumbel_maximum(generator.gumbel(5.0, 0.7, 40), 0.9) for _ in range(200)]
    covered = np.mean([extreme.low <= 5.0 <= extreme.high for extreme in found])
    assert covered == pytest.approx(0.9, abs=0.08)
    assert np.mean([extreme.value for extreme in found]) == pytest.approx(5.0, abs=0.05)


def test_too_little_to_fit_gives_no_number() -> None:
    assert np.isnan(weibull_maximum(np.array([0.0, 1.0, 0.0]), 0.5, 0.9).value)
    assert np.isnan(gumbel_maximum(np.array([1.0, 2.0, np.nan]), 0.9).value)
    assert np.isnan(gumbel_maximum(np.full(20, 0.0), 0.9).value), "a dof that is held"


def test_gumbel_over_a_dimension_keeps_the_others() -> None:
    import xarray as xr

    values = np.random.default_rng(4).gumbel(size=(3, 20, 6))
    maxima = xr.DataArray(values, dims=("hs", "seed", "dof"))
    found = gumbel_over(maxima, "seed")
    assert found.dims == ("hs", "dof", "extreme")
    assert float(found.sel(extreme="value")[1, 2]) == gumbel_maximum(values[1, :, 2], 0.9).value
