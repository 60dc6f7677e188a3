"""Forces of the second-order potential at a difference frequency, by radiation potentials there."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from raftup.base.arrays import ComplexArray, FloatArray
from raftup.bem.drift import depth_profile
from raftup.bem.second_order.floating_hulls import FloatingHulls
from raftup.bem.second_order.hull_surface import HullSurface
from raftup.bem.second_order.quadratic_force import Wave, displacement, second_rotation
from raftup.bem.second_order.surface_waves import SurfaceWaves
from raftup.frequency_domain.waves import wavenumber


@dataclass(frozen=True)
class BoundWave:
    """The second-order incident waves that are bound to the groups of pairs of waves.

    phi = P / (g kappa tanh(kappa h) - Delta^2) f(z) exp(i (k_1 - k_2).x),
    f = cosh(kappa (z + h)) / cosh(kappa h), kappa = |k_1 - k_2|, Delta = omega_1 - omega_2 >= 0,
    with exp(-i Delta t); for equal directions in deep water
    i omega_1 / 2 exp(kappa z + i (k_1 - k_2).x).

    Attributes:
        scale: P / (g kappa tanh(kappa h) - Delta^2), [m] m^2/s per m^2.
        wavenumbers: k_1 - k_2, [2, m] 1/m.
        water_depth: h [m], may be infinite.

    Source:
        Longuet-Higgins and Stewart (1962); Sharma and Dean (1981).
    """

    scale: ComplexArray
    wavenumbers: FloatArray
    water_depth: float

    def potential(self, points: FloatArray) -> ComplexArray:
        """Second-order potential at points [n, 3] m for each pair of waves [n, m]."""
        kappa = np.hypot(*self.wavenumbers)
        profiles = [depth_profile(points[:, 2], float(k), self.water_depth) for k in kappa]
        phase = points[:, :2] @ self.wavenumbers
        result: ComplexArray = self.scale * np.array(profiles).T * np.exp(1j * phase)
        return result

    def normal_velocity(self, points: FloatArray, normals: FloatArray) -> ComplexArray:
        """Velocity along `normals` [n, 3] for each pair of waves: [n, m]."""
        kappa = np.hypot(*self.wavenumbers)
        rise = kappa * np.tanh(kappa * (points[:, 2:] + self.water_depth))
        along = 1j * (normals[:, :2] @ self.wavenumbers)
        result: ComplexArray = (along + rise * normals[:, 2:]) * self.potential(points)
        return result


def bound_wave(
    first: float,
    second: float,
    *,
    directions: tuple[FloatArray, FloatArray],
    water_depth: float,
    gravity: float,
) -> BoundWave:
    """The bound waves of pairs of waves of unit amplitude.

    P = g^2/(w1 w2) {i Delta (k1.k2 + n1 n2) / 2 + i [w2 (k1^2 - n1^2) - w1 (k2^2 - n2^2)] / 4} with
    n = w^2 / g is the value of -d|grad phi|^2/dt + phi_t / g d(phi_tt + g phi_z)/dz at z = 0.

    Args:
        first: w1 [rad/s], > 0.
        second: w2 [rad/s], at most the first; two waves of one frequency bind none. If it is
            negative, so is k_2, and the pair binds a wave of the sum |w1| + |w2|.
        directions: of the first and of the second wave of each pair, [m] rad.
        water_depth: m, may be infinite.
        gravity: m/s2.
    """
    w1, w2, g = first, second, gravity
    k1, k2 = (float(k) for k in wavenumber(np.abs([w1, w2]), water_depth, g))
    k2 = float(np.copysign(k2, w2))
    n1, n2 = w1**2 / g, w2**2 / g
    apart = np.cos(directions[0] - directions[1])
    squared = 0.5 * (w1 - w2) * (k1 * k2 * apart + n1 * n2)
    rising = 0.25 * (w2 * (k1**2 - n1**2) - w1 * (k2**2 - n2**2))
    forcing = 1j * g**2 / (w1 * w2) * (squared + rising)
    one, other = (np.array([np.cos(beta), np.sin(beta)]) for beta in directions)
    wavenumbers = k1 * one - k2 * other
    kappa = np.hypot(*wavenumbers)
    stiffness = g * kappa * np.tanh(kappa * water_depth) - (w1 - w2) ** 2
    bound = np.zeros(forcing.shape, dtype=complex)
    np.divide(forcing, stiffness, out=bound, where=forcing != 0.0)
    return BoundWave(bound, wavenumbers, water_depth)


def potential_force(
    hulls: FloatingHulls,
    first: Sequence[Wave],
    second: Sequence[Wave],
    radiated: SurfaceWaves,
    bound: BoundWave,
) -> ComplexArray:
    """T of two waves by the second-order potential, exp(-i Delta t), Delta > 0: [6N, m].

    T is -i Delta rho int (phi_b n + psi (V - phi_b,n)) dS. It contains the bound wave phi_b, its
    scattering, and the normal velocity V due to products of first-order motions and waves, by the
    radiation potentials psi of unit velocities at Delta (Haskind). The first term is over the hull
    of a body itself, the others are over all hulls. The forcing at the free surface other than the
    bound wave is neglected.

    Args:
        hulls: the hulls.
        first: wave 1 at each hull, with the higher frequency.
        second: wave 2 at each hull.
        radiated: waves of unit velocities at the difference frequency.
        bound: bound wave of both waves.

    Source:
        Lighthill (1979); Molin (1979).
    """
    incident = []
    scattered = moved = np.zeros((radiated.dof_count, bound.wavenumbers.shape[1]), dtype=complex)
    for body, hull in enumerate(hulls.hulls):
        surface, areas = hull.surface, hull.surface.areas[:, None]
        own = hulls.of_body(radiated, body)
        psi = own.potential[:, : own.dof_count]
        incident.append((surface.generalised_normals * areas).T @ bound.potential(surface.centers))
        pushed = bound.normal_velocity(surface.centers, surface.normals)
        scattered = scattered + (psi * areas).T @ pushed
        forced = forced_by_motion(surface, first[body], second[body], own, hull.gravity)
        moved = moved + forced
    difference, density = first[0].omega - second[0].omega, hulls.hulls[0].water_density
    total: ComplexArray = np.concatenate(incident) - scattered + moved
    result: ComplexArray = -1j * difference * density * total
    return result


def forced_by_motion(
    surface: HullSurface, first: Wave, second: Wave, radiated: SurfaceWaves, gravity: float
) -> ComplexArray:
    """Integrals of psi V over the hull [6N, m], where V is a product of first-order quantities.

    V = n . curl(d x grad phi) + d_t . (alpha x n) + (H r)_t . n. The first term equals
    n . (alpha x grad phi - (d . grad) grad phi); Stokes' theorem removes its second derivatives:
    int psi n . curl G dS = int psi G . dl - int n . (grad psi x G) dS.
    """
    difference = first.omega - second.omega
    dofs = radiated.dof_count
    psi = radiated.potential[:, :dofs] * surface.areas[:, None]
    slope = radiated.velocity[:, :, :dofs] * surface.areas[:, None]
    n = surface.normals.T[:, :, None]
    G = np.cross(first.displacement, second.velocity.conj(), axis=0)
    G += np.cross(second.displacement.conj(), first.velocity, axis=0)
    around = np.cross(n, slope, axis=0)  # G . (n x grad psi)
    forced = -0.25 * np.einsum("apk,apm->km", around, G)
    forced += _along_waterline(surface, first, second, radiated, gravity)

    turning = np.einsum(
        "apm,apm->pm",
        -1j * first.omega * first.displacement,
        np.cross(second.motion[3:].conj()[:, None, :], n, axis=0),
    )
    turning += np.einsum(
        "apm,apm->pm",
        1j * second.omega * second.displacement.conj(),
        np.cross(first.motion[3:][:, None, :], n, axis=0),
    )
    H = second_rotation(first.motion[3:], second.motion[3:])
    rolling = np.einsum("pa,abm,pb->pm", surface.normals, H, surface.arms, optimize=True)
    result: ComplexArray = forced + psi.T @ (0.25 * turning - 1j * difference * rolling)
    return result


def _along_waterline(
    surface: HullSurface, first: Wave, second: Wave, radiated: SurfaceWaves, gravity: float
) -> ComplexArray:
    """Integrals of psi (d x grad phi) . dl along the waterline [6N, m].

    dl . (d x grad phi) = grad phi . (dl x d), and dl x d lies in the plane of the panel's normal
    and the vertical, in which grad phi is known: d_t . n and omega^2 phi / g.
    """
    total = _through_waterline(surface, second, first, gravity)
    total = total + _through_waterline(surface, first, second, gravity).conj()
    result: ComplexArray = 0.25 * radiated.waterline_potential[:, : radiated.dof_count].T @ total
    return result


def _through_waterline(
    surface: HullSurface, moving: Wave, displaced: Wave, gravity: float
) -> ComplexArray:
    """The product grad phi* . (dl x d), grad phi* of `moving`, d of `displaced`: [s, m]."""
    line = surface.waterline
    normals = surface.normals[line.panels]
    d = np.moveaxis(_waterline_displacement(surface, displaced), 0, 2)  # [s, m, 3]
    across = np.cross(line.vectors[:, None, :], d)
    level = normals * [1.0, 1.0, 0.0]
    steepness = (level**2).sum(axis=1)[:, None]
    along_normal = np.einsum("sma,sa->sm", across, level) / steepness
    upward = across[:, :, 2] - along_normal * normals[:, 2:]
    own = _waterline_displacement(surface, moving)
    outward = -1j * moving.omega * np.einsum("asm,sa->sm", own, normals)
    rising = moving.omega**2 / gravity * moving.potential
    result: ComplexArray = along_normal * outward.conj() + upward * rising.conj()
    return result


def _waterline_displacement(surface: HullSurface, wave: Wave) -> ComplexArray:
    return displacement(wave.motion, surface.waterline_arms)
