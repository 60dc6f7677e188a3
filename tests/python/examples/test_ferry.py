"""A ferry at 20 kn in head seas, with the flow past its hull, without it, and stopped."""

import copy
from pathlib import Path
from typing import Any

import numpy as np
import pytest
import xarray as xr
import yaml

import raftup
from raftup import LinearizeOptions, WaveGrid
from raftup.base.arrays import FloatArray

MODEL = Path(__file__).parents[3] / "clients/examples/models/ferry.yaml"
SHIPS = ["with_flow", "zero_speed", "stopped"]
SPEED, GRAVITY = 10.289, 9.81
HEIGHT, PEAK = 2.5, 2.0 * np.pi / 8.5


@pytest.fixture(scope="module")
def result() -> xr.Dataset:
    return raftup.run(MODEL)


def in_a_current() -> dict[str, Any]:
    """The ship with the flow past its hull, held in a current of its speed."""
    model: dict[str, Any] = copy.deepcopy(yaml.safe_load(MODEL.read_text("utf-8")))
    ship, group = model["bodies"][0], model["hydrodynamics"][0]
    del ship["linear_velocity"]
    del group["bodies"][0]["quadratic_damping"]
    group["database"] = str(MODEL.parent / group["database"])
    environment = {"gravity": GRAVITY, "current": {"speed": [SPEED], "direction_deg": [180]}}
    model |= {"environment": environment, "bodies": [ship], "hydrodynamics": [group]}
    return {**model, "loads": [], "outputs": []}


def deviations_by_spectrum(client: raftup.Client) -> FloatArray:
    """Standard deviations of heave and pitch from the linear equations and the spectrum."""
    omega = np.linspace(0.4, 1.25, 86)
    met = omega + omega**2 * SPEED / GRAVITY
    grid = WaveGrid(omega=met.tolist(), wave_direction=[np.pi])
    options = LinearizeOptions(grids=[grid], operating_point="rest", radiation="file")
    linear = client.linearize(in_a_current(), options=options)
    (found,) = linear.grids
    vertical = np.ix_([2, 4], [2, 4])
    motions = np.array(
        [
            np.linalg.solve(
                (
                    linear.restoring
                    - met[k] ** 2 * (linear.mass + found.added_mass[k])
                    + 1j * met[k] * found.radiation_damping[k]
                )[vertical],
                found.excitation[k][[2, 4], 0],
            )
            for k in range(len(omega))
        ]
    )
    width = np.where(omega <= PEAK, 0.07, 0.09)
    shape = omega**-5.0 * np.exp(-1.25 * (PEAK / omega) ** 4)
    shape *= 3.3 ** np.exp(-((omega - PEAK) ** 2) / (2.0 * width**2 * PEAK**2))
    spectrum = shape * (HEIGHT**2 / 16.0) / np.trapezoid(shape, omega)
    variance = np.trapezoid(spectrum[:, None] * np.abs(motions) ** 2, omega, axis=0)
    return np.asarray(np.sqrt(variance))


def test_the_run_heaves_and_pitches_as_the_linear_equations_say(
    client: raftup.Client, result: xr.Dataset
) -> None:
    late = result.displacement.sel(body="with_flow", time=slice(120.0, None))
    run = [float(late.sel(dof=dof).std("time")) for dof in ("heave", "pitch")]
    np.testing.assert_allclose(run, deviations_by_spectrum(client), rtol=0.1)


def test_the_flow_past_the_hull_raises_heave(result: xr.Dataset) -> None:
    heave = result.displacement.sel(dof="heave", time=slice(120.0, None)).std("time")
    with_flow, zero_speed, stopped = heave.sel(body=SHIPS).values
    assert with_flow > 1.5 * zero_speed
    assert zero_speed > 1.05 * stopped


def test_the_ships_keep_their_speed(result: xr.Dataset) -> None:
    late = result.displacement.sel(dof="surge", time=slice(300.0, None))
    for ship in SHIPS[:2]:
        track = late.sel(body=ship).values
        speed = (track[-1] - track[0]) / float(late.time[-1] - late.time[0])
        assert speed == pytest.approx(SPEED, rel=0.02)
