"""The linear equations of a model or session, as a server computes them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field

import numpy as np

from raftup._generated import linearisation_pb2, model_pb2
from raftup._generated.finding_pb2 import Finding
from raftup._generated.linearisation_pb2 import LinearizeRequest, LinearizeResponse
from raftup._generated.session_pb2_grpc import SessionServiceStub
from raftup.base.arrays import BooleanArray, ComplexArray, FloatArray, IntegerArray
from raftup.base.errors import bad_field
from raftup.remote.rpc import BUILD_TIMEOUT, rpc_errors

OPERATING_POINTS = {
    "equilibrium": linearisation_pb2.OPERATING_POINT_EQUILIBRIUM,
    "rest": linearisation_pb2.OPERATING_POINT_REST,
    "present": linearisation_pb2.OPERATING_POINT_PRESENT,
}

RADIATION_SOURCES = {
    "memory_data": linearisation_pb2.RADIATION_SOURCE_MEMORY_DATA,
    "file": linearisation_pb2.RADIATION_SOURCE_FILE,
    "memory": linearisation_pb2.RADIATION_SOURCE_MEMORY,
}


@dataclass(frozen=True)
class WaveGrid:
    """Frequencies and directions at which the water's part is wanted.

    Attributes:
        omega: rad/s, > 0; empty = `omega_count` of them, or those of `sea_harmonics`.
        omega_count: so many over the frequencies that every database holds, ends included; over
            0.1 to 2.5 rad/s without a database.
        geometric: those have equal ratios, not equal steps.
        wave_direction: rad, where the waves go in the world.
        default_directions: every 10 deg, or those of the first database that does not cover the
            circle; `wave_direction` must be empty.
        sea_directions: the directions of every sea's spectra too, and the spectra.
        sea_harmonics: one wave for every harmonic of the seas; nothing else may be given.
        paired: wave k has omega[k] and wave_direction[k].
    """

    omega: Sequence[float] | FloatArray = ()
    omega_count: int = 0
    geometric: bool = False
    wave_direction: Sequence[float] | FloatArray = ()
    default_directions: bool = False
    sea_directions: bool = False
    sea_harmonics: bool = False
    paired: bool = False

    def to_message(self) -> linearisation_pb2.WaveGrid:
        """As the server takes it."""
        return linearisation_pb2.WaveGrid(
            omega=self.omega,
            omega_count=self.omega_count,
            geometric=self.geometric,
            wave_direction=self.wave_direction,
            default_directions=self.default_directions,
            sea_directions=self.sea_directions,
            sea_harmonics=self.sea_harmonics,
            paired=self.paired,
        )


@dataclass(frozen=True)
class LinearizeOptions:
    """What is wanted of the linear equations.

    Attributes:
        operating_point: equilibrium (static, found first), rest (where displacements are measured
            from) or present (as the bodies stand and move).
        radiation: where A and B of the water are from: memory (that which a simulation runs
            with), file (the database as it stands) or memory_data (B, and A as it follows from B).
        grids: where A, B and X are wanted.
        seas: beside that of the model, which is number 0.
        modes: undamped modes too.
        outputs: derivatives of outputs too.
        drawings: what lines, wetted meshes and propellers are drawn by, too.
    """

    operating_point: str = "equilibrium"
    radiation: str = "memory"
    grids: Sequence[WaveGrid] = ()
    seas: Sequence[model_pb2.Sea] = ()
    modes: bool = False
    outputs: bool = False
    drawings: bool = False

    def __post_init__(self) -> None:
        for name, known in (
            ("operating_point", OPERATING_POINTS),
            ("radiation", RADIATION_SOURCES),
        ):
            value = getattr(self, name)
            if value not in known:
                raise bad_field(name, f"must be one of {', '.join(known)}, is {value!r}")

    def to_message(self) -> LinearizeRequest:
        """The request without its subject."""
        return LinearizeRequest(
            operating_point=OPERATING_POINTS[self.operating_point],
            radiation=RADIATION_SOURCES[self.radiation],
            grids=[grid.to_message() for grid in self.grids],
            seas=self.seas,
            modes=self.modes,
            outputs=self.outputs,
            drawings=self.drawings,
        )


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
    """

    name: str
    center_of_mass: FloatArray
    orientation: FloatArray
    position: FloatArray
    heading: float
    rest_heading: float
    displacement: FloatArray
    mean_drift_force: FloatArray


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
    """One undamped mode.

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
    """What a load or a hull is drawn by.

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
        quadratic_damping: Q [6N, 6N] of the drag -Q |nu| nu, component by component.
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
        """In the order of the dofs."""
        return tuple(body.name for body in self.bodies)


def linearisation_of(stub: SessionServiceStub, request: LinearizeRequest) -> Linearisation:
    """What a server answers to a request, put together.

    Raises:
        RaftupError: as SessionService.Linearize says.
    """
    answer = _Answer()
    with rpc_errors():
        for part in stub.Linearize(request, timeout=BUILD_TIMEOUT):
            answer.append(part)
    return answer.finish()


@dataclass
class _Answer:
    """The parts that came so far; numbers by grid (None = without one) and kind."""

    head: linearisation_pb2.LinearModel = field(default_factory=linearisation_pb2.LinearModel)
    modes: list[LinearMode] = field(default_factory=list)
    outputs: list[linearisation_pb2.OutputDerivative] = field(default_factory=list)
    drawings: list[list[linearisation_pb2.Drawing]] = field(default_factory=list)
    grids: list[linearisation_pb2.LinearGrid] = field(default_factory=list)
    seas: dict[int, list[linearisation_pb2.SeaSpectrum]] = field(default_factory=dict)
    shapes: dict[tuple[int | None, int], tuple[int, ...]] = field(default_factory=dict)
    values: dict[tuple[int | None, int], list[FloatArray]] = field(default_factory=dict)

    def append(self, part: LinearizeResponse) -> None:
        kind = part.WhichOneof("part")
        if kind == "linear_model":
            self.head = part.linear_model
        elif kind == "tensor":
            self._append_tensor(part.tensor)
        elif kind == "mode":
            self.modes.append(_mode(part.mode))
        elif kind == "output":
            self.outputs.append(part.output)
        elif kind == "drawing":
            if part.drawing.columns:
                self.drawings.append([])
            self.drawings[-1].append(part.drawing)
        elif kind == "grid":
            self.grids.append(part.grid)
        elif kind == "sea":
            self.seas.setdefault(part.sea.grid, []).append(part.sea)

    def _append_tensor(self, tensor: linearisation_pb2.LinearTensor) -> None:
        key = (len(self.grids) - 1 if self.grids else None, tensor.kind)
        if key not in self.shapes:
            self.shapes[key] = tuple(tensor.shape)
        self.values.setdefault(key, []).append(_array(tensor.values))

    def tensor(self, name: str, grid: int | None = None) -> FloatArray:
        """Of a kind by its name."""
        key = (grid, linearisation_pb2.LinearTensorKind.Value(f"LINEAR_TENSOR_KIND_{name.upper()}"))
        return np.concatenate(self.values[key]).reshape(self.shapes[key])

    def finish(self) -> Linearisation:
        head = self.head
        size = 6 * len(head.bodies)
        low_high = tuple(head.omega_range)
        return Linearisation(
            bodies=tuple(map(_body, head.bodies)),
            reactions={each.joint: _array(each.force) for each in head.reactions},
            tensions={line.load: line.tension for line in head.lines},
            findings=tuple(head.findings),
            omega_range=(low_high[0], low_high[1]) if low_high else None,
            excited=tuple(
                ExcitedBody(each.body, _array(each.wave_direction), each.covers_circle)
                for each in head.excited
            ),
            has_current=head.has_current,
            modes=tuple(self.modes),
            outputs={each.name: _output(each, size) for each in self.outputs},
            drawings=tuple(map(_drawing, self.drawings)),
            grids=tuple(map(self._grid, range(len(self.grids)))),
            **{name: self.tensor(name) for name in _TENSORS},
        )

    def _grid(self, index: int) -> LinearGrid:
        waves = self.grids[index]
        return LinearGrid(
            _array(waves.omega),
            _array(waves.wave_direction),
            waves.paired,
            self.tensor("added_mass", index),
            self.tensor("radiation_damping", index),
            self.tensor("excitation", index).view(np.complex128)[..., 0],
            self.tensor("carried", index) > 0.0,
            self.tensor("wavenumber", index),
            self.tensor("gust_force", index),
            tuple(_sea(sea, len(waves.omega)) for sea in self.seas.get(index, ())),
        )


_TENSORS = (
    "mass",
    "restoring",
    "linear_damping",
    "quadratic_damping",
    "mean_water_velocity",
    "water_velocity_by_velocity",
    "water_velocity_by_displacement",
    "radiation_turning",
    "free_basis",
    "added_mass_infinite",
)


def _array(values: Iterable[float]) -> FloatArray:
    return np.array(values, dtype=float)


def _body(body: linearisation_pb2.LinearBody) -> LinearBody:
    return LinearBody(
        body.name,
        _array(body.center_of_mass),
        _array(body.orientation),
        _array(body.position),
        body.heading,
        body.rest_heading,
        _array(body.displacement),
        _array(body.mean_drift_force),
    )


def _mode(mode: linearisation_pb2.LinearMode) -> LinearMode:
    return LinearMode(mode.omega, _array(mode.shape), mode.modal_mass, mode.modal_damping)


def _output(output: linearisation_pb2.OutputDerivative, size: int) -> OutputDerivative:
    shape = (len(output.value), size)

    def derivative(values: Sequence[float]) -> FloatArray:
        return _array(values).reshape(shape) if values else np.zeros(shape)

    return OutputDerivative(
        output.name,
        output.unit,
        _array(output.value),
        derivative(output.by_displacement),
        derivative(output.by_velocity),
        derivative(output.by_acceleration),
    )


def _drawing(parts: Sequence[linearisation_pb2.Drawing]) -> Drawing:
    first = parts[0]
    kind = linearisation_pb2.DrawingKind.Name(first.kind).removeprefix("DRAWING_KIND_").lower()
    rows = np.concatenate([_array(part.values) for part in parts]).reshape(-1, len(first.columns))
    names = (column.name for column in first.columns)
    return Drawing(kind, first.subject, dict(zip(names, rows.T, strict=True)))


def _sea(sea: linearisation_pb2.SeaSpectrum, frequencies: int) -> SeaSpectrum:
    return SeaSpectrum(
        np.array(sea.direction_index, dtype=np.int64),
        _array(sea.density).reshape(len(sea.direction_index), frequencies),
        sea.variance_outside,
        _array(sea.harmonic_omega),
        _array(sea.harmonic_amplitude),
        _array(sea.harmonic_direction),
        _array(sea.harmonic_phase),
    )
