"""Responses of a linear model: amplitude operators, spectra, natural periods."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from raftup._generated import model_pb2
from raftup.coefficients import DOFS, ComplexArray, FloatArray
from raftup.frequency_domain.linear_model import LinearModel
from raftup.frequency_domain.waves import directions_and_weights, elevation_spectrum

_SEARCH_GRID = np.geomspace(1e-3, 20.0, 800)  # rad/s: periods of .3 s to more than an hour
_BISECTIONS = 60  # of an interval of 1 %: down to round-off


def response_amplitude_operator(
    linear: LinearModel, omega: FloatArray, direction: float
) -> ComplexArray:
    """X / a = [-omega^2 (M + A) + i omega B + C]^-1 X, with dofs that are held left out.

    Args:
        linear: equations about rest.
        omega: [n] rad/s, > 0.
        direction: where the wave goes in the world [rad].

    Returns:
        [n, 6N] metres and radians per metre of amplitude, phase of the wave at the world origin:
        x = Re{a rao exp(i omega t)}. Zero where a dof is held.
    """
    force = linear.excitation(omega, direction)
    free = linear.free
    rao = np.empty((len(omega), len(linear.mass)), dtype=complex)
    for index, frequency in enumerate(omega):
        impedance = (
            -(frequency**2) * (linear.mass + linear.water_added_mass(frequency))
            + 1j * frequency * (linear.damping + linear.radiation_damping(frequency))
            + linear.stiffness
        )
        reduced = free.T @ impedance @ free
        rao[index] = free @ np.linalg.solve(reduced, free.T @ force[:, index])
    return rao


def response_spectrum(linear: LinearModel, sea: model_pb2.Sea, omega: FloatArray) -> FloatArray:
    """S_x(omega) = sum over wave systems and directions of |rao|^2 S(omega), one-sided.

    Args:
        linear: equations about rest.
        sea: its irregular wave systems count; regular waves have no density.
        omega: [n] rad/s.

    Returns:
        [n, 6N] m2 s/rad and rad2 s/rad.
    """
    spectrum = np.zeros((len(omega), len(linear.mass)))
    for system in sea.waves:
        if not system.HasField("irregular"):
            continue
        density = elevation_spectrum(system.irregular, omega)
        for direction, share in zip(*directions_and_weights(system.irregular), strict=True):
            rao = response_amplitude_operator(linear, omega, float(direction))
            spectrum += share * np.abs(rao) ** 2 * density[:, None]
    return spectrum


def standard_deviation(spectrum: FloatArray, omega: FloatArray) -> FloatArray:
    """sqrt(integral of S over omega) of every column, by the trapezoidal rule."""
    return np.sqrt(np.trapezoid(spectrum, omega, axis=0))


@dataclass(frozen=True)
class NaturalPeriod:
    """One undamped mode of a model.

    Attributes:
        period: s.
        body: whose motion is largest.
        dof: of that motion: surge ... yaw.
    """

    period: float
    body: str
    dof: str


def natural_periods(linear: LinearModel) -> list[NaturalPeriod]:
    """Undamped modes: omega^2 (M + A(omega)) x = C x with A at the mode's own frequency.

    A mode is where an eigenvalue of Z(omega) = C - omega^2 (M + A(omega)) falls through zero. That
    needs no positive definite M + A(omega), which a gap resonance does not leave.

    Returns:
        Longest period first; motions without stiffness have none.
    """
    if linear.free.shape[1] == 0:
        return []
    spectra = np.array([_impedance_modes(linear, omega)[0] for omega in _SEARCH_GRID])
    falls = np.argwhere((spectra[:-1] > 0.0) & (spectra[1:] <= 0.0))
    return [_refine(linear, int(interval), int(mode)) for interval, mode in falls]


def _refine(linear: LinearModel, interval: int, mode: int) -> NaturalPeriod:
    """Bisects for the frequency at which one eigenvalue is zero."""
    low, high = float(_SEARCH_GRID[interval]), float(_SEARCH_GRID[interval + 1])
    for _ in range(_BISECTIONS):
        middle = 0.5 * (low + high)
        if _impedance_modes(linear, middle)[0][mode] > 0.0:
            low = middle
        else:
            high = middle
    shape = np.abs(linear.free @ _impedance_modes(linear, high)[1][:, mode])
    largest = int(np.argmax(shape))
    return NaturalPeriod(2.0 * np.pi / high, linear.body_names[largest // 6], DOFS[largest % 6])


def _impedance_modes(linear: LinearModel, omega: float) -> tuple[FloatArray, FloatArray]:
    """Eigenvalues, ascending, and eigenvectors of Z, each dof scaled by the root of its inertia."""
    inertia = linear.mass + linear.water_added_mass(omega)
    impedance = linear.free.T @ (linear.stiffness - omega**2 * inertia) @ linear.free
    scale = 1.0 / np.sqrt(np.diag(linear.free.T @ linear.mass @ linear.free))
    scaled = scale[:, None] * impedance * scale
    values, vectors = np.linalg.eigh(0.5 * (scaled + scaled.T))
    return values, vectors
