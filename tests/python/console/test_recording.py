"""A result that is played without a server."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pytest
import xarray as xr

import raftup
from raftup._generated import console_pb2, session_pb2
from raftup._generated.watch_pb2 import OVERFLOW_POLICY_DROP_OLDEST
from raftup.base.errors import RaftupError
from raftup.console.gateway import ConsoleOptions
from raftup.console.recorded_sea import sea_of
from raftup.console.serving import serve_console
from raftup.results.recorded import read_recorded

from .helpers import code_of, floats, frame_of, tab_of

OUTPUTS = ["left.position", "left.orientation", "right.position", "right.orientation"]


@pytest.fixture(scope="module")
def result(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Ten seconds of two boxes."""
    file = tmp_path_factory.mktemp("result") / "Two boxes.nc"
    outputs = [*OUTPUTS, "hawser.tension", "sea.elevation", "left.displacement"]
    integration = {"step": 0.02, "duration": 10, "output_step": 0.1}
    raftup.run(floats(outputs=outputs, integration=integration), out=file)
    return file


@pytest.fixture
def playing(result: Path) -> Iterator[str]:
    """The link of a console that plays it."""
    with serve_console(ConsoleOptions(address="", port=0, recording=result)) as url:
        yield url


def test_columns_are_those_that_were_streamed(result: Path) -> None:
    recorded = read_recorded(result)
    with xr.open_dataset(result) as dataset:
        right = recorded.columns.slices["right.position"]
        assert np.array_equal(recorded.values[:, right], dataset.position.sel(body="right").values)
        tension = recorded.columns.slices["hawser.tension"]
        assert np.array_equal(recorded.values[:, tension][:, 0], dataset.hawser_tension.values)
        assert recorded.columns.variables[4].unit == "N"
    assert recorded.interval_ns == 100_000_000
    assert len(recorded.time_ns) == 101


def test_a_player_gives_the_rows_that_were_recorded_and_ends(result: Path, playing: str) -> None:
    recorded = read_recorded(result)
    name = "sessions/two-boxes"

    async def run() -> None:
        async with tab_of(playing, code=code_of(playing)) as tab:
            await tab.watch(
                name,
                output_variables=OUTPUTS[:2],
                overflow_policy=OVERFLOW_POLICY_DROP_OLDEST,
            )
            await tab.send(drive=console_pb2.Drive(session=name, step_count=500))
            times: list[int] = []
            values: list[float] = []
            while len(times) < 100:
                frame = frame_of(await tab.until(lambda message: message.watch))
                if frame is not None:
                    times += frame.row_time_ns
                    values += frame.values
            assert times == [*recorded.time_ns[1:]]
            assert np.array_equal(np.reshape(values, (100, 7)), recorded.values[1:, :7])
            ended = await tab.until(
                lambda message: message.HasField("driving") and not message.driving.running
            )
            assert not ended.driving.HasField("failure")
            answer = await tab.call(
                "SessionService.ResetSession", session_pb2.ResetSessionRequest(name=name)
            )
            session = session_pb2.ResetSessionResponse.FromString(answer.answer).session
            assert session.step_index == 0
            assert session.spec.stop_time_ns == 10**10

    asyncio.run(run())


def test_a_recording_moves_to_any_time_and_shows_the_rows_between(
    result: Path, playing: str
) -> None:
    recorded = read_recorded(result)
    name = "sessions/two-boxes"

    async def run() -> None:
        async with tab_of(playing, code=code_of(playing)) as tab:
            await tab.watch(
                name,
                output_variables=OUTPUTS[:1],
                overflow_policy=OVERFLOW_POLICY_DROP_OLDEST,
            )

            async def move(time_ns: str) -> tuple[str, list[int]]:
                """What is refused, else the times of the rows that are shown."""
                request = session_pb2.RestoreCheckpointRequest(name=f"{name}/checkpoints/{time_ns}")
                answer = await tab.call("SessionService.RestoreCheckpoint", request)
                if answer.status.message:
                    return answer.status.message, []
                frame = frame_of(await tab.until(lambda message: frame_of(message)))
                last = recorded.columns.slices[OUTPUTS[0]]
                row = int(np.flatnonzero(recorded.time_ns == frame.row_time_ns[-1])[0])
                assert np.array_equal(frame.values[-3:], recorded.values[row, last])
                return "", [*frame.row_time_ns]

            assert await move("4000000001") == ("", [*recorded.time_ns[1:41]])
            assert await move("300000000") == ("", [300_000_000])
            assert await move("99999999999") == ("", [*recorded.time_ns[4:]])
            assert "must end with a time in ns" in (await move("later"))[0]

    asyncio.run(run())


def test_the_sea_of_a_recording_is_that_of_its_session(
    client: raftup.Client, result: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with client.create_session(floats()) as session:
        assert sea_of(read_recorded(result).model) == session.sea()
    monkeypatch.setenv("RAFTUP_SERVER_BINARY", "/nowhere")
    assert sea_of(read_recorded(result).model) == session_pb2.GetSeaResponse()


def test_a_recording_is_changed_by_nobody(playing: str) -> None:
    async def run() -> None:
        async with tab_of(playing, code=code_of(playing)) as tab:
            request = session_pb2.CreateCheckpointRequest(session="sessions/two-boxes")
            answer = await tab.call("SessionService.CreateCheckpoint", request)
            assert answer.status.code == "UNIMPLEMENTED"
            asked = session_pb2.ReadValuesRequest(
                session="sessions/two-boxes", variables=["left.force.total"]
            )
            answer = await tab.call("SessionService.ReadValues", asked)
            assert "must be an output that was recorded" in answer.status.message

    asyncio.run(run())


def test_what_is_no_result_is_refused(tmp_path: Path) -> None:
    (tmp_path / "text.nc").write_text("no result")
    with pytest.raises(RaftupError, match="must be a result of raftup run"):
        read_recorded(tmp_path / "text.nc")
    xr.Dataset({"time": [0.0, 1.0]}).to_netcdf(tmp_path / "other.nc")
    with pytest.raises(RaftupError, match="must be a result of raftup run"):
        read_recorded(tmp_path / "other.nc")
