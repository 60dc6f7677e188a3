"""Coupling of a session and its participants by iteration of each step."""

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
    """A program that is coupled to a session by iteration, with Exchange.couple()."""

    def answer(self, rows: Rows) -> npt.ArrayLike:
        """Computes new inputs from a tentative step, starting at the last accepted state.

        Args:
            rows: outputs at the end of the tentative step.

        Returns:
            [columns] values of the inputs to be tried or committed next.
        """

    def accept(self) -> None:
        """Makes the result of the last answer() the partner's state: its step is committed."""


@dataclass(frozen=True)
class Iteration:
    """Options of the iteration of each step between a session and its participants.

    Attributes:
        inputs: names of the iterated inputs, which must belong to participants declared as
            required.
        method: controller (the controller calls Exchange.try_steps), constant, aitken or iqn_ils.
        tolerance: largest `|answers - values tried|` of a converged step, relative to the largest
            answers of the step.
        max_iterations: largest number of tries of a step.
        relaxation: weight of the answers in the first correction of a step.
        accept_failure: commits a step that has not converged instead of discarding it.
    """

    inputs: Sequence[str]
    method: str = "aitken"
    tolerance: float = 1e-6
    max_iterations: int = 50
    relaxation: float = 0.5
    accept_failure: bool = False

    def to_message(self) -> session_pb2.Iteration:
        """The options as a message of the service."""
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
