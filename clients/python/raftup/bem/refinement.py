"""Addition of frequencies until the coefficients between them are known to a tolerance."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from raftup.base.arrays import FloatArray
from raftup.bem.database import frequency_advice
from raftup.bem.finding import Finding
from raftup.bem.geometry import Geometry
from raftup.bem.potential import FrequencyResult
from raftup.bem.solution import assemble
from raftup.bem.specification import Specification
from raftup.importing import ImportReport


def frequencies_to_add(
    specification: Specification, geometry: Geometry, results: Sequence[FrequencyResult]
) -> FloatArray:
    """Frequencies at which the problem should be solved next [rad/s]; empty if there are none.

    A, B and X between the frequencies are estimated by two models (docs/hydro/methods.md). Where
    they differ most, by more than `tolerance`, at most two frequencies are added.

    Args:
        specification: specification of the problem, with tolerance and max_count.
        geometry: panels of the problem.
        results: results ascending in omega, the last at infinite frequency.
    """
    room = specification.frequencies.max_count - (len(results) - 1)
    if room <= 0:
        return np.empty(0)
    advice = _advice(specification, geometry, results)
    return np.round(np.array(advice.frequencies_to_add[:room]), 6)


def frequency_finding(
    specification: Specification, geometry: Geometry, results: Sequence[FrequencyResult]
) -> Finding:
    """The finding `frequency_error`: how well the coefficients are known between the frequencies.

    It is a warning if the error exceeds the tolerance after `max_count` frequencies.
    """
    asked = specification.frequencies
    report = _advice(specification, geometry, results)
    error, count = report.frequency_error, len(results) - 1
    message = (
        f"added mass, damping and excitation between the frequencies must be known to "
        f"{100 * asked.tolerance:.3g} %, are known to {100 * error:.2g} % (worst at "
        f"{report.frequency_error_omega:.4g} rad/s) with {count} frequencies"
    )
    if error <= asked.tolerance:
        return Finding("frequency_error", "info", message, error)
    message += f", frequencies.max_count is {asked.max_count}"
    return Finding("frequency_error", "warning", message, error)


def _advice(
    specification: Specification, geometry: Geometry, results: Sequence[FrequencyResult]
) -> ImportReport:
    solution = assemble(
        specification, geometry, results, digest="", solver="", findings=(), panel_count=0
    )
    return frequency_advice(solution, specification.frequencies.tolerance)
