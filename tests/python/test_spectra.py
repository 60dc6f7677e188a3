"""Estimated spectra hold the variance of the record and show the windowed prediction."""

import numpy as np
import pytest

from raftup.plots.spectra import estimate_spectrum, seen_through_window, window_duration


def test_the_integral_of_the_estimate_is_the_variance() -> None:
    values = np.random.default_rng(1).normal(0.0, 2.0, 20_000)
    omega, density = estimate_spectrum(values, 0.1, 100.0)
    # white noise: the mean over windows scatters by 1 / sqrt(number of values)
    assert np.trapezoid(density, omega) == pytest.approx(values.var(), rel=0.03)


def test_a_harmonic_appears_at_its_frequency_as_the_window_shows_it() -> None:
    step, duration, frequency = 0.1, 200.0, 0.75
    time = np.arange(0.0, 4000.0, step)
    omega, density = estimate_spectrum(np.sqrt(2.0) * np.cos(frequency * time), step, duration)
    grid = np.linspace(0.5, 1.0, 5001)
    line = np.zeros_like(grid)
    line[2500] = 1.0 / (grid[1] - grid[0])  # a line of unit variance
    expected = np.interp(omega, grid, seen_through_window(grid, line, duration))
    near = np.abs(omega - frequency) < 0.1
    # the far side lobes, 1e-4 of the peak, are cut off
    np.testing.assert_allclose(density[near], expected[near], atol=5e-3 * density.max())


def test_the_window_shortens_for_short_records() -> None:
    assert window_duration(100_000, 0.1) == 200.0
    assert window_duration(500, 0.1) == pytest.approx(20.0)
