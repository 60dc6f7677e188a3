"""Tensions of lines, springs and winches, and motions of lines, as quantities of a response."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from raftup._generated import model_pb2
from raftup.base.arrays import ComplexArray, FloatArray
from raftup.frequency_domain.line_outputs import LineOutputs, OutputRows
from raftup.frequency_domain.readouts import Readout
from raftup.frequency_domain.waves import PlaneWaves
from raftup.remote.linearisation import Linearisation, OutputDerivative

_AT_ENDS = ("tension", "anchor_tension", "first_tension", "last_tension")
_AXES = ("x", "y", "z")


@dataclass(frozen=True, kw_only=True)
class OutputReadout(Readout):
    """Numbers of outputs of the linear equations.

    Attributes:
        rows: how they follow motions and waves.
        mean: [quantities] values in equilibrium.
    """

    rows: OutputRows
    mean: FloatArray

    def of(
        self, rao: ComplexArray, omega: FloatArray, waves: PlaneWaves | None = None
    ) -> ComplexArray:
        """Amplitudes as those of a Readout, with what lines feel of the waves themselves."""
        return self.rows.of(rao, omega, waves)


def tension_readouts(
    model: model_pb2.Model, linear: Linearisation, lines: LineOutputs
) -> list[Readout]:
    """Tensions at the ends of all loads; along lines, tensions and motions that the model lists.

    Args:
        model: model with the value of every default.
        linear: linear equations with derivatives of outputs.
        lines: outputs of lines with what their masses add.
    """
    found: list[Readout] = []
    ends = [
        output
        for load in model.loads
        for name in _AT_ENDS
        if (output := linear.outputs.get(f"{load.name}.{name}")) is not None
        and output.unit == "N"
        and len(output.value) == 1
    ]
    if ends:
        names = tuple(output.name for output in ends)
        text = "tension at an end, from its mean"
        found.append(_readout("tension_", {"tension": names}, ends, lines, text))
    along = _listed(model, linear, lines, "tensions")
    if along:
        elements = {"line_element": _numbered(along, 1)}
        text = "tension of an element of a line, from its mean"
        found.append(_readout("element_tension_", elements, along, lines, text))
    shapes = _listed(model, linear, lines, "shape")
    if shapes:
        nodes = {"line_node": _numbered(shapes, len(_AXES)), "xyz": _AXES}
        text = "motion of a node of a line from its mean, world axes"
        found.append(_readout("node_motion_", nodes, shapes, lines, text))
    return found


def _listed(
    model: model_pb2.Model, linear: Linearisation, lines: LineOutputs, output: str
) -> list[OutputDerivative]:
    """Outputs of this name of lines that the model lists, in the order of the loads."""
    names = [f"{load.name}.{output}" for load in model.loads]
    return [
        linear.outputs[name] for name in names if name in lines.places and name in model.outputs
    ]


def _numbered(outputs: Sequence[OutputDerivative], axes: int) -> tuple[str, ...]:
    return tuple(
        f"{output.name}[{index}]"
        for output in outputs
        for index in range(len(output.value) // axes)
    )


def _readout(
    prefix: str,
    dimensions: Mapping[str, tuple[str, ...]],
    outputs: Sequence[OutputDerivative],
    lines: LineOutputs,
    description: str,
) -> OutputReadout:
    rows = OutputRows.of_outputs(outputs, lines)
    return OutputReadout(
        prefix,
        tuple(dimensions),
        tuple(dimensions.values()),
        rows.by_displacement,
        0,
        outputs[0].unit,
        description,
        rows=rows,
        mean=np.concatenate([output.value for output in outputs]),
    )
