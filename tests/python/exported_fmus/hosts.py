"""Hosts of FMUs of both versions: FMPy, and beside it the plain library with any arguments."""

import ctypes
import shutil
from abc import ABC, abstractmethod
from collections.abc import Callable
from ctypes import c_double, c_size_t, c_uint
from pathlib import Path
from typing import Any

import fmpy
import numpy as np
from fmpy.fmi2 import FMU2Slave, fmi2CallbackFunctions
from fmpy.fmi3 import FMU3Slave

from raftup.fmu import FmiVersion

_LOGGER = ctypes.CFUNCTYPE(
    None, ctypes.c_void_p, ctypes.c_char_p, ctypes.c_int, *[ctypes.c_char_p] * 3
)


class _Callbacks(ctypes.Structure):
    """fmi2CallbackFunctions, whose logger gets "%s" and a message."""

    _fields_ = [("logger", _LOGGER), *((name, ctypes.c_void_p) for name in "abcd")]


class Host(ABC):
    """An instance of an FMU and what a host knows of it.

    Attributes:
        prefix: of the names of functions.
        plain: the library, which takes any arguments.
        messages: what the instance has told.
    """

    prefix: str
    slave: Any

    def __init__(self, file: Path, *, token: str = "", **options: Any) -> None:
        self.description = fmpy.read_model_description(str(file))
        self.folder = Path(fmpy.extract(str(file)))
        self.step = float(self.description.defaultExperiment.stepSize)
        self.variables = {v.name: v for v in self.description.modelVariables}
        self.messages: list[str] = []
        self.token = token or self.description.guid or self.description.instantiationToken
        self.plain = ctypes.CDLL(str(next(self.folder.glob("binaries/[lx]*/*.so"))))
        self.instantiate(**options)

    def instantiate(self, *, initialised: bool = True, **options: Any) -> None:
        """Makes another instance; the one before is left as it is."""
        self.make(**options)
        self.address = ctypes.c_void_p(self.slave.component)
        if initialised:
            self.initialise()

    @abstractmethod
    def make(self, **options: Any) -> None:
        """Instantiates a new slave."""

    def initialise(self, start: float = 0.0, stop: float | None = None) -> None:
        """To where steps begin."""
        self.set_up(start, stop)
        self.enter(start, stop)
        self.slave.exitInitializationMode()

    @abstractmethod
    def set_up(self, start: float = 0.0, stop: float | None = None) -> None:
        """What comes before `enter`."""

    @abstractmethod
    def enter(self, start: float = 0.0, stop: float | None = None) -> None:
        """Begins to initialise."""

    def call(self, function: str, *arguments: Any) -> int:
        """Status of a function of the instance, named without its prefix, with any arguments."""
        return int(self.plain[self.prefix + function](self.address, *arguments))

    @abstractmethod
    def references(self, *names: str) -> list[int]:
        """Of all outputs, or of variables by their names."""

    @abstractmethod
    def read(self, *names: str) -> list[float]:
        """All outputs, or variables."""

    @abstractmethod
    def write(self, name: str, values: list[float]) -> None:
        """Sets a variable of as many numbers."""

    @abstractmethod
    def try_step(self, start: float, duration: float) -> int:
        """The status of a step."""

    @abstractmethod
    def try_values(self, function: str, references: list[int], values: list[float]) -> int:
        """The status of "Get" or "Set" of numbers, without a look at what they are."""

    def compute_step(self, start: float, duration: float) -> None:
        self.slave.doStep(start, duration)

    def run(self, count: int, first: int = 0) -> Any:
        """Outputs where it stands and after each of `count` steps."""
        rows = [self.read()]
        for n in range(first, first + count):
            self.compute_step(n * self.step, self.step)
            rows.append(self.read())
        return np.array(rows)

    def close(self) -> None:
        self.slave.freeInstance()
        shutil.rmtree(self.folder)

    def _arguments(self) -> dict[str, str]:
        return {
            "guid": self.token,
            "unzipDirectory": str(self.folder),
            "modelIdentifier": self.description.coSimulation.modelIdentifier,
            "instanceName": "ship",
        }


class Fmi2Host(Host):
    """Of FMI 2.0: components of vectors are variables."""

    prefix = "fmi2"

    def make(self, **options: Any) -> None:
        self.slave = FMU2Slave(**self._arguments())
        self._logger = _LOGGER(lambda *values: self.messages.append(values[5].decode()))
        callbacks = ctypes.pointer(_Callbacks(self._logger))
        kind = ctypes.POINTER(fmi2CallbackFunctions)
        self.slave.instantiate(callbacks=ctypes.cast(callbacks, kind).contents, **options)

    def set_up(self, start: float = 0.0, stop: float | None = None) -> None:
        self.slave.setupExperiment(startTime=start, stopTime=stop)

    def enter(self, start: float = 0.0, stop: float | None = None) -> None:
        self.slave.enterInitializationMode()

    def references(self, *names: str) -> list[int]:
        if not names:
            return [v.valueReference for v in self.variables.values() if v.causality == "output"]
        return [
            variable.valueReference
            for wanted in names
            for name, variable in self.variables.items()
            if name == wanted or name.startswith(f"{wanted}[")
        ]

    def read(self, *names: str) -> list[float]:
        return list(self.slave.getReal(self.references(*names)))

    def write(self, name: str, values: list[float]) -> None:
        self.slave.setReal(self.references(name), values)

    def try_step(self, start: float, duration: float) -> int:
        return self.call("DoStep", c_double(start), c_double(duration), 1)

    def try_values(self, function: str, references: list[int], values: list[float]) -> int:
        count = len(references)
        given = (c_uint * count)(*references), c_size_t(count), (c_double * count)(*values)
        return self.call(f"{function}Real", *given)


class Fmi3Host(Host):
    """Of FMI 3.0: vectors are variables."""

    prefix = "fmi3"

    def make(self, **options: Any) -> None:
        self.slave = FMU3Slave(**self._arguments())
        tell = self.messages
        self.slave.instantiate(
            logMessage=lambda *values: tell.append(values[3].decode()), **options
        )

    def set_up(self, start: float = 0.0, stop: float | None = None) -> None:
        pass

    def enter(self, start: float = 0.0, stop: float | None = None) -> None:
        self.slave.enterInitializationMode(startTime=start, stopTime=stop)

    def references(self, *names: str) -> list[int]:
        outputs = [name for name, v in self.variables.items() if v.causality == "output"]
        return [self.variables[name].valueReference for name in names or outputs]

    def read(self, *names: str) -> list[float]:
        references = self.references(*names)
        chosen = [v for v in self.variables.values() if v.valueReference in references]
        count = sum(int(np.prod(variable.shape)) for variable in chosen)
        return list(self.slave.getFloat64(references, count))

    def write(self, name: str, values: list[float]) -> None:
        self.slave.setFloat64(self.references(name), values)

    def try_step(self, start: float, duration: float) -> int:
        places = (ctypes.c_bool * 3)(), c_double()
        flags = [ctypes.byref(places[0], i) for i in range(3)]
        times = c_double(start), c_double(duration), ctypes.c_bool(True)
        return self.call("DoStep", *times, *flags, ctypes.byref(places[1]))

    def try_values(self, function: str, references: list[int], values: list[float]) -> int:
        count, size = len(references), len(values)
        given = (c_uint * count)(*references), c_size_t(count), (c_double * size)(*values)
        return self.call(f"{function}Float64", *given, c_size_t(size))

    def compute_step(self, start: float, duration: float) -> None:
        told = self.slave.doStep(start, duration)
        assert told[:3] == (False, False, False)
        assert abs(told[3] - start - duration) < 1e-3 * self.step


HOSTS: dict[FmiVersion, type[Host]] = {FmiVersion.FMI_2: Fmi2Host, FmiVersion.FMI_3: Fmi3Host}
Hosts = Callable[..., Host]
