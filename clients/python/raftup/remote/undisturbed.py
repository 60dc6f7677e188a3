"""gRPC channels whose calls are never interrupted by a signal.

gRPC for Python holds locks while it waits; a KeyboardInterrupt at that moment would leave them
locked. Therefore calls of the main thread are made in other threads. The main thread only waits for
the answer, and cancels the call if a signal ends its waiting. Other threads receive no signals and
call gRPC directly.
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
    """Error of a failed gRPC call, with the same data as gRPC's own error but without its locks.

    It can be pickled, and so can an error that it has caused.
    """

    def __init__(self, code: grpc.StatusCode, details: str, metadata: tuple[Any, ...]) -> None:
        super().__init__(code, details, metadata)
        self._code, self._details, self._metadata = code, details, metadata

    @classmethod
    def of(cls, error: Any) -> CallError:
        """Converts an error of gRPC."""
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
    """A gRPC channel for the generated stubs."""

    def __init__(self, channel: grpc.Channel, worker: Worker | None = None) -> None:
        """Wraps a channel.

        Args:
            channel: channel, which nothing else may use.
            worker: thread that makes the calls of the main thread; default: a new one.
        """
        self._channel = channel
        self._worker = worker or Worker("calls")

    def with_interceptor(self, interceptor: Any) -> UndisturbedChannel:
        """Makes a channel with the same connection, whose calls pass through an interceptor."""
        return UndisturbedChannel(grpc.intercept_channel(self._channel, interceptor), self._worker)

    def unary_unary(self, *arguments: Any, **options: Any) -> Any:
        """Makes a function for calls with one request and one answer."""
        return partial(self._answer, self._channel.unary_unary(*arguments, **options))

    def stream_unary(self, *arguments: Any, **options: Any) -> Any:
        """Makes a function for calls with many requests and one answer."""
        return partial(self._answer, self._channel.stream_unary(*arguments, **options))

    def unary_stream(self, *arguments: Any, **options: Any) -> Any:
        """Makes a function for calls with one request and many answers."""
        return partial(self._stream, self._channel.unary_stream(*arguments, **options))

    def stream_stream(self, *arguments: Any, **options: Any) -> Any:
        """Makes a function for calls with many requests and many answers."""
        return partial(self._stream, self._channel.stream_stream(*arguments, **options))

    def subscribe(self, callback: Any, try_to_connect: bool = False) -> None:
        """Adds a function that is called when the state of the connection changes."""
        self._channel.subscribe(callback, try_to_connect)

    def unsubscribe(self, callback: Any) -> None:
        """Removes a function that subscribe() has added."""
        self._channel.unsubscribe(callback)

    def close(self) -> None:
        """Closes the connection and ends all calls."""
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
    """Answers of a call; for the main thread, another thread receives them."""

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
        """Whether the call is still in progress."""
        return bool(self._undisturbed(self._call.is_active))

    def cancel(self) -> None:
        """Cancels the call."""
        if _is_main():
            self._worker.post(self._call.cancel)
        else:
            self._call.cancel()

    def _undisturbed(self, function: Callable[[], Any]) -> Any:
        return self._worker.call(function) if _is_main() else function()


def _receive(call: Any, received: queue.SimpleQueue[Outcome[Any]]) -> None:
    received.put(_outcome(partial(next, call)))


def _outcome(function: Callable[[], Any]) -> Outcome[Any]:
    """Result or error of a function, with CallError in place of gRPC's own errors."""
    outcome = Outcome.of(function)
    if isinstance(outcome.error, grpc.RpcError):
        return Outcome(error=CallError.of(outcome.error))
    return outcome


def _is_main() -> bool:
    return threading.current_thread() is threading.main_thread()
