"""Vessels that displacement RAOs move, in the frequency domain and from their databases."""

from typing import Any

import numpy as np
import pytest
from conftest import DATABASES

import raftup
from raftup.base.arrays import ComplexArray

OMEGA = 2.0 * np.pi / 8.0
HEAVE, LAG = 0.8, 25.0
"""Heave of the vessel in waves of 8 s: amplitude [m/m], and phase behind the wave [deg]."""


def hung(**more: Any) -> dict[str, Any]:
    """A vessel in a wave of 8 s that heaves by its RAO, with a payload that only heaves."""
    rao = {"omega": [OMEGA], "direction_deg": [0], "amplitude": [0, 0, HEAVE, 0, 0, 0]}
    rao["phase_deg"] = [0, 0, LAG, 0, 0, 0]
    payload = {
        "name": "payload",
        "mass": 1000,
        "inertia": {"xx": 1, "yy": 1, "zz": 1},
        "gravity": False,
        "position": [0, 0, -10],
        "free": [False, False, True, False, False, False],
    }
    vessel = {"name": "vessel", "motion": "kinematic", "prescribed": {"displacement_rao": rao}}
    waves = {"components": {"omega": [OMEGA], "amplitude": [0.5]}}
    return {
        "environment": {"sea": {"waves": [waves]}},
        "bodies": [vessel, payload],
        "integration": {"step": 0.01, "duration": 200},
        **more,
    }


def heaves(response: Any) -> ComplexArray:
    """Heave RAOs of all bodies in waves along x."""
    rao = response.rao.sel(dof="heave").isel(omega=0, wave_direction=0)
    found: ComplexArray = rao.sel(complex="re").values + 1j * rao.sel(complex="im").values
    return found


def test_a_payload_on_a_spring_follows_the_vessel(client: raftup.Client) -> None:
    stiffness, damping = 3000.0, 200.0
    spring = {"body1": "payload", "body2": "vessel", "stiffness": stiffness, "damping": damping}
    model = hung(loads=[{"name": "spring", "point_spring": spring}])
    response = raftup.response(model, client, periods=[8.0], headings=[0.0])
    vessel, payload = heaves(response)
    given = HEAVE * np.exp(-1j * np.radians(LAG))
    pull = stiffness + 1j * OMEGA * damping
    assert vessel == pytest.approx(given, rel=1e-9)
    assert payload == pytest.approx(given * pull / (pull - OMEGA**2 * 1000.0), rel=1e-6)
    assert "prescribed motion" not in response.attrs["limits"]


def test_a_payload_on_a_joint_moves_with_the_vessel(client: raftup.Client) -> None:
    joint = {"name": "weld", "type": "lock", "body1": "payload", "body2": "vessel"}
    model = hung(joints=[joint])
    model["bodies"][1].pop("free")
    vessel, payload = heaves(raftup.response(model, client, periods=[8.0], headings=[0.0]))
    assert abs(vessel) == pytest.approx(HEAVE, rel=1e-9)
    assert payload == pytest.approx(vessel, rel=1e-9)


def test_a_vessel_on_a_path_is_left_out_by_name(client: raftup.Client) -> None:
    model = hung()
    path = {"time": [0, 300], "x": [0, 600], "y": [0, 0]}
    model["bodies"][0]["prescribed"]["displacement_rao"]["path"] = path
    response = raftup.response(model, client, periods=[8.0], headings=[0.0])
    assert "its prescribed motion along a path is left out" in response.attrs["limits"]
    assert np.all(heaves(response) == 0.0)


def test_raos_from_a_database_are_those_of_the_free_vessel(client: raftup.Client) -> None:
    hull = {"name": "hull", "database": str(DATABASES / "hemisphere.h5")}
    model = {
        "environment": {"sea": {"waves": [{"regular": {"amplitude": 0.1, "period": 8}}]}},
        "bodies": [{"name": "ball", "inertia": {"xx": 2e6, "yy": 2e6, "zz": 2e6}}],
        "hydrodynamics": [{**hull, "bodies": [{"body": "ball"}]}],
        "integration": {"step": 0.1, "duration": 60},
    }
    options: dict[str, Any] = {"periods": [6.0, 8.0, 11.0], "headings": [30.0], "data": "memory"}
    free = raftup.response(model, client, **options).rao.values
    model["bodies"][0].update(  # type: ignore[index]
        {"motion": "kinematic", "prescribed": {"displacement_rao": {"database": True}}}
    )
    driven = raftup.response(model, client, **options).rao.values
    # between the frequencies of the table, which is linear there
    assert np.abs(driven - free).max() < 0.01 * np.abs(free).max()
    moved = raftup.run(model, client).displacement.sel(body="ball").values
    amplitude = np.abs(moved[300:, 2]).max()
    assert amplitude == pytest.approx(0.1 * np.abs(free[..., 2]).max(), rel=0.2)
