"""How far a study has come."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TypeAlias


@dataclass(frozen=True)
class Preparation:
    """What a study does before its first case runs.

    Attributes:
        doing: in words.
        done: cases of the study that this is done for.
        total: of them; None where they are not counted.
    """

    doing: str
    done: int = 0
    total: int | None = None


PreparationCallback: TypeAlias = Callable[[Preparation], None]
"""What a study tells how far it is with its preparation."""


@dataclass(frozen=True)
class StudyProgress:
    """How far a study has come.

    Attributes:
        done: cases, those found in the store included.
        failed: cases, those found included.
        total: cases.
        run: cases that this call has run.
        wall_time: since the first of them began [s].
        compute_time: that the workers spent on them [s].
        simulated_time: of them together [s].
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
