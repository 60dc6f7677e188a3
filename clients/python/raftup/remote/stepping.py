"""Calls that take steps and return when all of them are taken."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager

from raftup._generated import session_pb2
from raftup._generated.session_pb2_grpc import SessionServiceStub
from raftup.base.errors import RaftupError, Violation, error_from_status
from raftup.remote.rpc import BUILD_TIMEOUT, rpc_errors
from raftup.remote.step_error import StepError

_STEPS_PER_CALL = 50_000  # of 100 000 allowed
_MESSAGE = "attach."  # before fields of the message that opens a stream


def steps_by_call(
    stub: SessionServiceStub,
    status: session_pb2.Session,
    step_count: int,
    outputs: Sequence[str],
    output_stride: int,
) -> session_pb2.Frame:
    """Takes steps with one call of StepSession.

    The call does not wait for participants or for the end of a pause, and returns no rows if a step
    fails.

    Args:
        stub: stub of the server.
        status: present status of the session.
        step_count: number of steps, >= 1.
        outputs: names of the outputs of the frame; empty: the model's outputs.
        output_stride: number of steps between rows; 0: the model's output step.
    """
    request = session_pb2.StepSessionRequest(
        name=status.name,
        expected_step_index=status.step_index,
        step_count=step_count,
        output_variables=outputs,
        output_stride=output_stride,
    )
    with rpc_errors():
        return stub.StepSession(request, timeout=BUILD_TIMEOUT).frame


def error_of_failed_step(error: StepError, notices: Iterable[session_pb2.Notice]) -> StepError:
    """Converts the error of a failed step on a stream to the one that StepSession would raise.

    Args:
        error: error STEP_DISCARDED of the stream.
        notices: notices of that stream, newest last.

    Returns:
        An error with the server's code, reason, violations and metadata, and the rows of `error`.
        If an older server sent only a message, `error` itself, which contains the message; no step
        is taken to find the cause, since another client may have changed the session.
    """
    told = [notice for notice in notices if notice.reason == "STEP_DISCARDED"]
    if not told or not told[-1].HasField("error"):
        return error
    return StepError.by(error_from_status(told[-1].error), error.rows)


def steps_without_rows(
    stub: SessionServiceStub, name: str, step_count: int, step_index: int
) -> float:
    """Takes steps without reading outputs, see Session.advance()."""
    end, compute_ns = step_index + step_count, 0
    while step_index < end:
        count = min(end - step_index, _STEPS_PER_CALL)
        request = session_pb2.StepSessionRequest(
            name=name,
            expected_step_index=step_index,
            step_count=count,
            output_stride=count,
        )
        with rpc_errors():
            frame = stub.StepSession(request, timeout=BUILD_TIMEOUT).frame
        compute_ns += frame.compute_ns
        if frame.result == session_pb2.STEP_RESULT_ENDED:
            break
        step_index += count
    return 1e-9 * compute_ns


@contextmanager
def as_asked() -> Iterator[None]:
    """Removes the prefix of the stream's message from the paths of fields in errors."""
    try:
        yield
    except RaftupError as error:
        if not any(one.path.startswith(_MESSAGE) for one in error.violations):
            raise
        violations = [
            Violation(one.path.removeprefix(_MESSAGE), one.description) for one in error.violations
        ]
        raise RaftupError(
            "\n".join(f"{one.path} {one.description}".strip() for one in violations),
            code=error.code,
            reason=error.reason,
            violations=violations,
            metadata=error.metadata,
        ) from error
