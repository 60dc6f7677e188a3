"""First-order waves at a hull, for second-order forces."""

from __future__ import annotations

from dataclasses import dataclass

from raftup.base.arrays import ComplexArray


@dataclass(frozen=True)
class SurfaceWaves:
    """Waves at the panels of hulls and at their waterlines, exp(-i omega t).

    The first 6N columns belong to unit velocities of the dofs of all N bodies. The other m columns
    are the total wave (incident, scattered and radiated) of each wave direction, per meter of
    incident amplitude.

    Attributes:
        motion: motion of the bodies whose hulls these are, six rows each and m columns, m/m, rad/m.
        potential: potential at the panels' centers, [p, 6N + m] m2/s.
        velocity: velocity at the panels' centers, [3, p, 6N + m] m/s.
        waterline_potential: potential at the middles of the waterline's sides, [s, 6N + m] m2/s.
    """

    motion: ComplexArray
    potential: ComplexArray
    velocity: ComplexArray
    waterline_potential: ComplexArray

    @property
    def dof_count(self) -> int:
        """Number of dofs of all bodies, 6N."""
        return int(self.potential.shape[1] - self.motion.shape[1])
