"""The example of three programs: as processes, as one program, and with one of them killed."""

import threading
from types import ModuleType

import numpy as np
import pytest
from conftest import EXAMPLES, example

import raftup
from raftup.base.arrays import FloatArray

DURATION = 30.0


@pytest.fixture
def programs(monkeypatch: pytest.MonkeyPatch) -> dict[str, ModuleType]:
    monkeypatch.syspath_prepend(str(EXAMPLES / "three_programs"))
    names = ("waves", "autopilot", "viewer", "main")
    return {name: example(f"three_programs/{name}", monkeypatch) for name in names}


def run_as_one_program(address: str, programs: dict[str, ModuleType]) -> raftup.Rows:
    """The same by one thread that does everything in turn."""
    main, waves, autopilot = programs["main"], programs["waves"], programs["autopilot"]
    with (
        raftup.connect(address) as client,
        client.create_session(
            main.MODEL,
            participants=main.participants(),
            base_tick_ns=main.TICK_NS,
        ) as session,
    ):
        session.initialise()
        sea = waves.WaveModel(session)
        pilot = autopilot.Autopilot(session)
        parts = []
        with session.exchange(output_stride=1) as controller:
            period = autopilot.PERIOD_NS // session.step_ns
            for _ in range(round(DURATION * 1e9) // autopilot.PERIOD_NS):
                sea.send()
                parts.append(controller.advance(period))
                # Rows come in parts where the Advance was faster than the samples.
                while sea.stream.time_ns < controller.time_ns:
                    sea.stream.receive()
                while pilot.stream.time_ns < controller.time_ns:
                    pilot.step()
        return raftup.Rows.concatenate(parts)


@pytest.mark.parametrize("kill", [None, "waves", "autopilot", "viewer"])
def test_three_processes_give_the_bytes_of_one_program(
    kill: str | None, server: raftup.LocalServer, programs: dict[str, ModuleType]
) -> None:
    rows = programs["main"].run(server.address, DURATION, kill)
    alone = run_as_one_program(server.address, programs)
    np.testing.assert_array_equal(rows.time_ns, alone.time_ns)
    np.testing.assert_array_equal(rows.values, alone.values)
    place = rows["hemisphere.displacement"][-1]
    # The autopilot brings it there and the sea moves it: nothing of this is so without them.
    assert np.linalg.norm(place[:2] - programs["autopilot"].TARGET[:2]) < 3.0
    assert np.ptp(rows["hemisphere.displacement"][:, 2]) > 0.5


def test_the_sea_has_the_height_that_it_names(programs: dict[str, ModuleType]) -> None:
    surface = programs["waves"].elevation(np.arange(20.0, 2000.0, 0.1))
    # 60 components repeat after 185 s; over ten times that only their phases at the ends matter.
    assert 4 * np.std(surface) == pytest.approx(1.0, rel=0.01)


def test_the_viewer_sees_every_second(
    server: raftup.LocalServer, programs: dict[str, ModuleType], monkeypatch: pytest.MonkeyPatch
) -> None:
    main = programs["main"]
    tracks: list[FloatArray] = []

    def look(address: str, name: str) -> None:
        with (
            raftup.connect(address) as client,
            client.session(name).watch(output_stride=20, policy="drop_oldest") as watch,
        ):
            seen.set()
            tracks.append(programs["viewer"].view(watch))

    seen = threading.Event()
    with raftup.connect(server.address) as client:
        session = client.create_session(main.MODEL)
        session.initialise()
        viewer = threading.Thread(target=look, args=(server.address, session.name))
        viewer.start()
        assert seen.wait(10)
        with session.exchange() as controller:
            controller.advance(100)
        session.delete()
        viewer.join()
    (track,) = tracks
    np.testing.assert_allclose(track[:, 0], np.arange(1, 6))
