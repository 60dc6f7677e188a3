"""Bodies whose masses change while a session runs."""

from typing import Any

import numpy as np
import pytest

import raftup

CARGO = 2e3  # kg


def heave(session: raftup.Session, count: int) -> np.ndarray:
    with session.exchange(outputs=["hemisphere.displacement"], output_stride=1) as exchange:
        return exchange.advance(count)["hemisphere.displacement"][:, 2]


def still(hemisphere: dict[str, Any]) -> dict[str, Any]:
    """In still water, held so that it comes to rest within the run."""
    mooring = hemisphere["loads"][0]["linear_mooring"]
    mooring["damping"] = [5e3, 5e3, 4e5, 0, 0, 1e5]
    return {**hemisphere, "environment": {}, "integration": {"step": 0.05, "output_step": 0.1}}


def test_a_loaded_hull_sinks_by_the_weight_over_the_stiffness(
    client: raftup.Client, hemisphere: dict[str, Any]
) -> None:
    with client.create_session(still(hemisphere)) as session:
        session.initialise()
        stiffness = session.linearize().restoring[2, 2]
        assert abs(heave(session, 20)).max() < 1e-9
        mass = session.model.bodies[0].mass
        session.change(masses=[{"body": "hemisphere", "mass": mass + CARGO}])
        sunk = heave(session, 2000)
        gravity = session.model.environment.gravity
        assert sunk[-1] == pytest.approx(-CARGO * gravity / stiffness, rel=1e-6)
        session.change(masses=[{"body": "hemisphere", "mass": mass}])
        assert abs(heave(session, 2000)[-1]) < 1e-6


def test_what_is_refused_says_which_field(
    client: raftup.Client, hemisphere: dict[str, Any]
) -> None:
    with client.create_session(still(hemisphere)) as session:
        session.initialise()
        with pytest.raises(raftup.ModelError, match=r"masses\[0\]\.mas.*did you mean mass"):
            session.change(masses=[{"body": "hemisphere", "mas": 1.0}])
        with pytest.raises(raftup.RaftupError, match=r"masses\[0\].*hull"):
            session.change(masses=[{"body": "hull", "mass": 1.0}])
        with pytest.raises(raftup.RaftupError, match=r"centre of mass|center_of_mass"):
            session.change(masses=[{"body": "hemisphere", "center_of_mass": [1, 0, 0]}])
        with pytest.raises(raftup.RaftupError, match=r"added_masses\[0\].*quay"):
            session.change(added_masses=[{"interaction": "quay", "enabled": False}])
        assert session.status().step_index == 0
