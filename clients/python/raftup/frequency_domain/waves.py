"""Waves as the frequency domain sees them: dispersion and one-sided elevation spectra."""

from __future__ import annotations

import math

import numpy as np

from raftup._generated import model_pb2
from raftup.coefficients import FloatArray
from raftup.errors import ModelError, Violation

_SPECTRUM_POINTS = 20_001  # of the normalising integral, .1 to 50 times the peak: m0 to 1e-6


def wavenumber(omega: FloatArray, water_depth: float, gravity: float) -> FloatArray:
    """The k of omega^2 = g k tanh(k d) [rad/m], by Newton iteration from Eckart's approximation.

    Args:
        omega: [n] rad/s.
        water_depth: d [m], may be infinite.
        gravity: g [m/s2].
    """
    deep = np.asarray(omega, dtype=float) ** 2 / gravity
    if np.isinf(water_depth):
        return deep
    k = deep / np.sqrt(np.tanh(np.maximum(deep * water_depth, 1e-300)))
    for _ in range(20):
        t = np.tanh(k * water_depth)
        slope = t + k * water_depth * (1.0 - t * t)
        k = k - (k * t - deep) / np.where(slope > 0.0, slope, 1.0)
    return k


def _jonswap_shape(omega: FloatArray, peak: float, enhancement: float) -> FloatArray:
    """omega^-5 exp(-5/4 (peak/omega)^4) gamma^exp(-(omega/peak - 1)^2 / (2 sigma^2))."""
    sigma = np.where(omega <= peak, 0.07, 0.09)
    exponent = np.exp(-0.5 * ((omega / peak - 1.0) / sigma) ** 2)
    shape: FloatArray = (
        (omega / peak) ** -5.0 * np.exp(-1.25 * (peak / omega) ** 4) * enhancement**exponent
    )
    return shape


def elevation_spectrum(wave: model_pb2.IrregularWave, omega: FloatArray) -> FloatArray:
    """S(omega) of a wave system, integrated over direction [m2 s/rad], m0 = Hs^2 / 16.

    Args:
        wave: JONSWAP, Pierson-Moskowitz, Ochi-Hubble, or a table without directions.
        omega: [n] rad/s, > 0.

    Raises:
        ModelError: for another spectrum.
    """
    if wave.HasField("tabulated"):
        table = wave.tabulated
        return np.asarray(np.interp(omega, table.omega, table.density, 0.0, 0.0), dtype=float)
    if wave.HasField("ochi_hubble"):
        parts = [_ochi_hubble(system, omega) for system in wave.ochi_hubble.systems]
        return np.asarray(np.sum(parts, axis=0), dtype=float)
    height, period, enhancement = _height_period_enhancement(wave)
    peak = 2.0 * np.pi / period
    grid = peak * np.geomspace(0.1, 50.0, _SPECTRUM_POINTS)
    scale = height**2 / 16.0 / np.trapezoid(_jonswap_shape(grid, peak, enhancement), grid)
    return scale * _jonswap_shape(omega, peak, enhancement)


def _ochi_hubble(system: model_pb2.OchiHubbleSystem, omega: FloatArray) -> FloatArray:
    """S of one system, Ochi and Hubble (1976), by its logarithm: the factors alone overflow."""
    peak = 2.0 * np.pi / system.peak_period
    height, order = system.significant_wave_height, system.shape
    a = (4.0 * order + 1.0) / 4.0
    constant = order * (math.log(a) + 4.0 * math.log(peak)) - math.lgamma(order)
    logarithm = constant - (4.0 * order + 1.0) * np.log(omega) - a * (peak / omega) ** 4
    spectrum: FloatArray = height**2 / 4.0 * np.exp(logarithm)
    return spectrum


def _height_period_enhancement(wave: model_pb2.IrregularWave) -> tuple[float, float, float]:
    if wave.HasField("pierson_moskowitz"):
        spectrum = wave.pierson_moskowitz
        return spectrum.significant_wave_height, spectrum.peak_period, 1.0
    if not wave.HasField("jonswap"):
        rule = "the frequency domain knows no Torsethaugen spectrum; give it as tabulated"
        raise ModelError([Violation("environment.sea.waves.irregular", rule)])
    jonswap = wave.jonswap
    enhancement = jonswap.peak_enhancement if jonswap.HasField("peak_enhancement") else 3.3
    return jonswap.significant_wave_height, jonswap.peak_period, enhancement


def directions_and_weights(wave: model_pb2.IrregularWave) -> tuple[FloatArray, FloatArray]:
    """Directions [rad] of a wave system and the share of its energy in each; shares sum to 1.

    Long-crested waves have one. Spreading is cos^2s((theta - mean) / 2), equal steps over a circle.
    """
    mean = np.deg2rad(wave.direction_deg)
    if not wave.HasField("spreading"):
        return np.array([mean]), np.array([1.0])
    offsets = np.linspace(-np.pi, np.pi, 73)[:-1]
    weights = np.cos(offsets / 2.0) ** (2.0 * wave.spreading.cosine_2s)
    return mean + offsets, weights / weights.sum()
