"""The linear equations of a model or session, as computed by a server."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from raftup._generated.finding_pb2 import Finding
from raftup.base.arrays import BooleanArray, ComplexArray, FloatArray, IntegerArray


@dataclass(frozen=True)
class LinearBody:
    """Mean position of a body, and the forces on the body there.

    Attributes:
        name: name of the body.
        center_of_mass: [3] m, world.
        orientation: [4] unit quaternion w x y z that rotates body axes to world axes.
        position: [3] m, world: origin of the model frame of the body.
        heading: rad, heading of the body's x axis seen from above.
        rest_heading: rad, heading at rest, which is that of the dof axes.
        displacement: [6] m, rad: output `displacement` of the body.
        mean_drift_force: [6] N, N m: mean second-order force of the model's sea at the center of
            mass, dof axes.
        unbalanced_force: [6] N, N m: sum of all loads and joints at the center of mass, world axes;
            0 in the dofs in which the body balances.
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
    """A body on which waves exert excitation forces.

    Attributes:
        name: name of the body.
        wave_direction: rad, world: wave directions of the database, rotated by the body's heading.
        covers_circle: whether these directions cover the circle; if not, there are no data for
            waves from beyond the first and the last one.
    """

    name: str
    wave_direction: FloatArray
    covers_circle: bool


@dataclass(frozen=True)
class LinearMode:
    """An undamped natural mode.

    Attributes:
        omega: natural frequency [rad/s].
        shape: [6N] m and rad, dof axes; scaled such that the largest entry is 1.
        modal_mass: x^T (M + A(omega)) x with the shape x.
        modal_damping: x^T (B(omega) + D) x with the shape x.
    """

    omega: float
    shape: FloatArray
    modal_mass: float
    modal_damping: float


@dataclass(frozen=True)
class OutputDerivative:
    """Derivatives of an output y by small displacements x of the dofs and their time derivatives.

    y = value + by_displacement x + by_velocity dx/dt + by_acceleration d2x/dt2.

    Attributes:
        name: name of the output.
        unit: unit of the output.
        value: [size] value in the mean position.
        by_displacement: [size, 6N] derivatives by x.
        by_velocity: [size, 6N] derivatives by dx/dt.
        by_acceleration: [size, 6N] derivatives by d2x/dt2.
    """

    name: str
    unit: str
    value: FloatArray
    by_displacement: FloatArray
    by_velocity: FloatArray
    by_acceleration: FloatArray


@dataclass(frozen=True)
class Drawing:
    """A table by which a load or a hull can be drawn.

    Attributes:
        kind: line, wetted_mesh, open_water or four_quadrants.
        subject: name of the load, or of the body of the hull.
        columns: columns of equal length by name; DrawingKind in linearisation.proto defines them.
    """

    kind: str
    subject: str
    columns: Mapping[str, FloatArray]


@dataclass(frozen=True)
class SeaSpectrum:
    """A stationary sea on a grid of wave frequencies and directions.

    Attributes:
        direction_index: [d] indices of the directions of the grid for which `density` is given.
        density: [d, n] m2 s/rad: spectral density of the elevation, divided among the directions.
        variance_outside: m2, variance of the spectra outside the grid.
        harmonic_omega: [h] rad/s, frequencies of regular waves and components.
        harmonic_amplitude: [h] m, amplitudes of these waves.
        harmonic_direction: [h] rad, directions b that these waves travel to.
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
    """The coefficients that depend on waves, at the frequencies and directions of one grid.

    Attributes:
        omega: [n] rad/s.
        wave_direction: [m] rad, directions that the waves travel to, in the world; [n] if paired.
        paired: whether wave k has omega[k] and wave_direction[k]; m is 1 in the arrays below then.
        added_mass: A [n, 6N, 6N] kg, kg m, kg m2.
        radiation_damping: B [n, 6N, 6N] N s/m, N s, N m s.
        excitation: X [n, 6N, m] N/m, N: complex force per meter of wave amplitude, with the phase
            of the wave at the world origin; 0 for waves that are not carried.
        carried: [n, m] whether there are data of this wave for every body that waves excite.
        wavenumber: [n, m] rad/m, wave number on the current; 0 if the current stops the wave.
        gust_force: G [n, 6N] N, N m, each per root of rad/s: force of the gusts of the wind.
            Motions x = H G with the transfer function H have the one-sided spectral densities
            |x|^2; 0 without gusts.
        seas: spectra of the model's sea and of those of the request; empty unless requested.
        given_motion: [n, 6N, m] m, rad per meter of wave amplitude: motions that displacement RAOs
            give to kinematic bodies and that joints then demand of others, with the phase of the
            wave at the world origin; None without such bodies.
        line_impedance: Z [n, 6N, 6N] N/m, N, N m: what the inertia and damping of lines add to the
            matrix of the equations; None without lines.
        line_output_by_motion: [n, p, 6N] units of the outputs per m and rad: what the inertia and
            damping of lines add to the derivatives by displacement of the p numbers of
            `line_outputs` of the request; None without them.
        line_output_by_wave: [n, p, m] units of the outputs per m: these numbers per meter of wave
            amplitude while all bodies are held, with the phase of the wave at the world origin.
        probe_diffraction: [n, P, m] m/m: waves that the bodies at rest diffract, at the P probes of
            the model, per meter of wave amplitude; 0 at probes that are not disturbed. None
            without disturbed probes.
        probe_radiation: [n, P, 6N] m/(m/s), m/(rad/s): waves that the moving bodies radiate, at the
            probes, per velocity of the dofs; None without disturbed probes.
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
    given_motion: ComplexArray | None = None
    line_impedance: ComplexArray | None = None
    line_output_by_motion: ComplexArray | None = None
    line_output_by_wave: ComplexArray | None = None
    probe_diffraction: ComplexArray | None = None
    probe_radiation: ComplexArray | None = None


@dataclass(frozen=True)
class Linearisation:
    """Linear equations [-omega^2 (M + A) + i omega (B + D) + C + Z] x = X about a mean position.

    Z(omega) is that of lines, and 0 in models without the load `line`.

    N bodies have 6N dofs x, body after body: the displacement of the center of mass [m] and a small
    rotation [rad], both in the axes of the heading that the body has at rest (dof axes). Rows of
    matrices are influenced dofs.

    Attributes:
        bodies: mean positions of the bodies, in the order of the dofs.
        reactions: [6] N, N m, world: force and torque of each joint on its body 1; only for an
            equilibrium.
        tensions: N, tension of each line.
        findings: first what the equations leave out, then faults of the mean position.
        omega_range: first and last frequency [rad/s] of the range that every database holds; None
            without databases.
        excited: bodies on which waves exert excitation forces.
        has_current: whether the model has a current.
        mass: M [6N, 6N] kg, kg m, kg m2, without added mass.
        restoring: C [6N, 6N] N/m, N, N m.
        linear_damping: D [6N, 6N] N s/m, N s, N m s, without radiation damping.
        quadratic_damping: Q [6N, 6N] of the drag `-Q |nu| nu`, component by component, where nu is
            the velocity through the water.
        mean_water_velocity: [6N] m/s, rad/s: constant part of nu = mean_water_velocity + W dx/dt +
            S x.
        water_velocity_by_velocity: W [6N, 6N] in nu.
        water_velocity_by_displacement: S [6N, 6N] 1/s in nu.
        radiation_turning: T [6N, 6N] 1/s: (B + i omega (A - A_infinite)) T must be added to C.
        free_basis: [6N, k] orthonormal columns that span the motions left free by bodies and
            joints.
        added_mass_infinite: A at infinite frequency [6N, 6N] kg, kg m, kg m2.
        modes: undamped natural modes, longest period first.
        outputs: derivatives of outputs, by name.
        drawings: tables to draw lines, wetted meshes and propellers in the mean position.
        grids: results on the grids of the request, in its order.
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
