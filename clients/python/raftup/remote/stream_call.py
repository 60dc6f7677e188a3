"""One gRPC call of an Exchange stream, with heartbeats."""

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
    """Alternatives of an Exchange request; exactly one is set."""

    attach: session_pb2.Attach
    inputs: session_pb2.Inputs
    advance: session_pb2.Advance
    credit: session_pb2.Credit
    heartbeat: session_pb2.Heartbeat
    detach: session_pb2.Detach


class StreamCall:
    """A gRPC call of Exchange; gRPC reads the requests to be sent in a thread of its own.

    Attributes:
        receiving: whether a thread is waiting for a message of the server.
    """

    def __init__(self, stub: SessionServiceStub) -> None:
        self._requests: queue.SimpleQueue[session_pb2.ExchangeRequest | None] = queue.SimpleQueue()
        self._heartbeat_period: float | None = None  # s; none are sent before beat()
        self._call = stub.Exchange(self._feed())
        self._responses = iter(self._call)
        self.receiving = False

    def _feed(self) -> Iterator[session_pb2.ExchangeRequest]:
        """Yields the requests for gRPC to send, and heartbeats if there are none for a while."""
        while True:
            try:
                request = self._requests.get(timeout=self._heartbeat_period)
            except queue.Empty:
                request = session_pb2.ExchangeRequest(heartbeat=session_pb2.Heartbeat())
            if request is None:
                return
            yield request

    def beat(self, period: float) -> None:
        """Starts heartbeats, which are sent after `period` seconds without another request."""
        self._heartbeat_period = period
        self.put(heartbeat=session_pb2.Heartbeat())  # from here on the feed knows the period

    def put(self, **request: Unpack[Request]) -> None:
        """Sends a request on the stream."""
        self._requests.put(session_pb2.ExchangeRequest(**request))

    def next(self) -> session_pb2.ExchangeResponse:
        """Waits for the next message of the server.

        Raises:
            RaftupError: the error of the server; STREAM_ENDED if the server has ended the stream.
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
        """Detaches and waits until the server ends the stream; further messages are ignored."""
        if not self._call.is_active():
            return
        self.put(detach=session_pb2.Detach())
        self._requests.put(None)
        with suppress(grpc.RpcError):
            deque(self._responses, maxlen=0)

    def abandon(self) -> None:
        """Cancels the call and ends the thread that sends its requests."""
        self._requests.put(None)
        self._call.cancel()  # type: ignore[no-untyped-call]
