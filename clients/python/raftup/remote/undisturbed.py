"""gRPC channels of which no signal interrupts a call.

gRPC for Python waits with locks of its own held, and a KeyboardInterrupt in their midst leaves them
taken. So what the main thread asks of a channel is done by threads of its own; the main thread only
waits for the answer, and cancels the call where a signal ends that. Other threads get no signals
and call gRPC themselves.
"""

from __future__ import annotations

import queue
import threading
from collections.abc import Callable, Iterator
from functools import partial
from typing import Any

import grpc

from raftup.base.interruption import Outcome, Worker, wait


class CallError(grpc.RpcError):
    """How a call failed: what gRPC's own errors say, without the call and its locks in them.

    So it can be pickled, and with it an error that it is the cause of.
    """

    def __init__(self, code: grpc.StatusCode, details: str, metadata: tuple[Any, ...]) -> None:
        super().__init__(code, details, metadata)
        self._code, self._details, self._metadata = code, details, metadata

    @classmethod
    def of(cls, error: Any) -> CallError:
        """The same of an error of gRPC."""
        metadata = tuple((key, value) for key, value in error.trailing_metadata() or ())
        return cls(error.code(), error.details() or "", metadata)

    def code(self) -> grpc.StatusCode:
        """Status code of the call."""
        return self._code

    def details(self) -> str:
        """The message of the server."""
        return self._details

    def trailing_metadata(self) -> tuple[Any, ...]:
        """Trailing metadata that came with the status."""
        return self._metadata


class UndisturbedChannel(grpc.Channel):
    """A channel for the stubs that gRPC generates."""

    def __init__(self, channel: grpc.Channel, worker: Worker | None = None) -> None:
        """Wraps a channel.

        Args:
            channel: is this one's alone.
            worker: makes the calls of the main thread.
        """
        self._channel = channel
        self._worker = worker or Worker("calls")

    def with_interceptor(self, interceptor: Any) -> UndisturbedChannel:
        """The same connection with an interceptor of its calls."""
        return UndisturbedChannel(grpc.intercept_channel(self._channel, interceptor), self._worker)

    def unary_unary(self, *arguments: Any, **options: Any) -> Any:
        """Calls with one request and one answer."""
        return partial(self._answer, self._channel.unary_unary(*arguments, **options))

    def stream_unary(self, *arguments: Any, **options: Any) -> Any:
        """Calls with many requests and one answer."""
        return partial(self._answer, self._channel.stream_unary(*arguments, **options))

    def unary_stream(self, *arguments: Any, **options: Any) -> Any:
        """Calls with one request and many answers."""
        return partial(self._stream, self._channel.unary_stream(*arguments, **options))

    def stream_stream(self, *arguments: Any, **options: Any) -> Any:
        """Calls with many requests and many answers."""
        return partial(self._stream, self._channel.stream_stream(*arguments, **options))

    def subscribe(self, callback: Any, try_to_connect: bool = False) -> None:
        """Tells of the state of the connection."""
        self._channel.subscribe(callback, try_to_connect)

    def unsubscribe(self, callback: Any) -> None:
        """Removes a callback that was told of the state of the channel."""
        self._channel.unsubscribe(callback)

    def close(self) -> None:
        """Ends the connection and all calls."""
        if _is_main():
            self._worker.call(self._channel.close)
        else:
            self._channel.close()

    def __enter__(self) -> UndisturbedChannel:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def _answer(self, method: Any, request: Any, **options: Any) -> Any:
        if not _is_main():
            return _outcome(partial(method, request, **options)).result()
        ended: queue.SimpleQueue[Any] = queue.SimpleQueue()

        def start() -> Any:
            call = method.future(request, **options)
            call.add_done_callback(ended.put)
            return call

        call = self._worker.call(start)
        try:
            wait(ended)
        except BaseException:
            self._worker.post(call.cancel)
            raise
        return self._worker.call(lambda: _outcome(call.result)).result()

    def _stream(self, method: Any, request: Any, **options: Any) -> Any:
        return _Stream(self._worker, partial(method, request, **options))


class _Stream:
    """The answers of a call; those for the main thread are received by a thread of their own."""

    def __init__(self, worker: Worker, begin: Callable[[], Any]) -> None:
        self._worker = worker
        self._call = self._undisturbed(begin)
        self._reader = Worker("answers") if _is_main() else None
        self._received: queue.SimpleQueue[Outcome[Any]] = queue.SimpleQueue()
        self._is_asked = False

    def __iter__(self) -> Iterator[Any]:
        return self

    def __next__(self) -> Any:
        if self._reader is None:
            return _outcome(partial(next, self._call)).result()
        if not self._is_asked:  # an earlier wait may have been interrupted
            self._is_asked = True
            self._reader.post(partial(_receive, self._call, self._received))
        outcome = wait(self._received)
        self._is_asked = False
        return outcome.result()

    def is_active(self) -> bool:
        """Whether the call has not ended."""
        return bool(self._undisturbed(self._call.is_active))

    def cancel(self) -> None:
        """Ends the call at once."""
        if _is_main():
            self._worker.post(self._call.cancel)
        else:
            self._call.cancel()

    def _undisturbed(self, function: Callable[[], Any]) -> Any:
        return self._worker.call(function) if _is_main() else function()


def _receive(call: Any, received: queue.SimpleQueue[Outcome[Any]]) -> None:
    received.put(_outcome(partial(next, call)))


def _outcome(function: Callable[[], Any]) -> Outcome[Any]:
    """What a call gave or raised, with CallError in place of the errors of gRPC."""
    outcome = Outcome.of(function)
    if isinstance(outcome.error, grpc.RpcError):
        return Outcome(error=CallError.of(outcome.error))
    return outcome


def _is_main() -> bool:
    return threading.current_thread() is threading.main_thread()
