"""Specification of a study: a model, its axes, and the results that are kept of each case."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass
from typing import Any

from raftup.extremes.estimate import Question
from raftup.fatigue.detail import FatigueDetail
from raftup.study.axes import Axis

MOMENTS = ("mean", "std", "skewness", "kurtosis", "min", "max", "up_crossings")
"""Names of the statistics that the server accumulates."""

WEIBULL_MAXIMUM = "weibull_maximum"
"""Name of the most probable maximum of a case from its peaks; see raftup.study.extremes."""


@dataclass(frozen=True)
class ExtremeEntry:
    """A question about the largest and smallest values of one component of an output in every case.

    Attributes:
        name: unique name.
        output: name of the output.
        component: index of the component, from 0.
        method: one of raftup.extremes.METHODS; methods of maxima combine the seeds of a sea state.
        duration: duration to which the extreme refers [s].
        probability: probability that the extreme is not exceeded in that duration; None = the level
            that is exceeded once on average.
    """

    name: str
    output: str
    component: int
    method: str
    duration: float
    probability: float | None

    def question(self, confidence: float) -> Question:
        """The question for the records of a case, or for the maxima of all seeds."""
        return Question(self.method, self.duration, self.probability, confidence)


@dataclass(frozen=True)
class StudySpecification:
    """Specification of a study: model, axes, statistics.

    Attributes:
        model: plain values of the model of all cases, with outputs, observers and statistics.
        axes: axes in the order of the dimensions; none = one case.
        statistics: statistics of every output, from MOMENTS and WEIBULL_MAXIMUM.
        fatigue: fatigue details; may be empty.
        allowed: share of the time beyond a limit, by its name, up to which a case is operable.
        confidence: probability of the intervals of extremes.
        extremes: questions about single components of outputs; may be empty.
    """

    model: Mapping[str, Any]
    axes: tuple[Axis, ...]
    statistics: tuple[str, ...]
    fatigue: tuple[FatigueDetail, ...]
    allowed: Mapping[str, float]
    confidence: float
    extremes: tuple[ExtremeEntry, ...] = ()

    @property
    def outputs(self) -> tuple[str, ...]:
        """Names of the outputs whose statistics are kept."""
        return tuple(self.model["statistics"]["outputs"])

    def to_document(self) -> dict[str, Any]:
        """The specification as plain values, from which from_document() makes an equal one."""
        extremes = [asdict(entry) for entry in self.extremes]
        return {
            "model": self.model,
            "axes": [axis.to_document() for axis in self.axes],
            "statistics": list(self.statistics),
            "fatigue": [detail.to_document() for detail in self.fatigue],
            "allowed": dict(self.allowed),
            "confidence": self.confidence,
            **({"extremes": extremes} if extremes else {}),
        }

    @classmethod
    def from_document(cls, document: Mapping[str, Any]) -> StudySpecification:
        """Makes a specification from plain values of to_document()."""
        return cls(
            model=document["model"],
            axes=tuple(Axis.from_document(axis) for axis in document["axes"]),
            statistics=tuple(document["statistics"]),
            fatigue=tuple(map(FatigueDetail.from_document, document["fatigue"])),
            allowed=document["allowed"],
            confidence=document["confidence"],
            extremes=tuple(ExtremeEntry(**entry) for entry in document.get("extremes", ())),
        )
