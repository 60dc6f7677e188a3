"""Force by the forcing of the free surface besides bound waves, by Haskind's relation."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypeAlias

import numpy as np

from raftup.base.arrays import ComplexArray, FloatArray
from raftup.bem.second_order.free_surface import FreeSurface, growing_intervals
from raftup.bem.second_order.quadratic_force import FloatingHull, displacement
from raftup.bem.second_order.surface_forcing import Surroundings, WavePair, WavesAround

_DECAY = np.concatenate([[0.0], np.geomspace(0.05, 36.0, 9)])  # lengths; exp(-36) = 2e-16
_NODES = 12  # in each interval of them
_LEAST_ANGLES = 64  # besides those that the waves' phases need
_FALL = 7.0  # exp(-7) = 1e-3 of the local waves at the ring, which are few there
_FURTHEST = 7.0  # radii beyond the ring: local waves in deep water fall with the distance cubed
_MOST_WAVES = 35.0  # of 1 / K beyond the ring: around wide hulls local waves are few
_SLOW = 0.5  # of a wave: width of the largest interval

_Flow: TypeAlias = tuple[ComplexArray, ComplexArray]


def surface_force(hull: FloatingHull, surface: FreeSurface, pair: WavePair) -> ComplexArray:
    """P of two waves by the forcing of the free surface [6, pairs], exp(-i Omega t).

    P = i Omega rho / g int psi Q dS over the whole free surface, with the radiation potentials psi
    of unit velocities at Omega = omega_1 + omega_2. Over the ring around the hull, psi and the
    waves are those of the panels; outside it, those of series. Products of waves that travel
    outwards are integrated along r = R + i s, where each falls with s, since K(Omega) > |k_1 -
    k_2|: no wave comes back from infinity. Products with local waves are integrated along r.

    Args:
        hull: hull of the body.
        surface: free surface around it.
        pair: both waves, and those of unit velocities.

    Source:
        Molin (1979); Eatock Taylor and Hung (1987); Kim and Yue (1989).
    """
    total = _over_ring(surface, pair) + _along_waterline(hull, pair)
    total = total + _of_outward_waves(surface, pair) + _of_local_waves(surface, pair)
    scale = 1j * (pair.first.omega + pair.second.omega) * hull.water_density / hull.gravity
    result: ComplexArray = scale * total
    return result


def _over_ring(surface: FreeSurface, pair: WavePair) -> ComplexArray:
    x, y = surface.points[:, :2].T

    def around(wave: WavesAround) -> Surroundings:
        incident = wave.incident(x, y)
        ways = 1j * wave.wavenumber * np.array([np.cos(wave.directions), np.sin(wave.directions)])
        flow = wave.flow
        disturbed, slope = flow.ring_potential[:, 6:], flow.ring_velocity[:, :, 6:]
        return Surroundings(incident, ways[:, None, :] * incident, disturbed, slope)

    flow = pair.radiated
    radiated = flow.ring_potential[:, :6], flow.ring_velocity[:, :, :6]
    return pair.integral(surface.weights, around(pair.first), around(pair.second), radiated)


@dataclass(frozen=True)
class _Circles:
    """Points on circles outside the ring, whose radii may be complex.

    Attributes:
        center: [2] m.
        radii: [r] m.
        angles: [a] rad, with equal steps.
    """

    center: FloatArray
    radii: ComplexArray
    angles: FloatArray

    def weights(self, of_radii: ComplexArray | FloatArray) -> ComplexArray:
        """Weights of the points [r a] m2, from those of the radii [r] m."""
        each = of_radii * self.radii * (2.0 * np.pi / len(self.angles))
        return np.repeat(each, len(self.angles)).astype(complex)

    def around(
        self, wave: WavesAround, disturbed: tuple[ComplexArray, ComplexArray]
    ) -> Surroundings:
        """A wave at the points, with slopes along r and theta."""
        x = self.center[0] + np.outer(self.radii, np.cos(self.angles)).ravel()
        y = self.center[1] + np.outer(self.radii, np.sin(self.angles)).ravel()
        incident = wave.incident(x, y)
        apart = np.tile(self.angles, len(self.radii))[:, None] - wave.directions
        ways = 1j * wave.wavenumber * np.array([np.cos(apart), -np.sin(apart)])
        return Surroundings(incident, ways * incident, disturbed[0][:, 6:], disturbed[1][:, :, 6:])


def _circles(surface: FreeSurface, radii: ComplexArray, pair: WavePair) -> _Circles:
    """Points on circles, as many on each as products of three waves need on the largest."""
    phase = pair.radiated.outer.wavenumber + pair.first.wavenumber + pair.second.wavenumber
    count = _LEAST_ANGLES + 2 * int(phase * float(np.abs(radii).max()))
    return _Circles(surface.center, radii, 2.0 * np.pi * np.arange(count) / count)


def _of_outward_waves(surface: FreeSurface, pair: WavePair) -> ComplexArray:
    rate = pair.radiated.outer.wavenumber - abs(pair.first.wavenumber - pair.second.wavenumber)
    nodes, weights = np.polynomial.legendre.leggauss(_NODES)
    half = 0.5 * np.diff(_DECAY)[:, None] / rate
    depths = (_DECAY[:-1, None] / rate + half * (1.0 + nodes)).ravel()
    circles = _circles(surface, np.asarray(surface.radius + 1j * depths, complex), pair)
    one, other, psi = (
        flow.outer.waves(circles.radii, circles.angles)
        for flow in (pair.first.flow, pair.second.flow, pair.radiated)
    )
    return pair.integral(
        circles.weights(np.asarray(1j * (half * weights).ravel(), complex)),
        circles.around(pair.first, one),
        circles.around(pair.second, other),
        (psi[0][:, :6], psi[1][:, :, :6]),
    )


def _of_local_waves(surface: FreeSurface, pair: WavePair) -> ComplexArray:
    """Integrals of products with a local wave: those of all waves less those that travel."""
    series = [flow.outer for flow in (pair.first.flow, pair.second.flow, pair.radiated)]
    slowest = min(float(part.local_numbers[0]) for part in series)
    k = pair.radiated.outer.wavenumber
    width = min(_FURTHEST * surface.radius, _FALL / slowest, _MOST_WAVES / k)
    largest = 2.0 * np.pi * _SLOW / k
    share, weights = growing_intervals(0.25 * surface.radius, width, largest)
    radii = surface.radius + width * share
    circles = _circles(surface, radii.astype(complex), pair)
    travelling = [part.waves(circles.radii, circles.angles) for part in series]
    local = [part.local_waves(radii, circles.angles) for part in series]
    both = [(a[0] + b[0], a[1] + b[1]) for a, b in zip(travelling, local, strict=True)]
    each = circles.weights(width * weights)

    def total(one: _Flow, other: _Flow, psi: _Flow) -> ComplexArray:
        first, second = circles.around(pair.first, one), circles.around(pair.second, other)
        return pair.integral(each, first, second, (psi[0][:, :6], psi[1][:, :, :6]))

    return total(*both) - total(*travelling)


def _along_waterline(hull: FloatingHull, pair: WavePair) -> ComplexArray:
    """Integrals of -i/4 psi (omega_1 phi_1 B_2,m + omega_2 phi_2 B_1,m) along the waterline."""
    line = hull.surface.waterline
    chosen = pair.chosen
    if not len(line.panels):
        return np.zeros((6, len(chosen)), dtype=complex)
    (phi, out), (other, other_out) = (_at_waterline(hull, w) for w in (pair.first, pair.second))
    products = pair.first.omega * phi[:, chosen[:, 0]] * other_out[:, chosen[:, 1]]
    products += pair.second.omega * other[:, chosen[:, 1]] * out[:, chosen[:, 0]]
    length = np.linalg.norm(line.vectors, axis=1)[:, None]
    result: ComplexArray = -0.25j * (length * pair.radiated.side_potential[:, :6]).T @ products
    return result


def _at_waterline(hull: FloatingHull, wave: WavesAround) -> tuple[ComplexArray, ComplexArray]:
    """Total potential, and level velocity of the disturbed wave away from the hull: each [s, m].

    grad B . n is known on the hull and B_z = omega^2 / g B, so that grad B . m follows for the
    level normal m.
    """
    surface = hull.surface
    line = surface.waterline
    normals = surface.normals[line.panels]
    incident = wave.incident(line.middles[:, 0], line.middles[:, 1])
    disturbed = wave.flow.side_potential[:, 6:]
    d = displacement(wave.motion, surface.waterline_arms)
    moved = -1j * wave.omega * np.einsum("asm,sa->sm", d, normals)
    ways = np.array([np.cos(wave.directions), np.sin(wave.directions)])
    along = 1j * wave.wavenumber * (normals[:, :2] @ ways)
    upward = wave.rise * normals[:, 2:]
    pushed = moved - (along + upward) * incident
    level = np.maximum(np.linalg.norm(normals[:, :2], axis=1), 1e-6)[:, None]
    return incident + disturbed, (pushed - upward * disturbed) / level
