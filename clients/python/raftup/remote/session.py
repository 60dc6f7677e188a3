"""Sessions: simulations in progress on a server."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from pathlib import Path
from types import TracebackType
from typing import Any, Self
from weakref import WeakSet

import numpy as np
import numpy.typing as npt

from raftup._generated import session_pb2
from raftup.base.errors import ModelError, RaftupError
from raftup.base.names import names_of
from raftup.model.convert import fill_message
from raftup.remote.attach import Role, attach_message
from raftup.remote.checkpoints import export_checkpoint, import_checkpoint
from raftup.remote.exchange import Exchange
from raftup.remote.file_parts import whole
from raftup.remote.linearisation import Linearisation
from raftup.remote.linearisation_answer import linearisation_of
from raftup.remote.linearisation_request import LinearizeOptions
from raftup.remote.routing import Route
from raftup.remote.rows import Rows
from raftup.remote.rpc import BUILD_TIMEOUT, CALL_TIMEOUT, pages, rpc_errors
from raftup.remote.session_view import SessionView
from raftup.remote.step_error import StepError
from raftup.remote.stepping import (
    as_asked,
    error_of_failed_step,
    steps_by_call,
    steps_without_rows,
)
from raftup.remote.watch import Watch, watch_request

_LAST_CALL_TIMEOUT = 5.0  # s, of the call that deletes a session where something has gone wrong

DURABILITIES = {
    "": session_pb2.DURABILITY_UNSPECIFIED,
    "none": session_pb2.DURABILITY_NONE,
    "process": session_pb2.DURABILITY_PROCESS,
    "disk_batched": session_pb2.DURABILITY_DISK_BATCHED,
    "disk_step": session_pb2.DURABILITY_DISK_STEP,
}


class Session(SessionView):
    """One simulation on a server; a context manager that deletes the session at its end.

    initialise() comes first, then step() or exchange(); values can be read at any time.

    Attributes:
        name: `sessions/{id}`.
    """

    def __init__(self, way: Route, message: session_pb2.Session) -> None:
        super().__init__(way, message)
        self._streams: WeakSet[Exchange] = WeakSet()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        # An error inside the block is reported rather than one of deleting the session.
        if error is None:
            self.delete()
            return
        with suppress(RaftupError):
            self._delete(_LAST_CALL_TIMEOUT)

    def initialise(self, start_values: Mapping[str, npt.ArrayLike] | None = None) -> None:
        """Initializes the session, which is then ready to step.

        Args:
            start_values: values of inputs at t = 0, by name; other inputs have those of the model.
        """
        values = [
            session_pb2.VariableValue(name=name, values=np.ravel(np.asarray(value, dtype=float)))
            for name, value in (start_values or {}).items()
        ]
        request = session_pb2.InitializeSessionRequest(name=self.name, start_values=values)
        with rpc_errors():
            self._stub.InitializeSession(request, timeout=BUILD_TIMEOUT)

    def step(
        self, step_count: int = 1, outputs: str | Sequence[str] = (), output_stride: int = 0
    ) -> Rows:
        """Takes steps and waits for their rows. For many short calls, exchange() is faster.

        Args:
            step_count: number of steps, >= 1.
            outputs: names of the outputs to return; default: the model's outputs.
            output_stride: number of steps between rows; default: the model's output step.

        Raises:
            StepError: if a step failed, with the server's reason; its `rows` are those of the steps
                before it. For a single step, and for sessions with participants, a RaftupError with
                the same reason is raised instead.
            RaftupError: BAD_FIELD, WRONG_STATE, CONTROLLER_CONFLICT; WAITING_FOR_INPUTS if samples
                of a participant are missing.
        """
        names, status = names_of(outputs), self.status()
        # A single call returns no rows if it fails, but it does not wait for participants or the
        # end of a pause.
        if step_count <= 1 or status.paused or status.spec.participants:
            frame = steps_by_call(self._stub, status, step_count, names, output_stride)
            return Rows.from_frame(frame, self._columns(names))
        with as_asked(), self.exchange(outputs=names, output_stride=output_stride) as stream:
            try:
                return stream.advance(step_count, timeout=BUILD_TIMEOUT)
            except StepError as error:
                if error.reason != "STEP_DISCARDED":
                    raise
                raise error_of_failed_step(error, stream.notices) from error

    def advance(self, step_count: int, step_index: int = 0) -> float:
        """Takes steps without reading outputs, for runs in which only statistics are needed.

        Args:
            step_count: number of steps, >= 1.
            step_index: number of steps that the session has taken so far.

        Returns:
            Wall clock time that the server has spent in computing the steps [s].

        Raises:
            RaftupError: STEP_CONFLICT if the session is not at `step_index`.
        """
        return steps_without_rows(self._stub, self.name, step_count, step_index)

    def exchange(
        self,
        *,
        inputs: str | Sequence[str] = (),
        outputs: str | Sequence[str] = (),
        role: Role = Role.CONTROLLER,
        participant_id: str = "",
        output_stride: int = 0,
        take_over: bool = False,
        token: str = "",
        state_hash: bool = False,
    ) -> Exchange:
        """Opens an Exchange stream, on which inputs, orders and outputs are exchanged.

        Args:
            inputs: names of the inputs that this client sends, in the order of their columns.
            outputs: names of the outputs that it receives; default: the model's outputs.
            role: role of the client; a session has one controller, which takes the steps.
            participant_id: id declared when the session was created; required to send declared
                inputs.
            output_stride: number of steps between rows; default: the model's output step.
            take_over: for a controller: takes the place of a controller whose lease has ended, or
                of any controller whose `token` is given.
            token: Exchange.token of the controller that is replaced.
            state_hash: the server computes Exchange.state_hash, which takes time.

        Raises:
            RaftupError: CONTROLLER_CONFLICT, PARTICIPANT_EXISTS, INPUT_OWNED, WRONG_STATE or
                BAD_FIELD.
        """
        attach = attach_message(
            self.name,
            role,
            participant_id,
            names_of(inputs),
            names_of(outputs),
            output_stride,
            take_over,
            token,
            state_hash,
        )
        stream = Exchange(self._stub, attach)
        self._streams.add(stream)
        return stream

    def watch(
        self,
        outputs: str | Sequence[str] = (),
        *,
        output_stride: int = 0,
        policy: str = "latest",
        queue_bytes: int = 0,
        recorder_id: str = "",
        max_rows_per_second: float = 0.0,
        contacts: bool = False,
    ) -> Watch:
        """Opens a watch, which receives outputs without slowing the session down.

        Args:
            outputs: names of the outputs that are received; default: the model's outputs.
            output_stride: number of steps between rows; default: the model's output step.
            policy: what happens to rows that are not read in time: latest, drop_oldest, disconnect
                or, for a declared recorder, backpressure (the session waits).
            queue_bytes: number of bytes of unread rows that the server keeps; default: 1 MiB.
            recorder_id: one of the recorder_ids of the session; required by backpressure.
            max_rows_per_second: largest number of rows per second of wall clock; rows between them
                are left out. 0 = every row.
            contacts: also receives the contacts at the newest row, see Watch.contacts.

        Raises:
            RaftupError: BAD_FIELD, WRONG_STATE or QUOTA_WATCHERS.
        """
        names = names_of(outputs)
        request = watch_request(self.name, names, output_stride, policy, queue_bytes, recorder_id)
        request.max_rows_per_second = max_rows_per_second
        request.contacts = contacts
        return Watch(self._stub, request)

    def linearize(self, *, options: LinearizeOptions | None = None, **wanted: Any) -> Linearisation:
        """Computes the linear equations about a mean position; the session is not changed.

        Args:
            options: options of the linearization; may be omitted and given one by one instead.
            **wanted: attributes of LinearizeOptions, if `options` is not given.

        Raises:
            RaftupError: BAD_FIELD if there is no static equilibrium or an option breaks a rule.
        """
        request = (options or LinearizeOptions(**wanted)).to_message()
        request.session = self.name
        return linearisation_of(self._stub, request)

    def change(
        self,
        *,
        masses: Sequence[Mapping[str, Any]] = (),
        added_masses: Sequence[Mapping[str, Any]] = (),
    ) -> session_pb2.Session:
        """Changes masses of bodies and added masses of interactions from the next step on.

        Either all changes are made or none. Fields that are left out remain unchanged.

        Args:
            masses: changes with the fields of MassChange in change.proto, such as {"body": "barge",
                "mass": 2.1e6}.
            added_masses: changes with the fields of AddedMassChange, such as {"interaction":
                "quay", "body1_block": [...]}.

        Raises:
            ModelError: if a change has an unknown field.
            RaftupError: BAD_FIELD with the rule that is broken; WRONG_STATE during an advance.
        """
        request = session_pb2.ChangeSessionRequest(name=self.name)
        changes = {"masses": list(masses), "added_masses": list(added_masses)}
        if violations := fill_message(request, changes):
            raise ModelError(violations)
        with rpc_errors():
            return self._stub.ChangeSession(request, timeout=CALL_TIMEOUT).session

    def checkpoint(self, label: str = "") -> str:
        """Stores a copy of the state on the server; returns its name, for restore()."""
        request = session_pb2.CreateCheckpointRequest(session=self.name, label=label)
        with rpc_errors():
            return self._stub.CreateCheckpoint(request, timeout=CALL_TIMEOUT).checkpoint.name

    def restore(self, checkpoint: str) -> session_pb2.Session:
        """Restores the session to a checkpoint, bit for bit, and returns its new status.

        Streams opened by this object continue from the restored state.
        """
        request = session_pb2.RestoreCheckpointRequest(name=checkpoint)
        with rpc_errors():
            restored = self._stub.RestoreCheckpoint(request, timeout=CALL_TIMEOUT).session
        self._move_streams(restored.step_index)
        return restored

    def _move_streams(self, step_index: int) -> None:
        for stream in self._streams:
            stream.go_to(step_index)

    def checkpoints(self) -> Iterator[session_pb2.Checkpoint]:
        """Iterates over the checkpoints of the session, oldest first."""
        request = session_pb2.ListCheckpointsRequest(session=self.name)
        for page in pages(self._stub.ListCheckpoints, request):
            yield from page.checkpoints

    def delete_checkpoint(self, checkpoint: str) -> None:
        """Deletes a checkpoint of the session."""
        request = session_pb2.DeleteCheckpointRequest(name=checkpoint)
        with rpc_errors():
            self._stub.DeleteCheckpoint(request, timeout=CALL_TIMEOUT)

    def export_checkpoint(self, checkpoint: str, file: str | Path) -> None:
        """Writes a checkpoint to a file that Client.import_checkpoint() can read on any server.

        Args:
            checkpoint: name of the checkpoint, from checkpoint().
            file: path of the file, which is written completely or not at all.

        Raises:
            RaftupError: NOT_FOUND if there is no such checkpoint.
            OSError: if the file cannot be written.
        """
        export_checkpoint(self._stub, checkpoint, Path(file))

    def import_checkpoint(self, file: str | Path) -> str:
        """Adds an exported checkpoint to this session; returns its name, for restore().

        Args:
            file: path of a file that export_checkpoint() of a session of the same model has
                written.

        Raises:
            RaftupError: CHECKPOINT_REFUSED, with the cause.
            OSError: if the file cannot be read.
        """
        return import_checkpoint(self._stub, Path(file), session=self.name).name

    def export_model(self) -> tuple[str, bytes]:
        """Exports the present model with databases and fits, for programs without a server.

        Returns:
            Digest that identifies the model, 16 hexadecimal digits, and the bytes of the model
            image.
        """
        request = session_pb2.ExportModelRequest(session=self.name)
        first, data = whole(
            self._stub.ExportModel(request, timeout=BUILD_TIMEOUT), f"the model of {self.name}"
        )
        return first.model_digest, data

    def pause(self) -> session_pb2.Session:
        """Prevents further steps, of any client, until resume(); results are not affected.

        Returns:
            The status of the session.
        """
        request = session_pb2.PauseSessionRequest(name=self.name)
        with rpc_errors():
            return self._stub.PauseSession(request, timeout=CALL_TIMEOUT).session

    def resume(self) -> session_pb2.Session:
        """Ends a pause() and returns the status of the session."""
        request = session_pb2.ResumeSessionRequest(name=self.name)
        with rpc_errors():
            return self._stub.ResumeSession(request, timeout=CALL_TIMEOUT).session

    def reset(self) -> None:
        """Puts the session back to t = 0 before initialise(); drops inputs, keeps checkpoints."""
        request = session_pb2.ResetSessionRequest(name=self.name)
        with rpc_errors():
            self._stub.ResetSession(request, timeout=CALL_TIMEOUT)
        self._move_streams(0)

    def terminate(self) -> None:
        """Ends the simulation: no more steps are possible; values and checkpoints stay readable."""
        request = session_pb2.TerminateSessionRequest(name=self.name)
        with rpc_errors():
            self._stub.TerminateSession(request, timeout=CALL_TIMEOUT)

    def delete(self) -> None:
        """Deletes the session from the server."""
        self._delete(CALL_TIMEOUT)

    def _delete(self, timeout: float) -> None:
        request = session_pb2.DeleteSessionRequest(name=self.name)
        with rpc_errors():
            self._stub.DeleteSession(request, timeout=timeout)
