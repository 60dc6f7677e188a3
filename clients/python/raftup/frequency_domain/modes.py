"""Natural periods, mode shapes and damping of a linear model."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from raftup.coefficients import DOFS, FloatArray, IntegerArray
from raftup.frequency_domain.linear_model import LinearModel
from raftup.linearisation import Linearisation

_SEARCH_GRID = np.geomspace(1e-3, 20.0, 800)  # rad/s: periods of .3 s to more than an hour
_BISECTIONS = 60  # of an interval of 1 %: down to round-off


@dataclass(frozen=True)
class NaturalPeriod:
    """One undamped mode of a model.

    Attributes:
        period: s.
        body: whose motion holds the most energy.
        dof: of that motion: surge ... yaw.
        shape: [6N] m and rad, its largest entry 1.
        damping_ratio: of critical: x^T B x / (2 omega x^T (M + A) x) at the mode's own frequency,
            radiation and linear damping.
    """

    period: float
    body: str
    dof: str
    shape: FloatArray
    damping_ratio: float


def natural_periods(
    linear: LinearModel, extra_damping: FloatArray | None = None
) -> list[NaturalPeriod]:
    """Undamped modes: omega^2 (M + A(omega)) x = C x with A at the mode's own frequency.

    A mode is where an eigenvalue of Z(omega) = C - omega^2 (M + A(omega)) falls through zero. That
    needs no positive definite M + A(omega), which a gap resonance does not leave.

    Args:
        linear: equations about the mean.
        extra_damping: [6N, 6N] N s/m, counted in the damping ratios.

    Returns:
        Longest period first; motions without stiffness have none.
    """
    if linear.free.shape[1] == 0:
        return []
    values, _ = _impedance_modes(linear, _SEARCH_GRID)
    falls = np.argwhere((values[:-1] > 0.0) & (values[1:] <= 0.0))
    if not len(falls):
        return []
    omega, vectors = _refine(linear, falls[:, 0], falls[:, 1])
    damping = linear.damping + linear.radiation_damping(omega)
    if extra_damping is not None:
        damping = damping + extra_damping
    inertia = linear.mass + linear.water_added_mass(omega)
    return [_mode(linear, *parts) for parts in zip(omega, vectors, damping, inertia, strict=True)]


def modes_of(linear: Linearisation, extra_damping: FloatArray | None = None) -> list[NaturalPeriod]:
    """The undamped modes that a server has found, named and with their damping ratios.

    Args:
        linear: asked for with its modes.
        extra_damping: [6N, 6N] N s/m, counted in the damping ratios.

    Returns:
        Longest period first; motions without stiffness have none.
    """
    found = []
    for mode in linear.modes:
        damping = mode.modal_damping
        if extra_damping is not None:
            damping += float(mode.shape @ extra_damping @ mode.shape)
        body, dof = main_motion(linear, mode.shape)
        ratio = damping / (2.0 * mode.omega * mode.modal_mass)
        found.append(NaturalPeriod(2.0 * np.pi / mode.omega, body, dof, mode.shape, ratio))
    return found


def main_motion(linear: Linearisation, shape: FloatArray) -> tuple[str, str]:
    """Body and dof of the motion that holds the most energy in a shape [6N]."""
    largest = int(np.argmax(np.abs(shape) * np.sqrt(np.diag(linear.mass))))
    return linear.body_names[largest // 6], DOFS[largest % 6]


def _mode(
    linear: LinearModel, omega: float, vector: FloatArray, damping: FloatArray, inertia: FloatArray
) -> NaturalPeriod:
    shape = linear.free @ vector
    largest = int(np.argmax(np.abs(shape) * np.sqrt(np.diag(linear.mass))))
    shape = shape / shape[int(np.argmax(np.abs(shape)))]
    modal_mass = float(shape @ inertia @ shape)
    ratio = float(shape @ damping @ shape) / (2.0 * omega * modal_mass)
    body, dof = linear.body_names[largest // 6], DOFS[largest % 6]
    return NaturalPeriod(2.0 * np.pi / float(omega), body, dof, shape, ratio)


def _refine(
    linear: LinearModel, intervals: IntegerArray, modes: IntegerArray
) -> tuple[FloatArray, FloatArray]:
    """Bisects for the frequencies at which single eigenvalues are zero; with their vectors."""
    low, high = _SEARCH_GRID[intervals], _SEARCH_GRID[intervals + 1]
    every = np.arange(len(modes))
    for _ in range(_BISECTIONS):
        middle = 0.5 * (low + high)
        above = _impedance_modes(linear, middle)[0][every, modes] > 0.0
        low, high = np.where(above, middle, low), np.where(above, high, middle)
    scaled = _impedance_modes(linear, high)[1][every, :, modes]
    return high, scaled * _mode_scale(linear)


def _mode_scale(linear: LinearModel) -> FloatArray:
    """One over the root of each free motion's inertia."""
    scale: FloatArray = 1.0 / np.sqrt(np.diag(linear.free.T @ linear.mass @ linear.free))
    return scale


def _impedance_modes(linear: LinearModel, omega: FloatArray) -> tuple[FloatArray, FloatArray]:
    """Eigenvalues, ascending, and eigenvectors of Z, each dof scaled by the root of its inertia."""
    inertia = linear.mass + linear.water_added_mass(omega)
    impedance = linear.stiffness - (omega**2)[:, None, None] * inertia
    scale = _mode_scale(linear)
    scaled = scale[:, None] * (linear.free.T @ impedance @ linear.free) * scale
    values, vectors = np.linalg.eigh(0.5 * (scaled + np.swapaxes(scaled, 1, 2)))
    return values, vectors
