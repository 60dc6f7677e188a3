"""Progress of a server in fitting a radiation memory, for which a call waits."""

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
    """Progress in the computation of a radiation memory.

    Attributes:
        stage: data, poles, passivity, reduction or kernel, in this order; some are left out.
        pole_count: number of poles of the present fit; 0 before there is a fit.
        round: number of the round of passivity or reduction, from 1; else 0.
        error: largest error of A and B relative to their scale, over all pairs of dofs: of the best
            fit so far while more poles are tried, then of the present fit; 0 before there is a fit.
    """

    stage: str
    pole_count: int
    round: int
    error: float

    def __str__(self) -> str:
        """A line of text such as `radiation memory: 24 poles, error 1.2 % so far`."""
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
"""Function that receives progress reports in a thread of its own; None = the call has ended."""


@contextmanager
def fit_told(
    stub: SessionServiceStub,
    request: CreateSessionRequest | LinearizeRequest,
    callback: FitCallback | None,
) -> Iterator[None]:
    """Reports, inside the block, the progress of a call that fits a radiation memory.

    Nothing is reported for calls of less than a second.

    Args:
        stub: stub of the server.
        request: request of the call; its progress_id is set.
        callback: called a few times per second; None = nothing is reported.
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
