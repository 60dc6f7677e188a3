"""One tab of a browser: its WebSocket, its requests, and messages waiting to be sent."""

from __future__ import annotations

import asyncio
import time
from collections import deque
from collections.abc import Callable, Coroutine
from contextlib import suppress
from dataclasses import dataclass
from typing import TypeVar

from aiohttp import WSCloseCode, WSMsgType, web
from google.protobuf.message import DecodeError

from raftup._generated import console_pb2
from raftup._generated.console_pb2 import FromServer, ToServer
from raftup._generated.session_pb2 import GetSessionRequest
from raftup._generated.watch_pb2 import OVERFLOW_POLICY_DROP_OLDEST, WatchSessionRequest
from raftup.base.errors import RaftupError, bad_field
from raftup.console.backend import Backend
from raftup.console.calls import METHODS, status_of
from raftup.console.driver import Drivers
from raftup.console.login import Login
from raftup.console.watches import Watches
from raftup.console.writing import write_inputs

QUEUE_LIMIT = 1 << 20  # bytes that wait for a tab
MESSAGE_LIMIT = 1 << 20  # bytes that a tab may say at once
UNSEEN_LIMIT = 2  # frames of a watch of policy latest that a tab has not drawn
WAITING_LIMIT = 160 << 20  # bytes, histories and answers too: a tab with more does not read
_CALLS_AT_ONCE = 32
_TASKS_AT_ONCE = 64  # of a tab: what it asks beyond is not read before one has ended
_BAD_MESSAGE = 4400
_DOES_NOT_READ = 4408

_Asked = TypeVar("_Asked")


class BadMessageError(Exception):
    """Error of a message that breaks a rule, with which the socket is closed."""


@dataclass
class _Message:
    """A message waiting to be sent: bytes, or a frame of a watch that may be dropped."""

    data: FromServer
    looker: TabWatch | None = None


class TabWatch:
    """A watch of one tab."""

    def __init__(self, tab: Tab, identifier: int, order: WatchSessionRequest, back_ns: int) -> None:
        self._tab = tab
        self._back_ns = back_ns
        self._identifier = identifier
        self._keeps_rows = order.overflow_policy == OVERFLOW_POLICY_DROP_OLDEST
        self._unseen = 0
        self._waiting: bytes | None = None
        self.session = order.session
        self.lost = 0

    def begin(self, watching: bytes, history: Callable[[int], console_pb2.History]) -> None:
        """Receives the start of the watch, see Looker."""
        self._tab.send(FromServer(id=self._identifier, watch=watching))
        self._tab.send(FromServer(id=self._identifier, history=history(self._back_ns)))

    def offer(self, response: bytes, is_frame: bool) -> None:
        """Receives a response of the watch, see Looker."""
        if not is_frame:
            self._tab.send(FromServer(id=self._identifier, watch=response))
        elif self._keeps_rows:
            self._tab.send(FromServer(id=self._identifier, watch=response), self)
        elif self._unseen < UNSEEN_LIMIT:
            self._send_latest(response)
        else:
            self.lost += self._waiting is not None
            self._waiting = response

    def end(self, error: RaftupError) -> None:
        """Receives the end of the watch, see Looker."""
        self._tab.send(FromServer(id=self._identifier, status=status_of(error)))
        self._tab.watches.pop(self._identifier, None)

    def seen(self) -> None:
        """Notes that the tab has drawn a frame."""
        self._unseen = max(0, self._unseen - 1)
        waiting, self._waiting = self._waiting, None
        if waiting is not None:
            self._send_latest(waiting)

    def _send_latest(self, response: bytes) -> None:
        self._unseen += 1
        self._tab.send(FromServer(id=self._identifier, watch=response), self)


class Tab:
    """One WebSocket of a user who is logged in.

    Attributes:
        login: login of the user.
        watches: watches of the tab, by id.
    """

    def __init__(
        self, socket: web.WebSocketResponse, login: Login, calls: Backend, watches: Watches
    ) -> None:
        self._socket = socket
        self._calls = calls
        self._upstream = watches
        self._queue: deque[_Message] = deque()
        self._queued_bytes = 0
        self._filled = asyncio.Event()
        self._has_room = asyncio.Event()
        self._has_room.set()
        self._is_given_up = False
        self._tasks: set[asyncio.Task[None]] = set()
        self._slots = asyncio.Semaphore(_CALLS_AT_ONCE)
        self.login = login
        self.watches: dict[int, TabWatch] = {}

    @property
    def tenant(self) -> str:
        """Tenant whose sessions the tab may see."""
        return self.login.caller.tenant

    @property
    def byte_count(self) -> int:
        """Number of bytes waiting to be sent."""
        return self._queued_bytes

    def looks_at(self, session: str) -> bool:
        """Whether one of its watches is of the session."""
        return any(watch.session == session for watch in self.watches.values())

    async def close(self) -> None:
        """Closes the tab when the console ends."""
        await self._socket.close(code=WSCloseCode.GOING_AWAY, message=b"the console has ended")

    # --- messages to the tab ------------------------------------------------------------------

    def send(self, message: FromServer, looker: TabWatch | None = None) -> None:
        """Sends a message when possible; frames of a looker may be dropped, the oldest first.

        A tab with more than WAITING_LIMIT bytes waiting does not read and is disconnected.
        """
        if self._is_given_up:
            return
        self._queue.append(_Message(message, looker))
        self._queued_bytes += message.ByteSize()
        if self._queued_bytes > QUEUE_LIMIT:
            self._leave_out_frames()
        if self._queued_bytes > QUEUE_LIMIT:
            self._has_room.clear()
        if self._queued_bytes > WAITING_LIMIT:
            self._give_up()
        self._filled.set()

    def _give_up(self) -> None:
        self._is_given_up = True
        self._queue.clear()
        self._queued_bytes = 0
        self._has_room.set()
        self._start(self._close_unread())

    async def _close_unread(self) -> None:
        await self._socket.close(code=_DOES_NOT_READ, message=b"the tab does not read")

    def _leave_out_frames(self) -> None:
        kept: deque[_Message] = deque()
        for queued in self._queue:
            if queued.looker is not None and self._queued_bytes > QUEUE_LIMIT // 2:
                self._queued_bytes -= queued.data.ByteSize()
                queued.looker.lost += 1
            else:
                kept.append(queued)
        self._queue = kept

    async def _write(self) -> None:
        """Sends waiting messages until the connection is lost, which the reading side reports."""
        with suppress(ConnectionError):
            while True:
                await self._filled.wait()
                self._filled.clear()
                while self._queue:
                    await self._send_next()

    async def _send_next(self) -> None:
        queued = self._queue.popleft()
        self._queued_bytes -= queued.data.ByteSize()
        if self._queued_bytes <= QUEUE_LIMIT:
            self._has_room.set()
        if queued.looker is not None:
            queued.data.lost_frame_count = queued.looker.lost
            queued.looker.lost = 0
        await self._socket.send_bytes(queued.data.SerializeToString())

    # --- requests of the tab ------------------------------------------------------------------

    async def serve(self, drivers: Drivers) -> None:
        """Reads messages of the tab until it is closed."""
        writer = asyncio.create_task(self._write())
        try:
            async for message in self._socket:
                self._take(message.type, message.data, drivers)
                while len(self._tasks) >= _TASKS_AT_ONCE:
                    await asyncio.wait(self._tasks, return_when=asyncio.FIRST_COMPLETED)
        except BadMessageError as error:
            await self._socket.close(code=_BAD_MESSAGE, message=str(error).encode()[:120])
        finally:
            for task in (writer, *self._tasks):
                task.cancel()
            for watch in self.watches.values():
                self._upstream.leave(watch)
            self.watches.clear()

    def _take(self, kind: WSMsgType, data: bytes, drivers: Drivers) -> None:
        self.login.last_use = time.monotonic()
        message = _parse(kind, data)
        match message.WhichOneof("kind"):
            case "call":
                if message.call.method not in METHODS:
                    raise BadMessageError("method must be one that the gateway passes on")
                self._answer(message.id, self._call, message.call)
            case "watch":
                self._answer(message.id, self._watch, message.watch)
            case "unwatch":
                self._unwatch(message.unwatch.watch)
            case "seen":
                if message.seen.watch in self.watches:
                    self.watches[message.seen.watch].seen()
            case "drive":
                drivers.drive(self.login, message.drive)
            case "write":
                self._answer(message.id, self._write_inputs, message.write)
            case "pause":
                self._start(drivers.pause(self.login, message.pause.session))
            case _:
                raise BadMessageError("a message must say what it is")

    def _unwatch(self, identifier: int) -> None:
        watch = self.watches.pop(identifier, None)
        if watch is not None:
            self._upstream.leave(watch)

    def _start(self, work: Coroutine[None, None, None]) -> None:
        task = asyncio.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    def _answer(
        self,
        identifier: int,
        work: Callable[[int, _Asked], Coroutine[None, None, None]],
        asked: _Asked,
    ) -> None:
        """Starts a request of the tab, which is cancelled with the tab; reports an error."""

        async def answered() -> None:
            try:
                await work(identifier, asked)
            except RaftupError as error:
                self.send(FromServer(id=identifier, status=status_of(error)))

        self._start(answered())

    async def _call(self, identifier: int, call: console_pb2.Call) -> None:
        async with self._slots:
            await self._has_room.wait()
            answer = await self._calls.unary(self.login, call.method, call.request)
            self.send(FromServer(id=identifier, answer=answer))

    async def _write_inputs(self, identifier: int, order: console_pb2.Write) -> None:
        written = await write_inputs(self._calls, self.login, order)
        self.send(FromServer(id=identifier, written=written))

    async def _watch(self, identifier: int, asked: console_pb2.Watch) -> None:
        try:
            order = WatchSessionRequest.FromString(asked.request)
        except DecodeError:
            raise bad_field("watch.request", "must be a WatchSessionRequest") from None
        order.recorder_id = ""  # the session never waits for a tab
        mine = GetSessionRequest(name=order.session).SerializeToString()
        await self._calls.unary(self.login, "SessionService.GetSession", mine)
        await self._has_room.wait()  # histories are large
        watch = TabWatch(self, identifier, order, asked.history_ns)
        self.watches[identifier] = watch
        self._upstream.join(self.login, order, watch)


def _parse(kind: WSMsgType, data: bytes) -> ToServer:
    """Parses a message of the tab; raises BadMessageError with the rule that it breaks."""
    if kind != WSMsgType.BINARY:
        raise BadMessageError("messages must be binary")
    if len(data) > MESSAGE_LIMIT:
        raise BadMessageError(f"a message must have at most {MESSAGE_LIMIT} bytes")
    try:
        message = ToServer.FromString(data)
    except DecodeError:
        raise BadMessageError("a message must be a ToServer") from None
    if message.id == 0:
        raise BadMessageError("id must be above 0")
    drive = message.drive
    if not 0.0 <= drive.realtime_factor < 1e9 or drive.step_count < 0:
        raise BadMessageError("realtime_factor and step_count must not be negative")
    return message
