"""First-order waves at a hull, for second-order forces."""

from __future__ import annotations

from dataclasses import dataclass

from raftup.base.arrays import ComplexArray


@dataclass(frozen=True)
class SurfaceWaves:
    """Waves at the panels of a hull and at its waterline, exp(-i omega t).

    The first six columns belong to unit velocities of the dofs. The other m columns are the total
    wave (incident, scattered and radiated) of each wave direction, per meter of incident amplitude.

    Attributes:
        motion: motion of the body, [6, m] m/m, rad/m.
        potential: potential at the panels' centers, [p, 6 + m] m2/s.
        velocity: velocity at the panels' centers, [3, p, 6 + m] m/s.
        waterline_potential: potential at the middles of the waterline's sides, [s, 6 + m] m2/s.
    """

    motion: ComplexArray
    potential: ComplexArray
    velocity: ComplexArray
    waterline_potential: ComplexArray
