"""Progress of a study."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TypeAlias


@dataclass(frozen=True)
class Preparation:
    """Work of a study before its first case runs.

    Attributes:
        doing: description of the work.
        done: number of cases for which it is done.
        total: number of cases for which it must be done; None if unknown.
    """

    doing: str
    done: int = 0
    total: int | None = None


PreparationCallback: TypeAlias = Callable[[Preparation], None]
"""Function that receives the progress of the preparation of a study."""


@dataclass(frozen=True)
class StudyProgress:
    """Progress of a study.

    Attributes:
        done: number of cases done, including those already in the store.
        failed: number of failed cases, including those already in the store.
        total: number of cases.
        run: number of cases that this call has run.
        wall_time: wall clock time since the first of these began [s].
        compute_time: total time that workers spent on these [s].
        simulated_time: total simulated time of these [s].
    """

    done: int
    failed: int
    total: int
    run: int
    wall_time: float
    compute_time: float
    simulated_time: float

    @property
    def rate(self) -> float:
        """Cases per second of wall clock."""
        return self.run / self.wall_time if self.wall_time > 0.0 else 0.0

    @property
    def real_time_factor(self) -> float:
        """Simulated seconds per second of one worker."""
        return self.simulated_time / self.compute_time if self.compute_time > 0.0 else 0.0


ProgressCallback: TypeAlias = Callable[[StudyProgress], None]
