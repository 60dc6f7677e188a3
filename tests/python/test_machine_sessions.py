"""A machine in a run of stages goes on bit for bit after a kill of its server and a full disk."""

import resource
from pathlib import Path
from typing import Any

import pytest
from conftest import MODELS

import raftup

STEPS = 600
STAGES = [
    {"name": "settle", "duration": 2, "waves": "off", "damping": 0.5},
    {"name": "build", "duration": 4, "waves": "ramp"},
    {"name": "storm", "duration": 6, "waves": "on", "record": True},
]
OVERRIDES: dict[str, Any] = {
    "environment.sea": {"waves": [{"regular": {"amplitude": 1.0, "period": 6.0}}]},
    "integration": {"step": 0.02, "output_step": 0.02, "stages": STAGES},
}


def buoy(client: raftup.Client) -> raftup.Session:
    """A buoy that pumps oil through a motor which drives a generator, at its first step."""
    session = client.create_session(
        MODELS / "hydraulic_buoy.yaml", overrides=OVERRIDES, session_id="buoy"
    )
    session.initialise()
    return session


@pytest.fixture(scope="module")
def whole() -> raftup.Rows:
    """All rows of a run that nothing disturbs."""
    with raftup.local_server() as server, raftup.connect(server.address) as client:
        rows = buoy(client).step(STEPS)
    assert rows["pto.absorbed"][-1, 0] > 1e5, "the machine works"
    return rows


def assert_goes_on(data: Path, taken: int, whole: raftup.Rows) -> None:
    """A server over the data of one that was killed takes the remaining steps."""
    with raftup.local_server(data=data) as server, raftup.connect(server.address) as client:
        session = client.session("sessions/buoy")
        assert session.status().step_index == taken
        rows = session.step(STEPS - taken)
    assert rows.values.tobytes() == whole.values[taken:].tobytes()


@pytest.mark.parametrize("taken", [50, 200, 450], ids=["settle", "build", "storm"])
def test_a_machine_outlives_its_server_in_every_stage(
    taken: int, whole: raftup.Rows, tmp_path: Path
) -> None:
    with raftup.local_server(data=tmp_path) as server, raftup.connect(server.address) as client:
        rows = buoy(client).step(taken)
        server.process.kill()
        server.process.wait()
    assert rows.values.tobytes() == whole.values[:taken].tobytes()
    assert_goes_on(tmp_path, taken, whole)


def test_a_full_disk_is_told_and_takes_no_step_that_was_written(
    whole: raftup.Rows, tmp_path: Path
) -> None:
    # A limit of the size of files stands for the disk.
    data = tmp_path / "data"
    with raftup.local_server(data=data) as server, raftup.connect(server.address) as client:
        session = buoy(client)
        rows = session.step(200)
        (journal,) = data.rglob("journal.0")
        full = journal.stat().st_size
        resource.prlimit(server.process.pid, resource.RLIMIT_FSIZE, (full, full))
        for _ in range(2):
            with pytest.raises(
                raftup.RaftupError, match=r"cannot write journal\.0: File too large"
            ) as told:
                session.step(50)
            assert (told.value.code, told.value.reason) == ("RESOURCE_EXHAUSTED", "STORAGE_FULL")
        assert session.status().step_index == 200
        server.process.kill()
        server.process.wait()
    assert rows.values.tobytes() == whole.values[:200].tobytes()
    assert_goes_on(data, 200, whole)
