"""A ship that berths on four fenders, containers on a deck that rolls, a ship alongside another."""

from pathlib import Path

import numpy as np
import pytest
import xarray as xr

import raftup

MODELS = Path(__file__).parents[2] / "clients/examples/models"


def run(name: str, folder: Path) -> xr.Dataset:
    out = folder / f"{name}.nc"
    raftup.run(MODELS / f"{name}.yaml", out=out)
    return xr.open_dataset(out)


@pytest.fixture(scope="module")
def berthed(tmp_path_factory: pytest.TempPathFactory) -> xr.Dataset:
    return run("berthing", tmp_path_factory.mktemp("berthing"))


@pytest.fixture(scope="module")
def deck(tmp_path_factory: pytest.TempPathFactory) -> xr.Dataset:
    return run("deck_cargo", tmp_path_factory.mktemp("deck_cargo"))


@pytest.fixture(scope="module")
def alongside(tmp_path_factory: pytest.TempPathFactory) -> xr.Dataset:
    return run("ship_to_ship", tmp_path_factory.mktemp("ship_to_ship"))


def test_the_fenders_hold_the_tug_and_stop_the_ship_with_its_added_mass(
    berthed: xr.Dataset,
) -> None:
    late = berthed.sel(time=slice(200.0, None))
    fenders = sum(
        late[f"fender{n}_{part}_force"][:, 1]
        for n in range(1, 5)
        for part in ("normal", "friction")
    )
    speed = late.linear_velocity.values[..., 1].ravel()
    acceleration = np.gradient(speed, late.time.values)
    # (m + a22) dv/dt = fenders - tug - b22 v; it lies along the quay
    inertia = (9.0e6 + 7.2e6) * acceleration
    np.testing.assert_allclose(fenders - 3.0e5 - 4.0e5 * speed, inertia, atol=2e3)
    assert all(float(late[f"fender{n}_depth"].min()) > 0.0 for n in range(1, 5))


def test_a_berthing_touches_with_one_end_and_swings_onto_the_other(berthed: xr.Dataset) -> None:
    depths = [berthed[f"fender{n}_depth"].values for n in range(1, 5)]
    first = [float(berthed.time[int(np.argmax(depth > 0.0))]) for depth in depths]
    assert first[0] + 5.0 < min(first[1:])  # turned by 2 deg
    assert max(depth.max() for depth in depths[:3]) < depths[3].max() < 0.9
    kinetic = berthed.energy_kinetic.values
    assert kinetic[-1] < 1e-3 * kinetic.max()


def test_a_container_slides_once_the_deck_asks_more_than_its_friction(deck: xr.Dataset) -> None:
    asked = {}
    for box in ("dry", "wet"):
        normal = np.linalg.norm(deck[f"under_{box}_normal_force"].values, axis=1)
        friction = np.linalg.norm(deck[f"under_{box}_friction_force"].values, axis=1)
        asked[box] = (friction[10:] / normal[10:]).max()
    assert 0.3 < asked["dry"] < 0.6 * (1.0 - 1e-3)  # it sticks
    assert asked["wet"] == pytest.approx(0.3, rel=1e-5)  # it slides, at the edge of its cone
    wet = deck.position.sel(body="wet").values
    dry = deck.position.sel(body="dry").values
    assert np.abs(wet[:, 1]).max() > np.abs(dry[:, 1]).max() + 1.0


def test_ropes_hold_a_ship_against_the_fenders_of_another_for_ten_minutes_of_waves(
    alongside: xr.Dataset,
) -> None:
    late = alongside.sel(time=slice(60.0, None))
    ropes = ("bow_line", "bow_breast", "forward_spring", "aft_spring", "stern_breast", "stern_line")
    drawn = sum(float(late[f"{rope}_force"][:, 1].mean()) for rope in ropes)  # on the carrier
    pushed = sum(
        float(late[f"fender{n}_{part}_force"][:, 1].mean())  # on the supply vessel
        for n in range(1, 5)
        for part in ("normal", "friction")
    )
    assert drawn == pytest.approx(pushed, rel=0.05)  # waves and water push nowhere on the whole
    for n in range(1, 5):
        force = np.linalg.norm(late[f"fender{n}_normal_force"].values, axis=1)
        depth = late[f"fender{n}_depth"].values
        curve = np.interp(depth, [0, 0.3, 0.6, 1.0], [0, 1.2e5, 2.8e5, 5.6e5])
        assert depth.max() < 1.0
        assert np.all(force <= curve * (1 + 1e-2) + 5e2)
        assert np.all(force >= 0.6 * curve * (1 - 1e-2) - 5e2)
    thirds = np.array_split(late.energy_kinetic.values, 3)
    assert thirds[2].mean() < 1.5 * thirds[0].mean()
