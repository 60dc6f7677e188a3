"""The linear equations of a model or session, as a server computes them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from raftup._generated.finding_pb2 import Finding
from raftup.base.arrays import BooleanArray, ComplexArray, FloatArray, IntegerArray


@dataclass(frozen=True)
class LinearBody:
    """Where a body stands in the mean.

    Attributes:
        name: of the body.
        center_of_mass: [3] m, world.
        orientation: [4] quaternion w x y z, body to world.
        position: [3] m, world: of the origin of its model frame.
        heading: of its x axis seen from above [rad].
        rest_heading: that of its dof axes [rad].
        displacement: [6] m, rad: its output `displacement`.
        mean_drift_force: [6] N, N m: of the model's sea, at the centre of mass, dof axes.
        unbalanced_force: [6] N, N m: of all loads and joints, at the centre of mass, world axes;
            0 in the dofs in which it balances.
    """

    name: str
    center_of_mass: FloatArray
    orientation: FloatArray
    position: FloatArray
    heading: float
    rest_heading: float
    displacement: FloatArray
    mean_drift_force: FloatArray
    unbalanced_force: FloatArray


@dataclass(frozen=True)
class ExcitedBody:
    """A body that the waves move.

    Attributes:
        name: of the body.
        wave_direction: rad, world: the filed directions, turned with the body's heading.
        covers_circle: else waves from beyond the first and the last have no data.
    """

    name: str
    wave_direction: FloatArray
    covers_circle: bool


@dataclass(frozen=True)
class LinearMode:
    """One undamped natural mode: period and shape.

    Attributes:
        omega: rad/s.
        shape: [6N] m and rad, dof axes, its largest entry 1.
        modal_mass: x^T (M + A(omega)) x.
        modal_damping: x^T (B(omega) + D) x.
    """

    omega: float
    shape: FloatArray
    modal_mass: float
    modal_damping: float


@dataclass(frozen=True)
class OutputDerivative:
    """y = value + by_displacement x + by_velocity dx/dt + by_acceleration d2x/dt2.

    Attributes:
        name: of the output.
        unit: of it.
        value: [size] in the mean.
        by_displacement: [size, 6N].
        by_velocity: [size, 6N].
        by_acceleration: [size, 6N].
    """

    name: str
    unit: str
    value: FloatArray
    by_displacement: FloatArray
    by_velocity: FloatArray
    by_acceleration: FloatArray


@dataclass(frozen=True)
class Drawing:
    """Points and lines by which a load or a hull is drawn.

    Attributes:
        kind: line, wetted_mesh, open_water or four_quadrants.
        subject: name of the load, or of the body whose hull it is.
        columns: numbers by name, of one length: see DrawingKind of the service.
    """

    kind: str
    subject: str
    columns: Mapping[str, FloatArray]


@dataclass(frozen=True)
class SeaSpectrum:
    """A stationary sea on a grid.

    Attributes:
        direction_index: [d] which of the grid's directions.
        density: [d, n] m2 s/rad: of the elevation, a direction's share each.
        variance_outside: m2, of the spectra beyond the grid.
        harmonic_omega: [h] rad/s of regular waves and components.
        harmonic_amplitude: [h] m.
        harmonic_direction: [h] rad.
        harmonic_phase: [h] rad: eta = amplitude cos(omega t - k (x cos b + y sin b) + phase).
    """

    direction_index: IntegerArray
    density: FloatArray
    variance_outside: float
    harmonic_omega: FloatArray
    harmonic_amplitude: FloatArray
    harmonic_direction: FloatArray
    harmonic_phase: FloatArray


@dataclass(frozen=True)
class LinearGrid:
    """The water at the waves of one grid.

    Attributes:
        omega: [n] rad/s.
        wave_direction: [m] rad, where the waves go in the world; [n] where paired.
        paired: wave k has omega[k] and wave_direction[k]; m is 1 below.
        added_mass: A [n, 6N, 6N] kg, kg m, kg m2.
        radiation_damping: B [n, 6N, 6N] N s/m, N s, N m s.
        excitation: X [n, 6N, m] N/m, N per metre of amplitude, the wave's phase taken at the world
            origin; 0 where the wave is not carried.
        carried: [n, m] whether every body that the waves move has data for this wave.
        wavenumber: [n, m] rad/m, on the current; 0 where that stops the wave.
        gust_force: G [n, 6N] N, N m, each per root of rad/s: motions x = H G have the one-sided
            densities |x|^2 in the gusts of the wind; 0 without any.
        seas: that of the model and those of the request; empty where they were not asked for.
    """

    omega: FloatArray
    wave_direction: FloatArray
    paired: bool
    added_mass: FloatArray
    radiation_damping: FloatArray
    excitation: ComplexArray
    carried: BooleanArray
    wavenumber: FloatArray
    gust_force: FloatArray
    seas: tuple[SeaSpectrum, ...]


@dataclass(frozen=True)
class Linearisation:
    """[-omega^2 (M + A) + i omega (B + D) + C] x = X about a mean position.

    6N dofs, body after body: the displacement of the centre of mass [m] and a small turn [rad], in
    the axes of each body's heading at rest. Matrices: rows = influenced dofs.

    Attributes:
        bodies: in the order of the dofs.
        reactions: [6] N, N m, world, on body 1 of each joint; of an equilibrium alone.
        tensions: N, of each line.
        findings: what the equations leave out, then what is not as it should be.
        omega_range: first and last frequency that every database holds [rad/s]; None without any.
        excited: bodies that the waves move.
        has_current: whether there is a current.
        mass: M [6N, 6N] kg, kg m, kg m2, without the water.
        restoring: C [6N, 6N] N/m, N, N m.
        linear_damping: D [6N, 6N] N s/m, N s, N m s.
        quadratic_damping: Q [6N, 6N] of the drag `-Q |nu| nu`, component by component.
        mean_water_velocity: [6N] m/s, rad/s: nu = this + W dx/dt + S x.
        water_velocity_by_velocity: W [6N, 6N].
        water_velocity_by_displacement: S [6N, 6N] 1/s.
        radiation_turning: T [6N, 6N] 1/s: (B + i omega (A - A_infinite)) T joins C.
        free_basis: [6N, k] orthonormal: motions that bodies and joints leave free.
        added_mass_infinite: A at infinite frequency [6N, 6N].
        modes: longest period first.
        outputs: by name.
        drawings: lines, wetted meshes and propellers in the mean position.
        grids: as asked for.
    """

    bodies: tuple[LinearBody, ...]
    reactions: Mapping[str, FloatArray]
    tensions: Mapping[str, float]
    findings: tuple[Finding, ...]
    omega_range: tuple[float, float] | None
    excited: tuple[ExcitedBody, ...]
    has_current: bool
    mass: FloatArray
    restoring: FloatArray
    linear_damping: FloatArray
    quadratic_damping: FloatArray
    mean_water_velocity: FloatArray
    water_velocity_by_velocity: FloatArray
    water_velocity_by_displacement: FloatArray
    radiation_turning: FloatArray
    free_basis: FloatArray
    added_mass_infinite: FloatArray
    modes: tuple[LinearMode, ...]
    outputs: Mapping[str, OutputDerivative]
    drawings: tuple[Drawing, ...]
    grids: tuple[LinearGrid, ...]

    @property
    def body_names(self) -> tuple[str, ...]:
        """Names of the bodies, in the order of the dofs."""
        return tuple(body.name for body in self.bodies)
