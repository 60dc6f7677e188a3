"""Outputs of the linear equations, among them tensions of lines, by the motions and the waves."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from raftup._generated import model_pb2
from raftup.base.arrays import ComplexArray, FloatArray
from raftup.fatigue.detail import FatigueDetail
from raftup.frequency_domain.waves import PlaneWaves
from raftup.remote.linearisation import Linearisation, OutputDerivative

LINE_TENSIONS = ("tension", "anchor_tension")
"""Outputs of the load `line` at its ends, whose response is always computed."""

LINE_PROFILES = ("tensions", "shape")
"""Outputs along a `line`, whose response is computed where the model lists them."""


def wanted_line_outputs(model: model_pb2.Model, details: Sequence[FatigueDetail]) -> list[str]:
    """Names of the outputs of lines for which a response needs more than derivatives.

    Lines with eyes have none: in the linear equations they follow the bodies as in slow motions.

    Args:
        model: model with the value of every default.
        details: fatigue details, which may name outputs that the model does not list.
    """
    listed = {*model.outputs, *(detail.output for detail in details)}
    names = []
    for load in model.loads:
        if not load.HasField("line") or load.line.eyes:
            continue
        names += [f"{load.name}.{output}" for output in LINE_TENSIONS]
        names += [name for output in LINE_PROFILES if (name := f"{load.name}.{output}") in listed]
    return names


@dataclass(frozen=True)
class LineOutputs:
    """How outputs of lines follow motions at the frequencies of all grids, beyond slow motions.

    Attributes:
        places: place of the first number of each output among p, by its name.
        omega: [k] rad/s, ascending.
        by_motion: [k, p, 6N] units of the outputs per m and rad.
    """

    places: dict[str, int]
    omega: FloatArray
    by_motion: ComplexArray

    @staticmethod
    def of_grids(linear: Linearisation, names: Sequence[str]) -> LineOutputs:
        """Collects them from all grids of linear equations that were asked for these outputs."""
        places, first = {}, 0
        for name in names:
            places[name] = first
            first += len(linear.outputs[name].value)
        grids = [grid for grid in linear.grids if grid.line_output_by_motion is not None]
        if not grids:
            return LineOutputs(places, np.empty(0), np.empty((0, first, len(linear.mass)), complex))
        rows = np.concatenate([np.asarray(grid.line_output_by_motion) for grid in grids])
        omega, order = np.unique(np.concatenate([grid.omega for grid in grids]), return_index=True)
        return LineOutputs(places, omega, rows[order])

    def at(self, omega: FloatArray) -> ComplexArray:
        """Derivatives [n, p, 6N] at frequencies [n] rad/s, which are of one of the grids."""
        return np.asarray(self.by_motion[np.searchsorted(self.omega, omega)])


@dataclass(frozen=True)
class OutputRows:
    """Numbers of outputs, y = (D + L(omega) + i omega B - omega^2 A) x + W in small motions x.

    L and W are what the masses of lines add, and 0 for most outputs.

    Attributes:
        by_displacement: D [k, 6N].
        by_velocity: B [k, 6N].
        by_acceleration: A [k, 6N].
        lines: outputs of lines of the equations; None without.
        columns: [k] places of these numbers among those of lines, -1 for numbers of other outputs.
    """

    by_displacement: FloatArray
    by_velocity: FloatArray
    by_acceleration: FloatArray
    lines: LineOutputs | None
    columns: tuple[int, ...]

    @staticmethod
    def of_outputs(
        outputs: Sequence[OutputDerivative], lines: LineOutputs | None = None
    ) -> OutputRows:
        """All numbers of some outputs, one output after the other."""
        columns: list[int] = []
        for output in outputs:
            size = len(output.value)
            if lines is None or output.name not in lines.places:
                columns += [-1] * size
            else:
                first = lines.places[output.name]
                columns += range(first, first + size)
        return OutputRows(
            np.concatenate([output.by_displacement for output in outputs]),
            np.concatenate([output.by_velocity for output in outputs]),
            np.concatenate([output.by_acceleration for output in outputs]),
            lines,
            tuple(columns),
        )

    def component(self, index: int) -> OutputRows:
        """One of the numbers alone."""
        here = slice(index, index + 1)
        return OutputRows(
            self.by_displacement[here],
            self.by_velocity[here],
            self.by_acceleration[here],
            self.lines,
            self.columns[here],
        )

    def of(
        self, rao: ComplexArray, omega: FloatArray, waves: PlaneWaves | None = None
    ) -> ComplexArray:
        """Amplitudes [n, m, k] for motions [n, m, 6N] at omega [n], in waves if there are any."""
        rate = (1j * omega)[:, None, None]
        by_motion = self.by_displacement + rate * self.by_velocity + rate**2 * self.by_acceleration
        places = np.array(self.columns)
        of_lines = np.flatnonzero(places >= 0)
        if self.lines is not None and len(of_lines):
            by_motion[:, of_lines] += self.lines.at(omega)[:, places[of_lines]]
        values = rao @ np.swapaxes(by_motion, 1, 2)
        if waves is not None and waves.line_outputs is not None and len(of_lines):
            values[:, :, of_lines] += waves.line_outputs[:, :, places[of_lines]]
        return np.asarray(values)
