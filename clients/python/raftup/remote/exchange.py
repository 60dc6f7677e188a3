"""The Exchange stream of a session: clients send inputs and orders, and receive rows of outputs."""

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
"""Reasons of the notices with which the server reports that a session is now at another step."""


class Exchange(Closing):
    """An open Exchange stream to a session, made by Session.exchange(); a context manager.

    A controller takes steps with advance(), or with request() ahead and receive() later. A
    participant sends samples of its inputs with send(). Participants and observers receive the rows
    of the controller's steps with receive(). Only one thread at a time may use the stream.

    Attributes:
        inputs: columns of the values that send() sends.
        outputs: columns of the rows that are received.
        step_index: number of steps that the session had taken at the newest rows.
        time_ns: simulation time at the newest rows [ns].
        step_ns: duration of a step [ns].
        output_stride: number of steps between rows.
        watermark_ns: simulation time [ns] up to which this participant's samples were complete when
            the stream opened, from where a restarted program continues; None if there were none.
        tentative: whether the newest rows are those of a tentative step.
        iteration: number of the try of that step; otherwise the largest number of tries of a step.
        residual: `|answers - values tried|` relative to the largest answers, of the worst step.
        waiting_for: ids of the participants for whose samples the session waits, from the newest
            message of the server; empty after rows have arrived.
        on_waiting: function that is called with each new value of `waiting_for`, or None.
        notices: notices of the server, newest last.
        contact_events: shapes that began or ceased to touch in committed steps, newest last; those
            of a step are added before its rows arrive.
        ended: whether an event of the model has ended the run (EventAction.end). No more steps are
            taken then; further orders return no rows and raise no error.
        state_hash: digest of the state at the newest rows if it was requested; else 0.
        lease: s without a message after which another client may take the place of this one;
            heartbeats are sent in time.
        token: secret with which resume() or another client can continue this stream.
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
        self.ended = False
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
            # If a proxy reaches no server, gRPC returns an empty message before the error.
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
        """Opens the stream again after its connection broke, and returns the rows that were missed.

        Samples that the server has not received are sent again. Steps that were requested but not
        taken are dropped; `step_index` is then the step of the session. This also works if the
        server was killed and restarted.

        Raises:
            RaftupError: RESUME_TOO_OLD if the server does not have the missed rows, because they
                are too many, or because the session has advanced after the lease ended or the
                server was restarted; also the errors of Session.exchange().
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
        """Closes the stream without waiting for steps that were requested and not received.

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
        """Sends samples of the inputs; they may lie ahead of the time of the session.

        They are divided into as many messages as necessary. The server keeps at most 262 144
        samples of an input ahead of the session; if more are sent, the next call fails with
        QUOTA_SAMPLES.

        Args:
            time: [samples] s, ascending, later than all samples sent before; a number for one
                sample.
            values: [samples, columns], in the order of `inputs`.
            watermark: s, time up to which the samples are complete; default: that of the newest
                one.

        Raises:
            RaftupError: INVALID_ARGUMENT if the shapes do not match or a value is not finite.
        """
        for inputs in samples_messages(time, values, self.inputs.width, watermark):
            self._sent.add(inputs)
            self._call.put(inputs=inputs)

    def command(
        self, time: float, values: Mapping[str, Command], until: float | None = None
    ) -> None:
        """Sends one sample of all inputs; inputs that are not named keep their last command.

        Example:
            exchange.command(12.0, {"tug": Twist([2.0, 0.0, 0.0]), "winch": 0.5}, until=13.0)
            rows = exchange.advance(steps_per_second)

        Args:
            time: s, later than all samples sent before.
            values: a number, a list, a Pose or a Twist by the name of the input; the first command
                must name all inputs.
            until: s, time before which no other command will be sent, so that steps may be taken up
                to it; only for held inputs. Default: just after `time`.

        Raises:
            RaftupError: INVALID_ARGUMENT if a name is not in `inputs`, a value has another size
                than its input, or an input has never been named; nothing is sent then.
        """
        commands = commanded(self.inputs.slices, self._commands, values)
        complete = None if until is None else until - 1.0 / NANOSECONDS
        self.send(time, commands[None, :], watermark=complete)
        self._commands = commands

    def advance(self, step_count: int = 1, *, timeout: float | None = None) -> Rows:
        """Takes steps and waits for their rows, with as many messages as necessary.

        If an event of the model ends the run, the rows up to there are returned, see `ended`.

        Args:
            step_count: number of steps, >= 1.
            timeout: s of wall clock within which all rows must arrive; default: no limit.

        Raises:
            StepError: the error of the server; WAITING_FOR_INPUTS if samples of this stream itself
                are missing; DEADLINE_EXCEEDED after the timeout, with the participants whose
                samples are missing. Its `rows` are those of the steps taken before. After the
                timeout the stream has ended and the remaining steps are dropped; resume() continues
                from there.
        """
        parts = [Rows.none(self.outputs)]
        try:
            with ending_after(timeout, self._call.abandon, lambda: self.waiting_for):
                parts.extend(self.advance_in_parts(step_count))
        except RaftupError as error:
            raise StepError.by(error, Rows.concatenate(parts)) from error
        return Rows.concatenate(parts[1:] or parts)

    def advance_in_parts(
        self, step_count: int, steps_per_message: int = 0, message_duration: float = math.inf
    ) -> Iterator[Rows]:
        """Takes steps as advance() does, and yields the rows of each message when they arrive.

        The server computes the next message meanwhile. If a step fails, the rows of the steps
        before it are yielded before the error is raised. If an event of the model ends the run,
        nothing more is yielded after the rows up to there, see `ended`.

        Args:
            step_count: number of steps, >= 1.
            steps_per_message: largest number of steps of a message; default and at most
                steps_per_message().
            message_duration: s of wall clock that a message should take at most. The number of
                steps follows from the speed so far, but a message has at least one row.
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
            if self.ended:
                left = 0
            if len(rows) or not self.ended:
                yield rows

    def steps_per_message(self) -> int:
        """Largest number of steps that one request() should order."""
        rows = max(1, _VALUES_PER_ADVANCE // max(1, self.outputs.width))
        return min(_STEPS_PER_ADVANCE, rows * self.output_stride)

    def request(self, step_count: int) -> None:
        """Orders steps without waiting; the server computes them while the client does other work.

        Args:
            step_count: number of steps, 1 to steps_per_message().
        """
        advance = session_pb2.Advance(
            expected_step_index=self._next_step_index, step_count=step_count
        )
        self._next_step_index += step_count
        self._requested.append(step_count)
        self._call.put(advance=advance)

    def try_steps(self, step_count: int = 1) -> Rows:
        """Takes tentative steps with the newest samples of the inputs, and undoes them.

        Before the next try or advance(), samples for the same times may be sent again.

        Returns:
            The rows of the tentative steps.
        """
        return self._take_alone(step_count, tentative=True)

    def commit(self, step_count: int = 1) -> Rows:
        """Commits the steps that were tried last, with the inputs of that try; returns the rows."""
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
        """Runs the exchange of a participant whose held inputs are iterated, until a given step.

        Args:
            partner: computes the answer to each try, and accepts each committed step.
            first: [columns] inputs of the first try of the first step; later steps begin with the
                last answer.
            until_step_index: number of steps of the session at which the exchange ends.
        """
        values, start_ns = first, self.time_ns
        while (self.step_index < until_step_index and not self.ended) or self.tentative:
            self.send(start_ns / NANOSECONDS, values)
            rows = self.receive()
            if self.tentative:
                values = partner.answer(rows)
            else:
                partner.accept()
                start_ns = self.time_ns

    def receive(self) -> Rows:
        """Waits for the next rows. A controller receives one set of rows for each request().

        Raises:
            StepError: STEP_DISCARDED if a step failed, DRAINING if the server stops; `time_ns` and
                `step_index` are then those of the last completed step, `rows` those up to it.
            RaftupError: any other error of the server.
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
        self.ended = frame.result == session_pb2.STEP_RESULT_ENDED
        if self.ended and not self._requested:
            self._next_step_index = self.step_index
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
        """Cause of the newest failed step: reason of the server, colon, sentence; else empty."""
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
        # A session with steps in progress cannot be moved: the notice is older than the request.
        if notice.reason in _MOVES and not self._requested:
            self.go_to(notice.step_index)

    def go_to(self, step_index: int) -> None:
        """Adapts the stream to a session that was moved to another step; drops earlier samples.

        It is called by Session.restore() and Session.reset(), and for notices of the server.
        """
        self.step_index, self.time_ns = step_index, step_index * self.step_ns
        self._next_step_index = step_index
        self._requested.clear()
        self._sent.clear()
        self.tentative = self.ended = False

    def _check_need(self, need: session_pb2.Need) -> None:
        """Raises an error if the server waits for this client itself, which would wait forever."""
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
