"""Steps that ended before all that were asked for had been taken."""

from __future__ import annotations

from typing import Any

from raftup.base.errors import RaftupError
from raftup.remote.rows import Rows


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
