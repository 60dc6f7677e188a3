"""Errors of the package, with the broken rule and the value that breaks it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

import grpc
from google.rpc import error_details_pb2, status_pb2
from grpc_status import rpc_status


@dataclass(frozen=True)
class Violation:
    """A broken rule of an input.

    Attributes:
        path: path of the field in the model file: `bodies[1].mass`.
        description: rule and value: `must be positive, is -3`.
    """

    path: str
    description: str

    def __str__(self) -> str:
        return f"{self.path}: {self.description}" if self.path else self.description


class RaftupError(Exception):
    """A request that failed, in the client or on the server.

    Attributes:
        code: name of the gRPC status code, such as `INVALID_ARGUMENT`.
        reason: stable identifier of the cause, such as `STEP_CONFLICT`; empty if unknown.
        violations: all broken rules of an input.
        metadata: further details from the server: session, step index, hints for recovery.
    """

    def __init__(
        self,
        message: str,
        *,
        code: str = "UNKNOWN",
        reason: str = "",
        violations: Sequence[Violation] = (),
        metadata: dict[str, str] | None = None,
    ) -> None:
        super().__init__(message)
        self.code = code
        self.reason = reason
        self.violations = tuple(violations)
        self.metadata = dict(metadata or {})

    def __reduce__(self) -> tuple[Any, ...]:
        """Data for pickling, with which the error is restored without calling its constructor."""
        return _restored, (type(self), self.args, self.__dict__.copy())

    @property
    def is_bad_input(self) -> bool:
        """Whether the input of the caller is wrong, so that a repeated attempt cannot succeed."""
        return self.code == "INVALID_ARGUMENT"


def _restored(
    kind: type[RaftupError], arguments: tuple[Any, ...], state: dict[str, Any]
) -> RaftupError:
    """Restores a pickled error of RaftupError or one of its subclasses."""
    error = kind.__new__(kind, *arguments)
    error.__dict__.update(state)
    return error


def bad_field(path: str, rule: str) -> RaftupError:
    """Makes the error for a value that breaks a rule of the client."""
    violation = Violation(path, rule)
    return RaftupError(
        f"{path} {rule}", code="INVALID_ARGUMENT", reason="BAD_FIELD", violations=[violation]
    )


class ModelError(RaftupError):
    """Error of a model that breaks rules; `violations` has all of them."""

    SUBJECT = "the model"

    def _render_traceback_(self) -> list[str]:
        """The text that IPython shows: only the rules, since the package's code is not at fault."""
        return [f"{type(self).__name__}: {self}"]

    def __init__(self, violations: Sequence[Violation]) -> None:
        lines = "\n".join(f"  {violation}" for violation in violations)
        count = "a rule" if len(violations) == 1 else f"{len(violations)} rules"
        super().__init__(
            f"{self.SUBJECT} breaks {count}:\n{lines}",
            code="INVALID_ARGUMENT",
            reason="BAD_FIELD",
            violations=violations,
        )


class SpecificationError(ModelError):
    """Error of a specification of a hydrodynamic database that breaks rules."""

    SUBJECT = "the specification"


class StudyError(ModelError):
    """Error of a study that breaks rules, by itself or in one of its cases."""

    SUBJECT = "the study"


@dataclass
class _Details:
    """Contents of the google.rpc.Status of a failed call."""

    reason: str = ""
    metadata: dict[str, str] = field(default_factory=dict)
    violations: list[Violation] = field(default_factory=list)


def _read_details(status: status_pb2.Status | None) -> _Details:
    details = _Details()
    for packed in status.details if status is not None else ():
        information = error_details_pb2.ErrorInfo()
        bad_request = error_details_pb2.BadRequest()
        if packed.Unpack(information):
            details.reason = information.reason
            details.metadata.update(information.metadata)
        elif packed.Unpack(bad_request):
            details.violations += [
                Violation(violation.field, violation.description)
                for violation in bad_request.field_violations
            ]
    return details


def error_from_rpc(error: grpc.RpcError) -> RaftupError:
    """Converts the error of a failed call to a RaftupError.

    Args:
        error: error raised by the call; its status details contain ErrorInfo and BadRequest.
    """
    call: Any = error  # what a call raises is the call itself, whatever its declared type says
    details = _read_details(rpc_status.from_call(call))
    message = error.details() or error.code().name
    if error.code() == grpc.StatusCode.UNAVAILABLE and not details.reason:
        message = f"the server cannot be reached any more, or never could: {message}"
    return RaftupError(
        message,
        code=error.code().name,
        reason=details.reason,
        violations=details.violations,
        metadata=details.metadata,
    )


def error_from_status(status: status_pb2.Status) -> RaftupError:
    """Converts the status of a failed call to a RaftupError.

    Args:
        status: status as contained in a message; its details are those of a failed call.
    """
    details = _read_details(status)
    codes = [code.name for code in grpc.StatusCode if code.value[0] == status.code]
    return RaftupError(
        status.message,
        code=codes[0] if codes else grpc.StatusCode.UNKNOWN.name,
        reason=details.reason,
        violations=details.violations,
        metadata=details.metadata,
    )
