"""Who we are to a server, the waves as its solver has them, and rows at a rate."""

import numpy as np
import pytest

import raftup
from raftup._generated.caller_pb2 import ACCESS_ROLE_ADMIN


def test_a_server_that_asks_nobody_takes_everybody_for_its_administrator(
    client: raftup.Client,
) -> None:
    caller = client.caller()
    assert (caller.tenant, caller.role) == ("default", ACCESS_ROLE_ADMIN)
    assert caller.server_version == raftup.__version__
    assert not caller.quota.HasField("sessions")


def test_the_components_of_a_sea_add_up_to_its_elevation(client: raftup.Client) -> None:
    wave = {"jonswap": {"significant_wave_height": 3, "peak_period": 9}, "direction_deg": 40}
    model = {
        "environment": {"sea": {"ramp_duration": 4, "waves": [{"irregular": wave}]}},
        "bodies": [{"name": "float", "shapes": [{"sphere": {"radius": 2}, "density": 500}]}],
        "integration": {"step": 0.1},
    }
    with client.create_session(model) as session:
        session.initialise()
        sea = session.sea()
        assert 4 * np.sqrt(np.sum(np.square(sea.amplitude)) / 2) == pytest.approx(3)
        for steps in (15, 285):
            session.step(steps)
            row = session.read(["sea.elevation"])
            time = row.time_ns[0] * 1e-9
            ramp = (1 - np.cos(np.pi * time / 4)) / 2 if time < 4 else 1.0
            phase = np.array(sea.omega) * time + np.array(sea.phase)
            elevation = ramp * np.sum(np.array(sea.amplitude) * np.cos(phase))
            assert row.values[0, 0] == pytest.approx(elevation, abs=1e-9)


def test_a_watch_at_a_rate_ends_with_where_the_session_stands(client: raftup.Client) -> None:
    model = {"bodies": [{"name": "a", "mass": 1, "inertia": {"xx": 1, "yy": 1, "zz": 1}}]}
    with (
        client.create_session({**model, "integration": {"step": 0.1}}) as session,
        session.watch(["a.position"], max_rows_per_second=10) as watch,
    ):
        session.initialise()
        for _ in range(20):
            session.step()
        rows = [next(watch)]
        while watch.step_index < 20:
            rows.append(next(watch))
        assert len(rows) < 20
        assert all(len(row.time_ns) == 1 for row in rows)
        assert watch.dropped_frame_count == 0
        with pytest.raises(raftup.RaftupError, match="max_rows_per_second"):
            session.watch(max_rows_per_second=-1)
