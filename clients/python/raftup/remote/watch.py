"""Watches: rows of outputs for clients that only read."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator, Sequence

from raftup._generated import session_pb2, watch_pb2
from raftup._generated.session_pb2_grpc import SessionServiceStub
from raftup.base.closing import Closing
from raftup.remote.contacts import EVENTS_KEPT, ContactEvent, ShapePair, contact_events, shape_pairs
from raftup.remote.rows import Columns, Rows
from raftup.remote.rpc import rpc_errors

OVERFLOW_POLICIES = {
    "latest": watch_pb2.OVERFLOW_POLICY_LATEST,
    "drop_oldest": watch_pb2.OVERFLOW_POLICY_DROP_OLDEST,
    "disconnect": watch_pb2.OVERFLOW_POLICY_DISCONNECT,
    "backpressure": watch_pb2.OVERFLOW_POLICY_BACKPRESSURE,
}


class Watch(Closing):
    """Rows of a session as they are computed; iterator and context manager, by Session.watch().

    Attributes:
        outputs: columns of the rows.
        step_index: number of steps that the session had taken at the newest rows.
        step_ns: duration of a step [ns].
        output_stride: number of steps between rows.
        dropped_frame_count: number of messages so far that were lost because they were not read in
            time.
        notices: notices about the session, newest last.
        contact_events: shapes that began or ceased to touch, newest last.
        contacts: contacts at the newest row, if requested; else empty.
    """

    def __init__(self, stub: SessionServiceStub, request: watch_pb2.WatchSessionRequest) -> None:
        self._call = stub.WatchSession(request)
        self._responses = iter(self._call)
        with rpc_errors():
            watching = next(self._responses).watching
        self.outputs = Columns.of(watching.outputs)
        self.step_index = watching.step_index
        self.step_ns = watching.step_ns
        self.output_stride = watching.output_stride
        self.dropped_frame_count = 0
        self.notices: deque[session_pb2.Notice] = deque(maxlen=100)
        self.contact_events: deque[ContactEvent] = deque(maxlen=EVENTS_KEPT)
        self.contacts: list[ShapePair] = []

    def __iter__(self) -> Iterator[Rows]:
        return self

    def __next__(self) -> Rows:
        """Waits for the next rows.

        Raises:
            RaftupError: SESSION_DELETED, DRAINING or WATCHER_TOO_SLOW.
        """
        with rpc_errors():
            for response in self._responses:
                if response.HasField("notice"):
                    self.notices.append(response.notice)
                    continue
                if response.HasField("contact_events"):
                    self.contact_events.extend(contact_events(response.contact_events))
                    continue
                self.step_index = response.frame.step_index
                self.contacts = shape_pairs(response.frame.contacts)
                self.dropped_frame_count += response.frame.dropped_frame_count
                return Rows.from_frame(response.frame, self.outputs)
        raise StopIteration

    def close(self) -> None:
        """Ends the watch; the session is not affected."""
        self._call.cancel()  # type: ignore[no-untyped-call]


def watch_request(
    session: str,
    outputs: Sequence[str],
    output_stride: int,
    policy: str,
    queue_bytes: int,
    recorder_id: str,
) -> watch_pb2.WatchSessionRequest:
    """Makes the request that opens a watch of a session."""
    return watch_pb2.WatchSessionRequest(
        session=session,
        output_variables=outputs,
        output_stride=output_stride,
        overflow_policy=OVERFLOW_POLICIES[policy],
        queue_bytes=queue_bytes,
        recorder_id=recorder_id,
    )
