"""Checks of the panel size: resolution of the shortest waves, and effect of smaller panels."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import numpy as np

from raftup.base.arrays import FloatArray
from raftup.bem.finding import Finding
from raftup.bem.frequencies import PANELS_PER_WAVELENGTH, resolved_frequency
from raftup.bem.geometry import Geometry, PlacedHull
from raftup.bem.potential import FrequencyResult
from raftup.bem.specification import Specification

_ROUNDING = 1e-4  # of a chosen frequency
_NOTABLE = 0.05  # change by smaller panels that a user should think about


def resolution_findings(
    geometry: Geometry, specification: Specification, results: Sequence[FrequencyResult]
) -> list[Finding]:
    """Findings for panels too large for the shortest waves, and for resonances inside hulls.

    Args:
        geometry: hulls and lids.
        specification: specification with gravity.
        results: results at finite frequencies, ascending, then at infinite frequency.
    """
    gravity = specification.gravity
    highest = results[-2].omega
    findings = []
    resolved = resolved_frequency(geometry, gravity)
    if highest > resolved * (1.0 + _ROUNDING):
        message = (
            f"waves must be {PANELS_PER_WAVELENGTH:g} of the largest panels long, are not above "
            f"{resolved:.3g} rad/s, solved up to {highest:.3g} rad/s"
        )
        findings.append(Finding("panels_too_large", "warning", message, resolved))
    for index, hull in enumerate(geometry.hulls):
        if specification.entries[index] in specification.entries[:index]:
            continue  # a copy
        if hull.mesh.vertices[:, 2].max() < -_ROUNDING:
            continue  # under water, where no surface lies within the hull
        irregular = _first_irregular_frequency(hull, gravity)
        if hull.lid.panel_count == 0 and highest > irregular:
            message = (
                f"{hull.name} must have a lid against irregular frequencies, which begin at about "
                f"{irregular:.3g} rad/s, has none and is solved up to {highest:.3g} rad/s"
            )
            findings.append(
                Finding("irregular_frequencies_expected", "warning", message, irregular)
            )
    return findings


def _first_irregular_frequency(hull: PlacedHull, gravity: float) -> float:
    """Lowest sloshing frequency inside the box around the hull [rad/s], an irregular frequency.

    omega^2 = g k coth(k T), k = pi sqrt(1 / L^2 + 1 / B^2).
    """
    length, breadth, draught = np.ptp(hull.mesh.vertices, axis=0)
    k = np.pi * np.hypot(1.0 / length, 1.0 / breadth)
    return float(np.sqrt(gravity * k / np.tanh(k * draught)))


def convergence_finding(
    results: Sequence[FrequencyResult], finer: Callable[[float], FrequencyResult], bodies: int
) -> Finding:
    """Finding with the change by panels of half the size at the frequency of largest damping.

    The error of the method is about proportional to the panel size, so that the remaining error is
    about as large as this change.

    Args:
        results: results at finite frequencies.
        finer: function that solves a frequency [rad/s] with panels of half the size.
        bodies: number of bodies N; the dofs behind 6N are those of modes.
    """
    strength = [np.trace(_by_scale(result.radiation_damping, results)) for result in results]
    coarse = results[int(np.argmax(strength))]
    fine = finer(coarse.omega)
    changes = {
        "added mass": _change(coarse.added_mass, fine.added_mass, bodies, square=True),
        "damping": _change(coarse.radiation_damping, fine.radiation_damping, bodies, square=True),
        "excitation": _change(
            np.abs(coarse.froude_krylov_force + coarse.diffraction_force),
            np.abs(fine.froude_krylov_force + fine.diffraction_force),
            bodies,
            square=False,
        ),
    }
    if coarse.mean_drift_force.size:
        level = np.arange(coarse.mean_drift_force.shape[1]) % 6 < 2
        horizontal = coarse.mean_drift_force[:, level], fine.mean_drift_force[:, level]
        changes["mean drift"] = float(
            np.abs(horizontal[0] - horizontal[1]).max() / np.abs(horizontal[1]).max()
        )
    text = ", ".join(f"{name} by {change:.1%}" for name, change in changes.items())
    return Finding(
        "panel_convergence",
        "warning" if max(changes.values()) > _NOTABLE else "info",
        f"panels of half the size should change little, at {coarse.omega:.3g} rad/s change {text}",
        max(changes.values()),
    )


def _by_scale(damping: FloatArray, results: Sequence[FrequencyResult]) -> FloatArray:
    """Damping with each diagonal term relative to its largest value over all frequencies."""
    diagonals = np.array([np.diagonal(result.radiation_damping) for result in results])
    largest = np.maximum(np.abs(diagonals).max(axis=0), 1e-6 * np.abs(diagonals).max())
    scaled: FloatArray = damping / largest[:, None]
    return scaled


def _change(coarse: FloatArray, fine: FloatArray, bodies: int, *, square: bool) -> float:
    """Largest change among translations and among rotations, each relative to the largest value.

    Modes count as translations.

    Args:
        coarse: values with the dofs along the last axis.
        fine: values in the same form.
        bodies: number of bodies N; the dofs behind 6N are those of modes.
        square: whether the first axis also has the dofs.
    """
    changes = []
    for first in (0, 3):
        index = [k for k in range(6 * bodies) if first <= k % 6 < first + 3]
        index += range(6 * bodies, coarse.shape[-1]) if first == 0 else ()
        a, b = coarse[..., index], fine[..., index]
        if square:
            a, b = a[index], b[index]
        changes.append(np.abs(a - b).max() / np.abs(b).max())
    return float(max(changes))
