"""The hulls of several bodies in waves, of which some float freely and others are held."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise

import numpy as np

from raftup.base.arrays import ComplexArray, FloatArray
from raftup.bem.second_order.quadratic_force import FloatingHull, Wave, quadratic_force
from raftup.bem.second_order.surface_waves import SurfaceWaves


@dataclass(frozen=True)
class FloatingHulls:
    """The hulls of all bodies of a problem.

    Attributes:
        hulls: in the order of the bodies.
    """

    hulls: tuple[FloatingHull, ...]

    @cached_property
    def panels(self) -> tuple[slice, ...]:
        """The panels of each hull among those of all hulls."""
        return _slices([len(hull.surface.areas) for hull in self.hulls])

    @cached_property
    def sides(self) -> tuple[slice, ...]:
        """The sides of each waterline among those of all waterlines."""
        return _slices([len(hull.surface.waterline.panels) for hull in self.hulls])

    @property
    def center(self) -> FloatArray:
        """Mean of the centers of mass, [3] m."""
        centers = np.array([hull.surface.center_of_mass for hull in self.hulls])
        result: FloatArray = centers.mean(axis=0)
        return result

    def motion(
        self,
        omega: float,
        added_mass: FloatArray,
        radiation_damping: FloatArray,
        excitation: ComplexArray,
    ) -> ComplexArray:
        """Motion xi [6N, m] of the bodies, 0 where they are held, exp(-i omega t).

        [C - omega^2 (M + A) - i omega (B + D)] xi = X.

        Args:
            omega: rad/s.
            added_mass: A [6N, 6N] kg, kg m, kg m2.
            radiation_damping: B [6N, 6N] N s/m, N s, N m s.
            excitation: X [6N, m] N/m, N.
        """
        mass, damping = added_mass.copy(), radiation_damping.copy()
        stiffness = np.zeros_like(mass)
        moving = np.zeros(len(mass), dtype=bool)
        for body, hull in enumerate(self.hulls):
            if hull.free is None:
                continue
            own = slice(6 * body, 6 * body + 6)
            mass[own, own] = hull.free.mass_matrix + mass[own, own]
            damping[own, own] += hull.free.damping(added_mass[own, own])
            stiffness[own, own] = hull.free.hydrostatic_stiffness
            moving[own] = True
        impedance = stiffness - omega**2 * mass - 1j * omega * damping
        result = np.zeros_like(excitation)
        result[moving] = np.linalg.solve(impedance[np.ix_(moving, moving)], excitation[moving])
        return result

    def absorbed_power(self, velocity: ComplexArray, added_mass: FloatArray) -> FloatArray:
        """Mean power that the roll damping of all bodies absorbs [m], W per squared amplitude.

        Args:
            velocity: [6N, m] m/s, rad/s per meter of wave amplitude.
            added_mass: A [6N, 6N] kg, kg m, kg m2.
        """
        power = np.zeros(velocity.shape[1])
        for body, hull in enumerate(self.hulls):
            if hull.free is None:
                continue
            own = slice(6 * body, 6 * body + 6)
            D, v = hull.free.damping(added_mass[own, own]), velocity[own]
            power += 0.5 * np.einsum("im,ij,jm->m", v.conj(), D, v).real
        return power

    def waves(self, omega: float, added_mass: FloatArray, waves: SurfaceWaves) -> tuple[Wave, ...]:
        """First-order quantities at each hull.

        Args:
            omega: rad/s.
            added_mass: A [6N, 6N], on which the roll damping depends.
            waves: waves at all hulls.
        """
        result = []
        for body, hull in enumerate(self.hulls):
            own = slice(6 * body, 6 * body + 6)
            result.append(hull.wave(omega, added_mass[own, own], self.of_body(waves, body)))
        return tuple(result)

    def of_body(self, waves: SurfaceWaves, body: int) -> SurfaceWaves:
        """The waves at one hull; their radiated columns are those of the dofs of all bodies."""
        panels, sides = self.panels[body], self.sides[body]
        return SurfaceWaves(
            waves.motion[6 * body : 6 * body + 6],
            waves.potential[panels],
            waves.velocity[:, panels],
            waves.waterline_potential[sides],
        )

    def quadratic_force(self, first: Sequence[Wave], second: Sequence[Wave]) -> ComplexArray:
        """Forces of two waves on each body without the second-order potential: [6N, m]."""
        forces = [
            quadratic_force(hull, one, other)
            for hull, one, other in zip(self.hulls, first, second, strict=True)
        ]
        return np.concatenate(forces)


def _slices(counts: Sequence[int]) -> tuple[slice, ...]:
    ends = np.concatenate([[0], np.cumsum(counts)]).tolist()
    return tuple(slice(begin, end) for begin, end in pairwise(ends))
