"""How a session is driven through the gateway."""

from __future__ import annotations

import asyncio

import pytest
from conftest import eventually

import raftup
from raftup._generated import console_pb2
from raftup.base.errors import RaftupError

from .helpers import floats, tab_of


def state_hash(session: raftup.Session) -> int:
    """After one more step."""
    with session.exchange(state_hash=True) as exchange:
        exchange.advance(1)
        return exchange.state_hash


def test_a_driven_session_has_the_states_of_the_same_steps_without_the_console(
    console: str, cookie: str, session: raftup.Session, client: raftup.Client
) -> None:
    async def run(factor: float, count: int) -> list[console_pb2.Driving]:
        told: list[console_pb2.Driving] = []
        async with tab_of(console, cookie=cookie) as tab:
            await tab.watch(session.name)
            drive = console_pb2.Drive(
                session=session.name, realtime_factor=factor, step_count=count
            )
            await tab.send(drive=drive)
            while not told or told[-1].running:
                message = await tab.until(lambda message: message.HasField("driving"))
                told.append(message.driving)
        return told

    told = asyncio.run(run(0.0, 70))
    assert not told[-1].HasField("failure")
    assert session.status().step_index == 70
    told = asyncio.run(run(1.0, 30))  # .6 s of simulation
    assert told[-1].running is False
    assert session.status().step_index == 100
    with client.create_session(floats()) as other:
        other.initialise()
        other.advance(100)
        assert state_hash(session) == state_hash(other)


def test_a_pause_ends_driving_and_what_fails_is_told(
    console: str, cookie: str, session: raftup.Session
) -> None:
    async def run() -> None:
        async with tab_of(console, cookie=cookie) as tab:
            await tab.watch(session.name)
            await tab.send(drive=console_pb2.Drive(session=session.name, realtime_factor=5.0))
            await tab.until(lambda message: message.driving.running)
            await asyncio.sleep(0.3)
            await tab.send(pause=console_pb2.Pause(session=session.name))
            ended = await tab.until(
                lambda message: message.HasField("driving") and not message.driving.running
            )
            assert not ended.driving.HasField("failure")
            index = session.status().step_index
            assert index > 0
            await asyncio.sleep(0.1)
            assert session.status().step_index == index
            with await asyncio.to_thread(session.exchange):
                await tab.send(drive=console_pb2.Drive(session=session.name, realtime_factor=1.0))
                refused = await tab.until(lambda message: message.driving.HasField("failure"))
                assert refused.driving.failure.reason == "CONTROLLER_CONFLICT"

    asyncio.run(run())


def test_a_session_that_nobody_looks_at_is_driven_no_more(
    console: str, cookie: str, session: raftup.Session, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("raftup.console.driver._UNSEEN_LIMIT", 0.2)

    async def run() -> None:
        async with tab_of(console, cookie=cookie) as tab:
            await tab.watch(session.name)
            await tab.send(drive=console_pb2.Drive(session=session.name, realtime_factor=1.0))
            await tab.until(lambda message: message.driving.running)

    asyncio.run(run())

    def free() -> bool:
        try:
            session.exchange().close()
        except RaftupError:
            return False
        return True

    eventually(free)
