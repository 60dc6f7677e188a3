"""Quadratic transfer functions (QTF) of a freely floating body at difference frequencies."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np

from raftup.base.arrays import ComplexArray, FloatArray
from raftup.bem.finding import Finding
from raftup.bem.potential import FrequencyResult, PanelModel
from raftup.bem.second_order.quadratic_force import FloatingHull, Wave, quadratic_force
from raftup.bem.second_order.second_order_potential import bound_wave, potential_force

_NOTABLE = 0.1  # of the largest drift force: what panels miss that are too large
_ROUNDING = 1e-9  # of a step, by which differences of frequencies miss its multiples


@dataclass(frozen=True)
class FrequencyPairs:
    """Pairs of frequencies of a grid with equal steps whose difference is within a bandwidth.

    Attributes:
        omega: [n] rad/s, n >= 2, with equal steps.
        bandwidth: rad/s, at least one step.
    """

    omega: FloatArray
    bandwidth: float

    @property
    def step(self) -> float:
        """Distance between neighboring frequencies [rad/s]."""
        return float((self.omega[-1] - self.omega[0]) / (len(self.omega) - 1))

    @property
    def differences(self) -> FloatArray:
        """Differences within the bandwidth except 0, [k] rad/s, ascending."""
        count = min(int(self.bandwidth / self.step + _ROUNDING), len(self.omega) - 1)
        result: FloatArray = np.round(self.step * np.arange(1, count + 1), 12)
        return result


@dataclass(frozen=True)
class DifferenceQtf:
    """T of pairs of waves of one direction: F = Re sum T_12 z_1 z_2*, over all ordered pairs.

    The time factor is exp(+i omega t). Moments are about the moving center of mass, in axes at
    rest; phases of waves are at the origin.

    Attributes:
        omega: [n] rad/s.
        values: [m, 6, n, n] N/m2, N/m; 0 for pairs with a difference above the bandwidth.
    """

    omega: FloatArray
    values: ComplexArray


def difference_qtf(
    model: PanelModel, pairs: FrequencyPairs, results: Mapping[float, FrequencyResult]
) -> tuple[DifferenceQtf, Finding]:
    """Computes T of all pairs by hull pressure and second-order potential, with a check.

    On the diagonal (a wave with itself) the second-order potential has no contribution. The
    difference there between pressure integration and the mean drift of the far field is subtracted
    from the other pairs as well, as the mean of both waves.

    Args:
        model: problem of a free body that keeps its waves.
        pairs: frequency pairs.
        results: results at all frequencies and differences of `pairs`.
    """
    values = _by_pressure(model, pairs, results)
    far = np.array([results[omega].mean_drift_force.T for omega in pairs.omega.tolist()])
    far = np.moveaxis(far, 0, 2).swapaxes(0, 1)  # [m, 6, n]
    miss = np.diagonal(values, axis1=2, axis2=3).real - far
    apart = np.abs(np.subtract.outer(pairs.omega, pairs.omega))
    within = apart < pairs.differences[-1] + 0.5 * pairs.step
    values -= within * 0.5 * (miss[:, :, :, None] + miss[:, :, None, :])
    reach = float(np.abs(model.floating_hull.surface.arms).max())
    return DifferenceQtf(pairs.omega, values), _diagonal_finding(miss, far, reach)


def _by_pressure(
    model: PanelModel, pairs: FrequencyPairs, results: Mapping[float, FrequencyResult]
) -> ComplexArray:
    """T [m, 6, n, n] by pressure over the hull, without the correction of difference_qtf()."""
    hull = model.floating_hull
    count = len(pairs.omega)
    values = np.zeros((len(model.wave_directions), 6, count, count), dtype=complex)
    differences = [results[omega] for omega in pairs.differences.tolist()]
    near: list[Wave] = []  # those before, nearest first
    for row, omega in enumerate(pairs.omega.tolist()):
        wave = wave_of(hull, results[omega])
        values[:, :, row, row] = quadratic_force(hull, wave, wave).T.real
        for steps, (other, radiated) in enumerate(zip(near, differences, strict=False), start=1):
            bound = bound_wave(
                wave.omega,
                other.omega,
                directions=model.wave_directions,
                water_depth=model.water_depth,
                gravity=model.gravity,
            )
            assert radiated.waves is not None
            force = quadratic_force(hull, wave, other)
            force = force + potential_force(hull, wave, other, radiated.waves, bound)
            values[:, :, row, row - steps] = force.T.conj()  # to exp(+i omega t)
            values[:, :, row - steps, row] = force.T
        near = [wave, *near[: len(differences) - 1]]
    return values


def _diagonal_finding(miss: FloatArray, far: FloatArray, reach: float) -> Finding:
    """Finding with the difference between pressure integration and far field on the diagonal.

    Args:
        miss: difference, [m, 6, n].
        far: mean drift by the far field, [m, 6, n].
        reach: largest distance of the hull from its center of mass [m]; yaw below a hundredth of it
            is rounding.
    """
    level_scale = max(float(np.abs(far[:, :2]).max()), 1e-300)
    yaw_scale = max(float(np.abs(far[:, 5]).max()), 0.01 * reach * level_scale)
    level = float(np.abs(miss[:, :2]).max()) / level_scale
    turning = float(np.abs(miss[:, 5]).max()) / yaw_scale
    return Finding(
        "qtf_diagonal",
        "warning" if level > _NOTABLE else "info",
        "the qtf by pressure over the hull must have the mean drift by the waves far away on its "
        f"diagonal, differed by {level:.1%} of the largest in surge and sway, by {turning:.1%} in "
        "yaw, and was shifted to it",
        level,
    )


def wave_of(hull: FloatingHull, result: FrequencyResult) -> Wave:
    """First-order quantities of a result that contains the waves at the hull."""
    assert result.waves is not None
    return hull.wave(result.omega, result.added_mass, result.waves)
