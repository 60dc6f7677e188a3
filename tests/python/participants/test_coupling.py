"""Several clients on one session: silence, hand-over, broken connections, and those who look."""

import time
from collections.abc import Iterator
from typing import Any

import numpy as np
import pytest

import raftup

HEAVE = np.array([0.0, 0.0, 1.0, 0.0, 0.0, 0.0])
STEP = 0.02


@pytest.fixture
def buoy() -> dict[str, Any]:
    """A body on a spring that two clients push."""
    return {
        "name": "buoy",
        "bodies": [
            {
                "name": "buoy",
                "mass": 1e6,
                "gravity": False,
                "inertia": {"xx": 1e7, "yy": 1e7, "zz": 1e7},
                "free": [False, False, True, False, False, False],
            }
        ],
        "loads": [
            {
                "name": "spring",
                "linear_mooring": {"body": "buoy", "stiffness": [0, 0, 1e6, 0, 0, 0]},
            }
        ],
        "inputs": [
            {"name": "wave_force", "external_force": {"body": "buoy"}},
            {"name": "thrust", "external_force": {"body": "buoy"}},
        ],
        "outputs": ["buoy.displacement"],
        "integration": {"step": STEP},
    }


def start(client: raftup.Client, model: dict[str, Any], **options: Any) -> raftup.Session:
    session = client.create_session(model, **options)
    session.initialise()
    return session


def send(stream: raftup.Exchange, first: int, last: int) -> None:
    """Samples at steps, of a force that no interpolation hits by accident."""
    times = STEP * np.arange(first, last + 1)
    stream.send(times, 1e5 * np.sin(3.0 * times)[:, None] * HEAVE)


@pytest.fixture
def session(client: raftup.Client, buoy: dict[str, Any]) -> Iterator[raftup.Session]:
    waves = raftup.Participant("waves", ["wave_force"], interpolation="linear")
    with start(client, buoy, participants=[waves]) as session:
        yield session


def test_a_participant_that_dies_fades_out(client: raftup.Client, buoy: dict[str, Any]) -> None:
    waves = raftup.Participant(
        "waves",
        ["wave_force"],
        interpolation="linear",
        silence_policy="decay_to_zero",
        silence_timeout=0.2,
        decay=0.1,
    )
    with (
        start(client, buoy, participants=[waves]) as session,
        session.exchange() as controller,
    ):
        dying = session.exchange(
            inputs=["wave_force"], role=raftup.Role.PARTICIPANT, participant_id="waves"
        )
        send(dying, 0, 5)
        controller.advance(5)
        dying._call.abandon()  # as if its process had died
        rows = controller.advance(50)
        assert len(rows) == 50
        assert [notice.reason for notice in controller.notices].count("PARTICIPANT_SILENT") == 1


def test_heartbeats_keep_an_idle_controller_in_its_place(
    client: raftup.Client, buoy: dict[str, Any]
) -> None:
    with start(client, buoy, lease=0.3) as session, session.exchange() as controller:
        assert controller.lease == 0.3
        time.sleep(0.8)
        with pytest.raises(raftup.RaftupError) as error:
            session.exchange(take_over=True)
        assert error.value.reason == "CONTROLLER_CONFLICT"
        controller.advance(1)


def test_a_controller_hands_over_by_its_token(session: raftup.Session) -> None:
    with session.exchange(
        inputs=["wave_force"], role=raftup.Role.PARTICIPANT, participant_id="waves"
    ) as waves:
        send(waves, 0, 10)
        first = session.exchange()
        first.advance(4)
        with session.exchange(take_over=True, token=first.token) as second:
            assert second.step_index == 4
            with pytest.raises(raftup.RaftupError) as error:
                first.advance(1)
            assert error.value.reason == "LEASE_LOST"
            second.advance(6)


def test_a_stream_whose_connection_broke_resumes_with_what_it_missed(
    client: raftup.Client, buoy: dict[str, Any]
) -> None:
    def run(break_at: int) -> raftup.Rows:
        with (
            start(client, buoy) as session,
            session.exchange(inputs=["wave_force"]) as stream,
        ):
            parts = []
            for n in range(20):
                send(stream, n, n)
                if n == break_at:
                    stream.request(1)
                    stream._call.abandon()
                    parts.append(stream.resume())
                    assert stream.step_index in (n, n + 1)
                    if stream.step_index == n + 1:
                        continue
                    # The sample may have been lost with the connection: resume() sent it again.
                parts.append(stream.advance(1))
            return raftup.Rows.concatenate(parts)

    broken, whole = run(break_at=10), run(break_at=-1)
    assert (broken.time_ns == whole.time_ns).all()
    assert (broken.values == whole.values).all()


def test_the_hash_of_the_state_comes_on_request(
    client: raftup.Client, buoy: dict[str, Any]
) -> None:
    hashes = set()
    for force in (1.0, 1.0, 2.0):
        with (
            start(client, buoy) as session,
            session.exchange(inputs=["thrust"], state_hash=True) as stream,
        ):
            stream.send(0.0, force * HEAVE)
            stream.advance(1)
            hashes.add(stream.state_hash)
    assert len(hashes) == 2
    assert 0 not in hashes


def test_a_watch_shows_decimated_rows(client: raftup.Client, buoy: dict[str, Any]) -> None:
    with (
        start(client, buoy) as session,
        session.watch(output_stride=10, policy="drop_oldest") as watch,
        session.exchange(inputs=["thrust"], output_stride=10) as stream,
    ):
        stream.send(0.0, 1e5 * HEAVE, watermark=10.0)
        rows = stream.advance(100)
        seen = next(watch)
        assert watch.outputs.names == ("buoy.displacement",)
        assert watch.output_stride == 10
        assert (seen.time_ns == rows.time_ns).all()
        assert (seen.values == rows.values).all()
        assert watch.dropped_frame_count == 0


def test_backpressure_is_for_declared_recorders(
    client: raftup.Client, buoy: dict[str, Any]
) -> None:
    with start(client, buoy, recorder_ids=["log"]) as session:
        with pytest.raises(raftup.RaftupError) as error:
            session.watch(policy="backpressure", recorder_id="other")
        assert error.value.reason == "BAD_FIELD"
        with session.watch(policy="backpressure", recorder_id="log") as watch:
            session.step(3)
            assert next(watch).time[-1] == pytest.approx(3 * STEP)
