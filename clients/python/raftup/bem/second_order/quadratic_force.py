"""Second-order forces from products of first-order waves and motions, by pressure over the hull."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from raftup.base.arrays import ComplexArray, FloatArray
from raftup.bem.drift import FreeBody
from raftup.bem.second_order.hull_surface import HullSurface
from raftup.bem.second_order.surface_waves import SurfaceWaves


@dataclass(frozen=True)
class Wave:
    """Waves of one frequency and all directions at a freely floating body, exp(-i omega t).

    All quantities are per meter of wave amplitude.

    Attributes:
        omega: rad/s.
        motion: motion xi = (xi_t, alpha) of the center of mass [6, m].
        displacement: displacement of the panels' centers, d = xi_t + alpha x r, [3, p, m].
        velocity: grad phi at the panels' centers, [3, p, m] 1/s.
        potential: phi at the middles of the waterline's sides, [s, m] m/s.
        relative_elevation: relative elevation of the water there, [s, m].
        pressed: force, and moment about the moving center of mass, of the first-order pressure on
            the normals at rest, [6, m] N/m, N.
    """

    omega: float
    motion: ComplexArray
    displacement: ComplexArray
    velocity: ComplexArray
    potential: ComplexArray
    relative_elevation: ComplexArray
    pressed: ComplexArray

    @property
    def conjugate(self) -> Wave:
        """The same wave with the frequency -omega and conjugated amplitudes.

        Since |z_1 z_2*| of a wave and the conjugate of another is z_1 z_2, terms of difference
        frequencies become those of sum frequencies.
        """
        return Wave(
            -self.omega,
            self.motion.conj(),
            self.displacement.conj(),
            self.velocity.conj(),
            self.potential.conj(),
            self.relative_elevation.conj(),
            self.pressed.conj(),
        )

    def of_directions(self, chosen: npt.NDArray[np.int64]) -> Wave:
        """The waves of chosen directions, in their order."""
        return Wave(
            self.omega,
            self.motion[:, chosen],
            self.displacement[:, :, chosen],
            self.velocity[:, :, chosen],
            self.potential[:, chosen],
            self.relative_elevation[:, chosen],
            self.pressed[:, chosen],
        )


@dataclass(frozen=True)
class FloatingHull:
    """The hull of a body that floats freely or is held in place.

    Attributes:
        surface: mean wetted surface.
        free: mass, stiffness, roll damping of the body; None = it is held.
        water_density: rho [kg/m3].
        gravity: g [m/s2].
    """

    surface: HullSurface
    free: FreeBody | None
    water_density: float
    gravity: float

    @property
    def at_rest(self) -> FloatArray:
        """Force and moment of still water on the body at rest, [6] N, N m."""
        moments, height = self.surface.moments, self.surface.center_of_mass[2]
        result: FloatArray = self.water_density * self.gravity * (moments[3] + height * moments[0])
        return result

    def wave(self, omega: float, added_mass: FloatArray, waves: SurfaceWaves) -> Wave:
        """First-order quantities at a frequency.

        The force of the pressure on the normals at rest follows from the equation of motion, minus
        the part that rotates the force at rest with the body. No product contains that of a body
        that is held, where it is 0 here.

        Args:
            omega: rad/s.
            added_mass: A [6, 6], on which the roll damping depends.
            waves: waves at the hull.
        """
        motion = waves.motion
        surface = self.surface
        dofs = waves.dof_count
        pressed = np.zeros_like(motion)
        if self.free is not None:
            total = -(omega**2) * (self.free.mass_matrix @ motion)
            total = total - 1j * omega * (self.free.damping(added_mass) @ motion)
            pressed = total - turned(motion[3:], self.at_rest[:, None])
        at_surface = waves.waterline_potential[:, dofs:]
        elevation = 1j * omega / self.gravity * at_surface
        rise = displacement(motion, surface.waterline_arms)[2]
        return Wave(
            omega,
            motion,
            displacement(motion, surface.arms),
            waves.velocity[:, :, dofs:],
            at_surface,
            elevation - rise,
            pressed,
        )


def turned(rotation: ComplexArray, force: ComplexArray | FloatArray) -> ComplexArray:
    """Cross products of rotations [3, m] with the forces and with the moments of [6, m]."""
    return np.concatenate(
        [np.cross(rotation, force[:3], axis=0), np.cross(rotation, force[3:], axis=0)]
    )


def displacement(motion: ComplexArray, arms: FloatArray) -> ComplexArray:
    """Displacement xi_t + alpha x r of points r [n, 3] for motions [6, m]: [3, n, m]."""
    turning = np.cross(motion[3:].T[None, :, :], arms[:, None, :])  # [n, m, 3]
    result: ComplexArray = motion[:3, None, :] + np.moveaxis(turning, 2, 0)
    return result


def second_rotation(first: ComplexArray, second: ComplexArray) -> ComplexArray:
    """Second-order part H of rotations alpha [3, m], H x = alpha x (alpha x x) / 2: [3, 3, m]."""
    product = first[:, None] * second.conj()[None, :]
    symmetric = 0.25 * (product + product.swapaxes(0, 1))
    trace = np.trace(symmetric)
    result: ComplexArray = 0.5 * (symmetric - np.eye(3)[:, :, None] * trace)
    return result


def quadratic_force(hull: FloatingHull, first: Wave, second: Wave) -> ComplexArray:
    """T of two waves without the second-order potential, exp(-i (omega_1 - omega_2) t): [6, m].

    F(t) = Re sum over ordered pairs of T_12 z_1 z_2*, T_12 = T_21*. The force is in axes at rest,
    the moment about the moving center of mass. From products of first-order quantities,
    F = rho int (|grad phi|^2 / 2 + d . grad phi_t + g (H r)_z) n dS
        - rho g / 2 int zeta^2 n / sqrt(1 - n_z^2) dl + alpha x P + H F_0,
    where n stands for (n, r x n), zeta is the relative elevation, P the force of the first-order
    pressure and F_0 that of still water, both on the normals at rest. H r = alpha x (alpha x r) /
    2: the second-order motion is that of the center of mass and of the rotation vector.

    Args:
        hull: hull of a body.
        first: wave 1.
        second: wave 2.

    Source:
        Pinkster (1980); Ogilvie (1983).
    """
    rho, g, surface = hull.water_density, hull.gravity, hull.surface
    own, other = first.velocity, second.velocity.conj()
    pressure = np.einsum("apm,apm->pm", own + 1j * second.omega * first.displacement, other)
    pressure -= 1j * first.omega * np.einsum("apm,apm->pm", own, second.displacement.conj())
    pushed = surface.generalised_normals * surface.areas[:, None]
    force = 0.25 * rho * (pushed.T @ pressure)

    heights = first.relative_elevation * second.relative_elevation.conj()
    force -= 0.25 * rho * g * (surface.waterline_normals.T @ heights)

    force += 0.25 * turned(first.motion[3:], second.pressed.conj())
    force += 0.25 * turned(second.motion[3:].conj(), first.pressed)
    H = second_rotation(first.motion[3:], second.motion[3:])
    force[:3] += np.einsum("abm,b->am", H, hull.at_rest[:3])
    force[3:] += np.einsum("abm,b->am", H, hull.at_rest[3:])
    force += rho * g * np.einsum("am,ak->km", H[2], surface.moments[1:])
    result: ComplexArray = force
    return result
