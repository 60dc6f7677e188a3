"""Fatigue details: evaluation of the cycles of one component of an output."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np

from raftup.base.arrays import FloatArray
from raftup.fatigue.cycles import Cycles
from raftup.fatigue.mean_stress import MEAN_CORRECTIONS, corrected_ranges

__all__ = ["MEAN_CORRECTIONS", "EquivalentLoad", "FatigueDetail", "StressCurve", "TensionCurve"]


@dataclass(frozen=True)
class StressCurve:
    """An S-N curve of one or two slopes, N(S) = max(a1 S^-m1, a2 S^-m2).

    The stress is the output times the scale of the detail. For a plate thicker than the reference
    thickness, every range is multiplied by (t / t_ref)^exponent.

    Attributes:
        slope: m1 > 0.
        intercept: a1, number of cycles to failure at the range 1.
        second_slope: m2 > m1; 0 = one slope.
        second_intercept: a2.
        thickness: t; 0 = no correction for thickness.
        reference_thickness: t_ref, in the unit of t.
        exponent: exponent of the ratio of thicknesses.

    Source: DNV-RP-C203 (2021) 2.4.
    """

    slope: float
    intercept: float
    second_slope: float = 0.0
    second_intercept: float = 0.0
    thickness: float = 0.0
    reference_thickness: float = 0.0
    exponent: float = 0.0

    @property
    def thickness_factor(self) -> float:
        """Factor by which the thickness of a detail raises its stress ranges, >= 1."""
        if not self.thickness > self.reference_thickness > 0.0:
            return 1.0
        return float((self.thickness / self.reference_thickness) ** self.exponent)

    def cycles_to_failure(self, ranges: FloatArray) -> FloatArray:
        """Number N of cycles to failure at ranges S >= 0; infinite at 0."""
        raised = self.thickness_factor * ranges
        with np.errstate(divide="ignore"):
            number = self.intercept * raised**-self.slope
            if self.second_slope > 0.0:
                number = np.maximum(number, self.second_intercept * raised**-self.second_slope)
        return np.asarray(number)

    @property
    def knee(self) -> float:
        """The range at which the two slopes meet, with the thickness factor; 0 for one slope."""
        if not self.second_slope > 0.0:
            return 0.0
        ratio = math.log(self.second_intercept / self.intercept)
        return math.exp(ratio / (self.second_slope - self.slope)) / self.thickness_factor


@dataclass(frozen=True)
class TensionCurve:
    """A T-N curve of a line, N(T) = K (T / MBL)^-m; K may depend on the mean tension.

    Attributes:
        breaking_load: minimum breaking load MBL, in the unit of the output times the detail's
            scale.
        slope: m > 0.
        mean_loads: [n] mean tensions divided by MBL, ascending; one value = K is constant.
        factors: [n] K at these mean loads; ln K is linear between them and constant beyond them.

    Source: API RP 2SK (2005) 6.
    """

    breaking_load: float
    slope: float
    mean_loads: tuple[float, ...]
    factors: tuple[float, ...]

    def factor(self, mean: float) -> float:
        """K at a mean tension in the unit of the breaking load."""
        logarithms = np.log(self.factors)
        return float(np.exp(np.interp(mean / self.breaking_load, self.mean_loads, logarithms)))

    def cycles_to_failure(self, ranges: FloatArray, mean: float) -> FloatArray:
        """Number N of cycles to failure at ranges T >= 0 about a mean tension; infinite at 0."""
        with np.errstate(divide="ignore"):
            return np.asarray(self.factor(mean) * (ranges / self.breaking_load) ** -self.slope)


@dataclass(frozen=True)
class EquivalentLoad:
    """The constant range that causes the same damage as all cycles in a given number of cycles.

    Attributes:
        slope: m > 0.
        equivalent_cycles: N in (sum n R^m / N)^(1 / m), for the duration of a record.
    """

    slope: float
    equivalent_cycles: float


@dataclass(frozen=True)
class FatigueDetail:
    """A fatigue detail: damage or equivalent load of one component of an output.

    Attributes:
        name: unique name.
        output: name of the output.
        component: index of the component, from 0.
        law: curve, or equivalent load, by which cycles are evaluated.
        scale: factor from the output to stress.
        mean: correction for mean stress, one of MEAN_CORRECTIONS.
        ultimate: ultimate strength in the unit of the stress, required by goodman and gerber.
        walker_exponent: exponent required by walker.
    """

    name: str
    output: str
    component: int
    law: StressCurve | TensionCurve | EquivalentLoad
    scale: float = 1.0
    mean: str = "none"
    ultimate: float = 0.0
    walker_exponent: float = 0.0

    @property
    def is_load(self) -> bool:
        """Whether the result is an equivalent load rather than a damage."""
        return isinstance(self.law, EquivalentLoad)

    @property
    def exponent(self) -> float:
        """Power at which results are sums over cycles: m for an equivalent load, 1 for a damage."""
        return self.law.slope if isinstance(self.law, EquivalentLoad) else 1.0

    def parts(self, cycles: Cycles, mean: float) -> FloatArray:
        """Contribution of every cycle to the damage, or to (equivalent load)^m, [n].

        Args:
            cycles: cycles of the output.
            mean: mean of the output over the record.
        """
        scaled = cycles.scaled(self.scale)
        if isinstance(self.law, TensionCurve):
            number = self.law.cycles_to_failure(scaled.ranges, self.scale * mean)
            return np.asarray(scaled.counts / number)
        ranges = corrected_ranges(scaled, self.mean, self.ultimate, self.walker_exponent)
        if isinstance(self.law, EquivalentLoad):
            return np.asarray(scaled.counts * ranges**self.law.slope / self.law.equivalent_cycles)
        with np.errstate(divide="ignore"):
            return np.asarray(scaled.counts / self.law.cycles_to_failure(ranges))

    def amount(self, cycles: Cycles, mean: float) -> float:
        """Damage of a record by Miner's sum, or its equivalent load.

        Args:
            cycles: cycles of the output.
            mean: mean of the output over the record.
        """
        law = self.law
        if isinstance(law, StressCurve) and self._is_plain:
            pairs = zip(cycles.ranges.tolist(), cycles.counts.tolist(), strict=True)
            total: float = sum(count * span**law.slope for span, count in pairs)
            return float(total) / law.intercept
        amount: float = float(self.parts(cycles, mean).sum()) ** (1.0 / self.exponent)
        return amount

    @property
    def _is_plain(self) -> bool:
        """Whether only slope and intercept are set; their sum must keep its order and bytes."""
        law = StressCurve(self.law.slope, getattr(self.law, "intercept", 0.0))
        return self.law == law and self.scale == 1.0 and self.mean == "none"

    def to_document(self) -> dict[str, Any]:
        """The detail as plain values, from which from_document() makes an equal detail."""
        document: dict[str, Any] = {
            "name": self.name,
            "output": self.output,
            "component": self.component,
        }
        if isinstance(self.law, StressCurve) and self._is_plain:
            return {**document, "slope": self.law.slope, "intercept": self.law.intercept}
        law = {name: _plain(value) for name, value in vars(self.law).items()}
        rest = ("scale", "mean", "ultimate", "walker_exponent")
        return {
            **document,
            _KIND_OF[type(self.law)]: law,
            **{name: getattr(self, name) for name in rest},
        }

    @classmethod
    def from_document(cls, document: Mapping[str, Any]) -> FatigueDetail:
        """Makes a detail from plain values of to_document()."""
        values = dict(document)
        law: Any = None
        for kind, name in _KIND_OF.items():
            if name in values:
                parts = {key: _frozen(value) for key, value in values.pop(name).items()}
                law = kind(**parts)
        if law is None:
            law = StressCurve(values.pop("slope"), values.pop("intercept"))
        return cls(law=law, **values)


_KIND_OF: dict[type, str] = {StressCurve: "curve", TensionCurve: "tn", EquivalentLoad: "del"}


def _plain(value: Any) -> Any:
    return list(value) if isinstance(value, tuple) else value


def _frozen(value: Any) -> Any:
    return tuple(value) if isinstance(value, list) else value
