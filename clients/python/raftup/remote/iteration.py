"""How the steps of a session and its participants find to each other."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol

import numpy.typing as npt

from raftup._generated import session_pb2
from raftup.remote.rows import Rows

ITERATION_METHODS = {
    "controller": session_pb2.ITERATION_METHOD_CONTROLLER,
    "constant": session_pb2.ITERATION_METHOD_CONSTANT,
    "aitken": session_pb2.ITERATION_METHOD_AITKEN,
    "iqn_ils": session_pb2.ITERATION_METHOD_IQN_ILS,
}


class Partner(Protocol):
    """A program that moves with a session and answers every try of a step, by Exchange.couple()."""

    def answer(self, rows: Rows) -> npt.ArrayLike:
        """The inputs for a step that would lead to `rows`, from the partner's own last state."""

    def accept(self) -> None:
        """The step is taken with the last answer: that is the partner's state from now on."""


@dataclass(frozen=True)
class Iteration:
    """How the steps of a session and its participants find to each other.

    Attributes:
        inputs: names of the inputs that are iterated, of participants declared as required.
        method: controller (by Exchange.try_steps), constant, aitken or iqn_ils.
        tolerance: of `|answers - values tried|`, relative to the largest answers of the step.
        max_iterations: tries of a step.
        relaxation: weight of the answers in the first correction of a step.
        accept_failure: takes a step that has not converged instead of discarding it.
    """

    inputs: Sequence[str]
    method: str = "aitken"
    tolerance: float = 1e-6
    max_iterations: int = 50
    relaxation: float = 0.5
    accept_failure: bool = False

    def to_message(self) -> session_pb2.Iteration:
        """As the server takes it."""
        return session_pb2.Iteration(
            input_variables=self.inputs,
            method=ITERATION_METHODS[self.method],
            tolerance=self.tolerance,
            max_iterations=self.max_iterations,
            relaxation=self.relaxation,
            failure=session_pb2.ITERATION_FAILURE_ACCEPT
            if self.accept_failure
            else session_pb2.ITERATION_FAILURE_DISCARD,
        )
