"""What the pressure on the hulls of an array says of its damping, against the waves far away."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

import numpy as np

from raftup.base.arrays import FloatArray
from raftup.bem.finding import Finding

if TYPE_CHECKING:
    from raftup.bem.potential import FrequencyResult
    from raftup.bem.specification import Specification

_NOTABLE = 0.1  # of damping: the panels are then a poor picture of the waves between the hulls
_CROSSING = 4.0  # intervals of frequency while the phase of a wave across the array turns by pi


def energy_error(pressure: FloatArray, waves: FloatArray) -> FloatArray:
    """Errors of damping by pressure at one frequency.

    Dofs are scaled by the root of the largest damping among translations or rotations.

    Args:
        pressure: B by pressure [6N, 6N].
        waves: B by the waves far away [6N, 6N], semidefinite.

    Returns:
        [2]: smallest eigenvalue of B by pressure over the largest of B by waves, negative where
        hulls would give energy; largest difference of the two.
    """
    kinds = np.diagonal(waves).reshape(-1, 2, 3).max(axis=(0, 2))
    scale = np.tile(np.repeat(np.sqrt(np.maximum(kinds, 1e-300)), 3), len(waves) // 6)
    by_pressure, by_waves = (values / np.outer(scale, scale) for values in (pressure, waves))
    smallest = np.linalg.eigvalsh(0.5 * (by_pressure + by_pressure.T))[0]
    largest = np.linalg.eigvalsh(by_waves)[-1]
    return np.array([smallest / largest, np.abs(by_pressure - by_waves).max()])


def array_findings(
    specification: Specification, results: Sequence[FrequencyResult]
) -> list[Finding]:
    """The findings `array_energy` and `array_frequency_step` of an array; none of other hulls.

    Args:
        specification: specification of the problem.
        results: results at finite frequencies, ascending, then at infinite frequency.
    """
    if specification.array is None:
        return []
    return [_energy_finding(results[:-1]), *_step_findings(specification, results[:-1])]


def _energy_finding(results: Sequence[FrequencyResult]) -> Finding:
    errors = np.array([result.energy_error for result in results])
    lowest, worst = int(np.argmin(errors[:, 0])), int(np.argmax(errors[:, 1]))
    largest = float(errors[worst, 1])
    message = (
        "damping of the array is that of the waves far away, which is never negative; by pressure "
        f"it would differ by up to {100 * largest:.3g} % (at {results[worst].omega:.3g} rad/s), "
        f"its smallest eigenvalue would be {errors[lowest, 0]:.2g} of the largest (at "
        f"{results[lowest].omega:.3g} rad/s); smaller panels bring both together"
    )
    return Finding("array_energy", "warning" if largest > _NOTABLE else "info", message, largest)


def _step_findings(
    specification: Specification, results: Sequence[FrequencyResult]
) -> list[Finding]:
    """The finding of steps in which waves across the array turn by more than a quarter of pi.

    With the group velocity g / (2 omega) the phase of a wave over the distance D turns by pi in
    pi g / (2 omega D); half of that is allowed, since waves cross twice.
    """
    places = np.array([hull.position[:2] for hull in specification.hulls])
    across = float(np.linalg.norm(places[:, None] - places, axis=-1).max())
    omega = np.array([result.omega for result in results])
    if len(omega) < 2:
        return []
    allowed = np.pi * specification.gravity / (_CROSSING * omega[1:] * across)
    ratios = np.diff(omega) / allowed
    worst = int(np.argmax(ratios))
    if ratios[worst] <= 1.0:
        return []
    message = (
        f"steps of the frequencies must be <= pi g / (4 omega D) for waves that cross the "
        f"{across:.4g} m of the array, {allowed[worst]:.2g} rad/s at {omega[worst + 1]:.3g} rad/s, "
        f"are {omega[worst + 1] - omega[worst]:.2g} rad/s there; the coefficients between them "
        "are not known"
    )
    return [Finding("array_frequency_step", "warning", message, float(ratios[worst]))]
