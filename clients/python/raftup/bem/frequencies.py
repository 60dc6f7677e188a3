"""Choice of frequencies from the sizes of hulls and the seas, and refinement of their grid."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from raftup.base.arrays import ComplexArray, FloatArray
from raftup.base.errors import SpecificationError, Violation
from raftup.bem.geometry import Geometry
from raftup.bem.potential import FrequencyResult
from raftup.bem.second_order.difference_qtf import FrequencyPairs
from raftup.bem.specification import Frequencies, Specification

PANELS_PER_WAVELENGTH = 5.0
"""Least number of the largest panels per wave length with which the pressure is resolved."""

_LOWEST = 0.1  # of the frequency whose wave is as long as the longest hull
_LOWEST_OF_PEAK = 0.2  # of the peak frequency
_HIGHEST_OF_PEAK = 3.0
_SHORTEST = 3.0  # waves across the narrowest hull: shorter ones scarcely move it
_FIRST_COUNT = 24
_BANDWIDTH = 0.125  # of the highest frequency: what two waves of a qtf differ by
_LEAST_STEP = 0.004  # of the whole range: no interval is halved below this


def choose_frequencies(geometry: Geometry, gravity: float, peak_period: float | None) -> FloatArray:
    """A first grid with equal steps from long waves to waves that hardly excite the hulls.

    The highest frequency is reduced to what the panels resolve, but not below twice the lowest one.

    Args:
        geometry: hulls, whose lengths and breadths are used.
        gravity: m/s2.
        peak_period: peak period of the relevant seas [s]; None = unknown.

    Returns:
        [24] rad/s, ascending.
    """
    spans = np.array(
        [np.sort(np.ptp(hull.mesh.vertices[:, :2], axis=0)) for hull in geometry.hulls]
    )
    lowest = _LOWEST * _frequency_of(spans[:, 1].max(), gravity)
    highest = _frequency_of(spans[:, 0].min() / _SHORTEST, gravity)
    if peak_period is not None:
        lowest = min(lowest, _LOWEST_OF_PEAK * 2.0 * np.pi / peak_period)
        highest = max(highest, _HIGHEST_OF_PEAK * 2.0 * np.pi / peak_period)
    highest = max(min(highest, resolved_frequency(geometry, gravity)), 2.0 * lowest)
    return np.round(np.linspace(lowest, highest, _FIRST_COUNT), 6)


def choose_pairs(specification: Specification, geometry: Geometry) -> FrequencyPairs | None:
    """The frequency pairs of a requested QTF; missing values follow from the frequencies.

    Args:
        specification: specification as read.
        geometry: hulls, whose lengths and breadths are used if no frequencies are given.

    Raises:
        SpecificationError: if the bandwidth is smaller than a step.
    """
    asked = specification.hulls[0].qtf_difference
    if asked is None:
        return None
    omega = asked.omega
    if not len(omega):
        own = specification.frequencies.omega
        if not len(own):
            period = specification.frequencies.peak_period
            own = choose_frequencies(geometry, specification.gravity, period)
        omega = np.asarray(np.linspace(own[0], own[-1], max(len(own), 2)).round(12), float)
    step = float((omega[-1] - omega[0]) / (len(omega) - 1))
    bandwidth = asked.bandwidth or max(_BANDWIDTH * float(omega[-1]), step)
    if not bandwidth >= step > 0.0:
        rule = f"must be >= a step of the frequencies, {step:g}, is {bandwidth:g}"
        raise SpecificationError([Violation("bodies[0].qtf_difference.bandwidth", rule)])
    return FrequencyPairs(omega, bandwidth)


def resolved_frequency(geometry: Geometry, gravity: float) -> float:
    """Frequency of the wave as long as PANELS_PER_WAVELENGTH of the largest panels [rad/s]."""
    meshes = [hull.mesh for hull in geometry.hulls]
    largest = max(float(mesh.panel_diameters.max()) for mesh in meshes)
    return _frequency_of(PANELS_PER_WAVELENGTH * largest, gravity)


def _frequency_of(wavelength: float, gravity: float) -> float:
    """Frequency of a deep-water wave [rad/s]."""
    return float(np.sqrt(2.0 * np.pi * gravity / wavelength))


def refinement(results: Sequence[FrequencyResult], frequencies: Frequencies) -> FloatArray:
    """Frequencies to add, in intervals where a coefficient is not linear; empty if there are none.

    At each inner frequency the values are compared with linear interpolation between both
    neighbors. If the difference exceeds `tolerance`, the longer of the two intervals is halved, or
    both if they are about equal. A_ij, B_ij and X_i are taken relative to the largest value of
    their dofs.

    Args:
        results: results at finite frequencies, ascending.
        frequencies: options with tolerance and max_count.
    """
    room = frequencies.max_count - len(results)
    if len(results) < 3 or room <= 0:
        return np.empty(0)
    omega = np.array([result.omega for result in results])
    miss = _missed_by_lines(omega, _scaled(results))
    steps = np.diff(omega)
    worst: dict[int, float] = {}
    for inner, amount in enumerate(miss, start=1):
        if amount <= frequencies.tolerance:
            continue
        for interval in (inner - 1, inner):
            longest = max(steps[inner - 1], steps[inner])
            if steps[interval] > 0.75 * longest:
                worst[interval] = max(worst.get(interval, 0.0), float(amount))
    least = _LEAST_STEP * (omega[-1] - omega[0])
    chosen = [k for k in sorted(worst, key=lambda k: (-worst[k], k)) if steps[k] > 2.0 * least]
    middles = [(omega[k] + omega[k + 1]) / 2.0 for k in chosen[:room]]
    return np.sort(np.round(np.array(middles), 6))


def _missed_by_lines(omega: FloatArray, values: ComplexArray) -> FloatArray:
    """Largest error [n - 2] of interpolating values[k] [n, ...] linearly between its neighbors."""
    weight = ((omega[1:-1] - omega[:-2]) / (omega[2:] - omega[:-2]))[:, None]
    line = (1.0 - weight) * values[:-2] + weight * values[2:]
    distance: FloatArray = np.abs(values[1:-1] - line).max(axis=1)
    return distance


def _scaled(results: Sequence[FrequencyResult]) -> ComplexArray:
    """The coefficients A + i B / omega and X as rows of numbers of order one, [n, values]."""
    A = np.array([result.added_mass for result in results])
    B = np.array([result.radiation_damping / result.omega for result in results])
    X = np.array([result.froude_krylov_force + result.diffraction_force for result in results])
    radiation = A + 1j * B
    diagonal = np.abs(np.diagonal(radiation, axis1=1, axis2=2)).max(axis=0)
    floor = np.maximum(diagonal, 1e-6 * largest_alike(diagonal))  # yaw of a round hull is noise
    radiation = radiation / np.sqrt(floor[:, None] * floor[None, :])
    force = np.abs(X).max(axis=(0, 1))
    X = X / np.maximum(force, 1e-6 * largest_alike(force))
    count = len(results)
    return np.hstack([radiation.reshape(count, -1), X.reshape(count, -1)])


def largest_alike(values: FloatArray) -> FloatArray:
    """For each of 6N dofs the largest value among all translations or all rotations: [6N]."""
    kinds = values.reshape(-1, 2, 3).max(axis=(0, 2))
    return np.tile(np.repeat(kinds, 3), len(values) // 6)
