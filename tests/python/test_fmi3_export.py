"""Models as FMUs of FMI 3.0: arrays, updates within a step, terminals; else as of FMI 2.0."""

import ctypes
import re
import resource
import shutil
import subprocess
import zipfile
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import fmpy
import numpy as np
import pytest
from conftest import MODELS
from exported_fmus import DISCARD, ERROR, HINGED, OK, Made, exporter, hosts, rows_of_session
from fmpy.fmi3 import FMU3Slave
from fmpy.validation import validate_fmu
from lxml import etree
from test_command import command

import raftup
from raftup.fmu import FmiVersion, export_fmu


@pytest.fixture(scope="module")
def made(client: raftup.Client, tmp_path_factory: pytest.TempPathFactory) -> Made:
    return exporter(client, tmp_path_factory.mktemp("fmi3"), FmiVersion.FMI_3)


class Host:
    """An instance of an FMU and what a host knows of it."""

    def __init__(self, file: Path, **options: Any) -> None:
        self.description = fmpy.read_model_description(str(file))
        self.folder = Path(fmpy.extract(str(file)))
        self.step = float(self.description.defaultExperiment.stepSize)
        self.variables = {v.name: v for v in self.description.modelVariables}
        self.messages: list[str] = []
        self.slave = FMU3Slave(
            guid=self.description.instantiationToken,
            unzipDirectory=str(self.folder),
            modelIdentifier=self.description.coSimulation.modelIdentifier,
            instanceName="ship",
        )
        self.plain = ctypes.CDLL(str(next(self.folder.rglob("*.so"))))  # takes any arguments
        self.instantiate(**options)

    def instantiate(self, *, initialised: bool = True, **options: Any) -> None:
        self.slave.instantiate(
            logMessage=lambda *values: self.messages.append(values[3].decode()), **options
        )
        self.address = ctypes.c_void_p(self.slave.component)
        if initialised:
            self.initialise()

    def initialise(self) -> None:
        self.slave.enterInitializationMode(startTime=0.0)
        self.slave.exitInitializationMode()

    def read(self, *names: str) -> list[float]:
        """All outputs, or variables."""
        outputs = [n for n, v in self.variables.items() if v.causality == "output"]
        chosen = [self.variables[name] for name in names or outputs]
        count = sum(int(np.prod(variable.shape)) for variable in chosen)
        return list(self.slave.getFloat64([v.valueReference for v in chosen], count))

    def run(self, count: int, first: int = 0) -> Any:
        rows = [self.read()]
        for n in range(first, first + count):
            told = self.slave.doStep(n * self.step, self.step)
            assert told == (False, False, False, pytest.approx((n + 1) * self.step))
            rows.append(self.read())
        return np.array(rows)

    def close(self) -> None:
        self.slave.freeInstance()
        shutil.rmtree(self.folder)


@pytest.fixture
def host(made: Made) -> Iterator[Callable[..., Host]]:
    yield from hosts(Host, made)


@pytest.mark.parametrize("model", ["alongside", "slewing_crane", HINGED], ids=lambda m: str(m)[:13])
def test_an_fmu_is_valid_and_steps_by_the_bytes_of_a_run(
    made: Made, host: Callable[..., Host], client: raftup.Client, model: Any
) -> None:
    file = made(model)
    assert validate_fmu(str(file)) == []
    expected = np.array(rows_of_session(client, model, 200))
    fmu = host(model)
    assert fmu.run(200).tobytes() == expected.tobytes()
    step = fmu.step
    result = fmpy.simulate_fmu(str(file), stop_time=200 * step, output_interval=step)
    names = [name for name in result.dtype.names if name != "time"]
    rows = np.column_stack([result[name].reshape(len(result), -1) for name in names])
    assert rows.tobytes() == expected.tobytes()


def test_vectors_are_arrays_with_their_units(made: Made) -> None:
    document = ElementTree.fromstring(zipfile.ZipFile(made(HINGED)).read("modelDescription.xml"))
    variables = {v.get("name"): v for v in document.iter("Float64")}
    shapes = {name: [d.get("start") for d in v] for name, v in variables.items()}
    assert shapes == {
        "push": ["6"],
        "barge1.position": ["3"],
        "barge2.orientation": ["4"],
        "hinge.force": ["6"],
        "time": [],
    }
    assert variables["barge1.position"].get("unit") == "m"
    assert variables["push"].get("start") == " ".join(["0.0"] * 6)
    assert variables["push"].get("unit") is None  # an array has one
    assert "(N, N, N, N m, N m, N m)" in variables["push"].get("description", "")
    capabilities = document.find("CoSimulation")
    assert capabilities is not None
    assert capabilities.get("hasEventMode") == "false"
    assert capabilities.get("providesDirectionalDerivatives") == "true"
    assert capabilities.get("fixedInternalStepSize") == "0.02"


def test_inputs_are_held_over_a_step_as_those_of_a_session(
    host: Callable[..., Host], client: raftup.Client
) -> None:
    fmu = host(HINGED)
    push = fmu.variables["push"].valueReference
    forces = np.random.default_rng(1).normal(size=(50, 6)) * 1e4
    rows = []
    for n, force in enumerate(forces):
        fmu.slave.setFloat64([push], list(force))
        assert fmu.read("push") == list(force)
        fmu.slave.doStep(2 * n * fmu.step, 2 * fmu.step)
        rows.append(fmu.read())
    with client.create_session(HINGED) as session:
        session.initialise()
        with session.exchange(inputs=["push"], output_stride=1) as exchange:
            expected = []
            for n, force in enumerate(forces):
                begin, end = 2 * n * fmu.step, 2 * (n + 1) * fmu.step
                exchange.command(begin, {"push": list(force)}, until=end)
                expected.append(exchange.advance(2).values[-1])
    assert np.array(rows).tobytes() == np.array(expected).tobytes()


def test_values_within_a_step_act_as_those_between_steps(host: Callable[..., Host]) -> None:
    """Intermediate updates after every step of the model; a host may end the step there."""
    forces = np.random.default_rng(2).normal(size=(5, 6)) * 1e4
    expected = host(HINGED)
    push = expected.variables["push"].valueReference
    rows = []
    for n, force in enumerate(forces):
        expected.slave.setFloat64([push], list(force))
        expected.slave.doStep(n * expected.step, expected.step)
        rows.append(expected.read())

    seen: list[list[float]] = []
    statuses: list[int] = []
    end = [np.inf]

    def update(_: Any, time: float, *places: Any) -> None:
        assert places[:4] == (True, True, True, True)
        assert fmu.read("time") == [time]
        seen.append(fmu.read())
        statuses.append(fmu.plain.fmi3Reset(fmu.address))
        fmu.slave.setFloat64([push], list(forces[min(len(seen), 4)]))
        places[4][0] = np.isfinite(end[0])
        places[5][0] = end[0]

    fmu = host(HINGED, earlyReturnAllowed=True, intermediateUpdate=update)
    fmu.slave.setFloat64([push], list(forces[0]))
    assert fmu.slave.doStep(0.0, 3 * fmu.step) == (False, False, False, pytest.approx(0.06))
    end[0] = 0.08
    assert fmu.slave.doStep(0.06, 9 * fmu.step) == (False, False, True, pytest.approx(0.08))
    end[0] = np.inf
    assert fmu.slave.doStep(0.08, fmu.step)[2] is False
    assert np.array(seen).tobytes() == np.array(rows).tobytes()
    assert set(statuses) == {ERROR}  # within a step there are values alone


def test_a_state_that_is_set_back_leads_to_the_same_bytes_here_and_elsewhere(
    host: Callable[..., Host],
) -> None:
    fmu, other = host("alongside"), host("alongside", initialised=False)
    fmu.run(20)
    state = fmu.slave.getFMUState()
    bytes_ = fmu.slave.serializeFMUState(state)
    expected = fmu.run(30, 20)
    fmu.slave.setFMUState(state)
    assert fmu.run(30, 20).tobytes() == expected.tobytes()
    copy = other.slave.deserializeFMUState(bytes_)
    other.slave.setFMUState(copy)
    assert other.slave.serializeFMUState(copy) == bytes_
    assert other.run(30, 20).tobytes() == expected.tobytes()
    with pytest.raises(Exception, match="fmi3DeserializeFMUState"):
        other.slave.deserializeFMUState(bytes_[:-9])


def test_states_do_not_grow(host: Callable[..., Host]) -> None:
    fmu = host(HINGED)

    def cycle(count: int) -> int:
        for _ in range(count):
            state = fmu.slave.getFMUState()
            fmu.slave.setFMUState(state)
            fmu.slave.freeFMUState(state)
        return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss

    before = cycle(1000)
    assert cycle(10_000) - before < 2_000  # KiB; a state has 2


@pytest.mark.parametrize("duration", [0.0, -0.02, 0.03, float("nan"), float("inf"), 1e300], ids=str)
def test_a_step_that_is_no_multiple_is_discarded_and_changes_nothing(
    host: Callable[..., Host], duration: float
) -> None:
    fmu, other = host(HINGED), host(HINGED)
    flags, last = (ctypes.c_bool * 3)(True, True, True), ctypes.c_double(-1.0)
    places = [ctypes.byref(flags, i) for i in range(3)]
    real = ctypes.c_double
    status = fmu.plain.fmi3DoStep(
        fmu.address, real(0.0), real(duration), True, *places, ctypes.byref(last)
    )
    assert (status, list(flags), last.value) == (DISCARD, [False] * 3, 0.0)
    assert "must be a multiple of the model's step 0.02 s" in fmu.messages[-1]
    assert fmu.run(5).tobytes() == other.run(5).tobytes()


def test_arrays_of_other_sizes_and_values_that_are_none_are_errors(
    host: Callable[..., Host],
) -> None:
    fmu = host(HINGED)
    push, time = (fmu.variables[name].valueReference for name in ("push", "time"))
    for reference, values, rule in (
        (push, [0.0] * 5, "the variables have 6 values, got 5"),
        (push + 1, [0.0] * 5, "must be known by its first number, got reference 1"),
        (push, [0.0] * 5 + [float("nan")], "input 'push' must be finite, got nan"),
        (fmu.variables["barge1.position"].valueReference, [0.0] * 3, "must be of an input"),
        (time, [0.0], "must be one of those described"),
        (2**32 - 1, [0.0], "must be one of those described"),
    ):
        with pytest.raises(Exception, match="fmi3SetFloat64"):
            fmu.slave.setFloat64([reference], values)
        assert rule in fmu.messages[-1]
    for count in (5, 7):
        with pytest.raises(Exception, match="fmi3GetFloat64"):
            fmu.slave.getFloat64([push], count)
    assert fmu.read("push") == [0.0] * 6


ALLOWED = {
    "instantiated": {"fmi3EnterInitializationMode"},
    "initialising": {"fmi3ExitInitializationMode"},
    "stepping": {"fmi3Terminate"},
    "terminated": set[str](),
}
VALUES = re.compile(r"fmi3[GS]et(Float|U?Int|Boolean|String|Binary|Clock|Shift|OutputDer)")


@pytest.mark.parametrize("mode", [*ALLOWED, "gone", "nobody"])
def test_every_function_without_anything_in_every_state_ends_and_is_an_error(
    host: Callable[..., Host], mode: str
) -> None:
    """Null for every pointer, and values of one variable: done is what needs none."""
    fmu = host(HINGED)
    library = str(next(fmu.folder.rglob("*.so")))
    symbols = subprocess.check_output(["nm", "-D", "--defined-only", library], text=True)
    functions = {line.split()[-1] for line in symbols.splitlines() if " fmi3" in line}
    assert len(functions) > 70
    null, one = ctypes.c_void_p(), ctypes.c_size_t(1)
    done = set()
    for function in functions - {"fmi3GetVersion"}:
        call = fmu.plain[function]
        if function.startswith("fmi3Instantiate"):
            call.restype = ctypes.c_void_p
            assert call(*[null] * 12) is None
            continue
        fmu.plain.fmi3FreeInstance(fmu.address)
        fmu.instantiate(initialised=mode in ("stepping", "terminated"))
        if mode == "initialising":
            fmu.slave.enterInitializationMode()
        if mode == "terminated":
            fmu.slave.terminate()
        address = {"gone": ctypes.c_void_p(12345), "nobody": null}.get(mode, fmu.address)
        first = [null, one] if VALUES.match(function) else [null, null]
        status = call(address, *first, *[null] * 7)
        if function != "fmi3FreeInstance":  # which tells nothing
            assert status in (OK, ERROR), function
            done |= {function} if status == OK else set()
    uncertain = {"fmi3EnterInitializationMode", "fmi3GetDirectionalDerivative"}  # its times come from registers that nobody sets
    always = {"fmi3Reset", "fmi3SetDebugLogging", "fmi3FreeFMUState"}
    assert done - uncertain == (always | ALLOWED[mode] if mode in ALLOWED else set()) - uncertain


def test_nothing_but_co_simulation_is_instantiated_and_why_is_said(
    made: Made, host: Callable[..., Host]
) -> None:
    for options, rule in (
        ({"eventModeUsed": True}, "there must be no event mode"),
        ({}, "must be of the model in the resources"),
    ):
        fmu = host(HINGED)
        if not options:
            fmu.slave.guid = "raftup-0000000000000000"
        with pytest.raises(Exception, match="instantiate"):
            fmu.instantiate(**options)
        assert rule in fmu.messages[-1]
        fmu.slave.component = fmu.address


@pytest.mark.parametrize("version", FmiVersion)
def test_terminals_are_what_belongs_to_a_body(
    client: raftup.Client, tmp_path: Path, version: FmiVersion
) -> None:
    file = exporter(client, tmp_path, version)(HINGED)
    content = zipfile.ZipFile(file).read("terminalsAndIcons/terminalsAndIcons.xml")
    schema = Path(fmpy.__file__).parent / "schema" / "fmi3" / "fmi3TerminalsAndIcons.xsd"
    etree.XMLSchema(file=str(schema)).assertValid(etree.fromstring(content))
    members = {
        terminal.get("name"): {m.get("memberName"): m.get("variableName") for m in terminal}
        for terminal in ElementTree.fromstring(content).iter("Terminal")
    }
    if version is FmiVersion.FMI_3:
        assert members == {
            "barge1": {"position": "barge1.position"},
            "barge2": {"orientation": "barge2.orientation", "push": "push"},
        }
    else:
        assert members["barge1"]["position[3]"] == "barge1.position[3]"
        assert len(members["barge2"]) == 4 + 6
    known = {v.name for v in fmpy.read_model_description(str(file)).modelVariables}
    assert {name for terminal in members.values() for name in terminal.values()} <= known


def test_the_command_writes_either_version(tmp_path: Path) -> None:
    file = tmp_path / "heave.fmu"
    done = command("fmu", MODELS / "two_body_heave.yaml", "-o", file, "--fmi", 3, folder=tmp_path)
    assert done.returncode == 0, done.stderr
    assert "FMI 3.0" in done.stdout
    assert fmpy.read_model_description(str(file)).fmiVersion == "3.0"
    assert "binaries/x86_64-linux/heave.so" in zipfile.ZipFile(file).namelist()
    refused = command("fmu", MODELS / "two_body_heave.yaml", "--fmi", 1, folder=tmp_path)
    assert refused.returncode != 0
    assert "greater than or equal to 2" in refused.stderr


def test_names_that_are_taken_are_no_obstacle(client: raftup.Client, tmp_path: Path) -> None:
    """An input may be called as the time is elsewhere."""
    model = HINGED | {"inputs": [{"name": "time", "external_force": {"body": "barge2"}}]}
    with client.create_session(model) as session:
        export_fmu(session, tmp_path / "time.fmu", FmiVersion.FMI_3)
    assert validate_fmu(str(tmp_path / "time.fmu")) == []
