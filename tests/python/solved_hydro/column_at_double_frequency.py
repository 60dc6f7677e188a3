"""Sum-frequency surge force on a bottom-mounted column, by series of Bessel functions.

All quantities vary as exp(-i omega t); waves travel along x, and phases are at the column's axis.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt
from scipy.optimize import brentq
from scipy.special import h1vp, hankel1, jv, jvp, kv, kvp

from raftup.base.arrays import ComplexArray, FloatArray
from raftup.frequency_domain.waves import wavenumber


@dataclass(frozen=True)
class Column:
    """A vertical cylinder from the bottom through the surface.

    Attributes:
        radius: a [m].
        depth: h [m].
        density: kg/m3.
        gravity: m/s2.
    """

    radius: float
    depth: float
    density: float = 1000.0
    gravity: float = 9.81

    def wavenumber(self, omega: float) -> float:
        """Wave number k [1/m]."""
        return float(wavenumber(np.array([omega]), self.depth, self.gravity)[0])

    def quadratic_force(self, first: float, second: float) -> complex:
        """Force of the products of first-order waves [N/m2]: squared velocities, and the waterline.

        P = rho/4 int grad phi_1 . grad phi_2 n dS - rho g/4 int eta_1 eta_2 n dl.
        """
        a, h, g = self.radius, self.depth, self.gravity
        theta = 2.0 * np.pi * np.arange(256) / 256
        one, other = (_Wave(self, omega) for omega in (first, second))
        phi = [wave.total(np.array([a]), theta) for wave in (one, other)]
        around = phi[0][2] * phi[1][2] / a**2  # radial velocities are 0
        z = np.linspace(-h, 0.0, 4001)
        k = [one.k, other.k]
        profile = np.prod([np.cosh(q * (z + h)) / np.cosh(q * h) for q in k], axis=0)
        slope = np.prod([q * np.sinh(q * (z + h)) / np.cosh(q * h) for q in k], axis=0)
        squared = around * np.trapezoid(profile, z) + phi[0][0] * phi[1][0] * np.trapezoid(slope, z)
        elevations = -first * second / g**2 * phi[0][0] * phi[1][0]
        push = 0.25 * self.density * (squared - g * elevations)
        return complex((push * np.cos(theta)).mean() * 2.0 * np.pi * a)

    def incident_force(self, first: float, second: float) -> complex:
        """Force of the bound wave on the column [N/m2]."""
        scale, kappa = self._bound(first, second)
        depth = np.tanh(kappa * self.depth) / kappa
        around = 2.0 * np.pi * self.radius * 1j * jv(1, kappa * self.radius)
        return complex(-1j * (first + second) * self.density * scale * depth * around)

    def scattered_force(self, first: float, second: float) -> complex:
        """Force of the scattered bound wave [N/m2]."""
        scale, kappa = self._bound(first, second)
        h, a, total = self.depth, self.radius, first + second
        z = np.linspace(-h, 0.0, 4001)
        bound = np.cosh(kappa * (z + h)) / np.cosh(kappa * h)
        psi = sum(
            mode.share * mode.radial(np.array([a]))[0] * mode.profile(z)
            for mode in self._modes(total)
        )
        normal = scale * kappa * 2.0j * jvp(1, kappa * a) * np.pi * a
        return complex(1j * total * self.density * normal * np.trapezoid(bound * psi, z))

    def surface_force(self, first: float, second: float) -> complex:
        """Force of the forcing of the free surface, besides the bound wave [N/m2].

        P = i Omega rho / g int psi Q dS, where Q has the products of incident and scattered and of
        two scattered waves. The term of psi that is a wave is integrated along r = a + i s, where
        every product decays, since K(Omega) > |k_1 - k_2|; the others decay along real r.
        """
        one, other = _Wave(self, first), _Wave(self, second)
        wave, *local = self._modes(first + second)
        s, weights = _decaying(wave.k - abs(one.k - other.k))
        result = 1j * self._along([wave], one, other, self.radius + 1j * s) @ weights
        s, weights = _decaying(local[0].k)
        result += self._along(local, one, other, self.radius + s + 0j) @ weights
        return complex(1j * (first + second) * self.density / self.gravity * result)

    def _along(
        self, modes: list[_Mode], one: _Wave, other: _Wave, radii: npt.NDArray[Any]
    ) -> ComplexArray:
        """Integrals of psi Q over the circles of the radii, without what waves have alone."""
        theta = 2.0 * np.pi * np.arange(512) / 512
        result = np.zeros(len(radii), dtype=complex)
        for index, r in enumerate(radii[:, None]):
            psi = sum(mode.share * mode.profile(np.zeros(1)) * mode.radial(r) for mode in modes)
            total = _forcing(one, other, r, theta, scattered=True)
            alone = _forcing(one, other, r, theta, scattered=False)
            result[index] = 2.0 * np.pi * r[0] * np.mean(psi * np.cos(theta) * (total - alone))
        return result

    def parts(self, first: float, second: float) -> list[complex]:
        """The parts of P of surge [N/m2], F = Re sum P z_1 z_2 over ordered pairs."""
        return [
            self.quadratic_force(first, second),
            self.incident_force(first, second),
            self.scattered_force(first, second),
            self.surface_force(first, second),
        ]

    def _bound(self, first: float, second: float) -> tuple[complex, float]:
        """Scale and wave number of the bound wave of two waves of one direction."""
        g, total = self.gravity, first + second
        one, other = _Wave(self, first), _Wave(self, second)
        forcing = _forcing(one, other, np.zeros(1), np.zeros(1), scattered=False)[0]
        kappa = one.k + other.k
        return forcing / (g * kappa * np.tanh(kappa * self.depth) - total**2), kappa

    def _modes(self, omega: float, count: int = 60) -> list[_Mode]:
        return [_Mode(self, omega, n) for n in range(count)]


class _Wave:
    """MacCamy and Fuchs' wave about a column, of unit amplitude, at z = 0."""

    def __init__(self, column: Column, omega: float) -> None:
        self.column, self.omega = column, omega
        self.k = column.wavenumber(omega)
        self.rise = omega**2 / column.gravity

    def incident(self, r: ComplexArray, theta: FloatArray) -> tuple[ComplexArray, ...]:
        """phi, phi_r, phi_theta of the incident wave."""
        phi = -1j * self.column.gravity / self.omega * np.exp(1j * self.k * r * np.cos(theta))
        return phi, 1j * self.k * np.cos(theta) * phi, -1j * self.k * r * np.sin(theta) * phi

    def total(self, r: ComplexArray, theta: FloatArray) -> tuple[ComplexArray, ...]:
        """phi, phi_r, phi_theta of the incident and the scattered wave."""
        phi, along, around = self.incident(r, theta)
        ka = self.k * self.column.radius
        for m in range(int(ka) + 16):
            scale = -1j * self.column.gravity / self.omega * (1.0 if m == 0 else 2.0) * 1j**m
            scale *= -jvp(m, ka) / h1vp(m, ka)
            phi = phi + scale * hankel1(m, self.k * r) * np.cos(m * theta)
            along = along + scale * self.k * h1vp(m, self.k * r) * np.cos(m * theta)
            around = around - scale * m * hankel1(m, self.k * r) * np.sin(m * theta)
        return phi, along, around


class _Mode:
    """A term of the potential psi of a unit velocity in surge: share Z_n(z) R_n(r) cos(theta)."""

    def __init__(self, column: Column, omega: float, number: int) -> None:
        self.column = column
        h, nu = column.depth, omega**2 / column.gravity
        self.number = number
        if number == 0:
            self.k = column.wavenumber(omega)
            self.norm = np.sqrt(0.5 * h * (1.0 + np.sinh(2 * self.k * h) / (2 * self.k * h)))
            self.share = np.sinh(self.k * h) / self.k / self.norm
        else:
            low, high = ((number - 0.5) * np.pi + 1e-9) / h, (number * np.pi) / h
            self.k = brentq(lambda q: q * np.sin(q * h) + nu * np.cos(q * h), low, high)
            self.norm = np.sqrt(0.5 * h * (1.0 + np.sin(2 * self.k * h) / (2 * self.k * h)))
            self.share = np.sin(self.k * h) / self.k / self.norm

    def profile(self, z: FloatArray) -> FloatArray:
        """Z_n(z), whose square has the integral 1 over the depth."""
        wave = np.cosh if self.number == 0 else np.cos
        result: FloatArray = wave(self.k * (z + self.column.depth)) / self.norm
        return result

    def radial(self, r: ComplexArray) -> ComplexArray:
        """R_n(r), whose slope at the column is 1."""
        a, k = self.column.radius, self.k
        if self.number == 0:
            wave: ComplexArray = hankel1(1, k * r) / (k * h1vp(1, k * a))
            return wave
        local: ComplexArray = kv(1, k * r) / (k * kvp(1, k * a))
        return local


def _forcing(
    one: _Wave, other: _Wave, r: npt.NDArray[Any], theta: FloatArray, *, scattered: bool
) -> ComplexArray:
    """Q of phi_tt + g phi_z = Q at z = 0, from waves that all vary with depth as cosh k (z + h)."""
    phi, psi = (
        wave.total(r, theta) if scattered else wave.incident(r, theta) for wave in (one, other)
    )
    across = np.divide(phi[2] * psi[2], r**2, out=0.0 * phi[2], where=r != 0.0)
    product = phi[1] * psi[1] + across + one.rise * other.rise * phi[0] * psi[0]
    bent = one.omega * (other.k**2 - other.rise**2) + other.omega * (one.k**2 - one.rise**2)
    result: ComplexArray = 0.5j * (one.omega + other.omega) * product
    return result - 0.25j * bent * phi[0] * psi[0]


def _decaying(rate: float) -> tuple[FloatArray, FloatArray]:
    """Nodes and weights on [0, 40 / rate], denser near 0."""
    nodes, weights = np.polynomial.legendre.leggauss(24)
    ends = np.concatenate([[0.0], np.geomspace(0.02, 40.0, 12)]) / rate
    half = 0.5 * np.diff(ends)[:, None]
    return (ends[:-1, None] + half * (1.0 + nodes)).ravel(), (half * weights).ravel()
