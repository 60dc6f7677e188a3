"""Statistics of responses in one stationary sea."""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np

from raftup.base.arrays import FloatArray
from raftup.frequency_domain.drag import LinearDrag, SeaSolver
from raftup.frequency_domain.readouts import Readout
from raftup.frequency_domain.sea_state import SeaState


@dataclass(frozen=True)
class ShortTerm:
    """Statistics of the quantities of one readout, [k] each.

    Attributes:
        spectrum: [n, k] one-sided density on the sea's grid; single harmonics are not in it.
        m0: variance.
        m2: of the rate of change.
    """

    spectrum: FloatArray
    m0: FloatArray
    m2: FloatArray

    @property
    def standard_deviation(self) -> FloatArray:
        """sqrt(m0)."""
        return np.sqrt(self.m0)

    @property
    def mean_period(self) -> FloatArray:
        """Between zero up-crossings, 2 pi sqrt(m0 / m2) [s]; NaN of what does not move."""
        moving = self.m2 > 0.0
        ratio = np.divide(self.m0, self.m2, out=np.full_like(self.m0, np.nan), where=moving)
        return np.asarray(2.0 * np.pi * np.sqrt(ratio))

    def most_probable_maximum(self, duration: float) -> FloatArray:
        """sqrt(2 m0 ln(duration / mean period)) of a narrow-banded normal process.

        Args:
            duration: s. Shorter than a mean period: one crest, its most probable height.

        Source:
            Longuet-Higgins (1952).
        """
        count = np.maximum(duration / self.mean_period, math.sqrt(math.e))
        return np.asarray(np.sqrt(2.0 * self.m0 * np.log(count)))


def spectral_statistics(spectrum: FloatArray, omega: FloatArray) -> ShortTerm:
    """Of a one-sided density [n, k] at omega [n] rad/s, by the trapezoidal rule."""
    m0 = np.trapezoid(spectrum, omega, axis=0)
    m2 = np.trapezoid((omega**2)[:, None] * spectrum, omega, axis=0)
    return ShortTerm(spectrum, np.asarray(m0), np.asarray(m2))


def short_term(
    solver: SeaSolver, sea: SeaState, readouts: list[Readout]
) -> tuple[list[ShortTerm], LinearDrag]:
    """Statistics of every readout in a sea, with quadratic damping linearised in it.

    Args:
        solver: on the grids of the sea.
        sea: stationary.
        readouts: what is wanted.
    """
    drag = solver.linearised_drag(sea)
    rao, singles = solver.respond(sea, drag.slope)
    square = sea.harmonic_omega**2
    parts = []
    for readout in readouts:
        values = np.abs(readout.of(rao, sea.omega)) ** 2
        spectrum = np.einsum("mn,nmk->nk", sea.density, values)
        m0 = np.trapezoid(spectrum, sea.omega, axis=0)
        m2 = np.trapezoid((sea.omega**2)[:, None] * spectrum, sea.omega, axis=0)
        single = np.abs(readout.of(singles[:, None], sea.harmonic_omega)[:, 0]) ** 2
        variances = 0.5 * (sea.harmonic_amplitude**2)[:, None] * single
        parts.append(ShortTerm(spectrum, m0 + variances.sum(axis=0), m2 + square @ variances))
    return parts, drag
