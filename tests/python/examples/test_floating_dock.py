"""A dock whose deck the waves wash over: pressure on its mesh, drag of posts, four chains."""

import numpy as np
import pytest
import xarray as xr
from conftest import MODELS

import raftup

MODEL = MODELS / "floating_dock.yaml"
SHORT = {"integration.duration": 60.0, "integration.step": 0.1}
LINEAR = {
    "hydrodynamics[0].bodies[0].mesh": "",
    "hydrodynamics[0].hydrostatics.mode": "linear",
    "hydrodynamics[0].froude_krylov": {},
}
DENSITY, LENGTH, BREADTH, DRAUGHT, DECK, WALLS = 1025.0, 60.0, 24.0, 3.0, 0.6, 6.0  # kg/m3, m
HEAVY = 5.9e6  # kg


@pytest.fixture(scope="module")
def result(client: raftup.Client) -> xr.Dataset:
    return raftup.run(MODEL, client, SHORT)


def test_the_dock_stays_on_its_chains(result: xr.Dataset) -> None:
    moved = np.abs(result.displacement.sel(body="dock"))
    assert 0.02 < float(moved.sel(dof="roll").max()) < 0.4
    assert float(moved.sel(dof=["surge", "sway"]).max()) < 10.0
    for chain in range(1, 5):
        assert 1e4 < float(result[f"chain_{chain}_tension"].mean()) < 1e6
    assert float(result.posts_wet_length.mean()) == pytest.approx(4 * 9.0, rel=0.05)


def test_a_load_that_drowns_the_deck_sinks_the_dock_by_its_walls(client: raftup.Client) -> None:
    overrides = {
        "environment.sea.waves": [],
        "environment.current.speed": [0.0],
        "loads": [],
        "outputs": [],
        "bodies[0].mass": HEAVY,
        "integration.duration": 150.0,
        "integration.step": 0.1,
    }
    further = HEAVY / DENSITY - LENGTH * BREADTH * DRAUGHT  # m3
    drowned = (further - LENGTH * BREADTH * DECK) / (LENGTH * WALLS)
    for more, sunk in (({}, DECK + drowned), (LINEAR, further / (LENGTH * BREADTH))):
        run = raftup.run(MODEL, client, {**overrides, **more})
        heave = run.displacement.sel(body="dock", dof="heave", time=slice(100.0, None))
        assert float(heave.mean()) == pytest.approx(-sunk, rel=0.01)
