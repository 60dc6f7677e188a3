"""raftup hydrostatics, stability and rest against closed forms."""

import json
import math
from pathlib import Path
from typing import Any

import numpy as np
import pytest
import xarray as xr
import yaml
from command_line import command
from conftest import MODELS

import raftup
from raftup.base.errors import RaftupError
from raftup.cli.ranges import numbers_of

BOX = """v -50 -10 0\nv 50 -10 0\nv 50 10 0\nv -50 10 0
v -50 -10 10\nv 50 -10 10\nv 50 10 10\nv -50 10 10
f 4 3 2 1\nf 5 6 7 8\nf 1 2 6 5\nf 2 3 7 6\nf 3 4 8 7\nf 4 1 5 8\n"""
"""100 m x 20 m x 10 m, its keel at z = 0."""


@pytest.fixture
def box(tmp_path: Path) -> Path:
    file = tmp_path / "barge.obj"
    file.write_text(BOX)
    return file


def moored(folder: Path) -> Path:
    """The mooring of the OC3 spar: three lines of 902.2 m, NREL/TP-500-47535."""
    gravity = 9.81
    loads = []
    for number, angle in enumerate(np.deg2rad([0.0, 120.0, 240.0])):
        outwards = np.array([math.cos(angle), math.sin(angle)])
        line = {
            "body": "spar",
            "point": [*(5.2 * outwards).tolist(), 0.0],
            "anchor": [*(853.87 * outwards).tolist(), -250.0],
            "length": 902.2,
            "diameter": 0.0,
            "mass_per_length": 698.094 / gravity,
            "axial_stiffness": 384.243e6,
        }
        loads.append({"name": f"line{number}", "catenary_line": line})
    model: dict[str, Any] = {
        "name": "oc3",
        "environment": {"gravity": gravity, "water_depth": 250.0},
        "bodies": [
            {
                "name": "spar",
                "mass": 8e6,
                "inertia": {"xx": 1e9, "yy": 1e9, "zz": 1e9},
                "position": [3.0, -2.0, 0.0],
                "gravity": False,
                "free": [True, True, False, False, False, False],
            }
        ],
        "loads": loads,
        "integration": {"step": 0.1, "duration": 10.0, "start": "equilibrium"},
    }
    file = folder / "oc3.yaml"
    file.write_text(yaml.safe_dump(model))
    return file


def told(*arguments: object, folder: Path) -> Any:
    done = command(*arguments, "--json", folder=folder)
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout)


def test_a_box_has_the_figures_of_its_sides(box: Path, tmp_path: Path) -> None:
    found = told(
        "hydrostatics",
        box,
        "--draughts",
        "4:5:.5",
        "--center-of-mass",
        "0.8,0,6",
        "--mass",
        10250e3,
        "--out",
        "box.nc",
        "--plot",
        "box.png",
        folder=tmp_path,
    )
    last = found["figures"][-1]
    assert [row["draught"] for row in found["figures"]] == [4.0, 4.5, 5.0]
    assert last["displacement"] == pytest.approx(10250e3, rel=1e-12)
    assert last["transverse_metacentric_height"] == pytest.approx(19 / 6, rel=1e-12)
    assert 1e-5 * last["moment_to_change_trim"] == pytest.approx(167.2458333333, rel=1e-10)
    assert found["floating"]["trim_deg"] == pytest.approx(0.280913342, rel=1e-8)
    assert found["floating"]["draught_aft"] == pytest.approx(4.754854899, rel=1e-9)
    with xr.open_dataset(tmp_path / "box.nc") as data:
        assert data.mass_per_immersion.attrs["units"] == "kg/m"
        assert data.mass_per_immersion.values == pytest.approx([2.05e6] * 3, rel=1e-12)
    assert (tmp_path / "box.png").stat().st_size > 10_000


def test_figures_that_need_a_weight_are_left_out_without_one(box: Path, tmp_path: Path) -> None:
    done = command("hydrostatics", box, "--draughts", "5", "--out", "box.csv", folder=tmp_path)
    assert done.returncode == 0, done.stderr
    head, row = (tmp_path / "box.csv").read_text().splitlines()
    assert "volume" in head
    assert "transverse_metacentric_height" not in head
    assert float(row.split(",")[head.split(",").index("volume")]) == pytest.approx(1e4)


def test_righting_arms_meet_the_wall_sided_formula(box: Path, tmp_path: Path) -> None:
    found = told(
        "stability",
        box,
        "--draught",
        5,
        "--center-of-mass",
        "0,0,6",
        "--heel",
        "0:60:5",
        "--out",
        "gz.nc",
        "--plot",
        "gz.png",
        folder=tmp_path,
    )
    heel = math.radians(20.0)
    expected = math.sin(heel) * (19 / 6 + 10 / 3 * math.tan(heel) ** 2)
    assert found["arms"][4]["righting_arm"] == pytest.approx(expected, rel=1e-9)
    assert found["metacentric_height"] == pytest.approx(19 / 6, rel=1e-9)
    names = {one["name"]: one["met"] for one in found["criteria"]}
    assert names["metacentric_height"]
    assert names["area_to_30"]
    with xr.open_dataset(tmp_path / "gz.nc") as data:
        assert data.attrs["criterion_metacentric_height"].endswith("met")


def test_free_surfaces_of_tanks_raise_the_center_of_mass(box: Path, tmp_path: Path) -> None:
    tank = {"body": "box", "point": [0, 0, 3], "length": 60, "breadth": 12, "fill_height": 2}
    tank["density"] = 1000.0
    model = {
        "name": "tanks",
        "bodies": [
            {
                "name": "box",
                "mass": 1.025e7,
                "center_of_mass": [0, 0, 6],
                "inertia": {"xx": 5e8, "yy": 9e9, "zz": 9e9},
            }
        ],
        "loads": [
            {"name": "water", "hull": {"body": "box", "mesh": str(box), "pressure": True}},
            {"name": "ballast", "tank": tank},
            {"name": "ice", "tank": tank, "enabled": False},
        ],
        "integration": {"step": 0.1, "duration": 1.0},
    }
    file = tmp_path / "tanks.yaml"
    file.write_text(yaml.safe_dump(model))
    rise = 1000.0 * 60.0 * 12.0**3 / 12.0 / 1.025e7
    found = told("hydrostatics", file, folder=tmp_path)
    assert found["free_surface_rise"] == pytest.approx(rise, rel=1e-12)
    height = found["figures"][0]["transverse_metacentric_height"]
    assert height == pytest.approx(19 / 6 - rise, rel=1e-9)
    arms = told("stability", file, "--heel", "0:20:20", folder=tmp_path)
    heel = math.radians(20.0)
    expected = math.sin(heel) * (19 / 6 - rise + 10 / 3 * math.tan(heel) ** 2)
    assert arms["arms"][1]["righting_arm"] == pytest.approx(expected, rel=1e-9)
    given = told("hydrostatics", file, "--center-of-mass", "0,0,6", folder=tmp_path)
    assert "free_surface_rise" not in given
    done = command("stability", file, "--heel", "0:20:20", folder=tmp_path)
    assert "raise the center of mass by 0.8429 m" in done.stdout


def test_statics_refuse_what_they_cannot_tell(box: Path, tmp_path: Path) -> None:
    done = command("stability", box, "--draught", 5, folder=tmp_path)
    assert done.returncode != 0
    assert "--center-of-mass must be given for a mesh" in done.stderr
    done = command("hydrostatics", box, folder=tmp_path)
    assert "--draughts must be given for a mesh that lies above z = 0" in done.stderr
    done = command("hydrostatics", box, "--center-of-mass", "0,0,6", "--mass", 1e9, folder=tmp_path)
    assert "which sinks it" in done.stderr
    with pytest.raises(RaftupError, match="FIRST:LAST:STEP"):
        numbers_of("6:3:.25", "--draughts")


def test_a_mooring_rests_and_resists_offsets_as_published(tmp_path: Path) -> None:
    model = moored(tmp_path)
    found = told(
        "rest",
        model,
        "--offset",
        "spar",
        "surge",
        "-10,5,10,20",
        "--out",
        "rest.nc",
        "--plot",
        "rest.png",
        folder=tmp_path,
    )
    (spar,) = found["bodies"]
    assert np.abs(spar["center_of_mass"]).max() < 1e-9
    assert spar["stiffness"][0][0] == pytest.approx(41181.178, rel=1e-8)
    rows = found["sweep"]["rows"]
    forces = [row["force"][0] for row in rows]
    published = [472260.4740, -196621.4745, -380666.4989, -741752.3400]
    assert forces == pytest.approx(published, rel=1e-8)
    tensions = rows[2]["tensions"]
    assert tensions["line0"] == pytest.approx(697893.3957, rel=1e-8)
    assert tensions["line1"] == pytest.approx(1062825.0348, rel=1e-8)
    pushed = told("rest", model, "--force", "spar", "surge", "5e5", folder=tmp_path)
    assert pushed["sweep"]["rows"][0]["displacement"][0] == pytest.approx(13.325954875, rel=1e-8)
    with xr.open_dataset(tmp_path / "rest.nc") as data:
        assert data.sweep_force.sel(offset=5.0, dof="surge") == pytest.approx(
            -196621.4745, rel=1e-8
        )


def test_a_line_can_be_left_out(tmp_path: Path) -> None:
    model = moored(tmp_path)
    found = told("rest", model, "--without", "line0", folder=tmp_path)
    assert [line["name"] for line in found["lines"]] == ["line1", "line2"]
    assert found["bodies"][0]["center_of_mass"][0] < -100.0  # away from where it was
    recorded = ("--set", "outputs=[line0.tension,line1.tension]")  # that of the line goes with it
    again = told("rest", model, *recorded, "--without", "line0", folder=tmp_path)
    assert again["lines"] == found["lines"]
    done = command("rest", model, "--without", "chain", folder=tmp_path)
    assert "--without must name a load, one of line0, line1, line2" in done.stderr


def test_a_fork_of_a_run_from_rest_goes_on_byte_for_byte(
    client: raftup.Client, hemisphere: dict[str, Any]
) -> None:
    output = "hemisphere.displacement"
    hemisphere["bodies"][0] |= {"position": [0.5, 0.0, 0.3], "attitude_deg": [4.0, 0.0, 0.0]}
    hemisphere["integration"]["start"] = "equilibrium"

    def steps(session: raftup.Session, count: int) -> bytes:
        with session.exchange(outputs=[output], output_stride=1) as exchange:
            return exchange.advance(count)[output].tobytes()

    with client.create_session(hemisphere) as session:
        found = {finding.name: finding.message for finding in session.findings}
        assert found["start_moved"].startswith("start: moved hemisphere by")
        session.initialise()
        first = steps(session, 20)
        checkpoint = session.checkpoint("here")
        future = steps(session, 20)
        with client.create_session(from_checkpoint=checkpoint) as fork:
            assert steps(fork, 20) == future
        session.reset()
        session.initialise()
        assert steps(session, 20) == first


def test_a_run_says_how_far_its_start_was_moved(tmp_path: Path) -> None:
    done = command("run", moored(tmp_path), folder=tmp_path)
    assert done.returncode == 0, done.stderr
    assert "start: moved spar by 3.606 m, 0 deg" in done.stdout + done.stderr
    with xr.open_dataset(tmp_path / "result.nc") as data:
        position = data.position.sel(body="spar").values
    assert np.abs(position).max() < 1e-7


def test_hydrostatics_of_a_database_are_those_of_its_box(tmp_path: Path) -> None:
    """60 m x 24 m, draught 3 m, and the height of its centre by the file: BM = B^2/(12 T)."""
    file = MODELS.parent / "data" / "own" / "floating_dock.h5"
    told = command("hydrostatics", file, "--json", folder=tmp_path)
    (found,) = json.loads(told.stdout)["bodies"]
    lever = -1.5  # of the centre of buoyancy above the centre of gravity, in the water plane
    assert found["displacement"] == pytest.approx(1025.0 * 60 * 24 * 3)
    assert found["waterplane_area"] == pytest.approx(60 * 24)
    assert found["transverse_metacentric_height"] == pytest.approx(24**2 / 36 + lever)
    assert found["longitudinal_metacentric_height"] == pytest.approx(60**2 / 36 + lever)
    assert found["mass_per_immersion"] == pytest.approx(1025.0 * 60 * 24)
    refused = command("hydrostatics", file, "--draughts", "3", folder=tmp_path)
    assert refused.returncode == 2
    assert "--draughts" in refused.stderr
    assert "applies to meshes and models" in refused.stderr
    shown = command("inspect", MODELS / "floating_dock.yaml", folder=tmp_path).stdout
    assert "Hydrostatics" in shown
    assert " 4428 " in shown


def test_the_draught_at_rest_is_that_of_the_deepest_point_of_a_mesh(tmp_path: Path) -> None:
    """A dock of 3 m draught that chains pull down a little; a body without a mesh has none."""
    told = command("rest", MODELS / "floating_dock.yaml", "--json", folder=tmp_path)
    (dock,) = json.loads(told.stdout)["bodies"]
    assert dock["draught"] == pytest.approx(3.0 - dock["position"][2], abs=2e-3)
    told = command("rest", MODELS / "work_barge.yaml", "--json", folder=tmp_path)
    assert json.loads(told.stdout)["bodies"][0]["draught"] is None
