"""Examples: berthing on fenders, containers on a deck, a ship alongside, grounding, a raft."""

from pathlib import Path

import numpy as np
import pytest
import xarray as xr

import raftup

MODELS = Path(__file__).parents[2] / "clients/examples/models"


def run(name: str, folder: Path, **integration: float) -> xr.Dataset:
    out = folder / f"{name}.nc"
    overrides = {f"integration.{field}": value for field, value in integration.items()}
    raftup.run(MODELS / f"{name}.yaml", overrides=overrides, out=out)
    return xr.open_dataset(out)


@pytest.fixture(scope="module")
def berthed(tmp_path_factory: pytest.TempPathFactory) -> xr.Dataset:
    return run("berthing", tmp_path_factory.mktemp("berthing"))


@pytest.fixture(scope="module")
def deck(tmp_path_factory: pytest.TempPathFactory) -> xr.Dataset:
    return run("deck_cargo", tmp_path_factory.mktemp("deck_cargo"))


@pytest.fixture(scope="module")
def grounded(tmp_path_factory: pytest.TempPathFactory) -> xr.Dataset:
    return run("grounding", tmp_path_factory.mktemp("grounding"))


@pytest.fixture(scope="module")
def alongside(tmp_path_factory: pytest.TempPathFactory) -> xr.Dataset:
    folder = tmp_path_factory.mktemp("ship_to_ship")
    return run("ship_to_ship", folder, duration=600.0, output_step=0.1)


@pytest.fixture(scope="module")
def raft(tmp_path_factory: pytest.TempPathFactory) -> xr.Dataset:
    return run("log_raft", tmp_path_factory.mktemp("log_raft"))


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


def test_a_container_begins_to_slide_when_the_deck_asks_what_its_friction_has(
    deck: xr.Dataset,
) -> None:
    # What a box that is fixed to the deck asks: its centre is 5.3 m above the axis of roll.
    w, x = (deck.orientation.sel(body="deck", wxyz=part).values for part in ("w", "x"))
    roll = 2.0 * np.arctan2(x, w)
    rate = deck.angular_velocity.values[:, 0, 0]
    acceleration = deck.angular_acceleration.values[:, 0, 0]
    across = 9.80665 * np.sin(roll) - 5.3 * acceleration
    down = 9.80665 * np.cos(roll) - 5.3 * rate**2
    asked = np.abs(across / down)
    slides = float(deck.time[int(np.argmax(asked > 0.3))])
    normal = np.linalg.norm(deck.under_wet_normal_force.values[1:], axis=1)
    friction = np.linalg.norm(deck.under_wet_friction_force.values[1:], axis=1)
    first = float(deck.time[1 + int(np.argmax(friction > 0.3 * (1.0 - 1e-6) * normal))])
    assert first == pytest.approx(slides, abs=0.021)  # a row or one more
    assert asked[: int(slides / 0.02)].max() < 0.3


def test_the_ground_bears_what_the_water_lacks(grounded: xr.Dataset) -> None:
    last = grounded.sel(time=60.0)
    stiffness = 2.8e6
    lighter = float(last.position.sel(body="lighter", xyz="z"))
    assert float(last.bed_normal_force[2]) == pytest.approx(1.12e6, rel=1e-3)  # .4 m too low
    assert float(last.bed_normal_force[2]) == pytest.approx(stiffness * (lighter + 0.4), rel=1e-6)
    raised = float(last.position.sel(body="barge", xyz="z"))
    force = last.ground_normal_force.values + last.ground_friction_force.values
    assert force[2] == pytest.approx(stiffness * raised, rel=1e-5)
    assert np.abs(force[:2]).max() < 1.0  # the water pushes nowhere else
    slope = np.hypot(1.0 / 30.0, 1.0 / 100.0)
    friction = np.linalg.norm(last.ground_friction_force) / np.linalg.norm(last.ground_normal_force)
    assert friction == pytest.approx(slope, rel=0.05)  # it stands on its bow: less than .35


def test_a_barge_that_strands_turns_its_speed_into_height_and_friction(
    grounded: xr.Dataset,
) -> None:
    kinetic = grounded.energy_kinetic.values
    speed = grounded.linear_velocity.values[:, 0, 0]
    touched = int(np.argmax(grounded.ground_count.values > 0))
    assert 20.0 < float(grounded.time[touched]) < 21.0
    assert speed[touched] > 2.4
    stopped = int(np.argmax(speed < 1e-2))
    assert np.all(np.diff(speed[touched:stopped]) < 0.0)
    assert kinetic[-1] < 1e-6 * kinetic[0]


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


def test_the_water_bears_the_crate_through_the_logs_where_it_lies(raft: xr.Dataset) -> None:
    last = raft.isel(time=-1)
    weight = 300.0 * 1.2 * 2.4 * 0.6 * 9.80665
    borne = last.under_crate_normal_force.values + last.under_crate_friction_force.values
    np.testing.assert_allclose(borne, [0.0, 0.0, weight], atol=0.2)
    assert float(last.under_crate_count) == 10.0  # two edges of the crate over five logs
    logs = [f"log_{n}" for n in range(1, 6)]
    sunk = -last.position.sel(body=logs, xyz="z").values
    assert 7.2e4 * sunk.sum() == pytest.approx(weight, rel=0.01)  # flow lifts by a hundredth
    trim = 2.0 * np.arcsin(float(last.orientation.sel(body="log_3", wxyz="y")))
    along = last.position.sel(xyz="x")
    lever = float(along.sel(body="crate") - along.sel(body="log_3"))
    assert 5 * 8.7e5 * trim == pytest.approx(weight * lever, rel=0.02)


def test_the_logs_press_each_other_by_what_the_ropes_pull(raft: xr.Dataset) -> None:
    last = raft.isel(time=-1)
    ropes = sum(
        float(last[f"{place}_{side}_tension"])
        for place in ("fore", "aft")
        for side in ("over", "under")
    )
    for n in range(1, 5):
        pressed = -float(last[f"between_{n}_normal_force"][1])
        assert pressed == pytest.approx(ropes, rel=0.01)  # and by what the crate holds
    across = raft.position.sel(xyz="y").values[:, :5]
    assert np.diff(across, axis=1).max() < 0.6 + 1e-6  # they stay together
    assert np.diff(across, axis=1).min() > 0.6 - 1e-3


def test_a_bridle_holds_the_raft_against_the_current(raft: xr.Dataset) -> None:
    late = raft.isel(time=-1)
    drag = sum(float(late[f"flow_{n}_force"][0]) for n in range(1, 6))
    assert float(late.bridle_1_tension + late.bridle_5_tension) == pytest.approx(-drag, rel=0.01)
