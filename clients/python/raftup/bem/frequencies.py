"""Choice of frequencies from the sizes of hulls, the seas and the specification."""

from __future__ import annotations

import numpy as np

from raftup.base.arrays import FloatArray
from raftup.base.errors import SpecificationError, Violation
from raftup.bem.geometry import Geometry
from raftup.bem.second_order.difference_qtf import FrequencyPairs
from raftup.bem.second_order.sum_qtf import SumPairs
from raftup.bem.specification import Specification

PANELS_PER_WAVELENGTH = 5.0
"""Least number of the largest panels per wave length with which the pressure is resolved."""

_LOWEST = 0.1  # of the frequency whose wave is as long as the longest hull
_LOWEST_OF_PEAK = 0.2  # of the peak frequency
_HIGHEST_OF_PEAK = 3.0
_SHORTEST = 3.0  # waves across the narrowest hull: shorter ones scarcely move it
_FIRST_COUNT = 24
_BANDWIDTH = 0.125  # of the highest frequency: what two waves of a qtf differ by
_FIRST_REFINED = 12  # to begin with where more are added
_LEAST_REFINED = 8  # of fewer frequencies two models tell nothing


def first_frequencies(specification: Specification, geometry: Geometry) -> FloatArray:
    """The frequencies with which a solution begins [rad/s], ascending.

    They are those of the specification or, if it has none, chosen from the hulls' sizes. If more
    are to be added, 12 with equal steps suffice where only a range is given, and the widest
    intervals between fewer than 8 are halved.
    """
    asked = specification.frequencies
    omega = asked.omega
    if not len(omega):
        omega = choose_frequencies(geometry, specification.gravity, asked.peak_period)
    if asked.refine and len(asked.omega) in (0, 2):  # only a range, chosen or given
        count = min(_FIRST_REFINED, asked.max_count)
        omega = np.asarray(np.round(np.linspace(omega[0], omega[-1], count), 6), float)
    least = min(_LEAST_REFINED, asked.max_count) if asked.refine and len(omega) > 1 else 0
    while len(omega) < least:
        widest = int(np.argmax(np.diff(omega)))
        middle = round(0.5 * (omega[widest] + omega[widest + 1]), 6)
        omega = np.insert(omega, widest + 1, middle)
    return omega


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
    asked = specification.qtf_difference
    if asked is None:
        return None
    omega = _with_equal_steps(asked.omega, specification, geometry)
    step = float((omega[-1] - omega[0]) / (len(omega) - 1))
    bandwidth = asked.bandwidth or max(_BANDWIDTH * float(omega[-1]), step)
    if not bandwidth >= step > 0.0:
        rule = f"must be >= a step of the frequencies, {step:g}, is {bandwidth:g}"
        raise SpecificationError([Violation(f"{_place(specification)}.bandwidth", rule)])
    return FrequencyPairs(omega, bandwidth, asked.between_directions)


def choose_sums(specification: Specification, geometry: Geometry) -> SumPairs | None:
    """The waves of a requested QTF at sum frequencies; missing values as in choose_pairs().

    Args:
        specification: specification as read.
        geometry: hulls, whose lengths and breadths are used if no frequencies are given.
    """
    asked = specification.qtf_sum
    if asked is None:
        return None
    omega = _with_equal_steps(asked.omega, specification, geometry)
    return SumPairs(omega, asked.between_directions)


def _with_equal_steps(
    omega: FloatArray, specification: Specification, geometry: Geometry
) -> FloatArray:
    """The frequencies `omega` or, if there are none, the range and number of all frequencies."""
    if len(omega):
        return omega
    own = specification.frequencies.omega
    if not len(own):
        period = specification.frequencies.peak_period
        own = choose_frequencies(geometry, specification.gravity, period)
    return np.asarray(np.linspace(own[0], own[-1], max(len(own), 2)).round(12), float)


def _place(specification: Specification) -> str:
    """Where the pairs of waves stand in a specification."""
    own = specification.hulls[0].qtf_difference is not None
    return "bodies[0].qtf_difference" if own else "qtf_difference"


def resolved_frequency(geometry: Geometry, gravity: float) -> float:
    """Frequency of the wave as long as PANELS_PER_WAVELENGTH of the largest panels [rad/s]."""
    meshes = [hull.mesh for hull in geometry.hulls]
    largest = max(float(mesh.panel_diameters.max()) for mesh in meshes)
    return _frequency_of(PANELS_PER_WAVELENGTH * largest, gravity)


def _frequency_of(wavelength: float, gravity: float) -> float:
    """Frequency of a deep-water wave [rad/s]."""
    return float(np.sqrt(2.0 * np.pi * gravity / wavelength))
