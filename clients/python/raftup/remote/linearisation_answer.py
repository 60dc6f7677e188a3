"""The answer of Linearize, which the server sends in several messages."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

import numpy as np

from raftup._generated import linearisation_pb2
from raftup._generated.linearisation_pb2 import LinearizeRequest, LinearizeResponse
from raftup._generated.session_pb2_grpc import SessionServiceStub
from raftup.base.arrays import ComplexArray, FloatArray
from raftup.remote.linearisation import (
    Drawing,
    ExcitedBody,
    LinearBody,
    LinearGrid,
    Linearisation,
    LinearMode,
    OutputDerivative,
    SeaSpectrum,
)
from raftup.remote.rpc import BUILD_TIMEOUT, rpc_errors


def linearisation_of(stub: SessionServiceStub, request: LinearizeRequest) -> Linearisation:
    """Sends a Linearize request and assembles the messages of the answer.

    Raises:
        RaftupError: as defined for SessionService.Linearize.
    """
    answer = _Answer()
    with rpc_errors():
        for part in stub.Linearize(request, timeout=BUILD_TIMEOUT):
            answer.append(part)
    return answer.finish()


@dataclass
class _Answer:
    """The parts received so far; tensors by the number of their grid (None = no grid) and kind."""

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
        """The array of a tensor, by the name of its kind."""
        key = _key(name, grid)
        return np.concatenate(self.values[key]).reshape(self.shapes[key])

    def _has(self, name: str, grid: int | None) -> bool:
        return _key(name, grid) in self.shapes

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
            self._complex("excitation", index),
            self.tensor("carried", index) > 0.0,
            self.tensor("wavenumber", index),
            self.tensor("gust_force", index),
            tuple(_sea(sea, len(waves.omega)) for sea in self.seas.get(index, ())),
            self._complex_or_none("given_motion", index),
            self._complex_or_none("line_impedance", index),
            self._complex_or_none("line_output_by_motion", index),
            self._complex_or_none("line_output_by_wave", index),
            self._complex_or_none("probe_diffraction", index),
            self._complex_or_none("probe_radiation", index),
        )

    def _complex_or_none(self, name: str, grid: int) -> ComplexArray | None:
        return self._complex(name, grid) if self._has(name, grid) else None

    def _complex(self, name: str, grid: int) -> ComplexArray:
        """The array of a tensor of a grid whose last axis has real and imaginary part."""
        return self.tensor(name, grid).view(np.complex128)[..., 0]


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


def _key(name: str, grid: int | None) -> tuple[int | None, int]:
    kind = linearisation_pb2.LinearTensorKind.Value(f"LINEAR_TENSOR_KIND_{name.upper()}")
    return grid, kind


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
        _array(body.unbalanced_force),
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
