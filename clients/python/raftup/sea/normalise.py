"""Conversion of the values of a file to a DirectionalSpectrum, with checks."""

from __future__ import annotations

import numpy as np

from raftup.base.arrays import FloatArray
from raftup.sea.conventions import Convention
from raftup.sea.directional_spectrum import DirectionalSpectrum

_ROUNDING = 1e-6  # of the largest density: negative values nearer to zero come from packing
_EVEN = 1e-4  # of a step: directions nearer than this to even ones were rounded by their file


def make_spectrum(
    name: str,
    omega: FloatArray,
    direction: FloatArray,
    values: FloatArray,
    convention: Convention,
    time: str,
    place: str,
) -> DirectionalSpectrum:
    """Makes a spectrum from the values of a file, after checks and sorting.

    Args:
        name: name of the variable, for messages.
        omega: [n] rad/s.
        direction: [m] rad, in the convention of Raftup.
        values: [n, m] as in the file.
        convention: convention of the values.
        time: time of the sea state.
        place: place of the sea state.

    Raises:
        ValueError: if densities are negative or missing, or frequencies are not ascending.
    """
    findings = list(convention.findings)
    density = _without_gaps(name, convention.density(values), findings)
    if np.any(np.diff(omega) < 0.0):
        omega, density = omega[::-1], density[::-1]
    if len(omega) < 2 or not np.all(np.diff(omega) > 0.0):
        raise ValueError(f"{name} must have at least two ascending frequencies")
    if omega[0] == 0.0:
        omega, density = omega[1:], density[1:]
    angles, density = _ascending_directions(direction, density)
    if len(angles) < 2:
        raise ValueError(f"{name} must have at least two directions, has {len(angles)}")
    if not density.any():
        raise ValueError(f"{name} must have energy, has none at this time and place")
    return DirectionalSpectrum(omega, angles, density, time, place, tuple(findings))


def _without_gaps(name: str, density: FloatArray, findings: list[str]) -> FloatArray:
    """Replaces rare missing densities by zero; refuses negative or entirely missing densities."""
    missing = ~np.isfinite(density)
    if missing.all():
        raise ValueError(f"{name} must have values, has none at this time and place (land?)")
    if missing.any():
        findings.append(f"{missing.sum()} of {missing.size} values of {name} miss, taken as zero")
        density = np.where(missing, 0.0, density)
    least = density.min()
    if least < -_ROUNDING * density.max():
        raise ValueError(
            f"{name} must be >= 0, has {(density < 0.0).sum()} negative values down to {least:g} "
            "m2 s/rad2"
        )
    positive: FloatArray = np.maximum(density, 0.0)
    return positive


def _ascending_directions(
    direction: FloatArray, density: FloatArray
) -> tuple[FloatArray, FloatArray]:
    """Sorts directions of one turn in ascending order, without a repeated one (0 and 360 deg).

    Directions that are slightly uneven because of rounding in the file become evenly spaced.

    Args:
        direction: [m] rad, in any order.
        density: [n, m].

    Returns:
        [k] rad and [n, k].

    Raises:
        ValueError: if a direction occurs twice with different densities.
    """
    turned = np.mod(direction + np.pi, 2.0 * np.pi) - np.pi
    order = np.argsort(turned, kind="stable")
    turned, density = turned[order], density[:, order]
    step = 2.0 * np.pi / len(turned)
    around = np.append(turned, turned[0] + 2.0 * np.pi)
    same = np.diff(around) < 0.01 * step
    for index in np.flatnonzero(same):
        other = (index + 1) % len(turned)
        if not np.allclose(density[:, index], density[:, other], rtol=1e-4, atol=0.0):
            angle = np.rad2deg(turned[index])
            raise ValueError(f"must have each direction once, has {angle:g} deg twice")
    turned, density = turned[~same], density[:, ~same]
    even = turned[0] + 2.0 * np.pi * np.arange(len(turned)) / len(turned)
    if np.abs(turned - even).max() < _EVEN * 2.0 * np.pi / len(turned):
        turned = even
    return turned, density
