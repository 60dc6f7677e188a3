"""Steps for those who wait until all of them are taken."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager

from raftup._generated import session_pb2
from raftup._generated.session_pb2_grpc import SessionServiceStub
from raftup.base.errors import RaftupError, Violation
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
    """Takes steps by one call, which does not wait for anybody and has no rows where a step fails.

    Args:
        stub: of the server.
        status: the session as it stands.
        step_count: >= 1.
        outputs: variables of the frame; none: the model's outputs.
        output_stride: steps from row to row; 0: the model's output step.
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


def error_of_failed_step(
    stub: SessionServiceStub,
    error: StepError,
    read: Callable[[], object],
    status: Callable[[], session_pb2.Session],
) -> StepError:
    """The error of a step that failed on a stream, as a single call for it ends.

    A stream tells in words alone why a step failed. The same step from the same state fails again,
    and what cannot be read of a step that stands cannot be read again; so a call that asks anew is
    told code, reason, fields and metadata.

    Args:
        stub: of the server.
        error: STEP_DISCARDED, of a stream that has been left.
        read: reads the outputs that were asked for where the session stands.
        status: the session as it stands.

    Returns:
        With the rows of `error`; `error` itself where nothing fails any more, since another client
        has changed the session.
    """
    try:
        read()
        steps_by_call(stub, status(), 1, (), 1)
    except RaftupError as told:
        return StepError.by(told, error.rows)
    return error


def steps_without_rows(
    stub: SessionServiceStub, name: str, step_count: int, step_index: int
) -> float:
    """Takes steps of which nothing is read, see Session.advance()."""
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
        step_index += count
    return 1e-9 * compute_ns


@contextmanager
def as_asked() -> Iterator[None]:
    """Names the fields of errors as who asks for steps knows them, who sees no stream."""
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
