"""Measured elevations become harmonics: known components come back."""

from pathlib import Path
from typing import Any

import numpy as np
import pytest
import xarray as xr

import raftup
from raftup.sea import decompose, read_elevation

STEP, COUNT = 0.25, 2400  # s: ten minutes
DURATION = STEP * COUNT
OMEGA = 2.0 * np.pi / DURATION * np.array([40.0, 65.0, 91.0])
AMPLITUDE = np.array([0.4, 1.1, 0.3])
PHASE = np.array([0.3, -2.0, 1.4])
START = 1000.0  # s on the buoy's clock


def surface(time: Any, omega: Any = OMEGA) -> Any:
    return np.cos(np.outer(time, omega) + PHASE) @ AMPLITUDE


def even_time() -> Any:
    return START + STEP * np.arange(COUNT)


def test_an_even_record_gives_its_harmonics_back() -> None:
    time = even_time()
    result = decompose(time, surface(time) + 0.07, omega_max=2.0)
    assert result.method == "fft"
    assert result.window == (START, START + DURATION - STEP)
    assert result.mean == pytest.approx(0.07, abs=1e-12)
    strong = result.amplitude > 1e-9
    np.testing.assert_allclose(result.omega[strong], OMEGA, rtol=1e-12)
    np.testing.assert_allclose(result.amplitude[strong], AMPLITUDE, rtol=1e-9)
    # phases at t = 0 of the clock: omega * 1000 s of round-off
    np.testing.assert_allclose(result.phase[strong], PHASE, atol=1e-9)
    assert result.residual < 1e-9
    assert result.explained == pytest.approx(1.0, abs=1e-12)
    height = 4.0 * np.sqrt(np.sum(AMPLITUDE**2) / 2.0)
    assert result.significant_wave_height == pytest.approx(height, rel=1e-9)


def test_a_record_is_reproduced_up_to_its_nyquist_frequency() -> None:
    elevation = np.random.default_rng(7).normal(size=100)
    time = np.arange(100.0)
    result = decompose(time, elevation)
    np.testing.assert_allclose(result.elevation(time) + result.mean, elevation, atol=1e-11)


def test_gaps_and_noise_leave_known_frequencies_found() -> None:
    time = even_time()
    random = np.random.default_rng(3)
    kept = (random.random(COUNT) > 0.3) & ~((time > 1200.0) & (time < 1260.0))
    off_grid = OMEGA * 1.0007
    clean = decompose(time[kept], surface(time[kept], off_grid), omega=off_grid)
    assert clean.method == "least_squares"
    np.testing.assert_allclose(clean.amplitude, AMPLITUDE, rtol=1e-9)
    np.testing.assert_allclose(clean.phase, PHASE, atol=1e-8)
    noise = random.normal(scale=0.05, size=COUNT)
    noisy = decompose(time[kept], (surface(time, off_grid) + noise)[kept], omega=off_grid)
    # standard error of an amplitude: scale sqrt(2 / rows) = .002 m; five of them
    np.testing.assert_allclose(noisy.amplitude, AMPLITUDE, atol=0.01)
    assert noisy.residual == pytest.approx(0.05, rel=0.1)
    assert noisy.explained == pytest.approx(1.0 - 0.05**2 / np.sum(AMPLITUDE**2 / 2), abs=1e-3)


def test_only_the_window_is_fitted() -> None:
    time = even_time()
    elevation = np.where(time < START + 300.0, surface(time), 99.0)
    result = decompose(time, elevation, omega=OMEGA, window=(START, START + 299.0))
    assert result.window == (START, START + 299.0)
    np.testing.assert_allclose(result.amplitude, AMPLITUDE, rtol=1e-9)


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"window": (0.0, 1.0)}, "window must hold at least 4 rows, holds 0"),
        ({"omega": np.linspace(0.1, 2, 1201)}, "must have at most 1200 frequencies"),
        ({"omega": np.array([0.5, 0.5 + 1e-9])}, "frequencies are nearer than it resolves"),
        ({"omega": np.array([0.0, 0.5])}, "at least one frequency > 0, ascending"),
    ],
)
def test_what_a_record_cannot_determine_is_refused(changes: dict[str, Any], message: str) -> None:
    time = even_time()
    with pytest.raises(raftup.RaftupError, match=message):
        decompose(time, surface(time), **changes)
    uneven = time + 0.05 * np.sin(time)
    with pytest.raises(raftup.RaftupError, match="time must be even for fft"):
        decompose(uneven, surface(uneven), method="fft")


@pytest.mark.parametrize("kind", ["csv", "semicolon", "dated", "netcdf"])
def test_records_are_read_from_files(kind: str, tmp_path: Path) -> None:
    time, elevation = even_time(), surface(even_time())
    file = tmp_path / f"buoy.{'nc' if kind == 'netcdf' else 'csv'}"
    dates = np.datetime64("2024-01-15T06:00", "ms") + (1000 * (time - START)).astype("m8[ms]")
    if kind == "netcdf":
        variables = {
            "elevation": ("time", elevation, {"units": "m"}),
            "temperature": ("time", elevation, {"units": "K"}),
        }
        xr.Dataset(variables, {"time": dates.astype("M8[ns]")}).to_netcdf(file)
    else:
        first = dates if kind == "dated" else time
        mark = ";" if kind == "semicolon" else ","
        rows = [
            mark.join([str(t), f"{e:.12f}" if k != 5 else "", "1"])
            for k, (t, e) in enumerate(zip(first, elevation, strict=True))
        ]
        file.write_text("\n".join(["# a buoy", mark.join(["t [s]", "eta [m]", "flag"]), *rows]))
    read_time, read = read_elevation(file)
    kept = np.arange(COUNT) != 5 if kind != "netcdf" else np.ones(COUNT, bool)
    origin = 0.0 if kind in ("csv", "semicolon") else START
    np.testing.assert_allclose(read_time, time[kept] - origin, atol=1e-9)
    np.testing.assert_allclose(read, elevation[kept], atol=1e-11)


def test_a_file_that_is_no_record_is_refused(tmp_path: Path) -> None:
    file = tmp_path / "a.csv"
    file.write_text("t,a,b\n0,1,2\n1,1,2\n")
    with pytest.raises(raftup.RaftupError, match="has 3 columns; say by name which"):
        read_elevation(file)
    assert len(read_elevation(file, "b")[0]) == 2
    file.write_text("1,2\n0,3\n")
    with pytest.raises(raftup.RaftupError, match="time ascending"):
        read_elevation(file)
    with pytest.raises(raftup.RaftupError, match="cannot be read"):
        read_elevation(tmp_path / "ghost.csv")


@pytest.mark.parametrize(
    ("text", "time", "elevation"),
    [
        ("t [min],eta [cm]\n0,100\n1,-50\n", [0.0, 60.0], [1.0, -0.5]),
        ("time (ms);wave_elevation (mm)\n0;1000\n500;-20\n", [0.0, 0.5], [1.0, -0.02]),
        ("# measured\n# t [h] eta [ft]\n0 1\n1 2\n", [0.0, 3600.0], [0.3048, 0.6096]),
        ("time\televation\nmin\tcm\n0\t3\n2\t5\n", [0.0, 120.0], [0.03, 0.05]),
        ("2024-01-15T06:00,1\n2024-01-15T06:01,2\n", [0.0, 60.0], [1.0, 2.0]),
    ],
)
def test_units_are_read(text: str, time: Any, elevation: Any, tmp_path: Path) -> None:
    file = tmp_path / "buoy.csv"
    file.write_text(text)
    read_time, read = read_elevation(file)
    np.testing.assert_allclose(read_time, time, rtol=1e-15)
    np.testing.assert_allclose(read, elevation, rtol=1e-15)
    with pytest.raises(raftup.RaftupError, match="must have a column 'heave'"):
        read_elevation(file, "heave")


def test_units_of_netcdf_are_read_by_name_too(tmp_path: Path) -> None:
    file = tmp_path / "buoy.nc"
    wave = ("time", [1.0, -999.0, 3.0], {"units": "cm"})
    tide = ("time", [1.0, 2.0, 3.0], {"units": "V"})
    time = ("time", [0.0, 1.0, 2.0], {"units": "minutes"})
    encoding = {"eta": {"_FillValue": -999.0}}
    xr.Dataset({"eta": wave, "tide": tide}, {"time": time}).to_netcdf(file, encoding=encoding)
    for name in (None, "eta"):
        read_time, read = read_elevation(file, name)
        np.testing.assert_allclose(read_time, [0.0, 120.0], rtol=1e-15)
        np.testing.assert_allclose(read, [0.01, 0.03], rtol=1e-15)
    with pytest.raises(raftup.RaftupError, match=r"elevation in one of .*, is in 'V': convert it"):
        read_elevation(file, "tide")


def test_flags_of_missing_values_are_named_or_refused(tmp_path: Path) -> None:
    file = tmp_path / "buoy.csv"
    file.write_text("t,eta\n0,.1\n1,-999\n2,.3\n3,-999\n")
    with pytest.raises(raftup.RaftupError, match="has -999 2 times, which looks like a flag"):
        read_elevation(file)
    time, elevation = read_elevation(file, missing=-999)
    assert time.tolist() == [0.0, 2.0]
    assert elevation.tolist() == [0.1, 0.3]
    file.write_text("t,eta\n0,1e20\n1,.2\n2,.3\n")
    with pytest.raises(raftup.RaftupError, match=r"has 1e\+20 1 time, .*missing=1e\+20"):
        read_elevation(file)
    # a true value among its like, of a record in mm
    file.write_text("t,eta [mm]\n0,-999\n1,820\n2,-400\n")
    assert read_elevation(file)[1].tolist() == pytest.approx([-0.999, 0.82, -0.4])


def test_the_models_sea_is_the_record(client: raftup.Client, hemisphere: dict[str, Any]) -> None:
    time = even_time()
    record = decompose(time, surface(time), omega=OMEGA)
    hemisphere["environment"]["sea"] = {"waves": [record.wave_system(direction=0.5, start=1010.0)]}
    result = raftup.run(hemisphere, client, outputs=["sea.elevation"])
    expected = surface(result.time.to_numpy() + 1010.0)
    np.testing.assert_allclose(result["wave_elevation"], expected, atol=1e-9)
