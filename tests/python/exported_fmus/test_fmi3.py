"""Models as FMUs of FMI 3.0: arrays, updates within a step, terminals; else as of FMI 2.0."""

import ctypes
import re
import zipfile
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import fmpy
import numpy as np
import pytest
from command_line import command
from conftest import MODELS
from fmpy.fmi3 import fmi3LogMessageCallback
from fmpy.validation import validate_fmu
from lxml import etree

import raftup
from raftup.fmu import FmiVersion, export_fmu

from .hosts import Hosts
from .models import HINGED, Made, exporter, rows_of_session


@pytest.fixture(scope="module")
def version() -> FmiVersion:
    return FmiVersion.FMI_3


@pytest.mark.parametrize("model", ["alongside", "slewing_crane", HINGED], ids=lambda m: str(m)[:13])
def test_an_fmu_is_valid_and_steps_by_the_bytes_of_a_run(
    made: Made, host: Hosts, client: raftup.Client, model: Any
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
    assert capabilities.get("maxOutputDerivativeOrder") == "1"
    assert capabilities.get("fixedInternalStepSize") == "0.02"


def test_values_within_a_step_act_as_those_between_steps(host: Hosts) -> None:
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
    end = [np.inf]

    def update(_: Any, time: float, *places: Any) -> None:
        assert places[:4] == (True, True, True, True)
        assert fmu.read("time") == [time]
        seen.append(fmu.read())
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


def test_a_step_ends_early_only_where_its_host_said_so_and_asks_for_it(host: Hosts) -> None:
    asked = [0.05]
    told: list[bool] = []

    def update(_: Any, __: float, *places: Any) -> None:
        told.append(bool(places[3]))
        places[4][0], places[5][0] = True, asked[0]

    fmu = host(HINGED, intermediateUpdate=update)
    assert fmu.slave.doStep(0.0, 3 * fmu.step) == (False, False, False, pytest.approx(0.06))
    other = host(HINGED, earlyReturnAllowed=True, intermediateUpdate=update)
    # where the model stands nearest to what is asked for, after a step of it at least
    assert other.slave.doStep(0.0, 9 * fmu.step) == (False, False, True, pytest.approx(0.06))
    assert other.read() == fmu.read()
    asked[0] = 0.0
    assert other.slave.doStep(0.06, 9 * fmu.step) == (False, False, True, pytest.approx(0.08))
    asked[0] = 9.0
    assert other.slave.doStep(0.08, 2 * fmu.step) == (False, False, False, pytest.approx(0.12))
    assert told == [False] * 3 + [True] * 6


def test_nothing_but_co_simulation_without_events_is_instantiated(host: Hosts) -> None:
    fmu = host(HINGED)
    with pytest.raises(Exception, match="instantiate"):
        fmu.instantiate(eventModeUsed=True)
    assert "fmi3InstantiateCoSimulation: there must be no event mode" in fmu.messages[-1]
    fmu.slave.component = fmu.address
    log = fmi3LogMessageCallback(lambda *values: fmu.messages.append(values[3].decode()))
    for kind in ("ModelExchange", "ScheduledExecution"):
        name = f"fmi3Instantiate{kind}"
        names = [text.encode() for text in ("ship", fmu.token, str(fmu.folder / "resources"))]
        make = fmu.plain[name]
        make.restype = ctypes.c_void_p
        assert make(*names, False, False, None, log, *[None] * 3) is None
        assert fmu.messages[-1] == f"{name}: must be of co-simulation"


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


@pytest.mark.parametrize("version", FmiVersion)
@pytest.mark.parametrize(
    ("body", "convention"),
    [("barge_2", "structured"), ("No-2", "flat"), ("2nd", "flat"), ("-", "flat")],
)
def test_names_outside_the_grammar_of_structured_ones_are_declared_flat(
    client: raftup.Client, tmp_path: Path, version: FmiVersion, body: str, convention: str
) -> None:
    model = {**HINGED, "bodies": [{**HINGED["bodies"][0], "name": body}], "joints": []}
    model |= {"loads": [], "outputs": [f"{body}.position", f"{body}.orientation"]}
    model["inputs"] = [{"name": "push", "external_force": {"body": body}}]
    file = tmp_path / "named.fmu"
    with client.create_session(model) as session:
        export_fmu(session, file, version)
    assert validate_fmu(str(file)) == []
    description = fmpy.read_model_description(str(file))
    assert description.variableNamingConvention == convention
    # FMI 3.0.2, section 2.4.7.5.1: names of parts, letters first, with indices behind them
    part = r"[A-Za-z_][A-Za-z0-9_]*(\[[0-9]+(,[0-9]+)*\])?"
    names = [variable.name for variable in description.modelVariables]
    grammatical = all(re.fullmatch(rf"{part}(\.{part})*", name) for name in names)
    assert grammatical == (convention == "structured")
    assert len(set(names)) == len(names)
