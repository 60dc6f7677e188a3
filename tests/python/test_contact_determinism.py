"""Contacts give the same bytes whoever steps them, after a checkpoint and after a kill."""

from __future__ import annotations

import threading
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import raftup
from raftup.base.arrays import FloatArray

STEPS = 300
BODIES = ("crate", "stone", "ball")
PARTS = ("position", "orientation", "linear_velocity", "angular_velocity")


def thrown(stepper: str = "spook", turn_deg: float = 0.0) -> dict[str, Any]:
    """Two boxes and a ball thrown onto a floor and each other, all turned about z."""
    turn = np.deg2rad(turn_deg)
    rotation = np.array(
        [[np.cos(turn), -np.sin(turn), 0], [np.sin(turn), np.cos(turn), 0], [0, 0, 1]]
    )
    shapes: list[dict[str, Any]] = [
        {"box": {"size": [0.8, 0.5, 0.4]}},
        {"box": {"size": [0.5, 0.5, 0.5]}},
        {"sphere": {"radius": 0.3}},
    ]
    places = [[0, 0, 0.7], [0.1, 0.05, 1.4], [1.6, 0.1, 0.5]]
    speeds = [[0.5, 0, 0], [0, 0, -1], [-3, 0, 0]]
    bodies = [
        {
            "name": BODIES[i],
            "position": (rotation @ places[i]).tolist(),
            "attitude_deg": [0.0, 0.0, turn_deg],
            "linear_velocity": (rotation @ speeds[i]).tolist(),
            "angular_velocity": (rotation @ [0.3, -0.2, 1.0]).tolist(),
            "shapes": [{"name": "hull", "material": "oak", "density": 500, **shapes[i]}],
        }
        for i in range(3)
    ]
    return {
        "bodies": bodies,
        "shapes": [{"name": "floor", "material": "oak", "plane": {}}],
        "materials": [{"name": "oak"}],
        "contact_materials": [
            {"material1": "oak", "material2": "oak", "restitution": 0.4, "friction": 0.3}
        ],
        "outputs": [f"{body}.{part}" for body in BODIES for part in PARTS],
        "integration": {"step": 0.005, "stepper": stepper},
    }


def motions(session: raftup.Session, count: int) -> dict[str, FloatArray]:
    """Each output at every step."""
    with session.exchange(output_stride=1) as exchange:
        rows = exchange.advance(count)
        return {f"{body}.{part}": rows[f"{body}.{part}"] for body in BODIES for part in PARTS}


def moved(
    client: raftup.Client, model: dict[str, Any], count: int = STEPS
) -> dict[str, FloatArray]:
    with client.create_session(model) as session:
        session.initialise()
        return motions(session, count)


def same_bytes(one: dict[str, FloatArray], other: dict[str, FloatArray]) -> bool:
    return all(one[name].tobytes() == other[name].tobytes() for name in one)


@pytest.mark.parametrize("stepper", ["spook", "moreau_jean"])
@pytest.mark.parametrize("workers", [1, 2, 8])
def test_however_many_workers_step_many_sessions(
    client: raftup.Client, workers: int, stepper: str
) -> None:
    alone = moved(client, thrown(stepper))
    found: list[dict[str, FloatArray]] = []
    with raftup.local_server(arguments=[f"--workers={workers}"]) as server:

        def run() -> None:
            with raftup.connect(server.address) as own:
                found.append(moved(own, thrown(stepper)))

        threads = [threading.Thread(target=run) for _ in range(4)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
    assert len(found) == 4
    assert all(same_bytes(alone, one) for one in found)


def test_a_checkpoint_between_two_impacts_and_a_kill(tmp_path: Path) -> None:
    with raftup.local_server(data=tmp_path) as server, raftup.connect(server.address) as client:
        session = client.create_session(thrown(), session_id="thrown")
        session.initialise()
        with session.exchange() as exchange:
            exchange.advance(STEPS)
            impacts = [one.time for one in exchange.contact_events if one.kind == "impact"]
        assert len(impacts) > 3
        whole = moved(client, thrown())
        between = round(0.5 * (impacts[1] + impacts[2]) / 0.005)
        kept = client.create_session(thrown(), session_id="kept")
        kept.initialise()
        kept.step(between)
        checkpoint = kept.checkpoint("between")
        after = motions(kept, STEPS - between)
        assert same_bytes(after, {name: of[between:] for name, of in whole.items()})
        kept.restore(checkpoint)
        assert same_bytes(after, motions(kept, STEPS - between))
        kept.restore(checkpoint)
        server.process.kill()
        server.process.wait()
    with raftup.local_server(data=tmp_path) as later, raftup.connect(later.address) as other:
        session = other.session(kept.name)
        assert session.status().step_index == between
        assert same_bytes(after, motions(session, STEPS - between))


@pytest.mark.parametrize("stepper", ["spook", "moreau_jean"])
def test_a_scene_that_is_turned_moves_turned(client: raftup.Client, stepper: str) -> None:
    """K10: as far as forces that no law tells apart leave the residual of their solution."""
    straight = moved(client, thrown(stepper), 100)
    turned = moved(client, thrown(stepper, turn_deg=73.0), 100)
    cosine, sine = np.cos(np.deg2rad(73.0)), np.sin(np.deg2rad(73.0))
    rotation = np.array([[cosine, -sine, 0], [sine, cosine, 0], [0, 0, 1]])
    for body in BODIES:
        for part in ("position", "linear_velocity", "angular_velocity"):
            expected = straight[f"{body}.{part}"] @ rotation.T
            np.testing.assert_allclose(turned[f"{body}.{part}"], expected, rtol=0, atol=1e-8)


@pytest.mark.parametrize("stepper", ["spook", "moreau_jean"])
def test_other_names_give_the_same_bytes(client: raftup.Client, stepper: str) -> None:
    called = dict(zip(BODIES, ("z", "a", "m"), strict=True))
    model = thrown(stepper)
    for body in model["bodies"]:
        body["name"] = called[body["name"]]
        body["shapes"][0]["name"] = "skin_of_" + body["name"]
    model["shapes"][0]["name"] = "ground"
    model["outputs"] = [f"{called[body]}.{part}" for body in BODIES for part in PARTS]
    with client.create_session(model) as session:
        session.initialise()
        with session.exchange(output_stride=1) as exchange:
            rows = exchange.advance(STEPS)
    for name, rows_of_it in moved(client, thrown(stepper)).items():
        body, part = name.split(".")
        assert rows[f"{called[body]}.{part}"].tobytes() == rows_of_it.tobytes(), name


def test_another_order_of_bodies_moves_them_alike(client: raftup.Client) -> None:
    """To rounding: contacts are summed and solved in the order of the shapes in the model."""
    model = thrown()
    given = moved(client, model, 100)
    model["bodies"].reverse()
    for name, rows in moved(client, model, 100).items():
        np.testing.assert_allclose(rows, given[name], rtol=0, atol=1e-9, err_msg=name)


def test_another_order_may_find_another_solution_of_the_same_laws(client: raftup.Client) -> None:
    """Two boxes that meet with four corners and friction: several velocities obey Newton and
    Coulomb, .01 rad/s apart here, and which is found depends on where the search begins."""
    model = thrown("moreau_jean")
    model["contact_readers"] = [{"name": "all", "residual": True}]
    model["outputs"] = ["all.residual", "all.count", "crate.linear_velocity"]
    found = []
    for _ in range(2):
        with client.create_session(model) as session:
            session.initialise()
            with session.exchange(output_stride=1) as exchange:
                rows = exchange.advance(100)
        assert np.max(rows["all.residual"]) <= 1e-8
        found.append((rows["all.count"], rows["crate.linear_velocity"]))
        model["bodies"].reverse()
    (touching, one), (_, other) = found
    first = int(np.argmax(touching > 0))
    assert one[:first].tobytes() == other[:first].tobytes()
    np.testing.assert_allclose(other[first], one[first], rtol=0, atol=1e-3)
