"""What a tab sees of a session through the gateway, and what the gateway keeps of it."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import raftup
from raftup._generated import console_pb2
from raftup._generated.exchange_pb2 import Frame
from raftup._generated.watch_pb2 import OVERFLOW_POLICY_DROP_OLDEST
from raftup.console.gateway import ConsoleOptions
from raftup.console.history import ROW_LIMIT, Ring
from raftup.console.serving import serve_console

from .helpers import Tab, floats, frame_of, tab_of


def test_frames_pass_through_and_who_comes_late_has_the_history(
    console: str, cookie: str, session: raftup.Session
) -> None:
    options: dict[str, Any] = {
        "output_variables": ["left.position"],
        "overflow_policy": OVERFLOW_POLICY_DROP_OLDEST,
    }

    async def run() -> None:
        async with tab_of(console, cookie=cookie) as first, tab_of(console, cookie=cookie) as late:
            watch = await first.watch(session.name, **options)
            rows = await asyncio.to_thread(session.step, 300, ["left.position"], 1)
            seen: list[float] = []
            while len(seen) < 900:
                message = await first.receive()
                if message.id == watch and (frame := frame_of(message)) is not None:
                    seen += frame.values
            assert np.array_equal(seen, rows.values.ravel())
            await late.watch(session.name, history_ns=10**12, **options)
            history = (await late.until(lambda message: message.HasField("history"))).history
            assert np.array_equal(history.values, seen)

    asyncio.run(run())


def test_a_tab_that_draws_nothing_gets_two_frames_then_the_newest(
    console: str, cookie: str, session: raftup.Session
) -> None:
    async def frames_of(tab: Tab, watch: int, last: int) -> list[tuple[int, int]]:
        frames: list[tuple[int, int]] = []
        while not frames or frames[-1][0] < last:
            message = await tab.receive()
            if message.id == watch and (frame := frame_of(message)) is not None:
                frames.append((frame.step_index, message.lost_frame_count))
        return frames

    async def run() -> None:
        async with tab_of(console, cookie=cookie) as tab, tab_of(console, cookie=cookie) as reader:
            watch = await tab.watch(session.name)
            others = await reader.watch(session.name, overflow_policy=OVERFLOW_POLICY_DROP_OLDEST)
            for _ in range(10):
                await asyncio.to_thread(session.step)
                await asyncio.sleep(0.02)
            everything = await frames_of(reader, others, 10)
            assert [step for step, _ in everything] == [*range(1, 11)]
            assert [step for step, _ in await frames_of(tab, watch, 2)] == [1, 2]
            await tab.send(seen=console_pb2.Seen(watch=watch))
            assert await frames_of(tab, watch, 10) == [(10, 7)]

    asyncio.run(run())


def test_a_watch_of_a_session_that_is_not_there_ends_with_its_status(
    console: str, cookie: str
) -> None:
    async def run() -> None:
        async with tab_of(console, cookie=cookie) as tab:
            await tab.send(watch=console_pb2.Watch(request=b"\x0a\x0dsessions/none"))
            assert (await tab.receive()).status.code == "NOT_FOUND"
            await tab.send(watch=console_pb2.Watch(request=b"\xff"))
            assert "must be a WatchSessionRequest" in (await tab.receive()).status.message

    asyncio.run(run())


def test_a_server_that_is_killed_and_started_again_is_watched_again(tmp_path: Path) -> None:
    address, data = f"unix:{tmp_path}/socket", tmp_path / "data"

    async def watch_once(tab: Tab, session: str) -> str:
        identifier = await tab.send(
            watch=console_pb2.Watch(request=b"\x0a" + bytes([len(session)]) + session.encode())
        )
        message = await tab.until(lambda message: message.id == identifier)
        return message.status.code or "OK"

    async def run(url: str, session: str, restart: asyncio.Event) -> None:
        async with tab_of(url, code=url.partition("code=")[2]) as tab:
            assert await watch_once(tab, session) == "OK"
            restart.set()
            gone = await tab.until(lambda message: message.HasField("status"))
            assert gone.status.code == "UNAVAILABLE"
            await asyncio.sleep(0.1)
            for _ in range(100):
                if await watch_once(tab, session) == "OK":
                    return
                await asyncio.sleep(0.05)
            pytest.fail("not live again within 5 s")

    async def with_restart(url: str, session: str) -> None:
        restart = asyncio.Event()
        watching = asyncio.create_task(run(url, session, restart))
        await asyncio.wait_for(restart.wait(), 10)
        first.process.kill()
        with raftup.local_server(address, data=data):
            await watching

    with raftup.local_server(address, data=data) as first:
        with raftup.connect(address) as client:
            session = client.create_session(floats(), durability="process")
            session.initialise()
        with serve_console(ConsoleOptions(address=address, port=0)) as url:
            asyncio.run(with_restart(url, session.name))


def frame(first: int, values: list[float]) -> Frame:
    """Rows of one column, a second apart."""
    times = [(first + i) * 10**9 for i in range(len(values))]
    return Frame(values=values, row_time_ns=times)


def test_history_keeps_peaks_and_forgets_what_a_rewind_has_undone() -> None:
    ring = Ring(1)
    values = np.sin(np.arange(50_000) / 100)
    values[12_345] = 9.0
    ring.add(frame(0, list(values)))
    history = ring.since(10**15)
    assert len(history.row_time_ns) == ROW_LIMIT
    assert max(history.values) == 9.0
    ring.add(frame(100, [5.0]))
    history = ring.since(10**15)
    assert history.row_time_ns[-1] == 100 * 10**9
    assert [*history.values[-2:]] == [values[99], 5.0]
    assert len(ring.since(10 * 10**9).values) == 11
    assert not Ring(1).since(10**9).values
