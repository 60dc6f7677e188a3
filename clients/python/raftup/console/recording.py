"""A result that is played like a session, whose rows are its steps."""

from __future__ import annotations

import asyncio
import time
from collections.abc import AsyncIterator, Callable

import numpy as np
from google.protobuf.message import Message

from raftup._generated import session_pb2
from raftup._generated.caller_pb2 import ACCESS_ROLE_OBSERVER, GetCallerResponse
from raftup._generated.exchange_pb2 import (
    STEP_RESULT_COMMITTED,
    STEP_RESULT_EARLY_RETURN,
    Attached,
    ExchangeRequest,
    ExchangeResponse,
    Frame,
    Notice,
)
from raftup._generated.finding_pb2 import SEVERITY_INFO
from raftup._generated.watch_pb2 import (
    OVERFLOW_POLICY_LATEST,
    Watching,
    WatchSessionRequest,
    WatchSessionResponse,
)
from raftup.base.errors import RaftupError, bad_field
from raftup.base.version import __version__
from raftup.console.history import thinned
from raftup.console.login import Login
from raftup.console.recorded_sea import sea_of
from raftup.results.recorded import Recorded

_TENANT = "recording"


class RecordedCalls:
    """The session that represents a recording. Rows are played on request.

    Args:
        recorded: the recording.
        session_id: id of the session.
    """

    def __init__(self, recorded: Recorded, session_id: str) -> None:
        self._recorded = recorded
        self._name = f"sessions/{session_id}"
        self._row = 0
        self._waves: session_pb2.GetSeaResponse | None = None
        self._watchers: set[asyncio.Queue[WatchSessionResponse | tuple[int, int]]] = set()
        self._answers: dict[str, Callable[[bytes], Message]] = {
            "GetCaller": lambda _: self._caller(),
            "ListSessions": self._list_sessions,
            "GetSession": self._get_session,
            "ListVariables": self._list_variables,
            "ReadValues": self._read_values,
            "ListCheckpoints": lambda _: session_pb2.ListCheckpointsResponse(),
            "ResetSession": self._reset,
            "RestoreCheckpoint": self._restore,
        }

    async def close(self) -> None:
        """Does nothing, since there is no connection."""

    async def is_serving(self) -> bool:
        """Always true."""
        return True

    async def caller(self, token: str) -> GetCallerResponse:
        """An anonymous identity, since everybody may read."""
        return self._caller()

    async def unary(self, login: Login, method: str, request: bytes) -> bytes:
        """The answer of a call; RaftupError UNIMPLEMENTED if recordings do not support it."""
        if method == "SessionService.GetSea":
            return (await self._sea()).SerializeToString()
        if method == "DatabaseService.ReadMesh":
            raise RaftupError("a recording has no meshes: name them by --mesh", code="NOT_FOUND")
        answer = self._answers.get(method.partition(".")[2])
        if answer is None:
            raise RaftupError("a recording can only be looked at", code="UNIMPLEMENTED")
        return answer(request).SerializeToString()

    async def upload(self, login: Login, messages: AsyncIterator[bytes]) -> bytes:
        """Refused, since nothing can be changed."""
        raise RaftupError("a recording can only be looked at", code="UNIMPLEMENTED")

    # --- unary calls --------------------------------------------------------------------------

    def _caller(self) -> GetCallerResponse:
        return GetCallerResponse(
            tenant=_TENANT, role=ACCESS_ROLE_OBSERVER, server_version=__version__
        )

    def _require(self, name: str) -> None:
        if name != self._name:
            raise RaftupError(f"no session {name!r}", code="NOT_FOUND", reason="NOT_FOUND")

    @property
    def _last(self) -> int:
        return len(self._recorded.time_ns) - 1

    def _session(self) -> session_pb2.Session:
        recorded = self._recorded
        spec = session_pb2.SessionSpec(model=recorded.model, stop_time_ns=int(recorded.time_ns[-1]))
        return session_pb2.Session(
            name=self._name,
            spec=spec,
            state=session_pb2.SESSION_STATE_INITIALIZED,
            step_index=self._row,
            time_ns=int(recorded.time_ns[self._row]),
            step_ns=recorded.interval_ns,
            findings=recorded.findings,
        )

    def _list_sessions(self, request: bytes) -> Message:
        session = session_pb2.Session(name=self._name)
        return session_pb2.ListSessionsResponse(sessions=[session])

    def _get_session(self, request: bytes) -> Message:
        self._require(session_pb2.GetSessionRequest.FromString(request).name)
        return session_pb2.GetSessionResponse(session=self._session())

    def _list_variables(self, request: bytes) -> Message:
        self._require(session_pb2.ListVariablesRequest.FromString(request).session)
        return session_pb2.ListVariablesResponse(variables=self._recorded.columns.variables)

    def _read_values(self, request: bytes) -> Message:
        asked = session_pb2.ReadValuesRequest.FromString(request)
        self._require(asked.session)
        values = self._recorded.values[self._row, self._places(asked.variables)]
        return session_pb2.ReadValuesResponse(
            step_index=self._row,
            time_ns=int(self._recorded.time_ns[self._row]),
            values=values,
        )

    async def _sea(self) -> session_pb2.GetSeaResponse:
        """Wave components, which are computed once, since results do not contain them."""
        if self._waves is None:
            self._waves = await asyncio.to_thread(sea_of, self._recorded.model)
        return self._waves

    def _reset(self, request: bytes) -> Message:
        self._row = 0
        notice = Notice(
            severity=SEVERITY_INFO, reason="SESSION_RESET", message="back at the first row"
        )
        for watcher in self._watchers:
            watcher.put_nowait(WatchSessionResponse(notice=notice))
        return session_pb2.ResetSessionResponse(session=self._session())

    def _restore(self, request: bytes) -> Message:
        """Moves to the row nearest to a time [ns], which is the id of the given checkpoint."""
        name = session_pb2.RestoreCheckpointRequest.FromString(request).name
        session, _, time = name.partition("/checkpoints/")
        self._require(session)
        if not time.isdecimal():
            raise bad_field("name", f"must end with a time in ns, is {name!r}")
        times = self._recorded.time_ns
        row = int(np.abs(times - min(int(time), int(times[-1]))).argmin())
        self._tell_rows(self._row + 1 if row > self._row else row, row)
        self._row = row
        return session_pb2.RestoreCheckpointResponse(session=self._session())

    def _tell_rows(self, first: int, last: int) -> None:
        for watcher in self._watchers:
            watcher.put_nowait((first, last))

    def _places(self, names: object) -> list[int]:
        """Columns of some variables; all columns without names."""
        columns = self._recorded.columns
        places: list[int] = []
        for name in list(names) or columns.names:  # type: ignore[call-overload]
            if name not in columns.slices:
                raise bad_field(str(name), "must be an output that was recorded")
            part = columns.slices[name]
            places += range(part.start, part.stop)
        return places

    # --- streams ------------------------------------------------------------------------------

    def advance(self, count: int) -> Frame:
        """Plays at most `count` rows to all watches."""
        first = self._row + 1
        self._row = min(self._row + count, self._last)
        if first <= self._row:
            self._tell_rows(first, self._row)
        result = STEP_RESULT_EARLY_RETURN if self._row == self._last else STEP_RESULT_COMMITTED
        time_ns = int(self._recorded.time_ns[self._row])
        return Frame(step_index=self._row, time_ns=time_ns, result=result)

    async def watch(self, login: Login, request: bytes) -> AsyncIterator[bytes]:
        """Yields the messages of a WatchSession call with recorded rows."""
        order = WatchSessionRequest.FromString(request)
        self._require(order.session)
        places = self._places(order.output_variables)
        newest_only = order.overflow_policy == OVERFLOW_POLICY_LATEST
        watcher: asyncio.Queue[WatchSessionResponse | tuple[int, int]] = asyncio.Queue()
        self._watchers.add(watcher)
        try:
            yield WatchSessionResponse(
                watching=self._watching(order.output_variables)
            ).SerializeToString()
            while True:
                news = await watcher.get()
                if isinstance(news, tuple):
                    first, last = news
                    rows = slice(last if newest_only else first, last + 1)
                    news = WatchSessionResponse(frame=self._frame(rows, places))
                yield news.SerializeToString()
        finally:
            self._watchers.discard(watcher)

    def _watching(self, names: object) -> Watching:
        recorded = self._recorded
        by_name = {variable.name: variable for variable in recorded.columns.variables}
        return Watching(
            step_index=self._row,
            time_ns=int(recorded.time_ns[self._row]),
            step_ns=recorded.interval_ns,
            outputs=[by_name[name] for name in list(names) or recorded.columns.names],  # type: ignore[call-overload]
            output_stride=1,
        )

    def _frame(self, rows: slice, places: list[int]) -> Frame:
        times, values = thinned(
            self._recorded.time_ns[rows], self._recorded.values[rows][:, places]
        )
        return Frame(
            step_index=rows.stop - 1,
            time_ns=int(times[-1]),
            row_time_ns=times,
            values=values.ravel(),
            commit_time_ns=time.time_ns(),
        )

    def exchange(self, login: Login) -> Player:
        """Opens a stream with which rows are requested."""
        return Player(self, self._session())


class Player:
    """Replacement of an Exchange stream, on which Advance plays rows."""

    def __init__(self, calls: RecordedCalls, session: session_pb2.Session) -> None:
        self._calls = calls
        self._session = session
        self._responses: asyncio.Queue[bytes | None] = asyncio.Queue()

    async def write(self, request: bytes) -> None:
        """Handles a request and adds its response at once."""
        order = ExchangeRequest.FromString(request)
        match order.WhichOneof("kind"):
            case "attach":
                at = self._session
                attached = Attached(
                    step_index=at.step_index, time_ns=at.time_ns, step_ns=at.step_ns
                )
                self._answer(ExchangeResponse(attached=attached))
            case "advance":
                self._answer(ExchangeResponse(frame=self._calls.advance(order.advance.step_count)))

    def _answer(self, response: ExchangeResponse) -> None:
        self._responses.put_nowait(response.SerializeToString())

    async def read(self) -> bytes | None:
        """The next response; None at the end."""
        return await self._responses.get()

    async def done_writing(self) -> None:
        """Ends the stream."""
        self._responses.put_nowait(None)

    def cancel(self) -> bool:
        """Does nothing, since nothing is in progress."""
        return True
