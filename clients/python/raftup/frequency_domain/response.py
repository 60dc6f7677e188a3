"""Responses of a linear model: amplitude operators, spectra, natural periods."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from raftup._generated import model_pb2
from raftup.coefficients import DOFS, ComplexArray, FloatArray
from raftup.frequency_domain.linear_model import LinearModel
from raftup.frequency_domain.waves import directions_and_weights, elevation_spectrum

_ITERATIONS = 50  # of the natural frequencies; A(omega) is smooth, ten are usual


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

    Returns:
        Longest period first; modes without stiffness have none and are left out.
    """
    size = linear.free.shape[1]
    periods = [_natural_period(linear, mode) for mode in range(size)]
    return sorted((p for p in periods if p is not None), key=lambda p: -p.period)


def _natural_period(linear: LinearModel, mode: int) -> NaturalPeriod | None:
    """Fixed-point iteration on the frequency of the mode-th slowest mode."""
    omega = np.inf
    for _ in range(_ITERATIONS):
        values, shapes, scale = _modes(linear, omega)
        if values[mode] <= 1e-9 * scale:
            return None
        previous, omega = omega, float(np.sqrt(values[mode]))
        if abs(omega - previous) <= 1e-10 * omega:
            break
    weight = np.abs(shapes[:, mode])
    largest = int(np.argmax(weight))
    return NaturalPeriod(2.0 * np.pi / omega, linear.body_names[largest // 6], DOFS[largest % 6])


def _modes(linear: LinearModel, omega: float) -> tuple[FloatArray, FloatArray, float]:
    """Squared frequencies, ascending; mode shapes, weighted by the root of each dof's inertia."""
    free = linear.free
    inertia = linear.mass + linear.water_added_mass(omega)
    root = np.linalg.cholesky(free.T @ inertia @ free)
    stiffness = free.T @ (0.5 * (linear.stiffness + linear.stiffness.T)) @ free
    reduced = np.linalg.solve(root, np.linalg.solve(root, stiffness).T)
    values, vectors = np.linalg.eigh(0.5 * (reduced + reduced.T))
    shapes = free @ np.linalg.solve(root.T, vectors)
    return values, shapes * np.sqrt(np.diag(inertia))[:, None], float(np.abs(values).max())
