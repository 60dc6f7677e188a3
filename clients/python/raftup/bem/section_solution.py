"""Forces on the parts of hulls ahead of planes, over all frequencies of a solution."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from raftup.base.arrays import ComplexArray, FloatArray
from raftup.bem.geometry import Geometry
from raftup.bem.potential import FrequencyResult
from raftup.bem.sections import IndexArray, section_statics
from raftup.bem.specification import Specification


@dataclass(frozen=True)
class SectionSolution:
    """Rows of S sections: forces on the parts ahead, about the centers of mass of their bodies.

    Attributes:
        x: [S] m, planes in the frame of the database.
        bodies: [S] index of the body that each plane cuts.
        still_water_force: [S, 6] N, N m.
        hydrostatic_stiffness: [S, 6, 6] N/m, N, N m.
        added_mass: [S, n, 6, 6N] kg, kg m, kg m2.
        radiation_damping: [S, n, 6, 6N] N s/m, N s, N m s.
        excitation_force: [S, n, m, 6] N/m, N per meter of amplitude, F = Re{a X exp(i omega t)}.
    """

    x: FloatArray
    bodies: IndexArray
    still_water_force: FloatArray
    hydrostatic_stiffness: FloatArray
    added_mass: FloatArray
    radiation_damping: FloatArray
    excitation_force: ComplexArray


def section_solution(
    specification: Specification, geometry: Geometry, finite: Sequence[FrequencyResult]
) -> SectionSolution | None:
    """The rows of all sections over the finite frequencies; None if there are no sections.

    Args:
        specification: specification of the problem.
        geometry: panels of the problem.
        finite: results at the finite frequencies, ascending.
    """
    places = [(body, x) for body, hull in enumerate(geometry.hulls) for x in hull.sections]
    if not places:
        return None
    statics = [
        section_statics(
            geometry.hulls[body].mesh,
            float(x),
            geometry.hulls[body].center_of_mass,
            specification.water_density,
            specification.gravity,
        )
        for body, x in places
    ]
    results = [result.sections for result in finite]
    return SectionSolution(
        x=np.array([x for _, x in places]),
        bodies=np.array([body for body, _ in places], dtype=np.int64),
        still_water_force=np.array([part.still_water_force for part in statics]),
        hydrostatic_stiffness=np.array([part.hydrostatic_stiffness for part in statics]),
        added_mass=np.stack([result.section_added_mass for result in results], axis=1),
        radiation_damping=np.stack(
            [result.section_radiation_damping for result in results], axis=1
        ),
        excitation_force=np.stack([result.section_excitation_force for result in results], axis=1),
    )
