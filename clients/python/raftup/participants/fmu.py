"""FMUs of other tools as participants of a session: FMI 2.0 and 3.0, Co-Simulation.

Source: FMI 2.0.5 and FMI 3.0.2, Modelica Association (2024).
"""

from __future__ import annotations

import shutil
from pathlib import Path
from typing import Any

import fmpy
import numpy as np
from fmpy.fmi1 import FMICallException

from raftup.base.arrays import FloatArray
from raftup.base.closing import Closing
from raftup.base.errors import RaftupError, SpecificationError
from raftup.participants.fmu_map import FmuMap
from raftup.participants.fmu_programs import VERSIONS, fmu_program
from raftup.participants.fmu_variables import (
    connections,
    fmu_variables,
    parameter_values,
    violations_of,
)
from raftup.remote.rows import Columns, Rows
from raftup.remote.session import Session


class FmuParticipant(Closing):
    """An FMU that steps from row to row of a session; a Follower.

    During a step, the inputs of the FMU are the outputs of the session at the end of the step. The
    native code of an FMU runs in this process alone; if it crashes, the session waits for another
    process, as for any participant.

    Attributes:
        can_iterate: whether the FMU can return to the start of a step.
    """

    def __init__(self, file: Path, session: Session, how: FmuMap) -> None:
        """Unpacks the FMU and connects its variables.

        Args:
            file: path of the FMU.
            session: session in which it takes part.
            how: assignment of its variables to those of the session.

        Raises:
            SpecificationError: with every variable that does not exist and every unit that differs.
            RaftupError: INVALID_ARGUMENT if the file is not an FMU for Co-Simulation of FMI 2.0 or
                3.0, or has no program for this machine.
            OSError: if the file cannot be read.
        """
        description = _read_description(file)
        known = {variable.name: variable for variable in session.variables()}
        own = fmu_variables(description)
        violations = list(violations_of(how, own, known))
        if violations:
            raise SpecificationError(violations)
        self._own = own
        self._parameters = {
            name: parameter_values(own[name], value) for name, value in how.parameters.items()
        }
        self._fed = connections(how.inputs, own, known)
        self._read = connections(how.outputs, own, known)
        self.inputs = list(dict.fromkeys(link.session for link in how.outputs))
        self.outputs = list(dict.fromkeys(link.session for link in how.inputs)) or [
            session.model.outputs[0]
        ]
        self._columns = Columns.of(known[name] for name in self.inputs)
        self._values = {one.variable.name: one.variable.start.copy() for one in self._fed}
        self.can_iterate = bool(description.coSimulation.canGetAndSetFMUstate)
        self._folder = fmpy.extract(str(file))
        self._time = self._next_time = 0.0
        self._state: Any = None
        self._initialised = False
        try:
            self._fmu = fmu_program(description, self._folder)
        except Exception as error:  # what the loader of the system says is no type of FMPy's
            shutil.rmtree(self._folder)
            raise _refused(file, f"has no program that starts on this machine: {error}") from error

    def begin(self, rows: Rows) -> FloatArray:
        """Initializes the FMU with the present row; returns the session's inputs [columns]."""
        self._time = self._next_time = float(rows.time[-1])
        for name, value in self._parameters.items():
            self._fmu.set(self._own[name], value)
        self._fmu.begin(self._time)
        self._set_inputs(rows)
        self._fmu.initialised()
        self._initialised = True
        self._keep_state()
        return self._answer()

    def answer(self, rows: Rows) -> FloatArray:
        """Steps the FMU to the newest row; returns the session's inputs [columns]."""
        if self._next_time != self._time:  # tried before
            self._fmu.restore(self._state)
        self._next_time = float(rows.time[-1])
        self._set_inputs(rows)
        try:
            self._fmu.step(self._time, self._next_time - self._time)
        except FMICallException as error:
            raise RaftupError(
                f"the FMU's step from {self._time:g} s to {self._next_time:g} s failed: {error}",
                code="FAILED_PRECONDITION",
            ) from error
        return self._answer()

    def accept(self) -> None:
        """Keeps the state of the FMU after the last answer()."""
        self._time = self._next_time
        self._keep_state()

    def close(self) -> None:
        """Ends the FMU and deletes the unpacked files."""
        if self._state is not None:
            self._fmu.forget(self._state)
        self._fmu.end(self._initialised)
        shutil.rmtree(self._folder)

    def _keep_state(self) -> None:
        if self.can_iterate:
            if self._state is not None:
                self._fmu.forget(self._state)
            self._state = self._fmu.state()

    def _set_inputs(self, rows: Rows) -> None:
        """Sets the inputs of the FMU; elements that no link feeds keep their start values."""
        for link in self._fed:
            values = self._values[link.variable.name]
            values[list(link.elements)] = rows[link.session][-1][list(link.components)]
        for variable in dict.fromkeys(link.variable.name for link in self._fed):
            self._fmu.set(self._own[variable], self._values[variable])

    def _answer(self) -> FloatArray:
        """Values [columns] of the session's inputs from the outputs of the FMU."""
        values = np.zeros(self._columns.width)
        for link in self._read:
            first = self._columns.slices[link.session].start
            found = self._fmu.get(link.variable)
            values[first + np.array(link.components)] = found[list(link.elements)]
        return values


def _refused(file: Path, rule: str) -> RaftupError:
    return RaftupError(f"{file} {rule}", code="INVALID_ARGUMENT", reason="BAD_FIELD")


def _read_description(file: Path) -> Any:
    file.open("rb").close()
    try:
        description = fmpy.read_model_description(str(file))
    except Exception as error:  # of zip, XML or FMPy's own
        raise _refused(file, f"must be an FMU: {error}") from error
    if description.fmiVersion not in VERSIONS or description.coSimulation is None:
        kind = "Co-Simulation" if description.coSimulation else "another kind alone"
        rule = f"must be for Co-Simulation of FMI {' or '.join(VERSIONS)}"
        raise _refused(file, f"{rule}, is for FMI {description.fmiVersion}, {kind}")
    return description
