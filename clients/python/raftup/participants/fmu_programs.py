"""The program of an FMU, in either version of FMI.

Source: FMI 2.0.5 and FMI 3.0.2, Modelica Association (2024).
"""

from __future__ import annotations

from typing import Any, Protocol

import numpy as np
from fmpy.fmi2 import FMU2Slave
from fmpy.fmi3 import FMU3Slave

from raftup.base.arrays import FloatArray
from raftup.base.errors import RaftupError
from raftup.participants.fmu_variables import FmuVariable

VERSIONS = ("2.0", "3.0")
"""Versions of FMI that are supported."""


class FmuProgram(Protocol):
    """What a participant asks of an FMU."""

    def begin(self, time: float) -> None:
        """Enters the mode in which the FMU is initialized at a time [s]."""

    def initialised(self) -> None:
        """Leaves that mode."""

    def set(self, variable: FmuVariable, values: FloatArray) -> None:
        """Sets the values [size] of a variable."""

    def get(self, variable: FmuVariable) -> FloatArray:
        """Values [size] of a variable."""

    def step(self, time: float, duration: float) -> None:
        """Takes a step from a time [s].

        Raises:
            FMICallException: if the FMU refuses it.
            RaftupError: FAILED_PRECONDITION if the FMU asks to end the simulation.
        """

    def state(self) -> Any:
        """A copy of the state."""

    def restore(self, state: Any) -> None:
        """Goes back to a copy of the state."""

    def forget(self, state: Any) -> None:
        """Frees a copy of the state."""

    def end(self, initialised: bool) -> None:
        """Ends the FMU and frees it."""


def fmu_program(description: Any, folder: str) -> FmuProgram:
    """Loads the program of an unpacked FMU and makes an instance of it.

    Args:
        description: what FMPy has read of it, of a version in VERSIONS.
        folder: folder in which it is unpacked.
    """
    arguments = {
        "guid": description.guid,
        "unzipDirectory": folder,
        "modelIdentifier": description.coSimulation.modelIdentifier,
        "instanceName": description.modelName,
    }
    if description.fmiVersion == "2.0":
        return _Fmi2Program(FMU2Slave(**arguments))
    return _Fmi3Program(FMU3Slave(**arguments))


class _Fmi2Program:
    def __init__(self, fmu: Any) -> None:
        fmu.instantiate()
        self._fmu = fmu

    def begin(self, time: float) -> None:
        self._fmu.setupExperiment(startTime=time)
        self._fmu.enterInitializationMode()

    def initialised(self) -> None:
        self._fmu.exitInitializationMode()

    def set(self, variable: FmuVariable, values: FloatArray) -> None:
        give = getattr(self._fmu, f"set{variable.kind}")
        give([variable.reference], variable.to_fmu(values))

    def get(self, variable: FmuVariable) -> FloatArray:
        return np.array(getattr(self._fmu, f"get{variable.kind}")([variable.reference]), float)

    def step(self, time: float, duration: float) -> None:
        self._fmu.doStep(time, duration)

    def state(self) -> Any:
        return self._fmu.getFMUState()

    def restore(self, state: Any) -> None:
        self._fmu.setFMUState(state)

    def forget(self, state: Any) -> None:
        self._fmu.freeFMUState(state)

    def end(self, initialised: bool) -> None:
        if initialised:
            self._fmu.terminate()
        self._fmu.freeInstance()


class _Fmi3Program(_Fmi2Program):
    def begin(self, time: float) -> None:
        self._fmu.enterInitializationMode(startTime=time)

    def get(self, variable: FmuVariable) -> FloatArray:
        read = getattr(self._fmu, f"get{variable.kind}")
        return np.array(read([variable.reference], variable.size), dtype=float)

    def step(self, time: float, duration: float) -> None:
        # states of earlier times may be asked for, and the FMU may handle no events of its own
        _, ended, early, reached = self._fmu.doStep(time, duration, False)
        if ended or early:
            what = "asks to end the simulation" if ended else "returned early"
            raise RaftupError(
                f"the FMU {what} at {reached:g} s, in the step from {time:g} s",
                code="FAILED_PRECONDITION",
            )
