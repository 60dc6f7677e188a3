"""Directional spectra of wave models: every file's quirks undone, the variance kept."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import netCDF4
import numpy as np
import numpy.typing as npt
import pytest
from command_line import command
from conftest import example

import raftup
from raftup.sea import DirectionalSpectrum, holds_spectrum, read_spectrum

Array = npt.NDArray[np.float64]

HEIGHT, PEAK, TOWARDS = 3.2, 9.5, 118.0  # m, s, deg clockwise from north
FREQUENCY: Array = np.float64(0.03453) * 1.1 ** np.arange(30.0)  # Hz, the grid of ERA5
COMPASS: Array = (np.arange(24.0) + 0.5) * 15.0  # deg clockwise from north


def per_hertz_and_degree(towards: Array, frequency: Array = FREQUENCY) -> Array:
    """A JONSWAP-like swell that goes to TOWARDS, cos^2s spread: [frequency, direction] m2/Hz/deg.

    Args:
        towards: deg clockwise from north.
        frequency: Hz.
    """
    ratio = frequency * PEAK
    shape = ratio**-5.0 * np.exp(-1.25 * ratio**-4.0)
    spread = np.cos(np.deg2rad(towards - TOWARDS) / 2.0) ** 24.0
    density = shape[:, None] * spread
    variance = np.trapezoid(density.sum(axis=1) * 360.0 / len(towards), frequency)
    scaled: Array = density * (HEIGHT / 4.0) ** 2 / variance
    return scaled


def write_netcdf(
    file: Path,
    name: str,
    values: Array,
    dimensions: dict[str, tuple[Array | None, dict[str, str]]],
    attributes: dict[str, Any],
) -> Path:
    """One float32 variable over `dimensions` in their order; those without values are bare."""
    with netCDF4.Dataset(file, "w") as dataset:
        for (dimension, (grid, about)), size in zip(dimensions.items(), values.shape, strict=True):
            dataset.createDimension(dimension, size)
            if grid is not None:
                kind = "f8" if dimension.endswith("time") else "f4"
                dataset.createVariable(dimension, kind, (dimension,))[:] = grid
                dataset[dimension].setncatts(about)
        fill = attributes.pop("_FillValue", None)
        variable = dataset.createVariable(name, "f4", tuple(dimensions), fill_value=fill)
        variable.setncatts(attributes)
        variable[:] = np.ma.masked_invalid(values)
    return file


TIME = (np.array([0.0, 6.0]), {"units": "hours since 2024-01-15 06:00:00"})
FALLING = COMPASS[::-1]


def write_ww3(file: Path) -> Path:
    """WAVEWATCH III: per radian, where waves go, directions in falling order, frequency before."""
    values = per_hertz_and_degree(FALLING) * 180.0 / np.pi
    values = np.stack([0.25 * values, values])[:, None]
    direction = {"units": "degree", "standard_name": "sea_surface_wave_to_direction"}
    about = {
        "units": "m2 s rad-1",
        "standard_name": "sea_surface_wave_directional_variance_spectral_density",
        "_FillValue": 9.96921e36,
    }
    dimensions: dict[str, tuple[Array | None, dict[str, str]]] = {
        "time": TIME,
        "station": (None, {}),
        "frequency": (FREQUENCY, {"units": "s-1"}),
        "direction": (FALLING, direction),
    }
    return write_netcdf(file, "efth", values, dimensions, about)


def write_swan(file: Path) -> Path:
    """SWAN, NetCDF: per radian, directions in radians, where waves come from, a masked point."""
    coming_from = np.mod(COMPASS + 180.0, 360.0)
    values = per_hertz_and_degree(COMPASS) * 180.0 / np.pi
    values = np.stack([np.full_like(values, np.nan), values])[None].repeat(2, axis=0)
    direction = {"units": "radians", "standard_name": "sea_surface_wave_from_direction"}
    dimensions: dict[str, tuple[Array | None, dict[str, str]]] = {
        "time": TIME,
        "points": (None, {}),
        "frequency": (FREQUENCY, {"units": "s-1"}),
        "direction": (np.deg2rad(coming_from), direction),
    }
    about = {"units": "m2 s rad-1", "_FillValue": 9.96921e36}
    return write_netcdf(file, "density", values, dimensions, about)


def write_era5(file: Path) -> Path:
    """ERA5: log10, numbers instead of frequencies and directions, little energy missing."""
    values = per_hertz_and_degree(COMPASS) * 180.0 / np.pi
    with np.errstate(divide="ignore"):
        logarithm = np.where(values > 1e-9, np.log10(values), np.nan)
    stacked = np.stack([logarithm - 1.0, logarithm])[:, :, :, None, None]
    number = {"long_name": "number"}
    dimensions: dict[str, tuple[Array | None, dict[str, str]]] = {
        "valid_time": TIME,
        "frequencyNumber": (np.arange(1.0, 31.0), number),
        "directionNumber": (np.arange(1.0, 25.0), number),
        "latitude": (np.array([58.0]), {"units": "degrees_north"}),
        "longitude": (np.array([2.5]), {"units": "degrees_east"}),
    }
    about = {"units": "m**2 s radian**-1", "long_name": "2D wave spectra", "_FillValue": -32767.0}
    return write_netcdf(file, "d2fd", stacked, dimensions, about)


def write_cf(file: Path) -> Path:
    """Any CF file: per Hz and degree, from 0 to 360 deg with both ends, directions first."""
    closed = np.append(np.arange(0.0, 360.0, 15.0), 360.0)
    once = per_hertz_and_degree(closed[:-1] + 180.0).T
    values = np.concatenate([once, once[:1]])
    direction = {"units": "degrees", "standard_name": "sea_surface_wave_from_direction"}
    dimensions: dict[str, tuple[Array | None, dict[str, str]]] = {
        "dir": (closed, direction),
        "freq": (FREQUENCY, {"units": "Hz"}),
    }
    return write_netcdf(file, "spectral_density", values, dimensions, {"units": "m2/Hz/degree"})


def write_swan_text(file: Path) -> Path:
    """SWAN, text: nautical directions in falling order, integers times a factor, NODATA, ZERO."""
    coming_from = np.mod(FALLING + 180.0, 360.0)
    values = per_hertz_and_degree(FALLING)
    factor = values.max() / 999998.0
    lines = ["SWAN   1                  Swan standard spectral file, version", "$ made by a test"]
    lines += ["TIME", "     1", "LOCATIONS", "     2", " 1.0 2.0", " 3.0 4.0"]
    lines += ["AFREQ", f"    {len(FREQUENCY)}", *(f"{value:.6f}" for value in FREQUENCY)]
    lines += ["NDIR", f"    {len(coming_from)}", *(f"{value:.4f}" for value in coming_from)]
    lines += ["QUANT", "     1", "VaDens", "m2/Hz/degr", "   -0.9900E+02   exception value"]
    block = [" ".join(f"{round(value / factor):d}" for value in row) for row in values]
    lines += ["20240115.060000", "NODATA", "ZERO", "20240115.120000", "NODATA"]
    lines += ["FACTOR", f"{factor:.12e}", *block]
    file.write_text("\n".join(lines) + "\n")
    return file


CASES: list[tuple[str, Callable[[Path], Path], dict[str, Any], float]] = [
    ("ww3.nc", write_ww3, {"time": "2024-01-15T11:00"}, 1e-6),
    ("swan.nc", write_swan, {"place": 1}, 1e-6),
    ("era5.nc", write_era5, {"time": 1}, 1e-6),
    ("cf.nc", write_cf, {}, 1e-6),
    # six digits of a text are not seven of a float: each value is rounded to half a unit
    ("swan.spc", write_swan_text, {"time": "2024-01-15T12:00", "place": 1}, 1e-5),
]


@pytest.mark.parametrize(("name", "write", "chosen", "tolerance"), CASES)
def test_a_spectrum_keeps_its_variance_period_and_direction(
    name: str,
    write: Callable[[Path], Path],
    chosen: dict[str, Any],
    tolerance: float,
    tmp_path: Path,
) -> None:
    file = write(tmp_path / name)
    assert holds_spectrum(file)
    spectrum = read_spectrum(file, **chosen)
    assert spectrum.moment(0) == pytest.approx((HEIGHT / 4.0) ** 2, rel=tolerance)
    assert spectrum.significant_wave_height == pytest.approx(HEIGHT, rel=1e-3)
    peak = 1.0 / FREQUENCY[np.argmax(per_hertz_and_degree(COMPASS).sum(axis=1))]
    assert spectrum.peak_period == pytest.approx(peak, rel=1e-3)
    expected = np.deg2rad(90.0 - TOWARDS)  # counter-clockwise from east
    assert spectrum.mean_direction == pytest.approx(expected, abs=1e-3 * 2.0 * np.pi)
    assert np.all(np.diff(spectrum.direction) > 0.0)
    assert len(spectrum.direction) == 24
    # where the x axis points north, the same waves go elsewhere in the world's axes
    turned = read_spectrum(file, **chosen, axis_heading_deg=0.0)
    assert turned.mean_direction == pytest.approx(-np.deg2rad(TOWARDS), abs=1e-3 * 2.0 * np.pi)


def refusal(file: Path, **chosen: Any) -> str:
    with pytest.raises(raftup.RaftupError) as caught:
        read_spectrum(file, **chosen)
    assert caught.value.is_bad_input
    return str(caught.value)


def test_negative_energy_land_and_places_that_are_not_there_are_refused(tmp_path: Path) -> None:
    file = write_cf(tmp_path / "cf.nc")
    with netCDF4.Dataset(file, "a") as dataset:
        dataset["spectral_density"][3, 4] = -0.5
    assert "cf.nc spectral_density must be >= 0, has 1 negative values" in refusal(file)
    swan = write_swan(tmp_path / "swan.nc")
    assert "density must have values, has none at this time and place" in refusal(swan)
    assert "place must be an index from 0 to 1, is 2" in refusal(swan, place=2)
    assert "time must be an index below 2, is 5" in refusal(swan, time=5, place=1)
    assert "time must be a date such as" in refusal(swan, time="noon", place=1)
    whole = write_swan_text(tmp_path / "a.spc").read_text()
    (tmp_path / "blank.spc").write_text(whole.replace("\n", "\n\n"))
    blank = read_spectrum(tmp_path / "blank.spc", time="2024-01-15T12:00", place=1)
    same = read_spectrum(tmp_path / "a.spc", time="2024-01-15T12:00", place=1)
    assert blank.moment(0) == same.moment(0)
    (tmp_path / "cut.spc").write_text(whole[:900])
    assert "the file is cut short" in refusal(tmp_path / "cut.spc")
    assert "cannot be read" in refusal(tmp_path / "ghost.nc")


def test_what_a_file_does_not_say_must_be_said(tmp_path: Path) -> None:
    file = write_cf(tmp_path / "cf.nc")
    with netCDF4.Dataset(file, "a") as dataset:
        del dataset["dir"].standard_name
    assert "pass sense='from', 'to' or 'cartesian'" in refusal(file)
    spectrum = read_spectrum(file, sense="from")
    assert spectrum.mean_direction == pytest.approx(np.deg2rad(90.0 - TOWARDS), abs=6e-3)
    with netCDF4.Dataset(file, "a") as dataset:
        del dataset["spectral_density"].units
    assert "must have units that say per degree or per radian" in refusal(file, sense="from")


def test_the_part_that_a_database_can_answer_says_what_is_lost(tmp_path: Path) -> None:
    spectrum = read_spectrum(write_cf(tmp_path / "cf.nc"))
    part = spectrum.up_to(2.0)
    assert part.omega[-1] == 2.0
    assert part.findings[-1].endswith("of the variance lies above 2 rad/s and is left out")
    lost = 1.0 - part.moment(0) / spectrum.moment(0)
    # the tail of omega^-5: share above omega of about 1 - exp(-1.25 (peak / omega)^4)
    tail = 1.0 - np.exp(-1.25 * (2.0 * np.pi / PEAK / 2.0) ** 4)
    assert lost == pytest.approx(tail, rel=0.3)


def test_a_vessel_runs_in_the_spectrum_of_a_file(
    client: raftup.Client, hemisphere: dict[str, Any], tmp_path: Path
) -> None:
    spectrum: DirectionalSpectrum = read_spectrum(write_era5(tmp_path / "era5.nc"), time=1)
    part = spectrum.up_to(4.0)
    hemisphere["environment"]["sea"] = {"waves": [part.wave_system(seed=3, component_count=24)]}
    hemisphere["loads"][0]["linear_mooring"]["stiffness"] = [5e4, 5e4, 0, 0, 0, 1e6]
    hemisphere["integration"] = {"step": 0.1, "duration": 1200, "output_step": 0.5}
    result = raftup.run(hemisphere, client, outputs=["sea.elevation"])
    # 576 harmonics over 126 peak periods: the height is known to a few per cent
    height = 4.0 * float(result["wave_elevation"].std())
    assert height == pytest.approx(part.significant_wave_height, rel=0.15)


def test_the_example_reads_a_file_and_runs_a_model_in_it(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    program = example("spectrum_file", monkeypatch)
    file = write_ww3(tmp_path / "ww3.nc")
    program.main([str(file), "--time=1", "--duration=60", f"--out={tmp_path / 'result.nc'}"])
    assert (tmp_path / "result.nc").exists()


def test_inspect_shows_a_spectrum_and_its_polar_plot(tmp_path: Path) -> None:
    write_era5(tmp_path / "era5.nc")
    done = command(
        "inspect", "era5.nc", "--time=2024-01-15T12:00", "--json", "--plot=plots", folder=tmp_path
    )
    assert done.returncode == 0, done.stderr
    document = json.loads(done.stdout)
    assert document["significant_wave_height"] == pytest.approx(HEIGHT, rel=1e-3)
    assert document["coming_from_compass_deg"] == pytest.approx(TOWARDS + 180.0, abs=0.36)
    assert document["place"] == "latitude 58, longitude 2.5"
    assert document["time"] == "2024-01-15T12:00:00"
    assert (tmp_path / "plots" / "era5_spectrum.png").stat().st_size > 10_000
    shown = command("inspect", "era5.nc", folder=tmp_path)
    assert "significant wave height" in shown.stdout
    assert command("inspect", "era5.nc", "--place=7", folder=tmp_path).returncode == 2


def test_two_seas_of_one_seed_are_not_in_phase(client: raftup.Client) -> None:
    spectrum = {"jonswap": {"significant_wave_height": 2**0.5, "peak_period": 8}}
    systems = [{"irregular": spectrum}, {"irregular": {**spectrum, "direction_deg": 90}}]
    model = {
        "environment": {"sea": {"waves": systems}},
        "bodies": [{"name": "buoy", "motion": "kinematic"}],
        "outputs": ["sea.elevation"],
        "statistics": {},
        "integration": {"step": 0.5, "duration": 4000},
    }
    with client.create_session(model) as session:
        session.initialise()
        session.step(8000)
        std = session.statistics().outputs["sea.elevation"].std[0]
    assert 4 * std == pytest.approx(2.0, rel=0.05)  # in phase they made 2.83 m
