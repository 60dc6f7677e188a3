"""Inputs that are written through the gateway."""

from __future__ import annotations

import asyncio

import pytest

import raftup
from raftup._generated import console_pb2
from raftup._generated.console_pb2 import FromServer

from .helpers import pushed, tab_of


async def write(
    url: str, session: raftup.Session, name: str, values: list[float], **proof: str
) -> FromServer:
    """What answers a Write."""
    async with tab_of(url, **proof) as tab:
        order = console_pb2.Write(session=session.name, input_variables=[name], values=values)
        identifier = await tab.send(write=order)
        return await tab.until(lambda message: message.id == identifier)


def speed(session: raftup.Session) -> float:
    """Of the left box along x [m/s]."""
    return float(session.read(["left.linear_velocity"]).values[0, 0])


def test_an_input_goes_on_from_where_it_was_written_and_takes_no_step(
    console: str, cookie: str, client: raftup.Client
) -> None:
    with client.create_session(pushed()) as session:
        session.initialise()
        session.advance(50)
        before = speed(session)
        answer = asyncio.run(write(console, session, "push", [6e5, 0, 0, 0, 0, 0], cookie=cookie))
        assert answer.written.time_ns == 10**9
        assert session.status().step_index == 50
        session.advance(100, 50)
        assert speed(session) - before == pytest.approx(6e5 / 6e5 * 2.0, rel=1e-12)
        assert [*session.read(["push", "tug"]).values[0]] == [6e5, *[0.0] * 11]


def test_what_cannot_be_written_is_refused_with_its_rule(
    console: str, cookie: str, client: raftup.Client
) -> None:
    with client.create_session(pushed()) as session:
        session.initialise()
        refused = {"must be finite": [float("nan")] * 6, "must have 6 values": [1.0]}
        for rule, values in refused.items():
            answer = asyncio.run(write(console, session, "push", values, cookie=cookie))
            assert answer.status.code == "INVALID_ARGUMENT"
            assert rule in answer.status.violations[0].description
        answer = asyncio.run(write(console, session, "pull", [0.0] * 6, cookie=cookie))
        assert answer.status.reason == "BAD_FIELD"
        with session.exchange(inputs=["push"]):
            answer = asyncio.run(write(console, session, "push", [0.0] * 6, cookie=cookie))
        assert answer.status.reason == "INPUT_OWNED"


def test_an_observer_writes_nothing(guarded: tuple[str, dict[str, str], str]) -> None:
    address, tokens, url = guarded
    with (
        raftup.connect(address, token=tokens["operator"]) as client,
        client.create_session(pushed()) as session,
    ):
        session.initialise()
        answer = asyncio.run(write(url, session, "push", [0.0] * 6, token=tokens["observer"]))
        assert answer.status.code == "PERMISSION_DENIED"
