"""Forces on the parts of hulls ahead of planes, over all frequencies of a solution."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from raftup.base.arrays import ComplexArray, FloatArray
from raftup.bem.beam import DryModes
from raftup.bem.geometry import Geometry
from raftup.bem.modes.matrices import Floating, buoyancy_of_beam
from raftup.bem.potential import FrequencyResult
from raftup.bem.sections import IndexArray, part_ahead, section_statics
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
        mode_stiffness: [S, 6, M] N/m, N, of buoyancy in the modes of all bodies.
    """

    x: FloatArray
    bodies: IndexArray
    still_water_force: FloatArray
    hydrostatic_stiffness: FloatArray
    added_mass: FloatArray
    radiation_damping: FloatArray
    excitation_force: ComplexArray
    mode_stiffness: FloatArray


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
        mode_stiffness=_mode_stiffness(specification, geometry, places),
    )


def _mode_stiffness(
    specification: Specification, geometry: Geometry, places: Sequence[tuple[int, float]]
) -> FloatArray:
    """Force of buoyancy on the parts ahead, with its sign changed, per unit of every mode."""
    counts = [0 if hull.modes is None else len(hull.modes.mass) for hull in geometry.hulls]
    first = np.cumsum([0, *counts])
    stiffness = np.zeros((len(places), 6, first[-1]))
    for place, (body, x) in enumerate(places):
        hull = geometry.hulls[body]
        if hull.modes is None:
            continue
        assert isinstance(hull.modes.shapes, DryModes)  # shapes at points are refused beside planes
        part = Floating(
            part_ahead(hull.mesh, float(x)),
            hull.center_of_mass,
            hull.hydrostatics.displaced_volume,
            specification.water_density,
            specification.gravity,
        )
        of_rigid = buoyancy_of_beam(hull.modes.shapes, part)[1]
        stiffness[place, :, first[body] : first[body + 1]] = of_rigid.T
    return stiffness
