"""What a model has to read, before it is run."""

from __future__ import annotations

from dataclasses import dataclass

from raftup._generated.model_pb2 import Model
from raftup._generated.session_pb2 import Variable


@dataclass(frozen=True)
class ModelOutputs:
    """Every output of a model.

    Attributes:
        model: as it was given, without the server's defaults.
        variables: name, unit, frame, size and meaning of each, in the order of the server.
        recorded: names of those that a run records, wildcards replaced.
    """

    model: Model
    variables: tuple[Variable, ...]
    recorded: tuple[str, ...]

    @property
    def names(self) -> list[str]:
        """Names of all outputs."""
        return [variable.name for variable in self.variables]
