"""Events of contacts as a client sees them, and questions about shapes that are not there."""

import json
import threading
from collections.abc import Iterator
from typing import Any

import numpy as np
import pytest
from typer.testing import CliRunner

import raftup
from raftup.cli.main import app

BALL: dict[str, Any] = {
    "name": "ball",
    "bodies": [
        {
            "name": "ball",
            "mass": 2.0,
            "inertia": {"xx": 1, "yy": 1, "zz": 1},
            "position": [0, 0, 1.0],
            "shapes": [
                {"name": "hull", "material": "rubber", "density": 4, "sphere": {"radius": 0.5}},
            ],
        }
    ],
    "shapes": [{"name": "floor", "material": "rubber", "plane": {}}],
    "materials": [{"name": "rubber"}],
    "contact_materials": [{"material1": "rubber", "material2": "rubber", "restitution": 0.6}],
    "outputs": ["ball.position"],
    "integration": {"step": 0.001, "output_step": 0.01},
}


@pytest.fixture
def session(client: raftup.Client) -> Iterator[raftup.Session]:
    with client.create_session(BALL, session_id="bouncing") as session:
        session.initialise()
        yield session


def test_a_ball_strikes_and_leaves_in_turn(session: raftup.Session) -> None:
    with session.watch(policy="drop_oldest") as watch, session.exchange() as exchange:
        exchange.advance(900)
        events = list(exchange.contact_events)
        assert [event.kind for event in events[:3]] == ["impact", "separation", "impact"]
        assert (events[0].shape1, events[0].shape2) == ("ball/hull", "/floor")
        assert events[0].time == pytest.approx(0.3193, abs=3e-3)
        assert events[0].normal_speed == pytest.approx(-3.132, abs=0.03)
        np.testing.assert_allclose(events[0].normal, [0, 0, 1])
        next(watch)
        assert [event.document() for event in watch.contact_events] == [
            event.document() for event in events
        ]


def test_watch_tells_them_at_the_terminal(
    session: raftup.Session, server: raftup.LocalServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("RAFTUP_SERVER", server.address)
    arguments = ["sessions", "watch", "bouncing", "--json", "--count=8", "--interval=0.2"]
    with session.exchange() as exchange:
        stepping = threading.Timer(0.5, exchange.advance, [700])
        stepping.start()
        result = CliRunner().invoke(app, arguments)
        stepping.join()
    looks = [json.loads(line)[0] for line in result.stdout.splitlines()]
    told = [event for look in looks for event in look["contact_events"]]
    assert [event["kind"] for event in told[:2]] == ["impact", "separation"]
    assert told[0]["shape2"] == "/floor"


def test_contacts_and_queries(client: raftup.Client) -> None:
    resting = BALL | {"contact_materials": [{"material1": "rubber", "material2": "rubber"}]}
    with client.create_session(resting) as session:
        session.initialise()
        assert session.contacts() == []
        session.step(1000)
        (contact,) = session.contacts()
        assert (contact.shape1, contact.shape2, contact.pushes) == ("ball/hull", "/floor", True)
        assert contact.forces[:, 2].sum() == pytest.approx(2.0 * 9.80665, rel=1e-6)
        (gap,) = session.query_contacts(
            [{"sphere": {"radius": 0.5}, "position": [0, 0, 2.5]}], "distance"
        )
        assert gap.shape2 == "ball/hull"
        assert gap.distance == pytest.approx(1.0, abs=1e-5)
        np.testing.assert_allclose(gap.point1, [0, 0, 2.0], atol=1e-9)
        (hit,) = session.query_contacts(
            [{"line": {"end": [0, 0, -5]}, "position": [0, 0, 4]}], "pick"
        )
        np.testing.assert_allclose(hit.positions, [[0, 0, 1.0]], atol=1e-5)
        assert session.query_contacts([]) == []
        with pytest.raises(raftup.RaftupError, match="query must be one of"):
            session.query_contacts([{"sphere": {"radius": 1}}], "touch")
        with pytest.raises(raftup.ModelError, match=r"shapes\[0\]\.spere"):
            session.query_contacts([{"spere": {"radius": 1}}])
        with pytest.raises(raftup.RaftupError, match=r"shapes\[0\].*must be a line"):
            session.query_contacts([{"sphere": {"radius": 1}}], "pick")


def test_a_clearance_is_read_without_contacts(client: raftup.Client) -> None:
    passing = BALL | {
        "shapes": [
            {
                "name": "post",
                "material": "rubber",
                "box": {"size": [1, 1, 1]},
                "position": [3, 0, 0],
                "collides": False,
            },
        ],
        "distance_readers": [{"name": "gap", "side1": "ball", "side2": "/post"}],
        "outputs": ["gap.distance", "gap.point2"],
    }
    passing["bodies"] = [{**BALL["bodies"][0], "position": [0, 0, 0], "gravity": False}]
    with client.create_session(passing) as session:
        session.initialise()
        rows = session.step(10)
        np.testing.assert_allclose(rows["gap.distance"][-1], 2.0, rtol=1e-12)
        np.testing.assert_allclose(rows["gap.point2"][-1, 0], 2.5, rtol=1e-12)
