"""Models as FMUs: what hosts load and step, against runs of a server."""

import ctypes
import resource
import shutil
import subprocess
import zipfile
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import fmpy
import numpy as np
import pytest
from conftest import MODELS
from exported_fmus import DISCARD, ERROR, HINGED, OK, Made, exporter, hosts, rows_of_session
from fmpy.fmi2 import FMU2Slave
from fmpy.validation import validate_fmu
from test_command import command

import raftup
from raftup.fmu import FmiVersion, export_fmu
from raftup.fmu.units import base_exponents


@pytest.fixture(scope="module")
def made(client: raftup.Client, tmp_path_factory: pytest.TempPathFactory) -> Made:
    return exporter(client, tmp_path_factory.mktemp("fmu"), FmiVersion.FMI_2)


class Host:
    """An instance of an FMU and what a host knows of it."""

    def __init__(self, file: Path, *, initialised: bool = True, token: str = "") -> None:
        self.description = fmpy.read_model_description(str(file))
        self.folder = Path(fmpy.extract(str(file)))
        self.step = float(self.description.defaultExperiment.stepSize)
        self.messages: list[str] = []
        self.slave = FMU2Slave(
            guid=token or self.description.guid,
            unzipDirectory=str(self.folder),
            modelIdentifier=self.description.coSimulation.modelIdentifier,
            instanceName="ship",
        )
        self.dll = self.slave.dll
        self.instantiate(initialised)

    def instantiate(self, initialised: bool = True) -> None:
        self.slave.instantiate()
        self.references = {v.name: v.valueReference for v in self.description.modelVariables}
        self.outputs = [
            v.valueReference for v in self.description.modelVariables if v.causality == "output"
        ]
        if initialised:
            self.initialise()

    def initialise(self) -> None:
        self.slave.setupExperiment(startTime=0.0)
        self.slave.enterInitializationMode()
        self.slave.exitInitializationMode()

    def read(self) -> list[float]:
        return list(self.slave.getReal(self.outputs))

    def run(self, count: int, first: int = 0) -> Any:
        rows = [self.read()]
        for n in range(first, first + count):
            self.slave.doStep(n * self.step, self.step)
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
    assert validate_fmu(str(made(model))) == []
    fmu = host(model)
    rows = fmu.run(200)
    expected = rows_of_session(client, model, 200)
    assert rows.tobytes() == np.array(expected).tobytes()


def test_inputs_are_held_over_a_step_as_those_of_a_session(
    host: Callable[..., Host], client: raftup.Client
) -> None:
    fmu = host(HINGED)
    names = [f"push[{i}]" for i in range(1, 7)]
    forces = np.random.default_rng(1).normal(size=(50, 6)) * 1e4
    rows = []
    for n, force in enumerate(forces):
        fmu.slave.setReal([fmu.references[name] for name in names], list(force))
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


def test_start_values_are_those_of_the_model_and_setting_them_changes_nothing(
    client: raftup.Client, tmp_path: Path
) -> None:
    winch = {"stiffness": 1e5, "damping": 1e3, "length": 5, "speed": 0.05}
    points = {"body1": "barge1", "body2": "barge2", "point1": [0, 5, 0], "point2": [0, -5, 0]}
    driven = HINGED | {
        "joints": [HINGED["joints"][0] | {"drives": [{"motor": {"speed": 0.02}}]}],
        "loads": [*HINGED["loads"], {"name": "hawser", "winch": points | winch}],
        "inputs": [
            *HINGED["inputs"],
            {"name": "bend", "joint_drive": "hinge"},
            {"name": "holds", "joint_enabled": "hinge"},
            {"name": "haul", "load_drive": "hawser"},
        ],
    }
    with client.create_session(driven) as session:
        export_fmu(session, tmp_path / "driven.fmu")
    starts = [0.0] * 6 + [0.02, 1.0, 0.05]
    fmu, other = Host(tmp_path / "driven.fmu"), Host(tmp_path / "driven.fmu")
    inputs = [v for v in fmu.description.modelVariables if v.causality == "input"]
    assert [float(v.start) for v in inputs] == starts
    references = [v.valueReference for v in inputs]
    assert fmu.slave.getReal(references) == starts
    fmu.slave.setReal(references, starts)
    assert fmu.run(50).tobytes() == other.run(50).tobytes()
    fmu.slave.reset()
    fmu.initialise()
    assert fmu.slave.getReal(references) == starts
    for one in (fmu, other):
        one.close()


def test_every_example_that_has_no_waves_of_later_is_the_same_as_its_model(
    host: Callable[..., Host],
) -> None:
    """An instance compares the digest of what it has read with that of the server's model."""
    for file in sorted(MODELS.glob("*.yaml")):
        text = file.read_text()
        if "wave_elevation" not in text and "mooring_system" not in text:
            assert np.isfinite(host(file.stem).read()).all()


def test_the_library_needs_nothing_and_shows_the_functions_of_fmi_alone(
    made: Made, tmp_path: Path
) -> None:
    zipfile.ZipFile(made(HINGED)).extractall(tmp_path)
    library = str(next(tmp_path.rglob("*.so")))
    needed = subprocess.check_output(["readelf", "-d", library], text=True)
    libraries = {line.split("[")[1][:-1] for line in needed.splitlines() if "(NEEDED)" in line}
    assert libraries <= {"libc.so.6", "libm.so.6", "ld-linux-x86-64.so.2"}
    symbols = subprocess.check_output(["nm", "-D", "--defined-only", library], text=True)
    assert all(" fmi2" in line or " fmi3" in line for line in symbols.splitlines())


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
    fmu.slave.freeFMUState(state)


def test_states_do_not_grow(host: Callable[..., Host]) -> None:
    fmu = host(HINGED)

    def cycle(count: int) -> int:
        for _ in range(count):
            state = fmu.slave.getFMUState()
            fmu.slave.setFMUState(state)
            fmu.slave.freeFMUState(state)
        return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss

    before = cycle(1000)
    assert cycle(20_000) - before < 2_000  # KiB; a state has 2


def test_states_of_others_and_damaged_ones_are_refused(host: Callable[..., Host]) -> None:
    fmu, other = host(HINGED), host("slewing_crane")
    state = ctypes.c_void_p()
    foreign = other.slave.serializeFMUState(other.slave.getFMUState())
    own = fmu.slave.serializeFMUState(fmu.slave.getFMUState())
    damaged = [own[:n] for n in range(0, len(own), 97)]
    damaged += [own[:n] + bytes([own[n] ^ 1]) + own[n + 1 :] for n in range(0, len(own), 53)]
    for bytes_ in [foreign, *damaged]:
        status = fmu.dll.fmi2DeSerializeFMUstate(
            ctypes.c_void_p(fmu.slave.component),
            bytes_,
            ctypes.c_size_t(len(bytes_)),
            ctypes.byref(state),
        )
        assert status == ERROR
    of_other = other.slave.getFMUState()
    for address in (of_other, ctypes.c_void_p(8), None):
        component = ctypes.c_void_p(fmu.slave.component)
        assert fmu.dll.fmi2SetFMUstate(component, address) == ERROR


@pytest.mark.parametrize("duration", [0.0, -0.02, 0.03, float("nan"), float("inf"), 1e300], ids=str)
def test_a_step_that_is_no_multiple_is_discarded_and_changes_nothing(
    host: Callable[..., Host], duration: float
) -> None:
    fmu, other = host(HINGED), host(HINGED)
    component, real = ctypes.c_void_p(fmu.slave.component), ctypes.c_double
    assert fmu.dll.fmi2DoStep(component, real(0.0), real(duration), 1) == DISCARD
    assert fmu.run(5).tobytes() == other.run(5).tobytes()


def test_a_step_elsewhere_and_values_that_are_none_are_errors(host: Callable[..., Host]) -> None:
    fmu = host(HINGED)
    component, real = ctypes.c_void_p(fmu.slave.component), ctypes.c_double
    assert fmu.dll.fmi2DoStep(component, real(0.04), real(fmu.step), 1) == ERROR
    one = ctypes.c_size_t(1)
    for reference, value in ((0, float("nan")), (fmu.outputs[0], 1.0), (2**32 - 1, 1.0)):
        references, values = (ctypes.c_uint * 1)(reference), (real * 1)(value)
        assert fmu.dll.fmi2SetReal(component, references, one, values) == ERROR
    unknown = (ctypes.c_uint * 1)(2**32 - 1)
    assert fmu.dll.fmi2GetReal(component, unknown, one, (real * 1)()) == ERROR
    assert fmu.dll.fmi2GetReal(component, None, one, None) == ERROR


def test_every_call_in_every_state_ends_and_only_allowed_ones_are_ok(
    host: Callable[..., Host],
) -> None:
    """For no instance at all, one that is gone, and those in every state."""
    fmu = host(HINGED, initialised=False)
    dll, real, size = fmu.dll, ctypes.c_double, ctypes.c_size_t
    references, values = (ctypes.c_uint * 1)(fmu.outputs[0]), (real * 1)()

    def calls(component: Any) -> dict[str, int]:
        place = ctypes.c_void_p()
        return {
            "get": dll.fmi2GetReal(component, references, size(1), values),
            "step": dll.fmi2DoStep(component, real(0.0), real(fmu.step), 1),
            "exit": dll.fmi2ExitInitializationMode(component),
            "integer": dll.fmi2GetInteger(component, references, size(1), None),
            "derivative": dll.fmi2GetDirectionalDerivative(
                component, references, size(1), references, size(1), values, values
            ),
            "cancel": dll.fmi2CancelStep(component),
            "save": dll.fmi2GetFMUstate(component, None),
            "set": dll.fmi2SetFMUstate(component, place),
            "status": dll.fmi2GetRealStatus(component, 0, values),
        }

    own = ctypes.c_void_p(fmu.slave.component)
    for nobody in (None, ctypes.c_void_p(12345)):
        assert set(calls(nobody).values()) == {ERROR}
        dll.fmi2FreeInstance(nobody)
    assert dll.fmi2EnterInitializationMode(own) == ERROR  # not set up
    assert dll.fmi2SetupExperiment(own, 0, real(0), real(0.0), 1, real(-1.0)) == ERROR
    assert set(calls(own).values()) == {ERROR}  # instantiated
    fmu.initialise()
    assert dll.fmi2EnterInitializationMode(own) == ERROR
    in_steps = calls(own)
    assert {name for name, status in in_steps.items() if status == OK} == {"get", "step"}
    assert dll.fmi2Terminate(own) == OK
    ended = calls(own)
    assert {name for name, status in ended.items() if status == OK} == {"get"}
    assert dll.fmi2Reset(own) == OK
    assert set(calls(own).values()) == {ERROR}


def test_an_experiment_ends_at_its_stop_time_and_may_begin_anywhere(
    host: Callable[..., Host],
) -> None:
    fmu = host(HINGED, initialised=False)
    fmu.slave.setupExperiment(startTime=100.0, stopTime=100.0 + 2 * fmu.step)
    fmu.slave.enterInitializationMode()
    fmu.slave.exitInitializationMode()
    for n in range(2):
        fmu.slave.doStep(100.0 + n * fmu.step, fmu.step)
    component, real = ctypes.c_void_p(fmu.slave.component), ctypes.c_double
    end = 100.0 + 2 * fmu.step
    assert fmu.dll.fmi2DoStep(component, real(end), real(fmu.step), 1) == ERROR


def test_two_threads_on_one_instance_get_errors_and_no_corruption(
    host: Callable[..., Host],
) -> None:
    fmu, other = host("alongside"), host("alongside")
    component, real, size = ctypes.c_void_p(fmu.slave.component), ctypes.c_double, ctypes.c_size_t

    def disturb(_: int) -> set[int]:
        references, values = (ctypes.c_uint * 1)(fmu.outputs[0]), (real * 1)()
        return {fmu.dll.fmi2GetReal(component, references, size(1), values) for _ in range(2000)}

    taken = 0
    with ThreadPoolExecutor() as pool:
        others = [pool.submit(disturb, i) for i in range(2)]
        while taken < 50:
            status = fmu.dll.fmi2DoStep(component, real(taken * fmu.step), real(fmu.step), 1)
            assert status in (OK, ERROR)
            taken += status == OK
        assert all(future.result() <= {OK, ERROR} for future in others)
    assert fmu.read() == list(other.run(50)[-1])


def test_another_model_or_none_in_the_resources_is_told(
    made: Made, host: Callable[..., Host], capfd: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(Exception, match="instantiate"):
        host(HINGED, token="raftup-0000000000000000")
    folder = Path(fmpy.extract(str(made(HINGED))))
    image = folder / "resources" / "model.raftup"
    whole = image.read_bytes()
    description = fmpy.read_model_description(str(made(HINGED)))
    for content in (None, b"", whole[:-1], whole[:100], whole + b"x"):
        image.unlink(missing_ok=True)
        if content is not None:
            image.write_bytes(content)
        slave = FMU2Slave(
            guid=description.guid,
            unzipDirectory=str(folder),
            instanceName="ship",
            modelIdentifier=description.coSimulation.modelIdentifier,
        )
        with pytest.raises(Exception, match="instantiate"):
            slave.instantiate()
    shutil.rmtree(folder)
    assert "digest" not in capfd.readouterr().err  # nothing is printed by the library itself


def test_an_elevation_is_refused_with_how_far_it_looks_ahead(
    client: raftup.Client, tmp_path: Path
) -> None:
    rule = r"inputs\[0\].*samples of later.*s ahead"
    with (
        client.create_session(MODELS / "external_sea.yaml") as session,
        pytest.raises(raftup.ModelError, match=rule),
    ):
        export_fmu(session, tmp_path / "sea.fmu")
    assert not list(tmp_path.iterdir())


def test_the_command_writes_an_fmu_with_the_outputs_that_are_asked_for(tmp_path: Path) -> None:
    file = tmp_path / "tow line.fmu"
    done = command(
        "fmu",
        MODELS / "two_body_heave.yaml",
        "-o",
        file,
        "--outputs",
        "sea.elevation",
        folder=tmp_path,
    )
    assert done.returncode == 0, done.stderr
    document = ElementTree.fromstring(zipfile.ZipFile(file).read("modelDescription.xml"))
    assert [v.get("name") for v in document.iter("ScalarVariable")] == ["sea.elevation"]
    assert document.find("CoSimulation").get("modelIdentifier") == "tow_line"  # type: ignore[union-attr]


def test_units_are_exponents_of_the_base_units() -> None:
    assert base_exponents("N s2/m2") == {"kg": 1, "m": -1}
    assert base_exponents("m/(N s)") == {"kg": -1, "s": 1}
    assert base_exponents("1") == {}
    with pytest.raises(raftup.RaftupError, match="unit 'knot' must be of SI, has 'knot'"):
        base_exponents("knot")
