"""raftup estimate: roll damping, resistance and squat from the main particulars of a ship."""

import json
from pathlib import Path

import numpy as np
import pytest
from command_line import command
from conftest import DATABASES

import raftup
from raftup.remote.estimates import ParticularsError

KNOT = 1852.0 / 3600.0
OF_THE_PACKAGE = """
length: 300
breadth: 50
draught: 12.5
block_coefficient: 0.65
midship_coefficient: 0.98
center_of_mass_height: 2.5
keel_length: 60
keel_breadth: 1.25
"""
OF_THE_PAPER = """
length: 205
breadth: 32
draught: 10
displaced_volume: 37500
lcb_percent: -0.75
midship_coefficient: 0.98
waterplane_coefficient: 0.75
bulb_area: 20
bulb_height: 4
transom_area: 16
appendage_area: 50
appendage_factor: 1.5
stern_coefficient: 10
"""


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "ikeda.yaml").write_text(OF_THE_PACKAGE)
    (tmp_path / "holtrop.yaml").write_text(OF_THE_PAPER)
    return tmp_path


def test_roll_damping_by_its_parts_and_lines_for_a_model(folder: Path) -> None:
    period = 2.0 * np.pi / (0.6 / np.sqrt(50.0 / (2.0 * 9.81)))
    arguments = ["roll-damping", "ikeda.yaml", f"--periods={period:.15g}", "--gravity=9.81"]
    arguments += ["--density=1000", "--roll-inertia=4.2e10"]
    told = command("estimate", *arguments, "--json", "--plot=roll.png", folder=folder)
    assert told.returncode == 0, told.stderr
    document = json.loads(told.stdout)
    parts = {name: values[0][1] / document["unit"] for name, values in document["parts"].items()}
    assert parts["friction"] == pytest.approx(1.48798e-5, abs=5e-11)
    assert parts["wave"] == pytest.approx(0.0034935358, abs=5e-11)
    assert parts["eddy"] == pytest.approx(0.0009950302, abs=5e-11)
    assert parts["bilge_keels"] == pytest.approx(0.0056527029, abs=5e-11)
    fit = document["fits"][0]
    assert fit["p1"] == pytest.approx(0.00281551, abs=5e-9)
    assert fit["p1_with_wave"] == pytest.approx(0.01869129, abs=5e-9)
    assert fit["p2"] == pytest.approx(0.50365852, abs=5e-9)
    assert (folder / "roll.png").read_bytes().startswith(b"\x89PNG")
    lines = command("estimate", *arguments, folder=folder).stdout
    assert "roll_damping: {p1: 0.002815515, p2: 0.5036585}" in lines


def test_resistance_by_its_parts_and_a_load_for_a_model(folder: Path) -> None:
    arguments = ["resistance", "holtrop.yaml", "--knots=18,25", "--gravity=9.81"]
    arguments += ["--viscosity=1.18831e-6"]
    told = command("estimate", *arguments, "--json", "--plot=resistance.png", folder=folder)
    assert told.returncode == 0, told.stderr
    document = json.loads(told.stdout)
    assert document["total"] == pytest.approx([752872.24, 1791984.98], abs=0.01)
    assert document["parts"]["wave"][1] == pytest.approx(556836.7, abs=0.1)
    assert document["form_factor"] == pytest.approx(1.156444, abs=5e-7)
    assert (folder / "resistance.png").read_bytes().startswith(b"\x89PNG")
    lines = command("estimate", *arguments, folder=folder).stdout
    assert "speed: [9.26, 12.861]" in lines
    assert "force: [7.5287e+05, 1.792e+06]" in lines


def test_ranges_are_refused_and_extrapolated_by_word(client: raftup.Client, folder: Path) -> None:
    with pytest.raises(raftup.RaftupError, match=r"speed / sqrt\(g length\).*from 0 to 0.45"):
        client.estimates.resistance(folder / "holtrop.yaml", [25.0])
    answer = client.estimates.resistance(folder / "holtrop.yaml", [25.0], extrapolate=True)
    assert [one.quantity for one in answer.broken_ranges] == ["speed / sqrt(g length)"]
    assert answer.broken_ranges[0].value == pytest.approx(25.0 / np.sqrt(9.80665 * 205.0))


def test_particulars_that_are_none_are_refused(client: raftup.Client, folder: Path) -> None:
    with pytest.raises(ParticularsError, match="did you mean draught"):
        client.estimates.resistance({"draft": 5.0}, [5.0])
    ship = {"length": 100.0, "breadth": 16.0, "draught": 5.0, "midship_coefficient": 0.97}
    with pytest.raises(raftup.RaftupError, match="displaced_volume must be given, or block"):
        client.estimates.roll_damping(ship, [0.5])
    ship |= {"block_coefficient": 0.7}
    with pytest.raises(raftup.RaftupError, match=r"omega\[0\] must be positive"):
        client.estimates.roll_damping(ship, [-0.5])
    with pytest.raises(raftup.RaftupError, match="waterplane_coefficient must be positive"):
        client.estimates.resistance(ship, [5.0])
    told = command("estimate", "resistance", "ikeda.yaml", "--knots=a", folder=folder)
    assert told.returncode != 0
    assert "--knots must be A,B,... or FROM:TO:STEP, all positive, is 'a'" in told.stderr


def test_radiated_waves_stand_beside_those_of_a_database(folder: Path) -> None:
    arguments = ["roll-damping", "ikeda.yaml", "--periods=11,14"]
    arguments.append(f"--database={DATABASES / 'alongside.h5'}")
    told = command("estimate", *arguments, "--body=supply", "--json", folder=folder)
    assert told.returncode == 0, told.stderr
    damping = json.loads(told.stdout)["database_damping"]
    assert len(damping) == 2
    assert damping[0] > damping[1] > 0.0  # shorter rolls radiate more
    wrong = command("estimate", *arguments, "--body=suply", folder=folder)
    assert wrong.returncode != 0
    assert "supply" in wrong.stderr


def test_squat_with_the_clearance_that_remains(client: raftup.Client, folder: Path) -> None:
    arguments = ["squat", "--set=length=200", "--set=displaced_volume=56320", "--gravity=9.81"]
    arguments += ["--water-depth=15"]
    told = command("estimate", *arguments, "--speeds=6,8", "--json", folder=folder)
    assert told.returncode == 0, told.stderr
    document = json.loads(told.stdout)
    assert document["sinkage"] == pytest.approx([0.951221, 1.955161], abs=1e-6)
    assert document["clearance"] == []
    shown = command("estimate", *arguments, "--set=draught=11", "--speeds=8", folder=folder)
    assert "1.955" in shown.stdout
    assert "2.045" in shown.stdout
    fast = command("estimate", *arguments, "--speeds=8.4915", folder=folder)
    assert fast.returncode != 0
    assert "must be at most 0.7, a speed of 8.491 m/s" in fast.stderr
    with pytest.raises(raftup.RaftupError, match="water_depth must be positive"):
        client.estimates.squat(folder / "holtrop.yaml", [5.0], 0.0)
