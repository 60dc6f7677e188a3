"""Observations of xdyn's clients besides states: outputs of the model, and weights.

Source: xdyn's documentation of its interfaces, "requested_output", and its names of forces,
F<axis>(force, body, frame).
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from raftup.base.arrays import FloatArray
from raftup.base.errors import RaftupError
from raftup.base.rotations import rotation_matrix
from raftup.remote.rows import Rows

_FORCE = re.compile(r"F([xyz])\(\s*([^,()]+?)\s*,\s*([^,()]+?)\s*,\s*([^,()]+?)\s*\)")
_COMPONENT = re.compile(r"(.+)\[([1-9][0-9]*)\]")
_GRAVITY, _NED = "gravity", "NED"
_QUATERNION = slice(10, 14)  # of a row of states


@dataclass(frozen=True)
class Observations:
    """Outputs of a model that clients of xdyn can observe.

    Attributes:
        sizes: number of components of each output, by name.
        chosen: outputs that the model records, which are observed by default.
        body: name of the body.
        weight: weight of the body [N].
    """

    sizes: Mapping[str, int]
    chosen: Sequence[str]
    body: str
    weight: float

    def names(self, requested: Sequence[str] | None) -> list[str]:
        """Names of all requested components: `ship.position[2]`, with indices from 1.

        Args:
            requested: names of outputs, of their components or of a weight; None = the outputs that
                the model records.

        Raises:
            RaftupError: INVALID_ARGUMENT for an unknown name.
        """
        found: dict[str, None] = {}
        for name in self.chosen if requested is None else requested:
            size = self.sizes.get(name, 0)
            if size > 1:
                found |= dict.fromkeys(f"{name}[{index + 1}]" for index in range(size))
            elif size == 1 or self._component(name) or self._is_weight(name):
                found[name] = None
            else:
                raise RaftupError(
                    f"requested_output must name outputs of the model (raftup outputs), such as "
                    f"{next(iter(self.sizes))}, or the weight, Fz(gravity,{self.body},{_NED}); is "
                    f"{name!r}",
                    code="INVALID_ARGUMENT",
                )
        return list(found)

    def outputs(self, names: Sequence[str]) -> list[str]:
        """Names of the outputs of components, each once."""
        found = [self._output(name)[0] for name in names if not self._is_weight(name)]
        return list(dict.fromkeys(found))

    def values(
        self, names: Sequence[str], rows: Rows, states: FloatArray
    ) -> dict[str, list[float]]:
        """Values of components at every step.

        Args:
            names: names from names().
            rows: rows of outputs(names).
            states: [steps, 17] with the columns STATES and ANGLES.
        """
        found = {}
        for name in names:
            if self._is_weight(name):
                found[name] = self._weight(name, states)
            else:
                output, component = self._output(name)
                found[name] = rows[output][:, component].tolist()
        return found

    def _output(self, name: str) -> tuple[str, int]:
        return (name, 0) if name in self.sizes else self._component(name) or (name, 0)

    def _component(self, name: str) -> tuple[str, int] | None:
        match = _COMPONENT.fullmatch(name)
        if match is None or int(match[2]) > self.sizes.get(match[1], 0):
            return None
        return match[1], int(match[2]) - 1

    def _is_weight(self, name: str) -> bool:
        match = _FORCE.fullmatch(name)
        return match is not None and (
            match[2] == _GRAVITY and match[3] == self.body and match[4] in (self.body, _NED)
        )

    def _weight(self, name: str, states: FloatArray) -> list[float]:
        """Component of the weight along an axis of NED, whose z is down, or of the body."""
        match = _FORCE.fullmatch(name)
        assert match is not None
        axis = "xyz".index(match[1])
        if match[4] == _NED:
            return [self.weight if axis == 2 else 0.0] * len(states)
        down = np.array([0.0, 0.0, self.weight])
        turns = [rotation_matrix(row / np.linalg.norm(row)) for row in states[:, _QUATERNION]]
        return [float((turn.T @ down)[axis]) for turn in turns]
