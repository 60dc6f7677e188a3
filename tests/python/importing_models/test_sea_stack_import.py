"""Models from setup files of SEA-Stack and HydroChrono."""

import math
import shutil
from pathlib import Path

import numpy as np
import pytest
from conftest import DATABASES, reference

import raftup
from importing_models.dropping import silent_lines, texts
from importing_models.test_moordyn_import import LINES
from raftup.importing_models import ImportedModel, Severity, import_model, write_imported

SETUP = """\
model_file: buoy.model.yaml
simulation_file: buoy.simulation.yaml
hydro_file: buoy.hydro.yaml
"""
MODEL = """\
model:
  name: buoy
  angle_degrees: true
  bodies:
    - name: float
      location: [0, 0, -2]
      orientation: [0, 0, 90]
      mass: 2.6e5
      inertia:
        moments: [1.0e6, 2.0e6, 3.0e6]
        products: [0, 0, 0]
      com:
        location: [0, 0, 0]
        orientation: [0, 0, 90]
    - name: arm
      location: [3, 0, 0]
      mass: 1.0e3
      inertia:
        moments: [1.0e4, 1.0e4, 1.0e4]
    - name: ground
      location: [0, 0, -50]
      mass: 1
      fixed: true
  joints:
    - name: axle
      type: REVOLUTE
      body1: float
      body2: arm
      location: [1, 0, 0]
      axis: [0, 1, 0]
  tsdas:
    - name: tether
      type: TSDA
      body1: ground
      body2: float
      point1: [0, 0, -50]
      point2: [1, 0, -5]
      spring_coefficient: 2.0e4
      damping_coefficient: 1.0e3
      free_length: 44
  rsdas:
    - name: pump
      type: RSDA
      body1: float
      body2: arm
      location: [1, 0, 0]
      axis: [0, 1, 0]
      spring_coefficient: 5.0e4
      damping_coefficient: 3.0e4
      free_angle: 0.0
"""
SIMULATION = """\
simulation:
  time_step: 0.02
  end_time: 10
  gravity: [0, 0, -9.81]
"""
HYDRO = """\
hydrodynamics:
  bodies:
    - name: float
      h5_file: hemisphere.h5
      linear_damping: [0, 0, 1.0e4, 0, 0, 0]
  waves:
    type: irregular
    height: 1.0
    period: 6.0
    direction: 30
    spectrum: jonswap
    gamma: 2.5
    ramp_duration: 5
    seed: 42
    discretization:
      n_omega: 100
  radiation:
    method: rirf_convolution
"""
ARM = "    - name: arm\n      h5_file: hemisphere.h5\n"
"""A body that the database does not have."""

FILES = ["buoy.setup.yaml", "buoy.model.yaml", "buoy.simulation.yaml", "buoy.hydro.yaml"]


@pytest.fixture
def source(tmp_path: Path) -> Path:
    """The setup file of a buoy with an arm, beside its files and its database."""
    folder = tmp_path / "source"
    folder.mkdir()
    for name, text in zip(FILES, (SETUP, MODEL, SIMULATION, HYDRO), strict=True):
        (folder / name).write_text(text)
    shutil.copy(DATABASES / "hemisphere.h5", folder)
    return folder / FILES[0]


def imported(source: Path) -> ImportedModel:
    out = source.parent.parent / "model.yaml"
    read = import_model(source, out)
    if not read.is_refused:
        write_imported(read, out)
    return read


def changed(source: Path, file: str, old: str, new: str) -> ImportedModel:
    text = (source.parent / file).read_text()
    assert old in text
    (source.parent / file).write_text(text.replace(old, new))
    return imported(source)


def test_the_flaps_have_the_values_of_their_files(tmp_path: Path) -> None:
    folder = "readers/models/seastack_f3of"
    names = ("f3of_decay_dt3.setup.yaml", "f3of_decay_test_3.model.yaml", "f3of_decay.hydro.yaml")
    source, *_ = reference(*(f"{folder}/{name}" for name in names))
    read = import_model(source, tmp_path / "model.yaml")
    model = read.document
    assert [body["name"] for body in model["bodies"]] == ["body1", "body2", "body3"]
    assert model["bodies"][1]["attitude_deg"] == pytest.approx([0, 9.99983, 0], abs=5e-6)  # digits
    assert [joint["type"] for joint in model["joints"]] == ["hinge", "hinge", "lock"]
    assert [joint.get("axis") for joint in model["joints"][:2]] == [[0.0, 1.0, 0.0]] * 2
    assert "body2" not in model["joints"][2]
    assert model["integration"] == {"step": 0.02, "duration": 500.0}
    assert model["environment"]["gravity"] == 9.81
    assert [text.split(" = ")[0].split(": ")[1] for text in texts(read, Severity.LEFT_OUT)[1:]] == [
        "hydrodynamics.radiation.smoothing",
        "hydrodynamics.radiation.taper",
    ]


def test_a_buoy_with_an_arm_has_its_values_and_runs(client: raftup.Client, source: Path) -> None:
    model = imported(source).document
    body = model["bodies"][0]
    assert body["attitude_deg"] == pytest.approx([0, 0, 90])
    # the tensor of axes that are turned by 90 deg about z
    assert list(body["inertia"].values()) == pytest.approx([2e6, 1e6, 3e6])
    (spring,) = model["loads"]
    tether = spring["point_spring"]
    assert tether["point1"] == pytest.approx([0, -1, -3])  # in axes of the float
    assert tether["point2"] == [0.0, 0.0, -50.0]
    assert (tether["stiffness"], tether["rest_length"], "body2" in tether) == (2e4, 44.0, False)
    assert model["joints"][0]["drives"] == [{"spring_damper": {"stiffness": 5e4, "damping": 3e4}}]
    wave = model["environment"]["sea"]["waves"][0]["irregular"]
    assert wave["jonswap"] == {
        "significant_wave_height": 1.0,
        "peak_period": 6.0,
        "peak_enhancement": 2.5,
    }
    result = raftup.run(source.parent.parent / "model.yaml", client)
    assert float(np.abs(result.displacement.sel(body="arm").values).max()) > 0.01


def test_regular_waves_have_half_their_height(source: Path) -> None:
    text = HYDRO.partition("    spectrum")[0].replace("irregular", "regular")
    (source.parent / FILES[3]).write_text(text)
    wave = imported(source).document["environment"]["sea"]["waves"][0]["regular"]
    assert wave == {"amplitude": 0.5, "period": 6.0, "direction_deg": 30.0}


def test_angles_without_a_unit_are_degrees_by_assumption(source: Path) -> None:
    read = changed(source, FILES[1], "  angle_degrees: true\n", "")
    assert "angles are in degrees" in texts(read, Severity.ASSUMED)[0]
    radians = changed(source, FILES[1], "  name: buoy\n", "  name: buoy\n  angle_degrees: false\n")
    expected = math.degrees(90.0) % 360.0
    assert radians.document["bodies"][0]["attitude_deg"][2] % 360.0 == pytest.approx(expected)


def test_lines_of_moordyn_hang_on_one_body(client: raftup.Client, source: Path) -> None:
    (source.parent / "lines.txt").write_text(LINES)
    lines = "  moordyn:\n    enabled: true\n    input_file: lines.txt\n    bodies: [float]\n"
    model = changed(source, FILES[3], "  radiation:", f"{lines}  radiation:").document
    assert model["loads"][-1]["mooring_system"]["body"] == "float"
    client.check_model(source.parent.parent / "model.yaml")
    several = changed(source, FILES[3], "[float]", "[float, arm]")
    assert "must be one body" in texts(several, Severity.REFUSED)[0]


@pytest.mark.parametrize(
    ("file", "old", "new", "said"),
    [
        (1, "body1: float", "body1: hull", "model.yaml:27: model.joints[0].body1 = hull must be"),
        (1, "REVOLUTE", "GEAR", "model.yaml:26: model.joints[0].type = GEAR must be one of"),
        (1, "mass: 2.6e5", "mass: heavy", "model.yaml:8: model.bodies[0].mass must be a number"),
        (1, "mass: 2.6e5", "mass: -1", "model.yaml:8: model.bodies[0].mass must be above 0"),
        (2, "-9.81]", "-9.81, 0]", "simulation.gravity must have 3 numbers"),
        (2, "[0, 0, -9.81]", "[0, -9.81, 0]", "must point down, along -z"),
        (3, "irregular", "steep", "waves.type = steep must be still, regular or irregular"),
        (3, "    type:", "   type:", "hydro.yaml:8: must be YAML"),
        (3, "    - name: float\n", ARM + "    - name: float\n", "has 1 bodies, body2 is none"),
        (0, "buoy.model.yaml", "none.yaml", "setup.yaml:1: the file 'none.yaml' must be a file"),
        (0, "buoy.model.yaml", "hemisphere.h5", "hemisphere.h5: must be YAML"),
    ],
)
def test_what_is_wrong_is_refused_with_its_line(
    file: int, old: str, new: str, said: str, source: Path
) -> None:
    reasons = texts(changed(source, FILES[file], old, new), Severity.REFUSED)
    assert len(reasons) == 1
    assert said in reasons[0]


def test_what_is_added_is_left_out_by_name(source: Path) -> None:
    for file, at in zip(FILES, ("model_file", "  name", "  time_step", "    type"), strict=True):
        text = (source.parent / file).read_text()
        indent = " " * (len(at) - len(at.lstrip()))
        (source.parent / file).write_text(text.replace(at, f"{indent}wobble: 3\n{at}", 1))
    said = texts(imported(source), Severity.LEFT_OUT)
    assert sorted(text.partition(":")[0] for text in said) == sorted(FILES)
    assert all("wobble = 3: no counterpart" in text for text in said)


def test_a_source_without_any_one_line_is_told_or_refused(source: Path, tmp_path: Path) -> None:
    assert set(silent_lines(source, tmp_path / "source", FILES)) <= {""}
