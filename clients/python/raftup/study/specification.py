"""What a study runs: a model, its axes, what is kept of each case."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass
from typing import Any

from raftup.study.axes import Axis

MOMENTS = ("mean", "std", "skewness", "kurtosis", "min", "max", "up_crossings")
"""Statistics that the server accumulates."""

WEIBULL_MAXIMUM = "weibull_maximum"
"""Most probable maximum of a case, of its peaks; see raftup.study.extremes."""


@dataclass(frozen=True)
class FatigueCurve:
    """Miner's sum over the rainflow cycles of one number: damage = sum range^slope / intercept.

    Attributes:
        name: of the damage, unique.
        output: of the model.
        component: which of its numbers, from 0.
        slope: m, > 0.
        intercept: cycles to failure at range 1, in the output's unit to the power m.
    """

    name: str
    output: str
    component: int
    slope: float
    intercept: float


@dataclass(frozen=True)
class StudySpecification:
    """A whole study.

    Attributes:
        model: document of the model of all cases, with outputs, observers and statistics.
        axes: in the order of the dimensions; none = one case.
        statistics: of every output: MOMENTS and WEIBULL_MAXIMUM.
        fatigue: may be empty.
        allowed: share of the time, by limit, up to which a case counts as operable.
        confidence: of the intervals about extremes.
    """

    model: Mapping[str, Any]
    axes: tuple[Axis, ...]
    statistics: tuple[str, ...]
    fatigue: tuple[FatigueCurve, ...]
    allowed: Mapping[str, float]
    confidence: float

    @property
    def outputs(self) -> tuple[str, ...]:
        """Names of the outputs whose statistics are kept."""
        return tuple(self.model["statistics"]["outputs"])

    def to_document(self) -> dict[str, Any]:
        """As plain values, from which from_document() makes an equal specification."""
        return {
            "model": self.model,
            "axes": [axis.to_document() for axis in self.axes],
            "statistics": list(self.statistics),
            "fatigue": [asdict(curve) for curve in self.fatigue],
            "allowed": dict(self.allowed),
            "confidence": self.confidence,
        }

    @classmethod
    def from_document(cls, document: Mapping[str, Any]) -> StudySpecification:
        """The inverse of to_document()."""
        return cls(
            model=document["model"],
            axes=tuple(Axis.from_document(axis) for axis in document["axes"]),
            statistics=tuple(document["statistics"]),
            fatigue=tuple(FatigueCurve(**curve) for curve in document["fatigue"]),
            allowed=document["allowed"],
            confidence=document["confidence"],
        )
