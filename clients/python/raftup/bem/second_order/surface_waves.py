"""First-order waves at a hull, as second-order forces need them."""

from __future__ import annotations

from dataclasses import dataclass

from raftup.base.arrays import ComplexArray


@dataclass(frozen=True)
class SurfaceWaves:
    """Waves at the panels of a hull and at its waterline, exp(-i omega t).

    The first six columns are of unit velocities of the dofs, the other m of the whole wave,
    incident, scattered and radiated, of each wave direction per metre of incident amplitude.

    Attributes:
        motion: of the body, [6, m] m/m, rad/m.
        potential: at the panels' centers, [p, 6 + m] m2/s.
        velocity: there, [3, p, 6 + m] m/s.
        waterline_potential: in the middle of the waterline's sides, [s, 6 + m] m2/s.
    """

    motion: ComplexArray
    potential: ComplexArray
    velocity: ComplexArray
    waterline_potential: ComplexArray
