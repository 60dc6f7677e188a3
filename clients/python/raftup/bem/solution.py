"""Solutions: coefficients of all bodies at all frequencies."""

from __future__ import annotations

import dataclasses
from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np
import numpy.typing as npt

from raftup.base.arrays import ComplexArray, FloatArray
from raftup.bem.array.assembly import placement_of
from raftup.bem.array.equations import Placement
from raftup.bem.finding import Finding
from raftup.bem.geometry import Geometry, MeshSource
from raftup.bem.modes.solution import ModeSolution, mode_solution
from raftup.bem.potential import FrequencyResult
from raftup.bem.second_order.transfer_functions import QuadraticTransferFunction
from raftup.bem.section_solution import SectionSolution, section_solution
from raftup.bem.specification import Specification


@dataclass(frozen=True)
class BodySolution:
    """One body in the frame of the database.

    Attributes:
        name: name of the body.
        center_of_mass: [3] m; all coefficients refer to this point.
        center_of_buoyancy: [3] m.
        displaced_volume: m3.
        hydrostatic_stiffness: [6, 6] N/m, N, N m.
    """

    name: str
    center_of_mass: FloatArray
    center_of_buoyancy: FloatArray
    displaced_volume: float
    hydrostatic_stiffness: FloatArray


@dataclass(frozen=True)
class WaveField:
    """Elevation of the waves besides the incident one at P points; F of Solution is eta here.

    Attributes:
        points: [P, 3] m in the frame of the database; z is 0.
        bodies: [P] index of the body that each point belongs to.
        diffraction: [P, m, n] m/m, scattered wave of fixed bodies per meter of amplitude.
        radiation: [P, 6N, n] m/(m/s), m/(rad/s), radiated wave per unit velocity of each dof.
    """

    points: FloatArray
    bodies: npt.NDArray[np.int64]
    diffraction: ComplexArray
    radiation: ComplexArray


@dataclass(frozen=True)
class Solution:
    """Coefficients of N bodies, SI units: rows are influenced, columns radiating dofs, 6N each.

    Attributes:
        bodies: bodies in the order of the dofs; the carriers of modes come last.
        gravity: m/s2.
        water_density: kg/m3.
        water_depth: m, infinite for deep water.
        omega: [n] rad/s, ascending, finite.
        wave_directions: [m] rad, directions that waves travel to.
        added_mass: A(omega), [n, 6N, 6N].
        radiation_damping: B(omega), [n, 6N, 6N].
        added_mass_infinite: [6N, 6N].
        froude_krylov_force: [n, m, 6N] per meter of amplitude, F = Re{a X exp(i omega t)}.
        diffraction_force: in the same form; the excitation force is the sum of both.
        mean_drift_force: [n, m, 6N] N/m2, N/m per squared wave amplitude; None if not requested.
        qtf_difference: T of difference frequencies; None if not requested.
        field: scattered and radiated waves at the field points; None if there are none.
        sections: forces on the parts of hulls ahead of planes; None if there are none.
        digest: SHA-256 digest of everything that determines the numbers, hexadecimal.
        solver: program and version.
        findings: findings of the checks.
        sources: mesh files.
        panel_count: number of panels of hulls and lids.
        speeds: [s] m/s, speeds along +x; may be empty.
        excitation_at_speed: excitation force at these speeds, [s, n, m, 6N]; frequencies and phases
            are those of the waves in the world.
        placement: where the hulls of an array are; None for other hulls.
        modes: modes of flexible hulls; None if all are rigid.
        qtf_sum: P of sum frequencies; None if not requested.
    """

    bodies: tuple[BodySolution, ...]
    gravity: float
    water_density: float
    water_depth: float
    omega: FloatArray
    wave_directions: FloatArray
    added_mass: FloatArray
    radiation_damping: FloatArray
    added_mass_infinite: FloatArray
    froude_krylov_force: ComplexArray
    diffraction_force: ComplexArray
    mean_drift_force: FloatArray | None
    qtf_difference: QuadraticTransferFunction | None
    field: WaveField | None
    sections: SectionSolution | None
    digest: str
    solver: str
    findings: tuple[Finding, ...]
    sources: tuple[MeshSource, ...]
    panel_count: int
    speeds: FloatArray = dataclasses.field(default_factory=lambda: np.empty(0))
    excitation_at_speed: ComplexArray = dataclasses.field(
        default_factory=lambda: np.empty((0, 0, 0, 0), dtype=complex)
    )
    placement: Placement | None = None
    modes: ModeSolution | None = None
    qtf_sum: QuadraticTransferFunction | None = None

    def of_bodies(self, chosen: Sequence[int]) -> Solution:
        """The coefficients of some bodies of an array beside the others, which stay at rest."""
        if self.placement is None:
            raise ValueError("only bodies of an array are chosen")
        dofs = np.array([6 * body + dof for body in chosen for dof in range(6)])
        pairs = np.ix_(dofs, dofs)
        kinds = tuple(self.placement.kind[body] for body in chosen)
        return replace(
            self,
            bodies=tuple(self.bodies[body] for body in chosen),
            added_mass=self.added_mass[:, pairs[0], pairs[1]],
            radiation_damping=self.radiation_damping[:, pairs[0], pairs[1]],
            added_mass_infinite=self.added_mass_infinite[pairs],
            froude_krylov_force=self.froude_krylov_force[:, :, dofs],
            diffraction_force=self.diffraction_force[:, :, dofs],
            placement=replace(
                self.placement,
                kind=kinds,
                positions=self.placement.positions[list(chosen)],
                headings=self.placement.headings[list(chosen)],
            ),
        )

    @property
    def excitation_force(self) -> ComplexArray:
        """Excitation force X [n, m, 6N], the sum of both parts."""
        total: ComplexArray = self.froude_krylov_force + self.diffraction_force
        return total


def assemble(
    specification: Specification,
    geometry: Geometry,
    results: Sequence[FrequencyResult],
    *,
    qtf_difference: QuadraticTransferFunction | None = None,
    digest: str,
    solver: str,
    findings: Sequence[Finding],
    panel_count: int,
) -> Solution:
    """Assembles the solution from the results at all frequencies.

    Args:
        specification: specification of the problem.
        geometry: panels of the problem.
        results: results ascending in omega, the last at infinite frequency.
        qtf_difference: T of difference frequencies, if requested.
        digest: digest of the problem.
        solver: program and version.
        findings: findings of the checks.
        panel_count: number of panels of hulls and lids.
    """
    finite, infinite = list(results[:-1]), results[-1]
    drift = np.array([result.mean_drift_force for result in finite])
    bodies = tuple(
        BodySolution(
            name=hull.name,
            center_of_mass=hull.center_of_mass,
            center_of_buoyancy=hull.hydrostatics.center_of_buoyancy,
            displaced_volume=hull.hydrostatics.displaced_volume,
            hydrostatic_stiffness=hull.hydrostatics.hydrostatic_stiffness,
        )
        for hull in geometry.hulls
    )
    rigid = Solution(
        bodies=bodies,
        gravity=specification.gravity,
        water_density=specification.water_density,
        water_depth=specification.water_depth,
        omega=np.array([result.omega for result in finite]),
        wave_directions=specification.wave_directions,
        added_mass=np.array([result.added_mass for result in finite]),
        radiation_damping=np.array([result.radiation_damping for result in finite]),
        added_mass_infinite=infinite.added_mass,
        froude_krylov_force=np.array([result.froude_krylov_force for result in finite]),
        diffraction_force=np.array([result.diffraction_force for result in finite]),
        mean_drift_force=drift if drift.size else None,
        qtf_difference=qtf_difference,
        field=_wave_field(specification, geometry, finite),
        sections=section_solution(specification, geometry, finite),
        digest=digest,
        solver=solver,
        findings=tuple(findings),
        sources=geometry.sources,
        panel_count=panel_count,
        placement=None if specification.array is None else placement_of(specification),
    )
    modes = mode_solution([body.name for body in bodies], [hull.modes for hull in geometry.hulls])
    return rigid if modes is None else _with_carriers(rigid, modes)


def _with_carriers(solved: Solution, modes: ModeSolution) -> Solution:
    """The solution with the dofs of modes in the places that they have in carriers."""
    carriers = tuple(
        replace(
            solved.bodies[carrier.body],
            name=carrier.name,
            displaced_volume=0.0,
            hydrostatic_stiffness=np.zeros((6, 6)),
        )
        for carrier in modes.carriers
    )
    field, sections = solved.field, solved.sections
    if field is not None:
        field = replace(field, radiation=modes.spread(field.radiation, [-2]))
    if sections is not None:
        sections = replace(
            sections,
            added_mass=modes.spread(sections.added_mass, [-1]),
            radiation_damping=modes.spread(sections.radiation_damping, [-1]),
        )
    return replace(
        solved,
        bodies=(*solved.bodies, *carriers),
        added_mass=modes.spread(solved.added_mass, [-1, -2]),
        radiation_damping=modes.spread(solved.radiation_damping, [-1, -2]),
        added_mass_infinite=modes.spread(solved.added_mass_infinite, [-1, -2]),
        froude_krylov_force=modes.spread(solved.froude_krylov_force, [-1]),
        diffraction_force=modes.spread(solved.diffraction_force, [-1]),
        field=field,
        sections=sections,
        modes=modes,
    )


def _wave_field(
    specification: Specification, geometry: Geometry, finite: Sequence[FrequencyResult]
) -> WaveField | None:
    """The waves at the field points over all finite frequencies."""
    if not len(geometry.field_points):
        return None
    return WaveField(
        points=geometry.field_points,
        bodies=np.array([point.body for point in specification.field_points]),
        diffraction=np.stack([result.field_waves.diffraction for result in finite], axis=-1),
        radiation=np.stack([result.field_waves.radiation for result in finite], axis=-1),
    )
