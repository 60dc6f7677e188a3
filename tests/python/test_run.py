"""Runs through a server: the result's form, its bytes by every way, its physics."""

import json
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import numpy as np
import pytest
import xarray as xr
import yaml
from conftest import MODELS
from typer.testing import CliRunner

import raftup
from raftup import WaveGrid
from raftup.base.arrays import FloatArray
from raftup.cli.main import app
from raftup.frequency_domain import (
    ResponseSolver,
    linearise,
    response_spectrum,
    standard_deviation,
)
from raftup.plots import model_of
from raftup.remote.identity import Identity


def assert_same_bytes(one: xr.Dataset, other: xr.Dataset) -> None:
    assert list(one.variables) == list(other.variables)
    for name in one.data_vars:
        assert one[name].values.tobytes() == other[name].values.tobytes(), name


def test_a_result_has_the_documented_form(
    client: raftup.Client, hemisphere: dict[str, Any], tmp_path: Path
) -> None:
    result = raftup.run(hemisphere, client, out=tmp_path / "result.nc")
    assert dict(result.sizes) == {"time": 201, "body": 1, "xyz": 3, "wxyz": 4, "dof": 6}
    np.testing.assert_array_equal(result.time, np.arange(201) * 100_000_000 / 1e9)
    dimensions = {name: result[name].dims for name in result.data_vars}
    assert dimensions == {
        "position": ("time", "body", "xyz"),
        "orientation": ("time", "body", "wxyz"),
        "linear_velocity": ("time", "body", "xyz"),
        "angular_velocity": ("time", "body", "xyz"),
        "displacement": ("time", "body", "dof"),
        "wave_elevation": ("time",),
    }
    units = {name: result[name].attrs["units"] for name in result.data_vars}
    assert units["position"] == "m"
    assert units["linear_velocity"] == "m/s"
    assert units["angular_velocity"] == "rad/s"
    assert units["wave_elevation"] == "m"
    xr.testing.assert_identical(result, xr.load_dataset(tmp_path / "result.nc"))


def test_a_name_alone_is_one_output_and_not_its_letters(
    client: raftup.Client, hemisphere: dict[str, Any]
) -> None:
    short = {"integration.duration": 0.2}
    result = raftup.run(hemisphere, client, short, outputs="sea.elevation")
    assert list(result.data_vars) == ["wave_elevation"]
    every = raftup.run(hemisphere, client, short, outputs="hemisphere.*")
    assert "wave_elevation" not in every
    assert {"position", "displacement"} <= set(every.data_vars)
    with client.create_session(hemisphere) as session:
        session.initialise()
        assert session.read("sea.elevation").values.shape == (1, 1)
        with session.exchange(outputs="sea.elevation") as exchange:
            assert list(exchange.outputs.names) == ["sea.elevation"]
        assert repr(session) == f"<raftup.Session {session.name}, bodies hemisphere>"
    assert repr(client) == f"<raftup.Client of {client.address}>"


def test_what_a_notebook_shows_of_client_and_session_is_a_short_line_without_a_secret(
    client: raftup.Client, server: raftup.LocalServer
) -> None:
    inertia = {"xx": 1.0, "yy": 1.0, "zz": 1.0}
    bodies = [{"name": f"body{i}", "mass": 1.0, "inertia": inertia} for i in range(100)]
    with client.create_session({"bodies": bodies, "integration": {"step": 0.1}}) as session:
        assert repr(session).endswith("bodies body0, body1, body2 and 97 more>")
        assert repr(session).startswith(f"<raftup.Session {session.name}, ")
        session.initialise()
        with session.exchange() as exchange:
            assert exchange.token
            assert exchange.token not in repr(exchange)
    with raftup.connect(server.address, token="s3cret") as known:
        assert repr(known) == f"<raftup.Client of {server.address}>"
    assert "s3cret" not in repr(Identity(token="s3cret"))


def test_a_notebook_is_shown_the_rules_alone(hemisphere: dict[str, Any]) -> None:
    hemisphere["bodies"][0]["mas"] = 1.0
    with pytest.raises(raftup.ModelError) as caught:
        raftup.run(hemisphere)
    # IPython's way to ask an exception for what it shows in the place of a traceback
    assert caught.value._render_traceback_() == [f"ModelError: {caught.value}"]


def test_a_result_says_how_it_was_made(client: raftup.Client, hemisphere: dict[str, Any]) -> None:
    wave = {"jonswap": {"significant_wave_height": 1.0, "peak_period": 8.0}, "seed": 7}
    hemisphere["environment"]["sea"]["waves"] = [{"irregular": wave}]
    attributes = raftup.run(hemisphere, client, {"integration.duration": 1}).attrs
    model = json.loads(attributes["model"])
    assert model["bodies"][0]["mass"] == pytest.approx(1025 * 2 / 3 * np.pi * 5**3, rel=0.02)
    assert model["environment"]["water_density"] > 0
    jonswap = model["environment"]["sea"]["waves"][0]["irregular"]["jonswap"]
    assert jonswap["peak_enhancement"] == 3.3
    (digest,) = json.loads(attributes["databases"]).values()
    assert digest.startswith("databases/hemisphere@")
    assert len(digest.split("@")[1]) == 64
    assert json.loads(attributes["seed"]) == [7]
    assert attributes["raftup_version"] == raftup.__version__
    (radiation,) = json.loads(attributes["radiation"])
    assert radiation["memory"] in ("convolution", "partitioned", "state_space")
    assert radiation["kernel_error"] >= 0.0
    assert attributes["complete"] == 1


def test_a_partitioned_memory_moves_a_body_as_the_convolution_does(
    client: raftup.Client, hemisphere: dict[str, Any]
) -> None:
    forms = ("convolution", "partitioned")
    group = hemisphere["hydrodynamics"][0]
    results = {}
    for form in forms:
        group["radiation"] = {"memory": form}
        results[form] = raftup.run(hemisphere, client)
        (radiation,) = json.loads(results[form].attrs["radiation"])
        assert radiation["memory"] == form
        assert radiation["pole_count"] == 0
        assert radiation["kernel_duration"] > 0.0
    direct, partitioned = (results[form].position.values for form in forms)
    # rounding of the sums, over 200 steps
    np.testing.assert_allclose(partitioned, direct, rtol=0.0, atol=1e-10)


def test_forces_and_accelerations_come_on_request(
    client: raftup.Client, hemisphere: dict[str, Any]
) -> None:
    names = ["linear_acceleration", "angular_acceleration", "position"]
    forces = ["excitation", "radiation", "hydrostatic", "added_mass", "total"]
    outputs = [f"hemisphere.{name}" for name in names]
    outputs += [f"hemisphere.force.{name}" for name in forces]
    result = raftup.run(hemisphere, client, outputs=outputs)
    assert set(result.data_vars) == {*names, *(f"{force}_force" for force in forces)}
    assert result.excitation_force.dims == ("time", "body", "dof")
    late = result.isel(time=slice(100, None))
    mass = json.loads(result.attrs["model"])["bodies"][0]["mass"]
    heave = late.total_force.sel(dof="heave").values
    assert np.abs(heave).max() > 1e4
    np.testing.assert_allclose(
        heave, mass * late.linear_acceleration.sel(xyz="z").values, rtol=1e-9, atol=1e-3
    )


def test_progress_is_reported_up_to_the_end(
    client: raftup.Client, hemisphere: dict[str, Any]
) -> None:
    seen: list[raftup.Progress] = []
    raftup.run(hemisphere, client, {"integration.duration": 100}, progress=seen.append)
    times = [progress.time for progress in seen]
    assert times == sorted(times)
    assert len(times) > 2
    assert times[-1] == 100.0
    assert seen[-1].duration == 100.0
    assert seen[-1].real_time_factor > 1.0


@pytest.mark.parametrize("name", ["hemisphere_regular", "alongside", "two_body_heave"])
def test_embedded_and_remote_runs_give_the_same_bytes(name: str, tmp_path: Path) -> None:
    overrides = {"integration.duration": 20}
    model = MODELS / f"{name}.yaml"
    embedded = raftup.run(model, overrides=overrides)
    for listen in ("127.0.0.1:0", f"unix:{tmp_path}/socket"):
        with raftup.local_server(listen=listen) as server:
            assert_same_bytes(embedded, raftup.run(model, server.address, overrides))


def test_four_sessions_at_once_give_the_same_bytes_as_one(server: raftup.LocalServer) -> None:
    def simulate(_: int) -> xr.Dataset:
        overrides = {"integration.duration": 20}
        return raftup.run(MODELS / "alongside.yaml", server.address, overrides)

    alone = simulate(0)
    with ThreadPoolExecutor(4) as pool:
        for result in pool.map(simulate, range(4)):
            assert_same_bytes(alone, result)


def test_another_seed_gives_another_sea(client: raftup.Client) -> None:
    path = "environment.sea.waves[0].irregular.seed"
    short = {"integration.duration": 10}
    one = raftup.run(MODELS / "alongside.yaml", client, short)
    other = raftup.run(MODELS / "alongside.yaml", client, {**short, path: 2})
    assert np.abs(one.wave_elevation - other.wave_elevation).max() > 0.01


def spread_against_prediction(client: raftup.Client, significant_wave_height: float) -> FloatArray:
    """Standard deviations of the two ships over those of the frequency domain, [body, dof]."""
    path = "environment.sea.waves[0].irregular.jonswap.significant_wave_height"
    overrides = {path: significant_wave_height, "integration.duration": 1830}
    result = raftup.run(MODELS / "alongside.yaml", client, overrides)
    model = model_of(result)
    omega = np.linspace(0.2, 3.0, 561)
    linear = linearise(client, model, grids=[WaveGrid(omega=omega, sea_directions=True)])
    (grid,) = linear.equations.grids
    spectrum = response_spectrum(ResponseSolver(linear, grid), grid.seas[0])
    predicted = standard_deviation(spectrum, omega).reshape(2, 6)
    late = result.sel(time=slice(30, None))
    assert late.wave_elevation.std().item() == pytest.approx(significant_wave_height / 4, rel=0.03)
    ratio: FloatArray = late.displacement.std("time").values / predicted
    return ratio


def test_small_motions_in_an_irregular_sea_have_the_predicted_spread(client: raftup.Client) -> None:
    # Half an hour is 225 waves; the data's A and B differ from the memory's by 1 %.
    np.testing.assert_allclose(spread_against_prediction(client, 0.015), 1.0, atol=0.06)


def test_heave_and_pitch_have_the_predicted_spread_in_a_real_sea(client: raftup.Client) -> None:
    # Not so the others: the lines' geometry and the waves at the moving hull are not linear.
    ratio = spread_against_prediction(client, 1.5)
    np.testing.assert_allclose(ratio[:, [2, 4]], 1.0, atol=0.06)


@pytest.mark.parametrize("duration", [0, -1])
def test_a_duration_that_is_not_positive_is_refused(
    client: raftup.Client, hemisphere: dict[str, Any], duration: float
) -> None:
    with pytest.raises(raftup.ModelError, match=r"integration\.duration"):
        raftup.run(hemisphere, client, {"integration.duration": duration})


@pytest.mark.parametrize(
    ("step", "duration", "steps", "is_said"),
    [
        (0.05, 0.123, 3, True),
        (0.05, 0.05, 1, False),
        (0.05, 0.001, 1, True),
        (0.016666667, 1, 60, False),
    ],
)
def test_a_duration_between_two_steps_ends_with_the_later_and_says_so(
    client: raftup.Client,
    hemisphere: dict[str, Any],
    step: float,
    duration: float,
    steps: int,
    *,
    is_said: bool,
) -> None:
    hemisphere["integration"] = {"step": step, "duration": duration}
    result = raftup.run(hemisphere, client)
    assert result.sizes["time"] == steps + 1
    assert float(result.time[-1]) == pytest.approx(steps * step, rel=1e-6)
    found = [one["name"] for one in json.loads(result.attrs["findings"])["model"]]
    assert ("duration_rounded_up" in found) == is_said


def test_the_command_says_that_a_run_is_longer_than_its_duration(
    hemisphere: dict[str, Any], tmp_path: Path
) -> None:
    (tmp_path / "model.yaml").write_text(yaml.safe_dump(hemisphere))
    arguments = ["run", str(tmp_path / "model.yaml"), "--duration=0.123"]
    done = CliRunner().invoke(app, [*arguments, "--strict", "--out", str(tmp_path / "result.nc")])
    assert done.exit_code == 0, done.output
    said = "integration.duration, 0.123 s, is no multiple of the step, 0.05 s: the run ends with "
    assert f"{said}the step at 0.15 s" in " ".join(done.output.split())
