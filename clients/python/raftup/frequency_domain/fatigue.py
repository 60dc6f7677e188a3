"""Fatigue in the frequency domain, where outputs are narrow-banded processes."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from raftup.base.arrays import ComplexArray, FloatArray
from raftup.base.errors import bad_field
from raftup.fatigue.detail import FatigueDetail, TensionCurve
from raftup.fatigue.mean_stress import NEED_ULTIMATE
from raftup.fatigue.narrow_band import narrow_band_sum
from raftup.frequency_domain.line_outputs import LineOutputs, OutputRows
from raftup.frequency_domain.short_term import ShortTerm
from raftup.frequency_domain.waves import PlaneWaves
from raftup.remote.linearisation import Linearisation

LIMIT = (
    "fatigue is that of narrow-banded processes of the motions in waves: slow drift and gusts are "
    "not in it"
)
"""The effects that fatigue neglects."""

_CORRECTIONS = ("none", *NEED_ULTIMATE)


@dataclass(frozen=True)
class FatigueQuantity:
    """The component of an output for a detail.

    Attributes:
        detail: fatigue detail, with its mean stress taken into account.
        mean: value of the output in equilibrium, in its unit.
        units: unit of the output.
        row: how it follows motions and waves.
    """

    detail: FatigueDetail
    mean: float
    units: str
    row: OutputRows

    def of(
        self, rao: ComplexArray, omega: FloatArray, waves: PlaneWaves | None = None
    ) -> ComplexArray:
        """Amplitudes [n, m, 1] of the output for motions [n, m, 6N] at omega [n], in any waves."""
        return self.row.of(rao, omega, waves)

    def amount(self, state: ShortTerm, duration: float) -> float:
        """Damage, or (equivalent load)^m, of a sea state in a time [s]."""
        rate = 1.0 / state.mean_period
        found = narrow_band_sum(self.detail, state.standard_deviation, rate, duration)
        return float(found[0])


@dataclass(frozen=True)
class FatigueStates:
    """Fatigue details with their statistics.

    Attributes:
        quantities: outputs of the details.
        short: statistics of each output in the sea; empty in still water.
        long: statistics in each sea state of the long-term statistics.
    """

    quantities: list[FatigueQuantity]
    short: list[ShortTerm]
    long: list[list[ShortTerm]]

    @property
    def limits(self) -> list[str]:
        """Effects that the fatigue damages neglect, one sentence each."""
        return [LIMIT] * bool(self.quantities and (self.short or self.long))

    def sums(self, states: Sequence[ShortTerm], duration: float) -> list[float]:
        """Damage, or (equivalent load)^m, of each detail in a sea state for a time [s]."""
        pairs = zip(self.quantities, states, strict=True)
        return [one.amount(state, duration) for one, state in pairs]


def fatigue_quantities(
    linear: Linearisation, details: Sequence[FatigueDetail], lines: LineOutputs
) -> list[FatigueQuantity]:
    """The outputs to which fatigue details refer, linearized.

    The mean of every cycle is that of the equilibrium. The corrections goodman and gerber then
    multiply ranges by a constant factor, and the factor of a T-N curve is constant.

    Args:
        linear: linear equations with derivatives of outputs.
        details: fatigue details of outputs.
        lines: outputs of lines among them.

    Raises:
        RaftupError: BAD_FIELD for an output without derivatives, a component that does not exist,
            or a correction for mean stress that is not proportional to the range.
    """
    return [_quantity(linear, f"fatigue[{index}]", one, lines) for index, one in enumerate(details)]


def _quantity(
    linear: Linearisation, path: str, detail: FatigueDetail, lines: LineOutputs
) -> FatigueQuantity:
    output = linear.outputs.get(detail.output)
    if output is None:
        rule = "must be an output that the linear equations have"
        raise bad_field(f"{path}.output", f"{rule}, is {detail.output!r}")
    if detail.component >= len(output.value):
        rule = f"must be less than {len(output.value)}, the size of {detail.output}"
        raise bad_field(f"{path}.component", f"{rule}, is {detail.component}")
    if detail.mean not in _CORRECTIONS:
        rule = f"must be one of {', '.join(_CORRECTIONS)} for a response"
        raise bad_field(f"{path}.mean", f"{rule}, is {detail.mean!r}")
    mean = float(output.value[detail.component])
    return FatigueQuantity(
        _about_mean(detail, mean, path),
        mean,
        output.unit,
        OutputRows.of_outputs([output], lines).component(detail.component),
    )


def _about_mean(detail: FatigueDetail, mean: float, path: str) -> FatigueDetail:
    """An equivalent detail without correction, for ranges about the given mean."""
    stress = detail.scale * mean
    if isinstance(detail.law, TensionCurve):
        law = replace(detail.law, mean_loads=(0.0,), factors=(detail.law.factor(stress),))
        return replace(detail, law=law)
    if detail.mean == "none":
        return detail
    ratio = stress / detail.ultimate
    left = 1.0 - ratio if detail.mean == "goodman" else 1.0 - max(ratio, 0.0) ** 2
    if not left > 0.0:
        rule = f"must be above the mean of {detail.output}, {stress:g}"
        raise bad_field(f"{path}.ultimate", f"{rule}, is {detail.ultimate:g}")
    return replace(detail, scale=detail.scale / left, mean="none")
