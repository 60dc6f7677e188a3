"""Error of steps that ended before all requested steps were taken."""

from __future__ import annotations

from typing import Any

from raftup.base.errors import RaftupError
from raftup.remote.rows import Rows


class StepError(RaftupError):
    """Error that ended a run of steps of which some were taken.

    Attributes:
        rows: rows of the steps that were taken and whose rows were not returned before.
    """

    def __init__(self, message: str, rows: Rows, **details: Any) -> None:
        """Makes the error.

        Args:
            message: cause of the error, in words.
            rows: rows of the steps that were taken, see the class.
            **details: code, reason, violations and metadata of a RaftupError.
        """
        super().__init__(message, **details)
        self.rows = rows

    @classmethod
    def by(cls, error: RaftupError, rows: Rows) -> StepError:
        """Makes a StepError from another error and rows.

        Args:
            error: the error that ended the steps.
            rows: rows of the steps that were taken, see the class; those of `error` are ignored.
        """
        return cls(
            str(error),
            rows,
            code=error.code,
            reason=error.reason,
            violations=error.violations,
            metadata=error.metadata,
        )
