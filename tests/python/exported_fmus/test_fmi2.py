"""Models as FMUs: what hosts load and step, against runs of a server."""

import subprocess
import zipfile
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import numpy as np
import pytest
from command_line import command
from conftest import MODELS
from fmpy.validation import validate_fmu

import raftup
from raftup.fmu import FmiVersion, export_fmu
from raftup.fmu.units import base_exponents

from .hosts import Fmi2Host, Hosts
from .models import HINGED, Made, rows_of_session


@pytest.fixture(scope="module")
def version() -> FmiVersion:
    return FmiVersion.FMI_2


@pytest.mark.parametrize("model", ["alongside", "slewing_crane", HINGED], ids=lambda m: str(m)[:13])
def test_an_fmu_is_valid_and_steps_by_the_bytes_of_a_run(
    made: Made, host: Hosts, client: raftup.Client, model: Any
) -> None:
    assert validate_fmu(str(made(model))) == []
    fmu = host(model)
    rows = fmu.run(200)
    expected = rows_of_session(client, model, 200)
    assert rows.tobytes() == np.array(expected).tobytes()


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
    fmu, other = Fmi2Host(tmp_path / "driven.fmu"), Fmi2Host(tmp_path / "driven.fmu")
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
    host: Hosts,
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
