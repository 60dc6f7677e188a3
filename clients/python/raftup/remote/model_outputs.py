"""Outputs of a model before it is run."""

from __future__ import annotations

from dataclasses import dataclass

from raftup._generated.model_pb2 import Model
from raftup._generated.session_pb2 import Variable


@dataclass(frozen=True)
class ModelOutputs:
    """All outputs of a model.

    Attributes:
        model: the model as it was given, without the defaults of the server.
        variables: name, unit, frame, size and meaning of each output, in the order of the server.
        recorded: names of the outputs that a run records, with wildcards replaced.
    """

    model: Model
    variables: tuple[Variable, ...]
    recorded: tuple[str, ...]

    @property
    def names(self) -> list[str]:
        """Names of all outputs."""
        return [variable.name for variable in self.variables]
