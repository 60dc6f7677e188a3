"""Machines in the frequency domain: dampers and springs of the same work in the sea."""

from typing import Any

import numpy as np
import pytest
from conftest import DATABASES, MODELS

import raftup

PERIOD = 7.0
AMPLITUDE = 0.5


def braked() -> dict[str, Any]:
    """A hemisphere that heaves on a guide and pumps between tanks, in a regular wave."""
    valves = [("top", "high"), ("bottom", "high"), ("low", "top"), ("low", "bottom")]
    cylinder = {"joint": "guide", "area_a": 0.03, "area_b": 0.03, "a": "top", "b": "bottom"}
    tanks = {"high": 3.0e6, "low": 1.0e6}
    parts: list[dict[str, Any]] = [{"cylinder": cylinder}]
    parts += [{"check_valve": {"from": start, "to": end}} for start, end in valves]
    parts += [{"tank": {"node": node, "pressure": pressure}} for node, pressure in tanks.items()]
    wave = {"amplitude": AMPLITUDE, "period": PERIOD}
    hull = {"name": "hull", "database": str(DATABASES / "hemisphere.h5")}
    return {
        "environment": {"sea": {"ramp_duration": 20, "waves": [{"regular": wave}]}},
        "bodies": [{"name": "ball", "inertia": {"xx": 2e6, "yy": 2e6, "zz": 2e6}}],
        "hydrodynamics": [{**hull, "bodies": [{"body": "ball"}]}],
        "joints": [{"name": "guide", "type": "prismatic", "body1": "ball", "axis": [0, 0, 1]}],
        "machines": [{"name": "pto", "parts": parts}],
        "integration": {"step": 0.02, "duration": 200, "output_step": 0.1},
    }


def test_a_rectifier_damps_a_response_as_it_damps_a_run(client: raftup.Client) -> None:
    model = braked()
    response = raftup.response(model, client, periods=[PERIOD], headings=[0.0])
    rao = response.rao.sel(body="ball", dof="heave").isel(omega=0, wave_direction=0).values
    predicted = AMPLITUDE * np.hypot(*rao)
    result = raftup.run(model, client)
    heave = result.displacement.sel(body="ball").values[result.time > 130.0, 2]
    amplitude = 0.5 * (heave.max() - heave.min())
    # the first harmonic of a force that is a square wave
    assert predicted == pytest.approx(amplitude, rel=0.07)
    free = braked()
    free.pop("machines")
    undamped = raftup.response(free, client, periods=[PERIOD], headings=[0.0]).rao
    assert np.hypot(*undamped.sel(dof="heave").values.reshape(2)) > 1.1 * np.hypot(*rao)
    assert "machine pto: its forces are those of the dampers" in response.attrs["limits"]


def test_a_whole_machine_is_a_damper_in_the_sea_of_a_gauge(client: raftup.Client) -> None:
    response = raftup.response(MODELS / "hydraulic_buoy.yaml", client)
    assert "that take the same work in the model's sea" in response.attrs["limits"]


def test_in_a_sea_of_too_many_components_a_machine_is_left_out_by_name(
    client: raftup.Client,
) -> None:
    model = braked()
    count = 5001
    waves = {"omega": np.linspace(0.5, 1.5, count).tolist(), "amplitude": [0.001] * count}
    model["environment"]["sea"]["waves"] = [{"components": waves}]
    response = raftup.response(model, client, periods=[PERIOD], headings=[0.0])
    assert "left out, the sea has 5001 components, more than 5000" in response.attrs["limits"]


def test_without_waves_a_machine_is_left_out_by_name(client: raftup.Client) -> None:
    still = braked()
    still.pop("environment")
    response = raftup.response(still, client, periods=[PERIOD], headings=[0.0])
    said = "machine pto: its forces are left out, there are no waves"
    assert said in response.attrs["limits"]
