"""What a study runs: a model, its axes, what is kept of each case."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass
from typing import Any

from raftup.extremes.estimate import Question
from raftup.fatigue.detail import FatigueDetail
from raftup.study.axes import Axis

MOMENTS = ("mean", "std", "skewness", "kurtosis", "min", "max", "up_crossings")
"""Statistics that the server accumulates."""

WEIBULL_MAXIMUM = "weibull_maximum"
"""Most probable maximum of a case, of its peaks; see raftup.study.extremes."""


@dataclass(frozen=True)
class ExtremeEntry:
    """A question about the largest and smallest values of one number of an output in every case.

    Attributes:
        name: unique.
        output: of the model.
        component: which of its numbers, from 0.
        method: of raftup.extremes.METHODS; those of maxima are answered over seeds.
        duration: for the largest value [s].
        probability: that it is below the answer; None = the level passed once in the mean.
    """

    name: str
    output: str
    component: int
    method: str
    duration: float
    probability: float | None

    def question(self, confidence: float) -> Question:
        """What is asked of the records of a case, or of all seeds."""
        return Question(self.method, self.duration, self.probability, confidence)


@dataclass(frozen=True)
class StudySpecification:
    """The specification of a study: model, axes, statistics.

    Attributes:
        model: document of the model of all cases, with outputs, observers and statistics.
        axes: in the order of the dimensions; none = one case.
        statistics: of every output: MOMENTS and WEIBULL_MAXIMUM.
        fatigue: may be empty.
        allowed: share of the time, by limit, up to which a case counts as operable.
        confidence: of the intervals about extremes.
        extremes: questions about single numbers of outputs; may be empty.
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
        """As plain values, from which from_document() makes an equal specification."""
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
        """The inverse of to_document()."""
        return cls(
            model=document["model"],
            axes=tuple(Axis.from_document(axis) for axis in document["axes"]),
            statistics=tuple(document["statistics"]),
            fatigue=tuple(map(FatigueDetail.from_document, document["fatigue"])),
            allowed=document["allowed"],
            confidence=document["confidence"],
            extremes=tuple(ExtremeEntry(**entry) for entry in document.get("extremes", ())),
        )
