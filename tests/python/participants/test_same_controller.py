"""A controller is the same as a load of the model and as a program beside it."""

from __future__ import annotations

import numpy as np
import pytest
from conftest import example

import raftup


def test_a_helmsman_steers_as_the_autopilot_does(
    server: raftup.LocalServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    tanker = example("steer_tanker", monkeypatch)
    by_client = tanker.steer(server.address, duration=60.0)
    by_load = tanker.steered_by_load(server.address, duration=60.0)
    assert np.array_equal(by_client.time_ns, by_load.time_ns)
    for name in tanker.tanker()["outputs"]:
        np.testing.assert_allclose(by_client[name], by_load[name], rtol=0.0, atol=1e-12)
    rudder = np.abs(by_load["rudder.angle"])
    assert rudder.max() == pytest.approx(tanker.LIMIT)  # the integral has stood still
    assert by_load["ship.displacement"][-1, 5] == pytest.approx(tanker.TARGET, abs=0.05)
