"""How far a server is with a radiation memory that a call waits for."""

from __future__ import annotations

import threading
import uuid
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import TypeAlias

import grpc

from raftup._generated import progress_pb2
from raftup._generated.linearisation_pb2 import LinearizeRequest
from raftup._generated.session_pb2 import CreateSessionRequest
from raftup._generated.session_pb2_grpc import SessionServiceStub
from raftup.model.convert import enum_short_name

_PATIENCE = 1.0  # s: a call that takes no longer is not asked about
_INTERVAL = 0.25  # s, between two questions
_TIMEOUT = 5.0  # s, of a question


@dataclass(frozen=True)
class FitProgress:
    """How far the making of a radiation memory is.

    Attributes:
        stage: data, poles, passivity, reduction or kernel, in this order; some are left out.
        pole_count: of the fit at hand; 0 before there is one.
        round: of passivity or reduction, from 1; else 0.
        error: of A and B, worst pair: by the best fit so far while more poles are tried, then by
            the fit at hand; 0 before there is one.
    """

    stage: str
    pole_count: int
    round: int
    error: float

    def __str__(self) -> str:
        """`radiation memory: 24 poles, error 1.2 % so far`."""
        doing = {
            "data": "reading the database",
            "poles": f"{self.pole_count} poles",
            "passivity": f"{self.pole_count} poles, passivity round {self.round}",
            "reduction": f"fewer states than {self.pole_count} poles have, round {self.round}",
            "kernel": "sampling the kernel",
        }[self.stage]
        error = f", error {100.0 * self.error:.2g} %" if self.error > 0.0 else ""
        so_far = " so far" if error and self.stage == "poles" else ""
        return f"radiation memory: {doing}{error}{so_far}"


FitCallback: TypeAlias = Callable[[FitProgress | None], None]
"""What is told how far a fit is, from a thread of its own; None = the call has ended."""


@contextmanager
def fit_told(
    stub: SessionServiceStub,
    request: CreateSessionRequest | LinearizeRequest,
    callback: FitCallback | None,
) -> Iterator[None]:
    """Tells, while the block makes a call, how far its fit is; calls of less than a second are not.

    Args:
        stub: of the server.
        request: of the call; gets a progress_id.
        callback: called a few times a second; None: nobody is told.
    """
    if callback is None:
        yield
        return
    request.progress_id = uuid.uuid4().hex
    ended = threading.Event()
    arguments = (stub, request.progress_id, callback, ended)
    watching = threading.Thread(target=_tell, args=arguments, daemon=True)
    watching.start()
    try:
        yield
    finally:
        ended.set()
        watching.join()


def _tell(
    stub: SessionServiceStub, progress_id: str, callback: FitCallback, ended: threading.Event
) -> None:
    question = progress_pb2.GetProgressRequest(progress_id=progress_id)
    told = False
    pause = _PATIENCE
    while not ended.wait(pause):
        pause = _INTERVAL
        try:
            answer = stub.GetProgress(question, timeout=_TIMEOUT)
        except grpc.RpcError:
            break  # the call that is asked about says itself what is wrong
        if answer.HasField("fit"):
            callback(_from_message(answer.fit))
            told = True
    if told:
        callback(None)


def _from_message(fit: progress_pb2.FitProgress) -> FitProgress:
    stage = enum_short_name(progress_pb2.FitStage.DESCRIPTOR, fit.stage)
    return FitProgress(stage, fit.pole_count, fit.round, fit.error)
