"""Statistics of responses in one stationary sea."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol

import numpy as np

from raftup.base.arrays import ComplexArray, FloatArray
from raftup.frequency_domain.drag import LinearDrag, SeaSolver
from raftup.frequency_domain.sea_state import SeaState
from raftup.frequency_domain.waves import PlaneWaves


class Quantities(Protocol):
    """Quantities that are linear in the motions: a Readout, or the component of an output."""

    def of(
        self, rao: ComplexArray, omega: FloatArray, waves: PlaneWaves | None = None
    ) -> ComplexArray:
        """Amplitudes [n, m, k] for motions [n, m, 6N] at omega [n] rad/s, in waves."""


@dataclass(frozen=True)
class ShortTerm:
    """Statistics of the quantities of one readout, arrays [k].

    Attributes:
        spectrum: [n, k] one-sided spectral density on the sea's grid, without single harmonics.
        m0: variance.
        m2: variance of the rate of change.
        harmonic_m0: part of m0 that is due to single harmonics.
        harmonic_crest: sum of the amplitudes of all single harmonics.
    """

    spectrum: FloatArray
    m0: FloatArray
    m2: FloatArray
    harmonic_m0: FloatArray
    harmonic_crest: FloatArray

    @property
    def standard_deviation(self) -> FloatArray:
        """Standard deviation of each quantity, sqrt(m0)."""
        return np.sqrt(self.m0)

    @property
    def mean_period(self) -> FloatArray:
        """Mean zero up-crossing period, 2 pi sqrt(m0 / m2) [s]; NaN for constant quantities."""
        moving = self.m2 > 0.0
        ratio = np.divide(self.m0, self.m2, out=np.full_like(self.m0, np.nan), where=moving)
        return np.asarray(2.0 * np.pi * np.sqrt(ratio))

    def most_probable_maximum(self, duration: float) -> FloatArray:
        """Most probable maximum sqrt(2 m0 ln(duration / mean period)) of a narrow-banded process.

        Single harmonics are not such a process. Therefore the result is at most the maximum of the
        spectra alone plus the sum of the amplitudes of all harmonics; in a regular wave this is the
        amplitude.

        Args:
            duration: s; if it is shorter than the mean period, the most probable height of one
                crest is returned.

        Source:
            Longuet-Higgins (1952).
        """
        count = np.maximum(duration / self.mean_period, math.sqrt(math.e))
        normal = np.sqrt(2.0 * self.m0 * np.log(count))
        spectral = np.maximum(self.m0 - self.harmonic_m0, 0.0)
        return np.minimum(normal, np.sqrt(2.0 * spectral * np.log(count)) + self.harmonic_crest)


def spectral_statistics(spectrum: FloatArray, omega: FloatArray) -> ShortTerm:
    """Statistics of a one-sided density [n, k] at omega [n] rad/s, by the trapezoidal rule."""
    m0 = np.trapezoid(spectrum, omega, axis=0)
    m2 = np.trapezoid((omega**2)[:, None] * spectrum, omega, axis=0)
    none = np.zeros_like(m0)
    return ShortTerm(spectrum, np.asarray(m0), np.asarray(m2), none, none)


def short_term(
    solver: SeaSolver, sea: SeaState, readouts: Sequence[Quantities]
) -> tuple[list[ShortTerm], LinearDrag]:
    """Statistics of every readout in a sea, with quadratic damping linearized in this sea.

    Args:
        solver: solver on the grids of the sea.
        sea: stationary sea.
        readouts: quantities to be computed.
    """
    drag = solver.linearised_drag(sea)
    rao, singles = solver.respond(sea, drag.slope)
    spectral, harmonic = solver.waves(sea)
    parts = []
    for readout in readouts:
        values = np.abs(readout.of(rao, sea.omega, spectral)) ** 2
        spectrum = np.einsum("mn,nmk->nk", sea.density, values)
        m0 = np.trapezoid(spectrum, sea.omega, axis=0)
        m2 = np.trapezoid((sea.omega**2)[:, None] * spectrum, sea.omega, axis=0)
        single = readout.of(singles[:, None], sea.harmonic_omega, harmonic)[:, 0]
        omega, amplitudes = sea.harmonic_responses(single)
        crests = np.abs(amplitudes)
        variances = 0.5 * crests**2
        of_harmonics = variances.sum(axis=0)
        m2 = m2 + omega**2 @ variances
        parts.append(ShortTerm(spectrum, m0 + of_harmonics, m2, of_harmonics, crests.sum(axis=0)))
    return parts, drag
