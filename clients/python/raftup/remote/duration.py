"""Number of steps that cover the duration of a model."""

from __future__ import annotations

from dataclasses import dataclass

from raftup.base.errors import ModelError, Violation
from raftup.remote.rows import NANOSECONDS
from raftup.remote.session import Session

_ROUNDING = 1e-3  # of a step: 60 s are 3600 steps of 1/60 s, which is 16 666 667 ns


@dataclass(frozen=True)
class RunLength:
    """Number of steps of a run, and the time at which it ends.

    Attributes:
        step_count: number of steps; the last one ends at the model's duration or is the first to
            end after it.
        end_time: s, end of the last step.
        message: explanation if the run ends at another time than the model's duration; else empty.
    """

    step_count: int
    end_time: float
    message: str


def run_length(session: Session) -> RunLength:
    """Number of whole steps that cover the duration or the stages of the model of a session.

    Raises:
        ModelError: if the duration is not positive.
    """
    if session.stages:
        step_count = session.stages[-1].end_step
        return RunLength(step_count, step_count * session.step_ns / NANOSECONDS, "")
    duration = session.model.integration.duration
    if duration <= 0.0:
        rule = f"must be positive, is {duration:g} s"
        raise ModelError([Violation("integration.duration", rule)])
    steps = duration * NANOSECONDS / session.step_ns
    nearest = max(1, round(steps))
    is_whole = abs(steps - nearest) < _ROUNDING
    step_count = nearest if is_whole else int(steps) + 1
    step, end = session.step_ns / NANOSECONDS, step_count * session.step_ns / NANOSECONDS
    message = (
        f"integration.duration, {duration:g} s, is no multiple of the step, {step:g} s: the run "
        f"ends with the step at {end:.10g} s"
    )
    return RunLength(step_count, end, "" if is_whole else message)
