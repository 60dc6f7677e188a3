"""FMUs of other tools as participants of a session: FMI 2.0, Co-Simulation.

Source: FMI 2.0.5, Modelica Association (2024).
"""

from __future__ import annotations

import shutil
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import fmpy
import numpy as np
from fmpy.fmi1 import FMICallException
from fmpy.fmi2 import FMU2Slave

from raftup._generated.session_pb2 import Variable
from raftup.base.arrays import FloatArray
from raftup.base.closing import Closing
from raftup.base.errors import RaftupError, SpecificationError, Violation
from raftup.participants.fmu_map import FmuMap, Link
from raftup.remote.rows import Columns, Rows
from raftup.remote.session import Session

Variables = Mapping[str, Variable]


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
            RaftupError: INVALID_ARGUMENT if the file is not an FMU for FMI 2.0 Co-Simulation, or
                has no program for this machine.
            OSError: if the file cannot be read.
        """
        description = _read_description(file)
        known = {variable.name: variable for variable in session.variables()}
        own = {variable.name: variable for variable in description.modelVariables}
        violations = list(_violations(how, own, known))
        if violations:
            raise SpecificationError(violations)
        self._map, self._variables = how, own
        self.inputs = list(dict.fromkeys(link.session for link in how.outputs))
        self.outputs = list(dict.fromkeys(link.session for link in how.inputs)) or [
            session.model.outputs[0]
        ]
        self._columns = Columns.of(known[name] for name in self.inputs)
        self.can_iterate = bool(description.coSimulation.canGetAndSetFMUstate)
        self._folder = fmpy.extract(str(file))
        self._time = self._next_time = 0.0
        self._state: Any = None
        self._initialised = False
        try:
            self._fmu = FMU2Slave(
                guid=description.guid,
                unzipDirectory=self._folder,
                modelIdentifier=description.coSimulation.modelIdentifier,
                instanceName=description.modelName,
            )
        except Exception as error:  # what the loader of the system says is no type of FMPy's
            shutil.rmtree(self._folder)
            raise _refused(file, f"has no program for this machine: {error}") from error
        self._fmu.instantiate()

    def begin(self, rows: Rows) -> FloatArray:
        """Initializes the FMU with the present row; returns the session's inputs [columns]."""
        self._time = self._next_time = float(rows.time[-1])
        self._set(self._map.parameters)
        self._fmu.setupExperiment(startTime=self._time)
        self._fmu.enterInitializationMode()
        self._set(dict(self._fed(rows)))
        self._fmu.exitInitializationMode()
        self._initialised = True
        self._keep_state()
        return self._answer()

    def answer(self, rows: Rows) -> FloatArray:
        """Steps the FMU to the newest row; returns the session's inputs [columns]."""
        if self._next_time != self._time:  # tried before
            self._fmu.setFMUState(self._state)
        self._next_time = float(rows.time[-1])
        self._set(dict(self._fed(rows)))
        try:
            self._fmu.doStep(self._time, self._next_time - self._time)
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
            self._fmu.freeFMUState(self._state)
        if self._initialised:
            self._fmu.terminate()
        self._fmu.freeInstance()
        shutil.rmtree(self._folder)

    def _keep_state(self) -> None:
        if self.can_iterate:
            if self._state is not None:
                self._fmu.freeFMUState(self._state)
            self._state = self._fmu.getFMUState()

    def _fed(self, rows: Rows) -> Iterator[tuple[str, float]]:
        for link in self._map.inputs:
            yield link.fmu, float(rows[link.session][-1, link.component])

    def _set(self, values: Mapping[str, float]) -> None:
        references = [self._variables[name].valueReference for name in values]
        if references:
            self._fmu.setReal(references, list(values.values()))

    def _answer(self) -> FloatArray:
        """Values [columns] of the session's inputs from the outputs of the FMU."""
        links = self._map.outputs
        references = [self._variables[link.fmu].valueReference for link in links]
        values = np.zeros(self._columns.width)
        for link, value in zip(links, self._fmu.getReal(references), strict=True):
            values[self._columns.slices[link.session].start + link.component] = value
        return values


def _refused(file: Path, rule: str) -> RaftupError:
    return RaftupError(f"{file} {rule}", code="INVALID_ARGUMENT", reason="BAD_FIELD")


def _read_description(file: Path) -> Any:
    file.open("rb").close()
    try:
        description = fmpy.read_model_description(str(file))
    except Exception as error:  # of zip, XML or FMPy's own
        raise _refused(file, f"must be an FMU: {error}") from error
    if description.fmiVersion != "2.0" or description.coSimulation is None:
        kind = "Co-Simulation" if description.coSimulation else "Model Exchange alone"
        rule = f"must be for FMI 2.0 Co-Simulation, is for FMI {description.fmiVersion} {kind}"
        raise _refused(file, rule)
    return description


def _violations(how: FmuMap, own: Mapping[str, Any], known: Variables) -> Iterator[Violation]:
    """Violations of the map: unknown names, wrong kinds, components and units."""
    for name in how.parameters:
        yield from _of_own(f"parameters.{name}", name, "parameter", own)
    for group, links in (("inputs", how.inputs), ("outputs", how.outputs)):
        for link in links:
            path = f"{group}.{link.fmu}"
            found = list(_of_own(path, link.fmu, group.removesuffix("s"), own))
            found += _of_session(path, link, known)
            yield from found or _of_units(path, link, own, known)


def _of_own(path: str, name: str, causality: str, own: Mapping[str, Any]) -> Iterator[Violation]:
    variable = own.get(name)
    if variable is None or variable.causality != causality or variable.type != "Real":
        names = [
            one.name for one in own.values() if one.causality == causality and one.type == "Real"
        ]
        yield Violation(
            path, f"must be a real {causality} of the FMU: {', '.join(names) or 'none'}"
        )


def _of_session(path: str, link: Link, known: Variables) -> Iterator[Violation]:
    variable = known.get(link.session)
    if variable is None:
        yield Violation(path, f"must name a variable of the session, names {link.session!r}")
    elif link.component >= variable.size:
        rule = f"must be less than {variable.size}, is {link.component}"
        yield Violation(f"{path}.component", rule)


def _of_units(
    path: str, link: Link, own: Mapping[str, Any], known: Variables
) -> Iterator[Violation]:
    """Violations if the units of both ends of a link differ; an FMU without unit is accepted."""
    theirs = own[link.fmu].unit or getattr(own[link.fmu].declaredType, "unit", None)
    units = known[link.session].unit.split(",")
    ours = units[link.component] if len(units) > 1 else units[0]
    if theirs and _normal(theirs) != _normal(ours):
        yield Violation(path, f"must have the unit {ours} of {link.session}, has {theirs}")


def _normal(unit: str) -> str:
    """A unit in a common notation: N.m, N*m and N m are the same."""
    return unit.replace(".", " ").replace("*", " ").replace("^", "").strip()
