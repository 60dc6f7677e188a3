"""Watches of a raftupd that many tabs share: one for each tenant and request."""

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
    """One of those who share a watch."""

    def begin(self, watching: bytes, history: Callable[[int], History]) -> None:
        """The watch has begun: its first response, and what gives rows from before."""

    def offer(self, response: bytes, is_frame: bool) -> None:
        """A response as it came."""

    def end(self, error: RaftupError) -> None:
        """Does nothing: nobody follows any more."""


class Watch:
    """One watch of a raftupd and those who share it."""

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
        """Bytes of the rows that it keeps."""
        return self._ring.byte_count

    def join(self, looker: Looker) -> None:
        """Shows the looker everything from here on."""
        self.lookers.append(looker)
        if self._watching:
            looker.begin(self._watching, self._ring.since)

    async def run(self) -> None:
        """Hands on what comes until it ends; RaftupError goes to the lookers."""
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
    """Every watch that is open, by tenant and request."""

    def __init__(self, calls: Backend) -> None:
        self._calls = calls
        self._watches: dict[tuple[str, bytes], Watch] = {}
        self._tasks: dict[tuple[str, bytes], asyncio.Task[None]] = {}

    def join(self, login: Login, request: WatchSessionRequest, looker: Looker) -> None:
        """Has the looker share the watch of a request, which is opened where it is the first."""
        key = (login.caller.tenant, request.SerializeToString(deterministic=True))
        watch = self._watches.get(key)
        if watch is None:
            watch = self._watches[key] = Watch(self._calls, login, key[1])
            self._tasks[key] = asyncio.create_task(watch.run())
            self._tasks[key].add_done_callback(lambda task: self._forget(key, task))
        watch.join(looker)

    def byte_counts(self, tenant: str) -> list[int]:
        """Bytes of the rows that each watch of a tenant keeps."""
        return [watch.byte_count for watch in self._watches.values() if watch.tenant == tenant]

    def leave(self, looker: Looker) -> None:
        """Shows the looker nothing any more; the last one ends the watch some time later."""
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
