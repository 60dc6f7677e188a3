"""Steps that ended before all that were asked for had been taken."""

from __future__ import annotations

import re
from typing import Any

from raftup.base.errors import RaftupError
from raftup.remote.rows import Rows

_CODES = {
    "BEYOND_DATA": "OUT_OF_RANGE",
    "SOLVER_FAILED": "FAILED_PRECONDITION",
    "ITERATION_NOT_CONVERGED": "ABORTED",
    "QUOTA_LIMIT": "RESOURCE_EXHAUSTED",
}
"""gRPC codes of the reasons for which a step fails; of others INTERNAL."""

_TOLD = re.compile(r"(?P<reason>[A-Z_]+): (?P<words>.*)", re.DOTALL)


class StepError(RaftupError):
    """Some of the steps that were asked for were taken, then something ended them.

    Attributes:
        rows: those of the steps that were taken and that nothing else has handed out.
    """

    def __init__(self, message: str, rows: Rows, **details: Any) -> None:
        """Says what happened.

        Args:
            message: what ended the steps.
            rows: see the class.
            **details: code, reason, violations and metadata of a RaftupError.
        """
        super().__init__(message, **details)
        self.rows = rows

    @classmethod
    def by(cls, error: RaftupError, rows: Rows) -> StepError:
        """The error that another was, with rows.

        Args:
            error: what ended the steps.
            rows: see the class; those of `error` are left out.
        """
        return cls(
            str(error),
            rows,
            code=error.code,
            reason=error.reason,
            violations=error.violations,
            metadata=error.metadata,
        )

    @classmethod
    def of_step(cls, told: str, rows: Rows) -> StepError:
        """The error of the step that failed, as a single call for it would have ended.

        Args:
            told: the reason and why, as a notice of the server has them.
            rows: see the class.
        """
        match = _TOLD.fullmatch(told)
        if match is None:
            return cls(told or "a step failed", rows, code="INTERNAL", reason="STEP_DISCARDED")
        reason = match["reason"]
        return cls(match["words"], rows, code=_CODES.get(reason, "INTERNAL"), reason=reason)
