"""Waves outside a circle around a body, as series of Bessel functions, exp(-i omega t)."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from scipy.special import hankel1, ive, jv, kve

from raftup.base.arrays import ComplexArray, FloatArray
from raftup.bem.drift import depth_profile

_ORDERS = 20  # beyond k rho: at twice the reach of the body the next is below 1e-6
_FALL = 16.0  # exp(-16) = 1e-7: local waves that fall so far from body to circle are left out
_NODES = 8  # in each interval of the local waves in deep water
_PERIOD = 3.0  # rad of cos(q z) in such an interval, which the nodes resolve to 1e-9
_SLOWEST = 1e-3  # of 1 / R: local waves of smaller q have 1e-6 of the others, by q^2
_DEEP = 10.0  # radii of water: local waves at the surface know of no bottom then
_HALVINGS = 60  # of an interval with a root: to the last bit


@dataclass(frozen=True)
class OuterSeries:
    """Waves besides the incident one at z = 0, outside a circle of radius R.

    phi = sum_n [w_n H_n(k r) + sum_q l_qn K_n(q r) exp(q R)] exp(i n theta), n = -N to N: waves
    that travel outwards, and local waves that fall with the distance.

    Attributes:
        wavenumber: k [1/m].
        radius: R [m].
        wave: [2N + 1, columns] m2/s, w_n.
        local_numbers: [Q] 1/m, q.
        local: [Q, 2N + 1, columns] m2/s, l_qn.
    """

    wavenumber: float
    radius: float
    wave: ComplexArray
    local_numbers: FloatArray
    local: ComplexArray

    @property
    def orders(self) -> FloatArray:
        """Orders n of the series, [2N + 1]."""
        return _orders(len(self.wave) // 2)

    def waves(self, radii: ComplexArray, angles: FloatArray) -> tuple[ComplexArray, ComplexArray]:
        """Waves that travel outwards, as _at().

        Args:
            radii: [r] m, may be complex.
            angles: [a] rad.
        """
        H = hankel1(_orders(len(self.wave) // 2 + 1), self.wavenumber * radii[:, None])
        slope = 0.5 * self.wavenumber * (H[:, :-2] - H[:, 2:])
        value = H[:, 1:-1]
        return self._at(radii, angles, value[..., None] * self.wave, slope[..., None] * self.wave)

    def local_waves(
        self, radii: FloatArray, angles: FloatArray
    ) -> tuple[ComplexArray, ComplexArray]:
        """Waves that fall with the distance, as _at().

        Args:
            radii: [r] m, >= R.
            angles: [a] rad.
        """
        orders = _orders(len(self.wave) // 2 + 1)
        value = np.zeros((len(radii), *self.wave.shape), dtype=complex)
        slope = value.copy()
        for q, series in zip(self.local_numbers.tolist(), self.local, strict=True):
            fall = np.exp(-q * (radii - self.radius))[:, None]
            K = kve(orders, q * radii[:, None]) * fall
            value += K[:, 1:-1, None] * series
            slope -= 0.5 * q * (K[:, :-2] + K[:, 2:])[..., None] * series
        return self._at(radii.astype(complex), angles, value, slope)

    def _at(
        self, radii: ComplexArray, angles: FloatArray, value: ComplexArray, slope: ComplexArray
    ) -> tuple[ComplexArray, ComplexArray]:
        """Potential [r a, columns], and its slopes along r and theta [2, r a, columns].

        Args:
            radii: [r] m.
            angles: [a] rad.
            value: [r, 2N + 1, columns], parts of the potential of all orders.
            slope: their derivatives by r.
        """
        around = np.exp(1j * np.outer(angles, self.orders))
        across = 1j * self.orders[:, None] * value / radii[:, None, None]
        columns = value.shape[-1]
        parts = [(around @ part).reshape(-1, columns) for part in (value, slope, across)]
        return parts[0], np.stack(parts[1:])


def outer_series(
    places: tuple[FloatArray, FloatArray, FloatArray],
    strengths: ComplexArray,
    radius: float,
    *,
    wavenumber: float,
    rise: float,
    water_depth: float,
) -> OuterSeries:
    """The series of sources inside a circle.

    The Green function is i pi H_0(k R) Z_0(z) Z_0(z') + sum_q 2 K_0(q R) Z_q(z) Z_q(z') with the
    orthonormal modes Z of the depth, and by Graf's theorem H_0 and K_0 of the distance R are
    sum_n H_n(k r) J_n(k r') exp(i n (theta - theta')) and sum_n K_n(q r) I_n(q r') exp(...).

    Args:
        places: r', theta', z' of the sources, each [p], about the center of the circle.
        strengths: [p, columns] m3/s: phi = -1/(4 pi) sum strength G.
        radius: R [m].
        wavenumber: k [1/m].
        rise: omega^2 / g [1/m].
        water_depth: m, may be infinite.

    Source:
        John (1950); Wehausen and Laitone (1960).
    """
    r, theta, z = places
    reach = float(r.max())
    half = _ORDERS + int(np.ceil(wavenumber * reach))
    orders = _orders(half)
    turned = np.exp(-1j * np.outer(orders, theta))
    k, h = wavenumber, water_depth
    steep = 2.0 * k
    if np.isfinite(h):
        t = np.tanh(k * h)
        steep = 2.0 / (h * (1.0 - t * t) + t / k)  # Z_0(0)^2
    profile = steep * depth_profile(z, k, h)
    wave = -0.25j * (turned * jv(orders[:, None], k * r) * profile) @ strengths
    numbers, shares = _local_modes(z, rise, h, (radius, reach))
    local = np.zeros((len(numbers), *wave.shape), dtype=complex)
    for index, q in enumerate(numbers.tolist()):
        inside = ive(np.abs(orders[half:, None]), q * r) * np.exp(q * (r - radius))
        both = np.concatenate([inside[:0:-1], inside])
        local[index] = (turned * both * (-0.5 / np.pi * shares[index])) @ strengths
    return OuterSeries(k, radius, wave, numbers, local)


def _local_modes(
    z: FloatArray, rise: float, water_depth: float, radii: tuple[float, float]
) -> tuple[FloatArray, FloatArray]:
    """Numbers q [Q] of the local waves, and Z_q(0) Z_q(z) [Q, p] times weight.

    In finite depth q tan(q h) = -omega^2 / g. In deep water the modes are those of an integral over
    all q, Z_q(z) = sqrt(2 / pi) (q cos q z + n sin q z) / sqrt(q^2 + n^2), n = omega^2 / g.

    Args:
        z: [p] m.
        rise: omega^2 / g [1/m].
        water_depth: h [m], may be infinite.
        radii: of the circle, and of the sources inside it [m].
    """
    radius, reach = radii
    highest = _FALL / (radius - reach)
    if water_depth < _DEEP * radius:
        h = water_depth
        count = np.arange(1.0, 2.0 + highest * h / np.pi)
        low, high = (count - 0.5) * np.pi, count * np.pi
        for _ in range(_HALVINGS):
            middle = 0.5 * (low + high)
            left = (middle * np.sin(middle) + rise * h * np.cos(middle)) * np.sin(low) > 0.0
            low, high = np.where(left, middle, low), np.where(left, high, middle)
        numbers = low / h
        norm = 0.5 * h + np.sin(2.0 * numbers * h) / (4.0 * numbers)
        at_surface = np.cos(numbers * h) / norm
        return numbers, at_surface[:, None] * np.cos(np.outer(numbers, z + h))
    longest = _PERIOD / max(float(np.abs(z).max()), 1e-300)
    ends = [_SLOWEST / radius]
    while ends[-1] < highest:
        ends.append(ends[-1] + min(ends[-1], longest))
    nodes, weights = np.polynomial.legendre.leggauss(_NODES)
    half = 0.5 * np.diff(ends)[:, None]
    numbers = (np.array(ends[:-1])[:, None] + half * (1.0 + nodes)).ravel()
    weight = (half * weights).ravel() * 2.0 / np.pi * numbers / (numbers**2 + rise**2)
    qz = np.outer(numbers, z)
    profile = numbers[:, None] * np.cos(qz) + rise * np.sin(qz)
    return numbers, weight[:, None] * profile


def _orders(half: int) -> FloatArray:
    return np.arange(-half, half + 1.0)
