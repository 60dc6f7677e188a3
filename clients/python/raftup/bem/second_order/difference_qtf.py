"""Quadratic transfer functions of the difference frequencies of a body that floats freely."""

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
    """Which pairs of waves: of a grid of equal steps, those not further apart than a bandwidth.

    Attributes:
        omega: [n] rad/s, n >= 2, in equal steps.
        bandwidth: rad/s, at least a step.
    """

    omega: FloatArray
    bandwidth: float

    @property
    def step(self) -> float:
        """Distance between neighbouring frequencies [rad/s]."""
        return float((self.omega[-1] - self.omega[0]) / (len(self.omega) - 1))

    @property
    def differences(self) -> FloatArray:
        """Those within the bandwidth but 0, [k] rad/s, ascending."""
        count = min(int(self.bandwidth / self.step + _ROUNDING), len(self.omega) - 1)
        result: FloatArray = np.round(self.step * np.arange(1, count + 1), 12)
        return result


@dataclass(frozen=True)
class DifferenceQtf:
    """T of pairs of waves of one direction: F = Re sum T_12 z_1 z_2*, over all ordered pairs.

    exp(+i omega t), moments about the centre of mass where it is, axes at rest, phases of the waves
    at the origin.

    Attributes:
        omega: [n] rad/s.
        values: [m, 6, n, n] N/m2, N/m; 0 where a pair is further apart than the bandwidth.
    """

    omega: FloatArray
    values: ComplexArray


def difference_qtf(
    model: PanelModel, pairs: FrequencyPairs, results: Mapping[float, FrequencyResult]
) -> tuple[DifferenceQtf, Finding]:
    """All pairs, by pressure over the hull and by the second-order potential, and how good it is.

    On the diagonal, of one wave with itself, the second-order potential has no part. What pressure
    over the hull misses there of the mean drift by the waves far away is taken off the other pairs
    too, the mean of both waves.

    Args:
        model: of a free body that keeps its waves.
        pairs: which.
        results: of every frequency and every difference of `pairs`.
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
    """[m, 6, n, n], as of difference_qtf()."""
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
    """What pressure misses on the diagonal of the mean drift by the waves far away.

    Args:
        miss: [m, 6, n].
        far: the mean drift, [m, 6, n].
        reach: of the hull from its centre of mass [m]; yaw below a hundredth of it is rounding.
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
    """First-order quantities of a result that keeps its waves."""
    assert result.waves is not None
    return hull.wave(result.omega, result.added_mass, result.waves)
