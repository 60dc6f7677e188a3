"""How a program that steps by itself moves with a session."""

from __future__ import annotations

import time
from typing import Protocol

import numpy.typing as npt

from raftup._generated.session_pb2 import SESSION_STATE_CREATED
from raftup.base.errors import RaftupError
from raftup.remote.attach import Role
from raftup.remote.exchange import Exchange
from raftup.remote.iteration import Partner
from raftup.remote.rows import NANOSECONDS, Rows
from raftup.remote.session import Session

_NO_END = 2**62  # step index: until the session is deleted
_POLL = 0.1  # s


class Follower(Partner, Protocol):
    """A program with a time of its own, which it makes that of the session.

    Attributes:
        inputs: of the session that it writes, in the order of what it answers.
        outputs: of the session that it reads.
    """

    inputs: list[str]
    outputs: list[str]

    def begin(self, rows: Rows) -> npt.ArrayLike:
        """Its state and inputs where the session stands: one row."""


def follow(session: Session, follower: Follower, participant_id: str, iterate: bool) -> None:
    """Waits until a session is initialised and answers every step of it until it is deleted.

    A step is explicit: what the program answers to where the session stands acts through the next
    step. Iterated, a step is tried until both agree (Session's `iteration` says how).

    Args:
        session: that declares the participant; the program may come before it is initialised.
        follower: the program.
        participant_id: under which the session declares its inputs.
        iterate: whether the session tries steps.

    Raises:
        RaftupError: what ends the stream, but that the session is deleted; the program's own.
    """
    while session.status().state == SESSION_STATE_CREATED:
        time.sleep(_POLL)
    try:
        with session.exchange(
            inputs=follower.inputs,
            outputs=follower.outputs,
            role=Role.PARTICIPANT,
            participant_id=participant_id,
            output_stride=1,
        ) as stream:
            values = follower.begin(session.read(follower.outputs))
            if iterate:
                stream.couple(follower, values, _NO_END)
            else:
                _answer(stream, follower, values)
    except RaftupError as error:
        if error.reason != "SESSION_DELETED":
            raise


def _answer(stream: Exchange, follower: Follower, values: npt.ArrayLike) -> None:
    """Begins with the values, where the session has none for its time, and goes on for ever."""
    known = stream.watermark_ns
    if known is None or known < stream.time_ns:
        stream.send(stream.time_ns / NANOSECONDS, values)
    while True:
        rows = stream.receive()
        if len(rows):
            values = follower.answer(rows)
            follower.accept()
            stream.send(stream.time_ns / NANOSECONDS, values)
