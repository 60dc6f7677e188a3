"""Controllers of the sessions that the console steps, at the pace of the wall clock."""

from __future__ import annotations

import asyncio
import time
from collections import deque
from collections.abc import Callable

import grpc

from raftup._generated import exchange_pb2
from raftup._generated.console_pb2 import Drive, Driving
from raftup.base.errors import RaftupError, error_from_rpc
from raftup.console.backend import Backend
from raftup.console.calls import status_of
from raftup.console.login import Login
from raftup.console.stream import NO_ROWS, Stream

_TICK = 1.0 / 60.0  # s, between two orders
_LONGEST_LAG = 0.25  # s of wall clock that may be made up for
_UNPACED_ORDER = 0.03  # s that an order may take where nothing is to be kept pace with
_LARGEST_ORDER = 50_000  # steps, of 100 000 allowed
_TELL_INTERVAL = 0.25  # s
_STOP_TIMEOUT = 1.0  # s that an order may still take after Pause
_UNSEEN_LIMIT = 5.0  # s that a session is driven on though nobody looks


class Driver:
    """The controller of one session. The pace determines when steps are ordered, not their results.

    Args:
        calls: connection to the server.
        login: user who gave the order.
        order: pace and end of the steps.
        tell: function that receives the progress.
        seen: function that returns whether a tab is watching the session.
    """

    def __init__(
        self,
        calls: Backend,
        login: Login,
        order: Drive,
        tell: Callable[[Driving], None],
        seen: Callable[[], bool],
    ) -> None:
        self._calls = calls
        self._login = login
        self._tell = tell
        self._seen = seen
        self._stopping = False
        self._step_ns = 1
        self._step_index = 0
        self._reached: deque[tuple[float, int]] = deque(maxlen=64)
        self._notice = ""
        self.change(order)

    def change(self, order: Drive) -> None:
        """Changes the pace from now on."""
        self._order = order
        self._start = time.monotonic()
        self._taken = 0
        self._reached.clear()
        self._chunk = 1

    def stop(self) -> None:
        """Stops after the steps in progress."""
        self._stopping = True

    async def run(self) -> None:
        """Steps the session until it is stopped, is at the end or fails; then reports this."""
        failure = None
        try:
            await self._drive()
        except RaftupError as error:
            failure = status_of(error)
        self._tell(Driving(session=self._order.session, failure=failure))

    async def _drive(self) -> None:
        stream = Stream(self._calls.exchange(self._login))
        beat = asyncio.create_task(stream.keep_alive())
        try:
            await self._attach(stream)
            await self._advance_on(stream)
            await stream.leave()
        except grpc.aio.AioRpcError as error:
            raise error_from_rpc(error) from error
        finally:
            beat.cancel()
            stream.cancel()

    async def _attach(self, stream: Stream) -> None:
        attach = exchange_pb2.Attach(
            session=self._order.session,
            role=exchange_pb2.ROLE_CONTROLLER,
            output_variables=["sea.elevation"],
            output_stride=NO_ROWS,
            credit=4,
            take_over=self._order.take_over,
        )
        await stream.send(attach=attach)
        attached = (await self._receive(stream, "attached")).attached
        self._step_ns, self._step_index = attached.step_ns, attached.step_index

    async def _advance_on(self, stream: Stream) -> None:
        next_tick, last_told, last_seen = time.monotonic(), 0.0, time.monotonic()
        self._start = next_tick
        while not self._stopping:
            now = time.monotonic()
            last_seen = now if self._seen() else last_seen
            if now - last_seen > _UNSEEN_LIMIT or self._done():
                return
            count = self._steps_due(now)
            if count > 0:
                await self._advance(stream, count)
            if now - last_told >= _TELL_INTERVAL:
                last_told = now
                self._tell(self._driving())
            next_tick = max(next_tick + _TICK, time.monotonic() - _TICK)
            await asyncio.sleep(max(0.0, next_tick - time.monotonic()))

    def _done(self) -> bool:
        return 0 < self._order.step_count <= self._taken

    def _steps_due(self, now: float) -> int:
        factor, count = self._order.realtime_factor, self._chunk
        if factor > 0.0:
            steps_per_second = factor * 1e9 / self._step_ns
            count = int((now - self._start) * steps_per_second) - self._taken
            limit = max(1, int(_LONGEST_LAG * steps_per_second))
            if count > limit:  # slower than asked: what is lost is not made up for
                self._start += (count - limit) / steps_per_second
                count = limit
        if self._order.step_count > 0:
            count = min(count, self._order.step_count - self._taken)
        return min(count, _LARGEST_ORDER)

    async def _advance(self, stream: Stream, count: int) -> None:
        order = self._order
        advance = exchange_pb2.Advance(expected_step_index=self._step_index, step_count=count)
        begin = time.monotonic()
        await stream.send(advance=advance)
        frame = (await self._receive(stream, "frame")).frame
        taken = frame.step_index - self._step_index
        self._step_index = frame.step_index
        end = time.monotonic()
        self._reached.append((end, frame.step_index))
        if order is self._order:
            self._taken += taken
        growth = _UNPACED_ORDER / max(end - begin, 1e-6)
        self._chunk = int(min(max(1.0, self._chunk * min(2.0, growth)), _LARGEST_ORDER))
        await stream.send(credit=exchange_pb2.Credit(credit=1))
        if frame.result == exchange_pb2.STEP_RESULT_DISCARDED:
            raise RaftupError(
                self._notice or "a step failed", code="FAILED_PRECONDITION", reason="STEP_DISCARDED"
            )
        if frame.result in (
            exchange_pb2.STEP_RESULT_EARLY_RETURN,
            exchange_pb2.STEP_RESULT_ENDED,
        ):
            self.stop()

    async def _receive(self, stream: Stream, kind: str) -> exchange_pb2.ExchangeResponse:
        """The next response of a kind; others are ignored, except notices."""
        while True:
            response = await stream.receive()
            if response is None:
                raise RaftupError("the server has ended the stream", code="UNAVAILABLE")
            if response.HasField("notice") and response.notice.reason == "STEP_DISCARDED":
                self._notice = response.notice.message
            if response.WhichOneof("kind") == kind:
                return response

    def _driving(self) -> Driving:
        reached = 0.0
        if len(self._reached) > 1:
            (begin, first), (end, last) = self._reached[0], self._reached[-1]
            reached = (last - first) * self._step_ns * 1e-9 / max(end - begin, 1e-9)
        return Driving(
            session=self._order.session,
            running=True,
            realtime_factor=self._order.realtime_factor,
            reached_factor=reached,
        )


class Drivers:
    """The controllers of all sessions that the gateway steps, by tenant and name.

    Args:
        calls: connection to the server.
        tell: function that receives the progress of each session of a tenant.
        seen: function that returns whether a tab of a tenant is watching a session.
    """

    def __init__(
        self,
        calls: Backend,
        tell: Callable[[str, Driving], None],
        seen: Callable[[str, str], bool],
    ) -> None:
        self._calls = calls
        self._tell = tell
        self._seen = seen
        self._drivers: dict[tuple[str, str], tuple[Driver, asyncio.Task[None]]] = {}

    def drive(self, login: Login, order: Drive) -> None:
        """Starts to step a session, or changes its pace."""
        tenant = login.caller.tenant
        key = (tenant, order.session)
        if key in self._drivers:
            self._drivers[key][0].change(order)
            return
        driver = Driver(
            self._calls,
            login,
            order,
            lambda driving: self._tell(tenant, driving),
            lambda: self._seen(tenant, order.session),
        )
        task = asyncio.create_task(driver.run())
        task.add_done_callback(lambda _: self._drivers.pop(key, None))
        self._drivers[key] = (driver, task)

    async def pause(self, login: Login, session: str) -> None:
        """Stops stepping a session, also while it waits for participants."""
        entry = self._drivers.get((login.caller.tenant, session))
        if entry is None:
            self._tell(login.caller.tenant, Driving(session=session))
            return
        driver, task = entry
        driver.stop()
        await asyncio.wait([task], timeout=_STOP_TIMEOUT)
        if not task.done():
            task.cancel()
            self._tell(login.caller.tenant, Driving(session=session))

    async def close(self) -> None:
        """Stops all controllers."""
        tasks = [task for _, task in self._drivers.values()]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
