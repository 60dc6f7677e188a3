"""Radiation and diffraction at one frequency, by sources on the hulls.

Complex amplitudes inside have Capytaine's time factor exp(-i omega t), results exp(+i omega t).
"""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

import numpy as np
import scipy.linalg

from raftup.base.arrays import ComplexArray, FloatArray
from raftup.bem.drift import FreeBody, depth_profile
from raftup.bem.field_points import FieldResult, disturbed_elevation
from raftup.bem.green_function import influence
from raftup.bem.library import capytaine
from raftup.bem.mean_drift import SolvedWaves, with_mean_drift
from raftup.bem.mesh import FaceArray, PanelMesh
from raftup.bem.second_order.floating_hulls import FloatingHulls
from raftup.bem.second_order.free_surface import FreeSurface
from raftup.bem.second_order.hull_surface import HullSurface
from raftup.bem.second_order.quadratic_force import FloatingHull
from raftup.bem.second_order.surface_flow import SurfaceFlow
from raftup.bem.second_order.surface_waves import SurfaceWaves
from raftup.bem.sections import SectionPanels, SectionResult
from raftup.frequency_domain.waves import wavenumber


@dataclass(frozen=True)
class PanelModel:
    """The boundary value problem without its frequency: panels of N hulls, then of lids.

    Attributes:
        mesh: panels of the hulls in the order of the bodies, of interior lids, of damping lids.
        body_of_panel: [hull panels] index of the body.
        interior_count: number of panels of interior lids.
        damping: [damping-lid panels] epsilon >= 0 in phi_z = omega^2/g (1 + i epsilon) phi.
        centers_of_mass: [N, 3] m: reference points of the six dofs of each body, which are along
            the axes of the frame.
        wave_directions: [m] rad.
        water_density: kg/m3.
        gravity: m/s2.
        water_depth: m, may be infinite.
        floating: where mean drift forces are computed, how each body floats, None for a body that
            is held in place; else empty.
        keeps_waves: whether the results contain the waves at the hulls; only with `floating`.
        field_points: [P, 3] m, points at z = 0 at which the elevation is computed; may be empty.
        keeps_potential: whether the results contain the potentials of unit velocities on the hulls.
        sections: panels ahead of planes across the hulls; may be empty.
        mode_shapes: [M, hull panels, 3], displacement u_r of the middle of every panel per unit of
            M generalised modes; 0 on bodies that a mode does not bend. Their dofs are the last.
        free_surface: free surface around the only body, on which the results contain the waves;
            None = not requested; only with `keeps_waves`.
    """

    mesh: PanelMesh
    body_of_panel: FaceArray
    interior_count: int
    damping: FloatArray
    centers_of_mass: FloatArray
    wave_directions: FloatArray
    water_density: float
    gravity: float
    water_depth: float
    floating: tuple[FreeBody | None, ...] = ()
    keeps_waves: bool = False
    field_points: FloatArray = field(default_factory=lambda: np.zeros((0, 3)))
    keeps_potential: bool = False
    sections: SectionPanels = field(default_factory=SectionPanels)
    mode_shapes: FloatArray = field(default_factory=lambda: np.zeros((0, 0, 3)))
    free_surface: FreeSurface | None = None

    @property
    def hull_count(self) -> int:
        """Number of panels of all hulls, without lids."""
        return len(self.body_of_panel)

    @property
    def matrix_size(self) -> int:
        """Number of unknowns that are solved together."""
        return self.mesh.panel_count

    @property
    def method_arrays(self) -> tuple[FloatArray, ...]:
        """What else results depend on, for digests."""
        return ()

    @property
    def dof_count(self) -> int:
        """Number of dofs, 6N + M for N bodies and M modes."""
        return 6 * len(self.centers_of_mass) + len(self.mode_shapes)

    @cached_property
    def floating_hulls(self) -> FloatingHulls:
        """The hulls of the bodies whose mean drift forces are computed."""
        hulls = []
        for body, free in enumerate(self.floating):
            own = np.flatnonzero(self.body_of_panel == body)
            panels = PanelMesh(self.mesh.vertices, self.mesh.faces[own])
            surface = HullSurface(panels, self.centers_of_mass[body])
            hulls.append(FloatingHull(surface, free, self.water_density, self.gravity))
        return FloatingHulls(tuple(hulls))


@dataclass(frozen=True)
class FrequencyResult:
    """Results of the solution at one frequency.

    Attributes:
        omega: rad/s, may be infinite.
        added_mass: A [6N, 6N] kg, kg m, kg m2.
        radiation_damping: B [6N, 6N] N s/m, N s, N m s.
        froude_krylov_force: [m, 6N] N/m, N per meter of wave amplitude, F = Re{a X exp(i omega t)};
            no rows at infinite frequency.
        diffraction_force: force of the scattered wave, in the same form.
        mean_drift_force: [m, 6N] N/m2, N/m per squared wave amplitude; no rows if not computed, and
            at infinite frequency.
        drift_far_away: [m, 6] N/m2, N/m, sum of these forces of several bodies by the waves far
            away, in surge, sway and yaw about the mean of the centers of mass; no rows otherwise.
        waves: waves at the hull; None if not requested, and at infinite frequency.
        field_waves: waves at the field points; without points if there are none, and at infinite
            frequency.
        potential: [hull panels, 6N] m2/s per unit velocity of each dof, exp(-i omega t); no rows if
            not requested.
        energy_error: [2] of an array, see raftup.bem.array.energy; empty otherwise.
        sections: forces on the parts of hulls ahead of planes; without planes if there are none,
            and at infinite frequency.
        surface_flow: waves on the free surface; None if not requested, and at infinite frequency.
    """

    omega: float
    added_mass: FloatArray
    radiation_damping: FloatArray
    froude_krylov_force: ComplexArray
    diffraction_force: ComplexArray
    mean_drift_force: FloatArray = field(default_factory=lambda: np.zeros((0, 6)))
    drift_far_away: FloatArray = field(default_factory=lambda: np.zeros((0, 6)))
    waves: SurfaceWaves | None = None
    field_waves: FieldResult = field(default_factory=FieldResult)
    potential: ComplexArray = field(default_factory=lambda: np.zeros((0, 0), dtype=complex))
    energy_error: FloatArray = field(default_factory=lambda: np.zeros(0))
    sections: SectionResult = field(default_factory=SectionResult)
    surface_flow: SurfaceFlow | None = None


class FrequencyError(Exception):
    """Error: a frequency cannot be solved; the message has the cause."""


@dataclass(frozen=True)
class IncidentWave:
    """Potential of a wave of unit amplitude, exp(-i omega t): phi = -i g/omega f(z) exp(i k.x)."""

    omega: float
    wavenumber: float
    model: PanelModel

    def potential(self, points: FloatArray) -> ComplexArray:
        """Potential at points [n, 3] m for every wave direction: [n, m] m2/s per meter."""
        k = self.wavenumber
        profile = depth_profile(points[:, 2], k, self.model.water_depth)
        phase = k * (points[:, :2] @ self._heading())
        scale = -1j * self.model.gravity / self.omega
        result: ComplexArray = scale * profile[:, None] * np.exp(1j * phase)
        return result

    def normal_velocity(self, points: FloatArray, normals: FloatArray) -> ComplexArray:
        """Velocity of the wave along `normals` [n, 3]: [n, m] m/s per meter of amplitude."""
        k, depth = self.wavenumber, self.model.water_depth
        rise = k * np.tanh(k * (points[:, 2] + depth)) if np.isfinite(depth) else k
        along = 1j * k * (normals[:, :2] @ self._heading())
        vertical = np.broadcast_to(rise * normals[:, 2], len(points))[:, None]
        result: ComplexArray = (along + vertical) * self.potential(points)
        return result

    def velocity(self, points: FloatArray) -> ComplexArray:
        """Velocity of the wave [3, n, m] m/s per meter of amplitude."""
        axes = np.broadcast_to(np.eye(3)[:, None, :], (3, *points.shape))
        return np.stack([self.normal_velocity(points, axis) for axis in axes])

    def _heading(self) -> FloatArray:
        directions = self.model.wave_directions
        return np.array([np.cos(directions), np.sin(directions)])


def solve_frequency(model: PanelModel, omega: float) -> FrequencyResult:
    """Computes added mass, damping and wave forces at one frequency.

    The sources sigma on all panels satisfy K sigma = v_n on hulls, K sigma = 0 on interior lids,
    and phi_z = omega^2/g (1 + i epsilon) phi on damping lids, with phi = S sigma. For the potential
    phi_j of a unit velocity of dof j, A_ij = -rho Re int phi_j n_i and B_ij = -rho omega Im int
    phi_j n_i.

    Args:
        model: the problem.
        omega: rad/s, > 0, may be infinite.

    Raises:
        FrequencyError: if the matrix is singular or the Green function cannot be computed.

    Source:
        Ancellin and Dias (2019), Capytaine; damping lid: Chen (2004).
    """
    mesh: Any = capytaine().Mesh(model.mesh.vertices, model.mesh.faces, auto_check=False)
    hull = slice(0, model.hull_count)
    directed = _generalised_normals(model, mesh.faces_centers[hull], mesh.faces_normals[hull])
    right = np.zeros((model.mesh.panel_count, model.dof_count), dtype=complex)
    right[hull] = directed
    if np.isinf(omega):
        wave, k = None, np.inf
    else:
        k = float(wavenumber(np.array([omega]), model.water_depth, model.gravity)[0])
        wave = IncidentWave(omega, k, model)
        right = np.hstack([right, _scattering_conditions(model, wave, mesh)])
    sources, everywhere = _solve_sources(model, mesh, k, right)
    potential = everywhere[hull]
    pressed = directed * mesh.faces_areas[hull, None]
    radiated = -model.water_density * (pressed.T @ potential[:, : model.dof_count])
    none = np.zeros((0, model.dof_count), dtype=complex)
    kept = potential[:, : model.dof_count].copy() if model.keeps_potential else none[:, :0]
    if wave is None:
        damping = 0.0 * radiated.real
        return FrequencyResult(omega, radiated.real, damping, none, none, potential=kept)
    force = -1j * omega * model.water_density
    scattered = force * (pressed.T @ potential[:, model.dof_count :])
    incident = force * (pressed.T @ wave.potential(mesh.faces_centers[hull]))
    result = FrequencyResult(
        omega,
        radiated.real,
        omega * radiated.imag,
        incident.conj().T,
        scattered.conj().T,
        field_waves=_waves_at_points(wave, mesh, sources),
        potential=kept,
        sections=_forces_ahead(wave, mesh, potential),
    )
    if not model.floating:
        return result
    return with_mean_drift(result, SolvedWaves(wave, mesh, sources, potential))


def _forces_ahead(wave: IncidentWave, mesh: Any, potential: ComplexArray) -> SectionResult:
    """The forces on the parts of hulls ahead of planes.

    Args:
        wave: incident wave.
        mesh: capytaine.Mesh of all panels.
        potential: [hull panels, 6N + m], of unit velocities and of scattered waves.
    """
    model, count = wave.model, len(wave.model.sections.x)
    if not count:
        return SectionResult()
    hull, dofs = slice(0, model.hull_count), model.dof_count
    pressed = model.sections.pressed(
        mesh.faces_centers[hull],
        mesh.faces_normals[hull],
        mesh.faces_areas[hull],
        model.centers_of_mass,
    )
    radiated = -model.water_density * (pressed.T @ potential[:, :dofs])
    total = potential[:, dofs:] + wave.potential(mesh.faces_centers[hull])
    waves = -1j * wave.omega * model.water_density * (pressed.T @ total)
    return SectionResult(
        radiated.real.reshape(count, 6, dofs),
        (wave.omega * radiated.imag).reshape(count, 6, dofs),
        np.swapaxes(waves.conj().reshape(count, 6, -1), 1, 2),
    )


def _waves_at_points(wave: IncidentWave, mesh: Any, sources: ComplexArray) -> FieldResult:
    """The scattered and radiated waves at the field points."""
    model = wave.model
    if not len(model.field_points):
        return FieldResult()
    return disturbed_elevation(
        model.field_points,
        mesh,
        sources,
        dof_count=model.dof_count,
        omega=wave.omega,
        wavenumber=wave.wavenumber,
        gravity=model.gravity,
        water_depth=model.water_depth,
    )


def _generalised_normals(model: PanelModel, centers: FloatArray, normals: FloatArray) -> FloatArray:
    """Normal velocity of every hull panel per unit velocity of every dof: [hull panels, 6N + M]."""
    result = np.zeros((model.hull_count, model.dof_count))
    for body, center in enumerate(model.centers_of_mass):
        own = model.body_of_panel == body
        result[own, 6 * body : 6 * body + 3] = normals[own]
        moment = np.cross(centers[own] - center, normals[own])
        result[own, 6 * body + 3 : 6 * body + 6] = moment
    if len(model.mode_shapes):
        modes = slice(6 * len(model.centers_of_mass), None)
        result[:, modes] = np.einsum("rpk,pk->pr", model.mode_shapes, normals)
    return result


def _scattering_conditions(model: PanelModel, wave: IncidentWave, mesh: Any) -> ComplexArray:
    """Right-hand sides of the conditions for the scattered waves: [panels, m]."""
    right = np.zeros((mesh.nb_faces, len(model.wave_directions)), dtype=complex)
    hull = slice(0, model.hull_count)
    right[hull] = -wave.normal_velocity(mesh.faces_centers[hull], mesh.faces_normals[hull])
    if len(model.damping):
        lid = slice(mesh.nb_faces - len(model.damping), None)
        on_lid = wave.potential(mesh.faces_centers[lid])
        right[lid] = -1j * model.damping[:, None] * wave.omega**2 / model.gravity * on_lid
    return right


def _solve_sources(
    model: PanelModel, mesh: Any, k: float, right: ComplexArray
) -> tuple[ComplexArray, ComplexArray]:
    """Sources and potentials on all panels for every right-hand side: [panels, columns]."""
    try:
        S, K = influence(mesh, mesh, model.water_depth, k)
        if len(model.damping) and np.isfinite(k):
            lid = slice(mesh.nb_faces - len(model.damping), None)
            deep = k * np.tanh(k * model.water_depth)  # omega^2 / g
            K[lid] += (deep * (1.0 + 1j * model.damping))[:, None] * S[lid]
        with np.errstate(all="raise", under="ignore"):
            sources = scipy.linalg.solve(K, right, overwrite_a=True)
    except Exception as error:
        raise FrequencyError(f"the panels' equations cannot be solved: {error}") from error
    return sources, S @ sources
