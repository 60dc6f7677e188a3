"""Steps for those who wait until all of them are taken."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from contextlib import contextmanager

from raftup._generated import session_pb2
from raftup._generated.session_pb2_grpc import SessionServiceStub
from raftup.base.errors import RaftupError, Violation
from raftup.remote.exchange import Exchange
from raftup.remote.rows import Rows
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


def steps_by_stream(stream: Exchange, step_count: int) -> Rows:
    """Takes steps on a stream that has just been opened.

    Raises:
        StepError: with the rows of the steps that were taken; where a step failed, with the reason
            and the code that a single call would have had.
    """
    try:
        return stream.advance(step_count, timeout=BUILD_TIMEOUT)
    except StepError as error:
        if error.reason != "STEP_DISCARDED":
            raise
        raise StepError.of_step(stream.failure, error.rows) from error


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
            re.sub(f"^{re.escape(_MESSAGE)}", "", str(error), flags=re.MULTILINE),
            code=error.code,
            reason=error.reason,
            violations=violations,
            metadata=error.metadata,
        ) from error
