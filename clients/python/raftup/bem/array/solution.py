"""Radiation and diffraction of an array of hulls at one frequency."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from functools import cached_property

import numpy as np

from raftup.base.arrays import ComplexArray, FloatArray
from raftup.bem.array.energy import energy_error
from raftup.bem.array.equations import ArrayEquations, ArrayWaves, Placement
from raftup.bem.array.far_field import FarWaves
from raftup.bem.array.hull import ArrayHull, Cylinders
from raftup.bem.array.operators import HullOperators, hull_operators
from raftup.bem.drift import even_angles
from raftup.bem.mesh import placed_points
from raftup.bem.potential import FrequencyError, FrequencyResult, IncidentWave, PanelModel
from raftup.frequency_domain.waves import wavenumber

_SENT = 60  # sources of a hull that others see, at most where gaps are as wide as hulls
_PLANE_WAVES = 16  # directions, with 4 more per wave number times radius: a hull resolves fewer
_QUIET = 1e-6  # of the largest damping of its kind: below it the ratio is that of two roundings
_SCALES = (0.5, 2.0)  # of excitation: pressure and far field differ by more only where both fail


@dataclass(frozen=True)
class ArrayModel(PanelModel):
    """The boundary value problem of an array, with what repeats in it.

    Attributes:
        kinds: the different hulls, each in the frame of its mesh.
        placement: hull and place of each body.
        tolerance: error of the fields between the hulls, relative to the largest.
    """

    kinds: tuple[ArrayHull, ...] = ()
    placement: Placement = field(default_factory=Placement)
    tolerance: float = 5e-4

    @property
    def matrix_size(self) -> int:
        """Number of unknowns that are solved together: those of a hull, or the sent waves."""
        panels = max(hull.mesh.panel_count for hull in self.kinds)
        return max(panels, min(panels, _SENT) * len(self.placement.kind))

    @property
    def method_arrays(self) -> tuple[FloatArray, ...]:
        """What else results depend on, for digests."""
        kinds = np.array(self.placement.kind, dtype=float)
        own = (self.placement.positions, self.placement.headings, np.array([self.tolerance]))
        return (kinds, *own)

    @cached_property
    def axes(self) -> FloatArray:
        """[N, 2] m, axes of the bodies' circumscribed cylinders."""
        return circumscribed(self.kinds, self.placement)

    @cached_property
    def cylinders(self) -> list[Cylinders]:
        """The cylinders around each kind of hull, inside of which no other hull reaches."""
        radii = np.array([self.kinds[kind].radius for kind in self.placement.kind])
        distance = np.linalg.norm(self.axes[:, None] - self.axes, axis=-1) - radii
        np.fill_diagonal(distance, np.inf)
        draught = max(hull.draught for hull in self.kinds)
        kind_of = np.array(self.placement.kind)
        return [
            Cylinders.around(hull, float(distance[kind_of == k].min()), draught, self.water_depth)
            for k, hull in enumerate(self.kinds)
        ]

    @cached_property
    def turns(self) -> FloatArray:
        """Matrices [N, 6, 6] from each body's own axes to those of the database."""
        result = np.zeros((len(self.placement.headings), 6, 6))
        c, s = np.cos(self.placement.headings), np.sin(self.placement.headings)
        for first in (0, 3):
            result[:, first, first] = result[:, first + 1, first + 1] = c
            result[:, first + 1, first] = s
            result[:, first, first + 1] = -s
            result[:, first + 2, first + 2] = 1.0
        return result


def circumscribed(kinds: tuple[ArrayHull, ...], placement: Placement) -> FloatArray:
    """[N, 2] m, axes of the circumscribed cylinders of all bodies."""
    return np.array(
        [
            placed_points(np.array([*kinds[kind].axis, 0.0]), np.array([*at, 0.0]), heading)[:2]
            for kind, at, heading in zip(
                placement.kind, placement.positions, placement.headings, strict=True
            )
        ]
    )


def solve_array_frequency(model: ArrayModel, omega: float) -> FrequencyResult:
    """Computes added mass, damping and wave forces of an array at one frequency.

    Added mass is the pressure's, made symmetric. Damping and excitation follow from the waves far
    away, scaled so that each hull alone has the damping of its pressure: damping is then
    semidefinite, and Haskind's relation holds. docs/hydro/arrays.md has the equations.

    Args:
        model: the problem.
        omega: rad/s, > 0, may be infinite.

    Raises:
        FrequencyError: if equations are singular or the Green function cannot be computed.
    """
    try:
        solution = ArrayFrequency(model, omega)
    except Exception as error:
        raise FrequencyError(f"the array's equations cannot be solved: {error}") from error
    added_mass, damping = solution.by_pressure
    added_mass = 0.5 * (added_mass + added_mass.T)  # to the error of the panels it is
    if np.isinf(omega):
        none = np.zeros((0, model.dof_count), dtype=complex)
        return FrequencyResult(omega, added_mass, 0.0 * added_mass, none, none)
    excitation, incident = solution.excitation(model.wave_directions), solution.froude_krylov
    own = solution.damping
    return FrequencyResult(
        omega,
        added_mass,
        own,
        incident.conj(),
        (excitation - incident).conj(),
        energy_error=energy_error(damping, own),
    )


def operators_at(model: ArrayModel, omega: float, wavenumber: float) -> list[HullOperators]:
    """Operators of each kind of hull at a frequency [rad/s] and its wave number [1/m]."""
    return [
        hull_operators(
            hull,
            around.resolving(hull, wavenumber),
            _plane_waves(model, hull, omega, wavenumber),
            water_depth=model.water_depth,
            wavenumber=wavenumber,
            tolerance=model.tolerance,
        )
        for hull, around in zip(model.kinds, model.cylinders, strict=True)
    ]


def _plane_waves(
    model: ArrayModel, hull: ArrayHull, omega: float, wavenumber: float
) -> IncidentWave | None:
    """Waves of evenly spaced directions; None at infinite frequency."""
    if np.isinf(omega):
        return None
    count = _PLANE_WAVES + 4 * int(np.ceil(wavenumber * hull.radius))
    even = 2.0 * np.pi * np.arange(count) / count
    return IncidentWave(omega, wavenumber, replace(model, wave_directions=even))


class ArrayFrequency:
    """The solution of an array at one frequency, exp(-i omega t), in the axes of the database.

    Attributes:
        model: the problem.
        omega: rad/s, may be infinite.
        operators: operators of each kind of hull.
        equations: equations of all hulls together.
    """

    def __init__(self, model: ArrayModel, omega: float) -> None:
        self.model, self.omega = model, omega
        k = np.inf
        if np.isfinite(omega):
            k = float(wavenumber(np.array([omega]), model.water_depth, model.gravity)[0])
        self._wavenumber = k
        self.operators = operators_at(model, omega, k)
        self.equations = ArrayEquations(
            self.operators, model.placement, water_depth=model.water_depth, wavenumber=k
        )
        self._radiated = self.equations.radiated()

    @cached_property
    def by_pressure(self) -> tuple[FloatArray, FloatArray]:
        """Added mass and damping of the pressure on the hulls, [6N, 6N] each."""
        potential = self._pressed(self._radiated)
        for body, one in enumerate(self.equations.operators):
            own = slice(6 * body, 6 * body + 6)
            potential[own, own] += one.pressed_by_motion
        radiated = -self.model.water_density * self._turned(self._turned(potential).T).T
        if np.isinf(self.omega):
            return radiated.real, 0.0 * radiated.real
        return radiated.real, self.omega * radiated.imag

    @cached_property
    def damping(self) -> FloatArray:
        """Damping of the waves far away, [6N, 6N], scaled."""
        axes = self.model.axes
        reach = float(np.linalg.norm(axes - axes.mean(axis=0), axis=1).max())
        reach += max(hull.radius for hull in self.model.kinds)
        directions = even_angles(self._wavenumber, reach)
        return self._far.damping(self.excitation(directions))

    def excitation(self, directions: FloatArray) -> ComplexArray:
        """Excitation force by Haskind's relation, scaled: [m, 6N] per meter of amplitude.

        Args:
            directions: [m] rad, directions that the waves travel to.
        """
        place = self.model.placement
        result = np.zeros((len(directions), self.model.dof_count), dtype=complex)
        kernels: dict[tuple[int, float], tuple[ComplexArray, ComplexArray]] = {}
        for body, (one, at, heading) in enumerate(
            zip(self.equations.operators, place.positions, place.headings, strict=True)
        ):
            key = (place.kind[body], float(heading))
            if key not in kernels:
                per_source = self._far.excitation_per_source(one.hull, directions - heading)
                kernels[key] = per_source @ one.by_motion, per_source @ one.by_waves
            by_motion, by_waves = kernels[key]
            phases = self._far.phases(at[None], directions)
            result -= phases * (by_waves @ self._radiated.velocities[body])
            result[:, 6 * body : 6 * body + 6] += phases * by_motion
        scaled = result * np.concatenate([self.scales[kind] for kind in place.kind])
        return np.asarray(self._turned(scaled.T).T)

    @cached_property
    def froude_krylov(self) -> ComplexArray:
        """Force of the undisturbed waves, [m, 6N] per meter of amplitude."""
        parts = []
        for body, one in enumerate(self.equations.operators):
            hull = one.hull
            own = slice(0, hull.hull_count)
            pressed = hull.velocities[own].T * hull.panels.faces_areas[own]
            place = self.model.placement
            ground = np.array([*place.positions[body], 0.0])
            at = placed_points(hull.panels.faces_centers[own], ground, place.headings[body])
            parts.append(pressed @ self._incident.potential(at))
        force = -1j * self.omega * self.model.water_density
        return np.asarray(force * self._turned(np.concatenate(parts)).T)

    @cached_property
    def _incident(self) -> IncidentWave:
        return IncidentWave(self.omega, self._wavenumber, self.model)

    @cached_property
    def _far(self) -> FarWaves:
        model = self.model
        return FarWaves(
            self.omega, self._wavenumber, model.water_density, model.gravity, model.water_depth
        )

    @cached_property
    def scales(self) -> list[FloatArray]:
        """L_i of each kind of hull [6]: root of damping by pressure over damping of far waves."""
        return [self._scale_of(one) for one in self.operators]

    def _scale_of(self, one: HullOperators) -> FloatArray:
        far, density = self._far, self.model.water_density
        directions = even_angles(self._wavenumber, one.hull.radius)
        excitation = far.excitation_per_source(one.hull, directions) @ one.by_motion
        waves = np.diagonal(far.damping(excitation)).copy()
        pressure = -density * self.omega * np.diagonal(one.pressed_by_motion).imag
        sizes = np.array([1.0, 1.0, 1.0, *[one.hull.radius**2] * 3])
        loud = waves / sizes > _QUIET * (waves / sizes).max()
        ratio = np.divide(pressure, waves, out=np.ones(6), where=loud)
        scales: FloatArray = np.clip(np.sqrt(np.maximum(ratio, 0.0)), *_SCALES)
        return scales

    def _pressed(self, waves: ArrayWaves) -> ComplexArray:
        """Integrals of phi n_i [6N, columns] of the waves that the bodies meet and answer."""
        return np.concatenate(
            [
                one.pressed_directly @ potentials - one.pressed_by_waves @ velocities
                for one, velocities, potentials in zip(
                    self.equations.operators, waves.velocities, waves.potentials, strict=True
                )
            ]
        )

    def _turned(self, values: ComplexArray) -> ComplexArray:
        """Values [6N, columns] of the bodies' own axes in those of the database."""
        own = values.reshape(len(self.model.turns), 6, -1)
        return np.asarray((self.model.turns @ own).reshape(values.shape))
