"""Quadratic transfer functions (QTF) of a body at sum frequencies."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace

import numpy as np
import numpy.typing as npt

from raftup.base.arrays import ComplexArray, FloatArray
from raftup.bem.finding import Finding
from raftup.bem.potential import FrequencyResult, PanelModel
from raftup.bem.second_order.free_surface import free_surface_around
from raftup.bem.second_order.second_order_potential import bound_wave, potential_force
from raftup.bem.second_order.surface_force import surface_force
from raftup.bem.second_order.surface_forcing import WavePair, WavesAround
from raftup.bem.second_order.transfer_functions import (
    QuadraticTransferFunction,
    in_directions,
    pairs_of_directions,
    reversed_pairs,
    waves_of,
)
from raftup.frequency_domain.waves import wavenumber

_PANELS_PER_WAVE = 4.0  # with fewer the radiated waves at sum frequencies are not resolved


@dataclass(frozen=True)
class SumPairs:
    """All pairs of frequencies of a grid with equal steps.

    Attributes:
        omega: [n] rad/s, n >= 2, with equal steps.
        between_directions: whether waves of two directions are paired as well.
    """

    omega: FloatArray
    between_directions: bool = False

    @property
    def sums(self) -> FloatArray:
        """Sums of two frequencies, [2n - 1] rad/s, ascending."""
        step = float((self.omega[-1] - self.omega[0]) / (len(self.omega) - 1))
        count = 2 * len(self.omega) - 1
        result: FloatArray = np.round(2.0 * self.omega[0] + step * np.arange(count), 12)
        return result


def sum_model(model: PanelModel, pairs: SumPairs) -> PanelModel:
    """The problem of a body with the waves at its hull and on the free surface around it.

    Args:
        model: problem of a single body that floats or is held in place.
        pairs: frequency pairs.

    Raises:
        ValueError: if the free surface is not supported, see free_surface_around().
    """
    k = _wavenumber(model, float(pairs.sums[-1]))
    hull = model.floating_hulls.hulls[0].surface.mesh
    surface = free_surface_around(hull, 2.0 * np.pi / k)
    return replace(model, keeps_waves=True, free_surface=surface)


def sum_qtf(
    model: PanelModel, pairs: SumPairs, results: Mapping[float, FrequencyResult]
) -> QuadraticTransferFunction:
    """P of all pairs by hull pressure, second-order potential and forcing of the free surface.

    Products of wave 1 with the conjugate of wave 2, which has the frequency -omega_2, are those of
    difference frequencies. P_12 = P_21.

    Args:
        model: problem of sum_model().
        pairs: frequency pairs.
        results: results at all frequencies and sums of `pairs`.
    """
    of_directions = pairs_of_directions(
        len(model.wave_directions), between=pairs.between_directions
    )
    reverse, count = reversed_pairs(of_directions), len(pairs.omega)
    values = np.zeros((len(of_directions), 6, count, count), dtype=complex)
    for row in range(count):
        for column in range(row + 1):
            one, other = (results[float(pairs.omega[index])] for index in (row, column))
            radiated = results[float(pairs.sums[row + column])]
            force = _force(model, one, other, radiated, of_directions).T.conj()  # exp(+i omega t)
            if row == column:
                force = 0.5 * (force + force[reverse])
            values[:, :, row, column] = force
            values[reverse, :, column, row] = force
    return QuadraticTransferFunction(pairs.omega, model.wave_directions[of_directions], values)


def sum_findings(model: PanelModel, pairs: SumPairs) -> list[Finding]:
    """A finding where panels are too large for the waves at the highest sum frequency.

    Panels below half a wave length, which these waves do not reach, may be larger.

    Args:
        model: problem of sum_model().
        pairs: frequency pairs.
    """
    highest = float(pairs.sums[-1])
    longest = 2.0 * np.pi / _wavenumber(model, highest)
    surface = model.floating_hulls.hulls[0].surface
    reached = surface.centers[:, 2] > -0.5 * longest
    largest = float(surface.mesh.panel_diameters[reached].max(initial=0.0))
    if _PANELS_PER_WAVE * largest <= longest:
        return []
    message = (
        f"waves must be {_PANELS_PER_WAVE:g} of the panels long that they reach, which are up to "
        f"{largest:.3g} m large, are {longest:.3g} m at the highest sum of two frequencies, "
        f"{highest:.3g} rad/s"
    )
    return [Finding("qtf_sum_panels_too_large", "warning", message, largest)]


def _force(
    model: PanelModel,
    one: FrequencyResult,
    other: FrequencyResult,
    radiated: FrequencyResult,
    of_directions: npt.NDArray[np.int64],
) -> ComplexArray:
    """P [6, d] of two waves, exp(-i (omega_1 + omega_2) t)."""
    hulls = model.floating_hulls
    own, second = of_directions.T
    first = in_directions(waves_of(hulls, one), own)
    conjugates = tuple(wave.conjugate for wave in in_directions(waves_of(hulls, other), second))
    bound = bound_wave(
        one.omega,
        -other.omega,
        directions=(model.wave_directions[own], model.wave_directions[second]),
        water_depth=model.water_depth,
        gravity=model.gravity,
    )
    assert radiated.waves is not None
    assert radiated.surface_flow is not None
    assert model.free_surface is not None
    force = hulls.quadratic_force(first, conjugates)
    force = force + potential_force(hulls, first, conjugates, radiated.waves, bound)
    pair = WavePair(
        _around(model, one), _around(model, other), radiated.surface_flow, of_directions
    )
    return force + surface_force(hulls.hulls[0], model.free_surface, pair)


def _around(model: PanelModel, result: FrequencyResult) -> WavesAround:
    assert result.waves is not None
    assert result.surface_flow is not None
    return WavesAround(
        result.omega,
        _wavenumber(model, result.omega),
        model.wave_directions,
        model.gravity,
        result.surface_flow,
        result.waves.motion,
    )


def _wavenumber(model: PanelModel, omega: float) -> float:
    return float(wavenumber(np.array([omega]), model.water_depth, model.gravity)[0])
