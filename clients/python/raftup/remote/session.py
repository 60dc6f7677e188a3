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
    """One simulation on a server. As a context manager it is deleted at the end of the block.

    Order of use: initialise, then step or exchange, read at any time.

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
        # An error inside the block is the one to report; the server may be gone with the session.
        if error is None:
            self.delete()
            return
        with suppress(RaftupError):
            self._delete(_LAST_CALL_TIMEOUT)

    def initialise(self, start_values: Mapping[str, npt.ArrayLike] | None = None) -> None:
        """Makes the session ready to step.

        Args:
            start_values: values of inputs at t = 0 by name; others act as the model says.
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
        """Takes steps and waits for their rows, for scripts; exchange() is the fast way.

        Args:
            step_count: >= 1.
            outputs: variables to return; default: the model's outputs.
            output_stride: steps from row to row; default: the model's output step.

        Raises:
            StepError: where a step failed, with the server's reason; its `rows` are those of the
                steps that were taken before. Of one step alone, and where participants write
                inputs, a RaftupError with that reason.
            RaftupError: BAD_FIELD, WRONG_STATE, CONTROLLER_CONFLICT; WAITING_FOR_INPUTS where a
                participant has not delivered.
        """
        names, status = names_of(outputs), self.status()
        # A single call has no rows where it fails, but it does not wait either: for participants,
        # for the end of a pause.
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
        """Takes steps of which nothing is read, for who wants statistics alone.

        Args:
            step_count: >= 1.
            step_index: where the session stands.

        Returns:
            Wall clock that the server has spent in stepping [s].

        Raises:
            RaftupError: STEP_CONFLICT where it stands elsewhere.
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
        """Opens the coupling stream.

        Args:
            inputs: names of what this client will send, in the order of its columns.
            outputs: names of what it wants to see; default: the model's outputs.
            role: a session has one controller, which takes the steps.
            participant_id: as declared at creation; needed to send declared inputs.
            output_stride: steps from row to row; default: the model's output step.
            take_over: for a controller: takes the place of one whose lease is over, or at once with
                the `token` that it has given away.
            token: Exchange.token of the controller that hands over.
            state_hash: Exchange.state_hash tells states apart, at the cost of computing it.

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
        """Shows the session to one who only looks, without slowing it down.

        Args:
            outputs: names of what it wants to see; default: the model's outputs.
            output_stride: steps from row to row; default: the model's output step.
            policy: what happens to rows that are not read in time: latest, drop_oldest, disconnect
                or, for a declared recorder, backpressure.
            queue_bytes: what may wait in the server; default: 1 MiB.
            recorder_id: one of the session's recorders; needed by backpressure.
            max_rows_per_second: of wall clock: rows between are left out; 0 = every row.
            contacts: whether Watch.contacts are those of the newest row.

        Raises:
            RaftupError: BAD_FIELD, WRONG_STATE or QUOTA_WATCHERS.
        """
        names = names_of(outputs)
        request = watch_request(self.name, names, output_stride, policy, queue_bytes, recorder_id)
        request.max_rows_per_second = max_rows_per_second
        request.contacts = contacts
        return Watch(self._stub, request)

    def linearize(self, *, options: LinearizeOptions | None = None, **wanted: Any) -> Linearisation:
        """The linear equations of the session's model about a mean position; it changes nothing.

        Args:
            options: what is wanted; or, one by one, the attributes of LinearizeOptions:
            **wanted: attributes of LinearizeOptions.

        Raises:
            RaftupError: BAD_FIELD where there is no static equilibrium, or for an option.
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
        """Gives bodies other masses and interactions other added mass from the next step on.

        All are changed or none; what a change leaves out stays as it is.

        Args:
            masses: fields of MassChange in change.proto: {"body": "barge", "mass": 2.1e6}.
            added_masses: of AddedMassChange: {"interaction": "quay", "body1_block": [...]}.

        Raises:
            ModelError: for a field that there is not.
            RaftupError: BAD_FIELD with the rule that is broken; WRONG_STATE during an advance.
        """
        request = session_pb2.ChangeSessionRequest(name=self.name)
        changes = {"masses": list(masses), "added_masses": list(added_masses)}
        if violations := fill_message(request, changes):
            raise ModelError(violations)
        with rpc_errors():
            return self._stub.ChangeSession(request, timeout=CALL_TIMEOUT).session

    def checkpoint(self, label: str = "") -> str:
        """Keeps a copy of the state on the server; returns its name for restore()."""
        request = session_pb2.CreateCheckpointRequest(session=self.name, label=label)
        with rpc_errors():
            return self._stub.CreateCheckpoint(request, timeout=CALL_TIMEOUT).checkpoint.name

    def restore(self, checkpoint: str) -> session_pb2.Session:
        """Puts the session back to a checkpoint, bit for bit, and gives how it stands.

        Streams that this object has opened go on from there.
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
        """The copies of the state that are kept, oldest first."""
        request = session_pb2.ListCheckpointsRequest(session=self.name)
        for page in pages(self._stub.ListCheckpoints, request):
            yield from page.checkpoints

    def delete_checkpoint(self, checkpoint: str) -> None:
        """Frees a copy of the state."""
        request = session_pb2.DeleteCheckpointRequest(name=checkpoint)
        with rpc_errors():
            self._stub.DeleteCheckpoint(request, timeout=CALL_TIMEOUT)

    def export_checkpoint(self, checkpoint: str, file: str | Path) -> None:
        """Writes a checkpoint into a file that Client.import_checkpoint() takes anywhere.

        Args:
            checkpoint: its name, from checkpoint().
            file: is replaced as a whole.

        Raises:
            RaftupError: NOT_FOUND.
            OSError: where the file cannot be written.
        """
        export_checkpoint(self._stub, checkpoint, Path(file))

    def import_checkpoint(self, file: str | Path) -> str:
        """Makes an exported checkpoint one of this session's; returns its name for restore().

        Args:
            file: what export_checkpoint() of a session of the same model has written.

        Raises:
            RaftupError: CHECKPOINT_REFUSED with the reason.
            OSError: where the file cannot be read.
        """
        return import_checkpoint(self._stub, Path(file), session=self.name).name

    def export_model(self) -> tuple[str, bytes]:
        """The model as it is now, with databases and fits, for programs without a server.

        Returns:
            What such programs know it by, 16 hexadecimal digits, and the file.
        """
        request = session_pb2.ExportModelRequest(session=self.name)
        first, data = whole(
            self._stub.ExportModel(request, timeout=BUILD_TIMEOUT), f"the model of {self.name}"
        )
        return first.model_digest, data

    def pause(self) -> session_pb2.Session:
        """Holds the next step until resume(), whoever asks for it; results stay the same.

        Returns:
            How the session stands.
        """
        request = session_pb2.PauseSessionRequest(name=self.name)
        with rpc_errors():
            return self._stub.PauseSession(request, timeout=CALL_TIMEOUT).session

    def resume(self) -> session_pb2.Session:
        """Ends a pause(), and gives how the session stands."""
        request = session_pb2.ResumeSessionRequest(name=self.name)
        with rpc_errors():
            return self._stub.ResumeSession(request, timeout=CALL_TIMEOUT).session

    def reset(self) -> None:
        """Back to t = 0, not initialised, inputs forgotten; checkpoints stay."""
        request = session_pb2.ResetSessionRequest(name=self.name)
        with rpc_errors():
            self._stub.ResetSession(request, timeout=CALL_TIMEOUT)
        self._move_streams(0)

    def terminate(self) -> None:
        """No more steps; values and checkpoints stay readable."""
        request = session_pb2.TerminateSessionRequest(name=self.name)
        with rpc_errors():
            self._stub.TerminateSession(request, timeout=CALL_TIMEOUT)

    def delete(self) -> None:
        """Ends the session and frees its memory."""
        self._delete(CALL_TIMEOUT)

    def _delete(self, timeout: float) -> None:
        request = session_pb2.DeleteSessionRequest(name=self.name)
        with rpc_errors():
            self._stub.DeleteSession(request, timeout=timeout)
