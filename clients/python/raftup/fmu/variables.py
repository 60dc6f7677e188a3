"""The variables of a session in an FMU, with references, units and start values."""

from __future__ import annotations

import itertools
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Literal

from raftup._generated.session_pb2 import Causality, Variable
from raftup.base.errors import Violation
from raftup.remote.rows import NANOSECONDS
from raftup.remote.session import Session


@dataclass(frozen=True)
class FmuVariable:
    """A scalar or vector variable of an FMU.

    Attributes:
        name: name in the session.
        reference: value reference of its first component; those of the others follow.
        units: unit of each component.
        description: meaning in words.
        causality: causality, by its name in FMI.
        start: start value of an input; else None.
    """

    name: str
    reference: int
    units: tuple[str, ...]
    description: str
    causality: Literal["input", "output", "independent"]
    start: tuple[float, ...] | None = None

    @property
    def size(self) -> int:
        """Number of components of the variable."""
        return len(self.units)

    @property
    def components(self) -> list[str]:
        """Names of the components: `ship.position[1]` and so on; that of a scalar is its own."""
        if self.size == 1:
            return [self.name]
        return [f"{self.name}[{index + 1}]" for index in range(self.size)]


def fmu_variables(session: Session) -> list[FmuVariable]:
    """Variables of inputs, then of the outputs that the model records, in its order.

    References number the components of all inputs, then those of all outputs of the session; the
    library uses the same rule (clients/fmu/embedded_model.hpp).
    """
    known = _known(session)
    firsts = itertools.accumulate((variable.size for variable in known), initial=0)
    every = {
        variable.name: _variable(session, variable, first)
        for variable, first in zip(known, firsts, strict=False)
    }
    inputs = [variable.name for variable in known if _is_input(variable)]
    return [every[name] for name in (*inputs, *session.model.outputs)]


def time_variable(session: Session) -> FmuVariable:
    """The variable of the time, which every FMU of FMI 3 has; its reference is the last one."""
    known = _known(session)
    names, name = {variable.name for variable in known}, "time"
    while name in names:
        name += "_"
    reference = sum(variable.size for variable in known)
    return FmuVariable(name, reference, ("s",), "simulated time", "independent")


def violations(session: Session) -> Iterator[Violation]:
    """Violations for inputs that an FMU cannot have, since they need values of later times."""
    inputs = (variable for variable in session.variables() if _is_input(variable))
    for index, variable in enumerate(inputs):
        if variable.look_ahead_ns and not variable.written_by_model:
            rule = (
                f"must not need samples of later to be an input of an FMU, '{variable.name}' "
                f"needs them {variable.look_ahead_ns / NANOSECONDS:g} s ahead"
            )
            yield Violation(f"inputs[{index}]", rule)


def _known(session: Session) -> list[Variable]:
    """All variables except the inputs that the model writes itself."""
    return [each for each in session.variables() if not each.written_by_model]


def _is_input(variable: Variable) -> bool:
    return variable.causality == Causality.CAUSALITY_INPUT


def _variable(session: Session, variable: Variable, first: int) -> FmuVariable:
    start = None
    if _is_input(variable):
        start = tuple(float(value) for value in session.read([variable.name]).values[0])
    frame = f", {variable.frame}" if variable.frame else ""
    return FmuVariable(
        variable.name,
        first,
        _units(variable.unit, variable.size),
        f"{variable.description}{frame}",
        "output" if start is None else "input",
        start,
    )


def _units(unit: str, size: int) -> tuple[str, ...]:
    """Unit of each component; a shorter list of the model is repeated."""
    given: Sequence[str] = unit.split(",") if unit else ["1"]
    return tuple(given[i % len(given)] for i in range(size))
