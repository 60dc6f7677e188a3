"""The stream that couples a client to a session: inputs go in ahead of time, rows come out."""

from __future__ import annotations

import math
from collections import deque
from collections.abc import Callable, Iterator, Mapping

import numpy as np
import numpy.typing as npt

from raftup._generated import session_pb2
from raftup._generated.session_pb2_grpc import SessionServiceStub
from raftup.base.closing import Closing
from raftup.base.errors import RaftupError
from raftup.remote.commands import Command, commanded
from raftup.remote.contacts import EVENTS_KEPT, ContactEvent, contact_events
from raftup.remote.iteration import Partner
from raftup.remote.message_size import MessageSize
from raftup.remote.patience import ending_after
from raftup.remote.rows import NANOSECONDS, Columns, Rows
from raftup.remote.rpc import reconnecting
from raftup.remote.samples import samples_messages
from raftup.remote.sent_samples import SentSamples
from raftup.remote.step_error import StepError
from raftup.remote.stream_call import StreamCall

_FRAME_CREDIT = 64  # frames that may be on their way to us
_VALUES_PER_ADVANCE = 100_000  # of 400 000 allowed: .8 MB a message
_STEPS_PER_ADVANCE = 100_000
_ADVANCES_AHEAD = 3  # on their way, so that the server never waits for us
_HEARTBEATS_PER_LEASE = 3
_MOVES = ("CHECKPOINT_RESTORED", "SESSION_RESET")
"""Notices after which a session stands elsewhere."""


class Exchange(Closing):
    """An open stream to a session; a context manager. Made by Session.exchange.

    A controller calls advance(), or request() ahead and receive() later. A participant calls
    send(). Participants and observers read what the controller's steps give with receive().
    One thread at a time.

    Attributes:
        inputs: columns of what send() takes.
        outputs: columns of the rows that come.
        step_index: steps taken when the newest rows were sent.
        time_ns: simulation time then.
        step_ns: duration of a step.
        output_stride: steps from row to row.
        watermark_ns: samples of this participant were complete up to here when the stream opened:
            one that was started anew goes on from there; None before the first.
        tentative: whether the newest rows are of a try.
        iteration: number of that try; else the most that a step took.
        residual: `|answers - values tried|` relative to the largest answers, of the worst step.
        waiting_for: ids of the participants for whose samples the steps asked for wait, as the
            server said last; empty when rows have come since.
        on_waiting: called when `waiting_for` is told, with it; None: nobody.
        notices: news of the server, newest last.
        contact_events: shapes that began or ceased to touch in steps that were taken for good,
            newest last; those of a step stand here before its rows come.
        state_hash: of the newest frame, where it was asked for; else 0.
        lease: s without a message after which another client may take over; heartbeats are sent
            while there is nothing else to say.
        token: proves to the server that resume() or a successor goes on from this stream; a secret.
    """

    def __init__(self, stub: SessionServiceStub, attach: session_pb2.Attach) -> None:
        attach.credit = _FRAME_CREDIT
        self._stub = stub
        self._attach = attach
        self.notices: deque[session_pb2.Notice] = deque(maxlen=100)
        self.contact_events: deque[ContactEvent] = deque(maxlen=EVENTS_KEPT)
        self.waiting_for: tuple[str, ...] = ()
        self.on_waiting: Callable[[tuple[str, ...]], None] | None = None
        self.state_hash = 0
        self.tentative, self.iteration, self.residual = False, 0, 0.0
        self._requested: deque[int] = deque()
        self._sent = SentSamples()
        attached = self._open(attach)
        self.inputs = Columns.of(attached.inputs)
        self.outputs = Columns.of(attached.outputs)
        self.step_index = attached.step_index
        self.time_ns = attached.time_ns
        self.step_ns = attached.step_ns
        self.output_stride = attached.output_stride
        self._commands = np.full(self.inputs.width, np.nan)  # until commanded

    def _open(self, attach: session_pb2.Attach) -> session_pb2.Attached:
        self._call = StreamCall(self._stub)
        self._call.put(attach=attach)
        try:
            # Where a proxy reaches no server, gRPC has an empty message come before its error.
            while not (response := self._call.next()).HasField("attached"):
                pass
            attached = response.attached
        except BaseException:
            self._call.abandon()
            raise
        self.lease = attached.lease_ms / 1000.0
        self.token = attached.resume_token
        self.watermark_ns = attached.watermark_ns if attached.HasField("watermark_ns") else None
        self._call.beat(self.lease / _HEARTBEATS_PER_LEASE)
        self._next_step_index = attached.step_index
        self._sent.next_sequence = attached.next_sequence
        self._frames_since_credit = 0
        return attached

    def resume(self) -> Rows:
        """Opens the stream anew after its connection broke, and returns the rows that were missed.

        Samples that did not arrive are sent again. Steps that were requested and not taken are
        forgotten: `step_index` says where the session stands. Works with a server that was killed
        and has been started again, too.

        Raises:
            RaftupError: RESUME_TOO_OLD where the rows are gone: the lease is over or the server has
                been restarted, and the session has gone on, or more than the server keeps has been
                missed; what exchange() raises.
        """
        self._call.abandon()
        attach = session_pb2.Attach()
        attach.CopyFrom(self._attach)
        attach.take_over = False
        attach.resume_token = self.token
        attach.resume_from_step_index = self.step_index
        self._requested.clear()
        reconnecting(lambda: self._open(attach))
        missed = self.receive()
        for inputs in self._sent.resent(self.watermark_ns, self.inputs.width):
            self._call.put(inputs=inputs)
        return missed

    def close(self) -> None:
        """Leaves; steps that were asked for and not received are not waited for.

        Another thread that waits in receive() gets an error.
        """
        if not self._requested and not self._call.receiving:
            self._call.leave()
        self._call.abandon()

    def send(
        self,
        time: npt.ArrayLike,
        values: npt.ArrayLike,
        watermark: float | None = None,
    ) -> None:
        """Sends samples of the inputs, as far ahead as they are known.

        They go in as many messages as that needs. The server keeps at most 262 144 samples of an
        input ahead of the session: where more come, the next call ends with QUOTA_SAMPLES.

        Args:
            time: [samples] s, ascending, later than what was sent before; a number for one sample.
            values: [samples, columns], in the order of `inputs`.
            watermark: samples are complete up to here [s]; default: the newest sample.

        Raises:
            RaftupError: INVALID_ARGUMENT where the shapes do not fit or a value is not finite.
        """
        for inputs in samples_messages(time, values, self.inputs.width, watermark):
            self._sent.add(inputs)
            self._call.put(inputs=inputs)

    def command(
        self, time: float, values: Mapping[str, Command], until: float | None = None
    ) -> None:
        """Sends one sample of the inputs by name; those not named keep what was commanded last.

        Example:
            exchange.command(12.0, {"tug": Twist([2.0, 0.0, 0.0]), "winch": 0.5}, until=13.0)
            rows = exchange.advance(steps_per_second)

        Args:
            time: s, later than what was sent before.
            values: a number, a list, a Pose or a Twist for each input; the first time for all.
            until: no other command comes before [s], so that steps may be taken up to here; for
                held inputs only. Default: right after `time`.

        Raises:
            RaftupError: INVALID_ARGUMENT where a name is not among `inputs`, a value has another
                size than its input, or an input has never been named; nothing is sent.
        """
        commands = commanded(self.inputs.slices, self._commands, values)
        complete = None if until is None else until - 1.0 / NANOSECONDS
        self.send(time, commands[None, :], watermark=complete)
        self._commands = commands

    def advance(self, step_count: int = 1, *, timeout: float | None = None) -> Rows:
        """Takes steps and waits for their rows, in as many messages as that needs.

        Args:
            step_count: >= 1.
            timeout: s of wall clock until all rows must be here; default: for ever.

        Raises:
            StepError: the server's error, or WAITING_FOR_INPUTS where this very stream owes
                samples, or DEADLINE_EXCEEDED where the time is over, with the participants that are
                waited for; its `rows` are those of the steps that were taken before. Where the
                time is over the stream has ended, and the steps not taken by then are given up:
                resume() goes on from there.
        """
        parts = [Rows.none(self.outputs)]
        try:
            with ending_after(timeout, self._call.abandon, lambda: self.waiting_for):
                parts.extend(self.advance_in_parts(step_count))
        except RaftupError as error:
            raise StepError.by(error, Rows.concatenate(parts)) from error
        return Rows.concatenate(parts[1:])

    def advance_in_parts(
        self, step_count: int, steps_per_message: int = 0, message_duration: float = math.inf
    ) -> Iterator[Rows]:
        """As advance(), handing out the rows of each message while the server computes the next.

        Where a step fails, the rows of the steps before it are handed out before the error is
        raised.

        Args:
            step_count: >= 1.
            steps_per_message: at most steps_per_message(), which is the default.
            message_duration: s of wall clock that a message should take at most: as many steps as
                that allows, by the pace so far, and at least those from row to row.
        """
        limit = steps_per_message or self.steps_per_message()
        size = MessageSize(self.output_stride, limit, message_duration)
        left = step_count
        while left or self._requested:
            while left and len(self._requested) < _ADVANCES_AHEAD:
                count = min(size.steps, left)
                self.request(count)
                left -= count
            before = self.step_index
            try:
                rows = self.receive()
            except StepError as error:
                yield error.rows
                raise StepError.by(error, Rows.none(self.outputs)) from error
            size.learn(self.step_index - before)
            yield rows

    def steps_per_message(self) -> int:
        """The most steps that one request() should ask for."""
        rows = max(1, _VALUES_PER_ADVANCE // max(1, self.outputs.width))
        return min(_STEPS_PER_ADVANCE, rows * self.output_stride)

    def request(self, step_count: int) -> None:
        """Asks for steps without waiting: the server computes while the client does other things.

        Args:
            step_count: 1 to steps_per_message().
        """
        advance = session_pb2.Advance(
            expected_step_index=self._next_step_index, step_count=step_count
        )
        self._next_step_index += step_count
        self._requested.append(step_count)
        self._call.put(advance=advance)

    def try_steps(self, step_count: int = 1) -> Rows:
        """Tries steps with the inputs sent last; the session then stands where it stood.

        The same times may be sent again before the next try or advance().

        Returns:
            where the steps would lead.
        """
        return self._take_alone(step_count, tentative=True)

    def commit(self, step_count: int = 1) -> Rows:
        """Takes the steps that were tried last, with the inputs that they had."""
        rows = self._take_alone(step_count, commit=True)
        self._next_step_index += step_count
        return rows

    def _take_alone(
        self, step_count: int, *, tentative: bool = False, commit: bool = False
    ) -> Rows:
        advance = session_pb2.Advance(
            expected_step_index=self._next_step_index,
            step_count=step_count,
            tentative=tentative,
            commit=commit,
        )
        self._call.put(advance=advance)
        return self.receive()

    def couple(self, partner: Partner, first: npt.ArrayLike, until_step_index: int) -> None:
        """Plays the part of a participant whose held inputs are iterated, to the end.

        Args:
            partner: answers and accepts.
            first: [columns] inputs of the first try of the first step; later steps begin with the
                last answer.
            until_step_index: where the session ends.
        """
        values, start_ns = first, self.time_ns
        while self.step_index < until_step_index or self.tentative:
            self.send(start_ns / NANOSECONDS, values)
            rows = self.receive()
            if self.tentative:
                values = partner.answer(rows)
            else:
                partner.accept()
                start_ns = self.time_ns

    def receive(self) -> Rows:
        """Waits for the next rows: a controller's come one for each request().

        Raises:
            StepError: STEP_DISCARDED where a step failed, DRAINING where the server stops, with
                `time_ns` and `step_index` at the last good step and the `rows` up to there.
            RaftupError: as the server says.
        """
        while True:
            response = self._call.next()
            if response.HasField("frame"):
                return self._take(response.frame)
            if response.HasField("notice"):
                self._take_notice(response.notice)
            elif response.HasField("contact_events"):
                self.contact_events.extend(contact_events(response.contact_events))
            elif response.HasField("need"):
                self._check_need(response.need)

    def _take(self, frame: session_pb2.Frame) -> Rows:
        self.step_index, self.time_ns = frame.step_index, frame.time_ns
        self.waiting_for = ()
        self.tentative = frame.result == session_pb2.STEP_RESULT_TENTATIVE
        self.iteration, self.residual = frame.iteration, frame.iteration_residual
        self.state_hash = frame.state_hash
        if not self.tentative:
            self._sent.forget_before(self.time_ns)
        if self._requested:
            self._requested.popleft()
        self._frames_since_credit += 1
        if self._frames_since_credit == _FRAME_CREDIT // 2:
            self._call.put(credit=session_pb2.Credit(credit=self._frames_since_credit))
            self._frames_since_credit = 0
        rows = Rows.from_frame(frame, self.outputs)
        if frame.result == session_pb2.STEP_RESULT_DISCARDED:
            raise self._discarded(rows)
        if frame.result == session_pb2.STEP_RESULT_EARLY_RETURN:
            raise StepError("the server stops", rows, code="UNAVAILABLE", reason="DRAINING")
        return rows

    @property
    def failure(self) -> str:
        """Why the step that failed last did: the server's reason, a colon and words; else empty."""
        return next((n.message for n in reversed(self.notices) if n.reason == "STEP_DISCARDED"), "")

    def _discarded(self, rows: Rows) -> StepError:
        return StepError(
            f"the step from {self.time_ns / NANOSECONDS:g} s failed: {self.failure}",
            rows,
            code="FAILED_PRECONDITION",
            reason="STEP_DISCARDED",
        )

    def _take_notice(self, notice: session_pb2.Notice) -> None:
        self.notices.append(notice)
        # Who has asked for steps since knows it already: nothing moves a session with steps to do.
        if notice.reason in _MOVES and not self._requested:
            self.go_to(notice.step_index)

    def go_to(self, step_index: int) -> None:
        """The session stands elsewhere: what was sent and asked for before does not count any more.

        Called by Session.restore() and reset(), and where the server says so.
        """
        self.step_index, self.time_ns = step_index, step_index * self.step_ns
        self._next_step_index = step_index
        self._requested.clear()
        self._sent.clear()
        self.tentative = False

    def _check_need(self, need: session_pb2.Need) -> None:
        """Waiting for another participant is normal; waiting for ourselves would be for ever."""
        self.waiting_for = tuple(need.participant_ids)
        if self.on_waiting is not None:
            self.on_waiting(self.waiting_for)
        if self._attach.participant_id not in need.participant_ids or self._sent.answers(need):
            return
        raise RaftupError(
            f"the next step needs samples of this stream up to "
            f"{need.until_time_ns / NANOSECONDS:g} s: send() them before advance()",
            code="FAILED_PRECONDITION",
            reason="WAITING_FOR_INPUTS",
        )
