"""Seas from recorded elevations, focused waves and most likely extreme responses of model files."""

import hashlib
import json
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from conftest import MODELS

import raftup
from raftup._generated.finding_pb2 import Severity
from raftup.model import load_model

STEP, COUNT, DEPTH = 0.5, 1201, 50.0


def surface(seconds: Any) -> Any:
    return 1.2 * np.cos(0.5 * seconds + 0.3) + 0.4 * np.cos(1.27 * seconds + 2.0)


def write_record(folder: Path, count: int = COUNT, name: str = "gauge.csv") -> Path:
    seconds = STEP * np.arange(count)
    file = folder / name
    rows = np.column_stack([seconds / 60.0, 100.0 * surface(seconds)])
    np.savetxt(file, rows, fmt="%.17g", delimiter=",", header="time [min],eta [cm]", comments="")
    return file


def model(waves: dict[str, Any], duration: float = 60.0) -> dict[str, Any]:
    inertia = {"xx": 1e6, "yy": 1e6, "zz": 1e6}
    spring = {"body": "buoy", "stiffness": [2e3, 2e3, 8e4, 1e6, 1e6, 1e6]}
    return {
        "environment": {"water_depth": DEPTH, "sea": {"waves": [waves]}},
        "bodies": [{"name": "buoy", "mass": 2e4, "inertia": inertia, "gravity": False}],
        "loads": [{"name": "spring", "linear_mooring": spring}],
        "integration": {"step": 0.1, "duration": duration},
        "outputs": ["buoy.displacement", "sea.elevation"],
    }


def record(file: Path, **fields: Any) -> dict[str, Any]:
    return {"elevation": {"file": str(file), "taper": 20, "omega_max": 6.28, **fields}}


def test_a_run_reads_the_record_at_its_gauge(tmp_path: Path) -> None:
    file = write_record(tmp_path)
    result = raftup.run(model(record(file, start=120.0)))
    times = result.time.to_numpy()
    found = result.wave_elevation.to_numpy().ravel()
    # the mean of 560 s is taken off; between samples a spline of nothing: 1e-6
    np.testing.assert_allclose(found, surface(times + 120.0), atol=2e-3)
    document = result.attrs["model"]
    assert hashlib.sha256(file.read_bytes()).hexdigest() in document
    assert '"gauge.csv"' in document
    assert str(tmp_path) not in document


def test_findings_say_what_the_record_is_worth(tmp_path: Path) -> None:
    file = write_record(tmp_path)
    with raftup.local_server() as server, raftup.Client(server.address) as client:
        check = client.check_model(model(record(file, position=[-100, 0]), duration=590.0))
    told = {finding.name: finding for finding in check.findings}
    assert "its mean" in told["record"].message
    assert told["record_interval"].severity == Severity.SEVERITY_WARNING
    assert "at body 'buoy', 100 m along them" in told["record_interval"].message


def test_what_is_no_record_is_refused_by_line_and_value(tmp_path: Path) -> None:
    file = write_record(tmp_path, 20)
    lines = file.read_text().splitlines()
    for text, rule in (
        ("0.05,abc", r"must have a number in line 8, is 'abc'"),
        ("0.01,3", r"line 8 has 0.01 after"),
    ):
        file.write_text("\n".join([*lines[:7], text, *lines[8:]]))
        with pytest.raises(raftup.ModelError, match=rule):
            load_model(model(record(file)))
    with pytest.raises(raftup.ModelError, match=r"elevation\.file: .*none\.csv cannot be read"):
        load_model(model(record(tmp_path / "none.csv")))


def test_a_run_past_the_record_needs_to_know_what_comes_then(tmp_path: Path) -> None:
    file = write_record(tmp_path)
    with pytest.raises(raftup.ModelError, match="must be still or repeat where the run goes on"):
        raftup.run(model(record(file), duration=700.0))
    result = raftup.run(model(record(file, beyond="still"), duration=700.0))
    assert abs(float(result.wave_elevation[-1])) < 2e-2


def test_a_session_without_a_duration_is_told_that_its_record_has_ended(
    client: raftup.Client, tmp_path: Path
) -> None:
    file = write_record(tmp_path, 101)  # 50 s
    with client.create_session(model(record(file, taper=5), duration=0.0)) as session:
        session.initialise()
        session.step(500, output_stride=500)
        assert "record_ended" not in {one.name for one in session.status().findings}
        session.step(1000, output_stride=1000)
        told = {one.name: one for one in session.status().findings}["record_ended"]
        session.step(500, output_stride=500)
        again = {one.name: one for one in session.status().findings}["record_ended"]
    assert told.severity == Severity.SEVERITY_WARNING
    assert told.value == pytest.approx(50.0)
    assert "elevation ends at 50 s, and the session has gone on to 150 s" in told.message
    assert "comes again from 150 s on" in again.message


def test_another_file_by_an_override_is_read(tmp_path: Path) -> None:
    first, second = write_record(tmp_path), write_record(tmp_path, 400, "other.csv")
    read = load_model(model(record(first)))
    again = load_model(read, {"environment.sea.waves[0].elevation.file": str(second)})
    assert len(again.environment.sea.waves[0].elevation.time) == 400
    kept = load_model(read, {"bodies[0].mass": 3e4})
    assert kept.environment.sea.waves[0].elevation.file == "gauge.csv"


def test_records_are_bounded(tmp_path: Path) -> None:
    file = write_record(tmp_path, 10)
    seconds = 0.1 * np.arange(250_001)
    text = "\n".join(f"{t:.1f},0.1" for t in seconds)
    file.write_text(text)
    with pytest.raises(raftup.ModelError, match=r"at most 500000 numbers .* has 500002"):
        load_model(model(record(file)))


def test_a_focused_crest_comes_where_and_when_it_is_to() -> None:
    focused = {
        "focused": {
            "jonswap": {"significant_wave_height": 3, "peak_period": 8},
            "component_count": 100,
            "crest": 4.0,
            "time": 30,
            "in_random_sea": True,
            "seed": 5,
        }
    }
    result = raftup.run(model(focused))
    elevation = result.wave_elevation.to_numpy().ravel()
    at = int(np.argmin(np.abs(result.time.to_numpy() - 30.0)))
    assert elevation[at] == pytest.approx(4.0, abs=1e-9)


def test_a_response_takes_the_spectrum_of_a_record(tmp_path: Path) -> None:
    elevation = {"file": str(write_record(tmp_path)), "taper": 20}
    sea = {"environment.sea.waves": [{"elevation": elevation}], "integration.duration": 200}
    data = raftup.response(MODELS / "hemisphere_focused.yaml", overrides=sea)
    # two harmonics, less what the tapers take: 20 of 600 s in all
    expected = np.sqrt((1.2**2 + 0.4**2) / 2.0)
    assert float(data.wave_standard_deviation) == pytest.approx(expected, rel=0.05)
    assert "environment.sea.waves[0].elevation counts by its spectrum alone, not by its phases" in (
        json.loads(data.attrs["limits"])
    )


def test_the_heave_that_a_response_expects_is_reached() -> None:
    extreme = {
        "jonswap": {"significant_wave_height": 1.5, "peak_period": 6},
        "output": "hemisphere.displacement",
        "component": 2,
        "most_probable": {"duration": 3600},
        "time": 60,
        "component_count": 100,
    }
    waves = {"environment.sea.waves": [{"extreme_response": extreme}]}
    result = raftup.run(MODELS / "hemisphere_focused.yaml", overrides=waves)
    heave = result.displacement.sel(body="hemisphere", dof="heave").to_numpy().ravel()
    spectrum = {"environment.sea.waves[0].focused.in_random_sea": True}
    data = raftup.response(MODELS / "hemisphere_focused.yaml", overrides=spectrum, duration=3600)
    expected = float(data.most_probable_maximum.sel(body="hemisphere", dof="heave"))
    # the components' spectrum and that of the grid differ, as do their zero crossings
    assert heave.max() == pytest.approx(expected, rel=0.05)
    at = int(np.argmax(heave))
    assert float(result.time[at]) == pytest.approx(60.0, abs=0.3)
