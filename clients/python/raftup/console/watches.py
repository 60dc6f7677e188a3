"""Watches of a raftupd that several tabs share: one for each tenant and request."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Protocol

from raftup._generated.console_pb2 import History
from raftup._generated.watch_pb2 import WatchSessionRequest, WatchSessionResponse
from raftup.base.errors import RaftupError
from raftup.console.backend import Backend
from raftup.console.history import Ring
from raftup.console.login import Login

_KEPT_UNSEEN = 30.0  # s that a watch goes on when nobody looks, so that a reload has its history


class Looker(Protocol):
    """Interface of an object that shares a watch."""

    def begin(self, watching: bytes, history: Callable[[int], History]) -> None:
        """Receives the first response of the watch, and a function that returns earlier rows."""

    def offer(self, response: bytes, is_frame: bool) -> None:
        """Receives a serialized response."""

    def end(self, error: RaftupError) -> None:
        """Receives the error that ended the watch."""


class Watch:
    """One watch of a raftupd, and the lookers that share it."""

    def __init__(self, calls: Backend, login: Login, request: bytes) -> None:
        self._calls = calls
        self._login = login
        self._request = request
        self._watching = b""
        self._ring = Ring(0)
        self.tenant = login.caller.tenant
        self.lookers: list[Looker] = []

    @property
    def byte_count(self) -> int:
        """Number of bytes of stored rows."""
        return self._ring.byte_count

    def join(self, looker: Looker) -> None:
        """Sends all further responses to the looker."""
        self.lookers.append(looker)
        if self._watching:
            looker.begin(self._watching, self._ring.since)

    async def run(self) -> None:
        """Passes responses to the lookers until the watch ends, and then its RaftupError."""
        error = RaftupError("the watch has ended", code="UNAVAILABLE")
        try:
            async for response in self._calls.watch(self._login, self._request):
                self._take(response)
        except RaftupError as ended:
            error = ended
        for looker in [*self.lookers]:
            looker.end(error)

    def _take(self, response: bytes) -> None:
        message = WatchSessionResponse.FromString(response)
        if message.HasField("watching"):
            self._watching = response
            self._ring = Ring(sum(output.size for output in message.watching.outputs))
            for looker in [*self.lookers]:
                looker.begin(response, self._ring.since)
            return
        is_frame = message.HasField("frame")
        if is_frame:
            self._ring.add(message.frame)
        for looker in [*self.lookers]:
            looker.offer(response, is_frame)


class Watches:
    """All open watches, by tenant and request."""

    def __init__(self, calls: Backend) -> None:
        self._calls = calls
        self._watches: dict[tuple[str, bytes], Watch] = {}
        self._tasks: dict[tuple[str, bytes], asyncio.Task[None]] = {}

    def join(self, login: Login, request: WatchSessionRequest, looker: Looker) -> None:
        """Adds a looker to the watch of a request, which is opened for the first looker."""
        key = (login.caller.tenant, request.SerializeToString(deterministic=True))
        watch = self._watches.get(key)
        if watch is None:
            watch = self._watches[key] = Watch(self._calls, login, key[1])
            self._tasks[key] = asyncio.create_task(watch.run())
            self._tasks[key].add_done_callback(lambda task: self._forget(key, task))
        watch.join(looker)

    def byte_counts(self, tenant: str) -> list[int]:
        """Number of bytes of stored rows of each watch of a tenant."""
        return [watch.byte_count for watch in self._watches.values() if watch.tenant == tenant]

    def leave(self, looker: Looker) -> None:
        """Removes a looker; a watch without lookers is ended some time later."""
        for key, watch in self._watches.items():
            if looker in watch.lookers:
                watch.lookers.remove(looker)
                if not watch.lookers:
                    asyncio.get_running_loop().call_later(_KEPT_UNSEEN, self._end_unseen, key)

    def _end_unseen(self, key: tuple[str, bytes]) -> None:
        if key in self._watches and not self._watches[key].lookers:
            self._tasks[key].cancel()

    def _forget(self, key: tuple[str, bytes], task: asyncio.Task[None]) -> None:
        if self._tasks.get(key) is task:
            del self._tasks[key], self._watches[key]

    async def close(self) -> None:
        """Ends every watch."""
        tasks = [*self._tasks.values()]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
