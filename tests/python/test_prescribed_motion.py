"""Motions of kinematic bodies that a model names by files: recorded ones, and displacement RAOs."""

import hashlib
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import raftup
from raftup.model import load_model


def model(prescribed: dict[str, Any], **more: Any) -> dict[str, Any]:
    return {
        "bodies": [{"name": "vessel", "motion": "kinematic", "prescribed": prescribed}],
        "integration": {"step": 0.1, "duration": 10.0},
        "outputs": [
            "vessel.displacement",
            "vessel.linear_velocity",
            "vessel.linear_acceleration",
            "vessel.angular_velocity",
        ],
        **more,
    }


def write_motion(folder: Path) -> Path:
    seconds = np.arange(0.0, 12.0, 0.25)
    columns = [seconds / 60.0, 100.0 * np.sin(0.6 * seconds), *(0.0 * seconds,) * 2]
    columns += [0.1 * np.sin(seconds), 0.0 * seconds, 10.0 * seconds]
    heading = "time [min],x [cm],y [m],z [m],roll [rad],pitch [deg],yaw [deg]"
    file = folder / "vessel.csv"
    np.savetxt(
        file, np.column_stack(columns), fmt="%.17g", delimiter=",", header=heading, comments=""
    )
    return file


RAO = """# of a supply vessel
period [s];direction [deg];heave amplitude [m/m];heave phase [deg];pitch amplitude;pitch phase
8;0;0.45;20;1.10;-70
12;0;0.85;6;1.60;-86
8;180;0.45;20;1.10;110
12;180;0.85;6;1.60;94
8;90;1;0;0;0
12;90;1;0;0;0
"""


def test_a_recorded_motion_is_read_in_its_units(tmp_path: Path) -> None:
    file = write_motion(tmp_path)
    source = model({"motion": {"file": str(file)}})
    series = load_model(source).bodies[0].prescribed.motion
    values = np.array(series.values).reshape(-1, 6)
    assert series.time[1] == pytest.approx(0.25)
    assert values[1, 0] == pytest.approx(np.sin(0.15))
    assert values[1, 3] == pytest.approx(np.degrees(0.1 * np.sin(0.25)))
    assert series.file == "vessel.csv"
    assert series.sha256 == hashlib.sha256(file.read_bytes()).hexdigest()


def test_a_run_follows_a_recorded_motion(tmp_path: Path) -> None:
    source = model({"motion": {"file": str(write_motion(tmp_path))}})
    result = raftup.run(source)
    time = result.time.to_numpy()
    names = ("displacement", "linear_velocity", "linear_acceleration", "angular_velocity")
    of_vessel = {name: result[name].sel(body="vessel").to_numpy() for name in names}
    spline = 1e-4  # of rows .25 s apart: h^4 and its derivatives
    assert of_vessel["displacement"][:, 0] == pytest.approx(np.sin(0.6 * time), abs=spline)
    assert of_vessel["linear_velocity"][:, 0] == pytest.approx(
        0.6 * np.cos(0.6 * time), abs=10 * spline
    )
    assert of_vessel["linear_acceleration"][:, 0] == pytest.approx(
        -0.36 * np.sin(0.6 * time), abs=100 * spline
    )
    assert of_vessel["angular_velocity"][:, 2] == pytest.approx(np.radians(10.0), abs=10 * spline)


def test_displacement_raos_move_a_vessel_in_the_waves_of_the_model(tmp_path: Path) -> None:
    (tmp_path / "rao.csv").write_text(RAO)
    waves = {"waves": [{"regular": {"amplitude": 1.0, "period": 8.0, "direction_deg": 0.0}}]}
    source = model(
        {"displacement_rao": {"file": str(tmp_path / "rao.csv"), "phase": "lag"}},
        environment={"sea": waves},
    )
    rao = load_model(source).bodies[0].prescribed.displacement_rao
    assert list(rao.direction_deg) == [0.0, 90.0, 180.0]
    assert np.allclose(rao.omega, 2.0 * np.pi / np.array([12.0, 8.0]))
    assert np.array(rao.amplitude).reshape(2, 3, 6)[0, 0].tolist() == [0, 0, 0.85, 0, 1.6, 0]
    moved = raftup.run(source)["displacement"].sel(body="vessel").to_numpy()
    assert np.abs(moved[:, 2]).max() == pytest.approx(0.45, rel=1e-2)  # rows .1 s apart
    assert np.abs(moved[:, 4]).max() == pytest.approx(np.radians(1.1), rel=1e-2)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("time,x,y,z,roll,pitch,yaw\n0,0,0,0,0,0,0\n1,0,0,0,0,0\n", "7 columns in line 3"),
        ("time,x,y,z,roll,pitch,yaw\n0,0,0,0,0,0,0\n0,0,0,0,0,0,0\n", "line 3 has 0 after 0"),
        ("time,x [kg],y,z,roll,pitch,yaw\n0,0,0,0,0,0,0\n1,0,0,0,0,0,0\n", "is in 'kg'"),
        ("time,x,y,roll,pitch,yaw\n0,0,0,0,0,0\n1,0,0,0,0,0\n", "must have a column 'z'"),
        ("time,x,y,z,roll,pitch,yaw\n0,0,0,0,0,0,0\n1,0,b,0,0,0,0\n", "numbers in line 3"),
    ],
)
def test_files_that_are_no_motions_are_refused(text: str, message: str, tmp_path: Path) -> None:
    (tmp_path / "bad.csv").write_text(text)
    with pytest.raises(raftup.ModelError, match=message):
        load_model(model({"motion": {"file": str(tmp_path / "bad.csv")}}))


def test_a_run_longer_than_its_motion_ends_with_the_reason(tmp_path: Path) -> None:
    source = model({"motion": {"time": [0, 5], "values": [0.0] * 12}})
    with pytest.raises(
        raftup.RaftupError, match="the prescribed motion of body 'vessel' must reach"
    ):
        raftup.run(source)


def test_what_a_prescribed_motion_does_not_go_with_is_refused() -> None:
    still = {"motion": {"time": [0, 20], "values": [0.0] * 12}}
    joint = {"name": "hinge", "type": "JOINT_TYPE_HINGE", "body1": "vessel"}
    with pytest.raises(raftup.ModelError, match="moves as is prescribed"):
        raftup.run(model(still, joints=[joint]))
    push = {"name": "push", "kinematic_motion": {"body": "vessel"}}
    with pytest.raises(raftup.ModelError, match="motion is not prescribed already"):
        raftup.run(model(still, inputs=[push]))
