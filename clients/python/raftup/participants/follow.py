"""Coupling of a program that takes steps of its own to a session."""

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
    """A program with a time of its own, which follows the time of a session.

    Attributes:
        inputs: inputs of the session that it writes, in the order of its answers.
        outputs: outputs of the session that it reads.
    """

    inputs: list[str]
    outputs: list[str]

    def begin(self, rows: Rows) -> npt.ArrayLike:
        """Initializes the program with one row, at the present time of the session.

        Returns:
            Values of the session's inputs at this time.
        """


def follow(session: Session, follower: Follower, participant_id: str, iterate: bool) -> None:
    """Waits until a session is initialized, and answers each of its steps until it is deleted.

    The coupling is explicit: the program's answer to the end of a step acts during the next step.
    With iteration, a step is tried until both agree, as the `iteration` of the session defines.

    Args:
        session: session that declares the participant; it need not be initialized yet.
        follower: the program.
        participant_id: id under which the session declares the program's inputs.
        iterate: whether the session iterates its steps.

    Raises:
        RaftupError: the error that ends the stream, unless the session is deleted; errors of the
            program.
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
    """Sends first values if the session has none for its time, then answers steps without end."""
    known = stream.watermark_ns
    if known is None or known < stream.time_ns:
        stream.send(stream.time_ns / NANOSECONDS, values)
    while True:
        rows = stream.receive()
        if len(rows):
            values = follower.answer(rows)
            follower.accept()
            stream.send(stream.time_ns / NANOSECONDS, values)
