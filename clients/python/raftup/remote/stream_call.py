"""One connection of an open stream: what goes out, heartbeats where nothing does, what comes in."""

from __future__ import annotations

import queue
from collections import deque
from collections.abc import Iterator
from contextlib import suppress
from typing import TypedDict, Unpack

import grpc

from raftup._generated import session_pb2
from raftup._generated.session_pb2_grpc import SessionServiceStub
from raftup.base.errors import RaftupError
from raftup.remote.rpc import rpc_errors


class Request(TypedDict, total=False):
    """What a request of the stream can be: one of these."""

    attach: session_pb2.Attach
    inputs: session_pb2.Inputs
    advance: session_pb2.Advance
    credit: session_pb2.Credit
    heartbeat: session_pb2.Heartbeat
    detach: session_pb2.Detach


class StreamCall:
    """A call of Exchange; gRPC takes what it sends in a thread of its own.

    Attributes:
        receiving: whether a thread waits for the server.
    """

    def __init__(self, stub: SessionServiceStub) -> None:
        self._requests: queue.SimpleQueue[session_pb2.ExchangeRequest | None] = queue.SimpleQueue()
        self._heartbeat_period: float | None = None  # s; none are sent before beat()
        self._call = stub.Exchange(self._feed())
        self._responses = iter(self._call)
        self.receiving = False

    def _feed(self) -> Iterator[session_pb2.ExchangeRequest]:
        """What gRPC sends: requests, and heartbeats where there are none."""
        while True:
            try:
                request = self._requests.get(timeout=self._heartbeat_period)
            except queue.Empty:
                request = session_pb2.ExchangeRequest(heartbeat=session_pb2.Heartbeat())
            if request is None:
                return
            yield request

    def beat(self, period: float) -> None:
        """Sends heartbeats from now on, where nothing else is sent for so long [s]."""
        self._heartbeat_period = period
        self.put(heartbeat=session_pb2.Heartbeat())  # from here on the feed knows the period

    def put(self, **request: Unpack[Request]) -> None:
        """Sends a request on the stream."""
        self._requests.put(session_pb2.ExchangeRequest(**request))

    def next(self) -> session_pb2.ExchangeResponse:
        """Waits for what the server says next.

        Raises:
            RaftupError: as the server says; STREAM_ENDED where it has ended the stream.
        """
        self.receiving = True
        with rpc_errors():
            try:
                return next(self._responses)
            except StopIteration:
                raise RaftupError(
                    "the server has ended the stream", code="UNAVAILABLE", reason="STREAM_ENDED"
                ) from None
            finally:
                self.receiving = False

    def leave(self) -> None:
        """Leaves in good order, once the server has left too; what it still says is passed over."""
        if not self._call.is_active():
            return
        self.put(detach=session_pb2.Detach())
        self._requests.put(None)
        with suppress(grpc.RpcError):
            deque(self._responses, maxlen=0)

    def abandon(self) -> None:
        """Ends the call and the thread that feeds it."""
        self._requests.put(None)
        self._call.cancel()  # type: ignore[no-untyped-call]
