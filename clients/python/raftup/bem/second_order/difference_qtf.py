"""Quadratic transfer functions (QTF) of floating bodies at difference frequencies."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from raftup.base.arrays import ComplexArray, FloatArray
from raftup.bem.finding import Finding
from raftup.bem.potential import FrequencyResult, PanelModel
from raftup.bem.second_order.quadratic_force import Wave
from raftup.bem.second_order.second_order_potential import bound_wave, potential_force
from raftup.bem.second_order.transfer_functions import (
    QuadraticTransferFunction,
    in_directions,
    pairs_of_directions,
    reversed_pairs,
    waves_of,
)

_NOTABLE = 0.1  # of the largest drift force: what panels miss that are too large
_ROUNDING = 1e-9  # of a step, by which differences of frequencies miss its multiples


@dataclass(frozen=True)
class FrequencyPairs:
    """Pairs of frequencies of a grid with equal steps whose difference is within a bandwidth.

    Attributes:
        omega: [n] rad/s, n >= 2, with equal steps.
        bandwidth: rad/s, at least one step.
        between_directions: whether waves of two directions are paired as well.
    """

    omega: FloatArray
    bandwidth: float
    between_directions: bool = False

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


def difference_qtf(
    model: PanelModel,
    pairs: FrequencyPairs,
    results: Mapping[float, FrequencyResult],
) -> tuple[QuadraticTransferFunction, list[Finding]]:
    """Computes T of all pairs by hull pressure and second-order potential, with a check.

    On the diagonal (a wave with itself) the second-order potential has no contribution. The
    difference there between pressure integration and the mean drift of the far field is subtracted
    from the other pairs of one direction as well, as the mean of both waves, for a single body.
    Of several bodies the far field only has the sum, which the mean drift is compared with.

    Args:
        model: problem of floating bodies that keeps its waves.
        pairs: frequency pairs.
        results: results at all frequencies and differences of `pairs`.
    """
    count = len(model.wave_directions)
    of_directions = pairs_of_directions(count, between=pairs.between_directions)
    values = _by_pressure(model, pairs, results, of_directions)
    qtf = QuadraticTransferFunction(pairs.omega, model.wave_directions[of_directions], values)
    if len(model.floating) > 1:
        return qtf, []
    equal = values[:count]  # a view, which is changed
    far = np.array([results[omega].mean_drift_force.T for omega in pairs.omega.tolist()])
    far = np.moveaxis(far, 0, 2).swapaxes(0, 1)  # [m, 6, n]
    miss = np.diagonal(equal, axis1=2, axis2=3).real - far
    apart = np.abs(np.subtract.outer(pairs.omega, pairs.omega))
    within = apart < pairs.differences[-1] + 0.5 * pairs.step
    equal -= within * 0.5 * (miss[:, :, :, None] + miss[:, :, None, :])
    reach = float(np.abs(model.floating_hulls.hulls[0].surface.arms).max())
    return qtf, [_diagonal_finding(miss, far, reach)]


def _by_pressure(
    model: PanelModel,
    pairs: FrequencyPairs,
    results: Mapping[float, FrequencyResult],
    of_directions: npt.NDArray[np.int64],
) -> ComplexArray:
    """T [d, 6N, n, n] by pressure over the hulls, without the correction of difference_qtf().

    Args:
        model: problem of floating bodies that keeps its waves.
        pairs: frequency pairs.
        results: results at all frequencies and differences of `pairs`.
        of_directions: [d, 2] indices of the directions of both waves; with a pair also its reverse.
    """
    hulls, count = model.floating_hulls, len(pairs.omega)
    own, other = of_directions.T
    reverse = reversed_pairs(of_directions)
    directions = (model.wave_directions[own], model.wave_directions[other])
    values = np.zeros((len(own), model.dof_count, count, count), dtype=complex)
    differences = [results[omega] for omega in pairs.differences.tolist()]
    near: list[tuple[Wave, ...]] = []  # those before, nearest first
    for row, omega in enumerate(pairs.omega.tolist()):
        waves = waves_of(hulls, results[omega])
        first = in_directions(waves, own)
        alone = hulls.quadratic_force(first, in_directions(waves, other)).T
        values[:, :, row, row] = 0.5 * (alone.conj() + alone[reverse])
        for steps, (before, radiated) in enumerate(zip(near, differences, strict=False), start=1):
            bound = bound_wave(
                omega,
                before[0].omega,
                directions=directions,
                water_depth=model.water_depth,
                gravity=model.gravity,
            )
            assert radiated.waves is not None
            second = in_directions(before, other)
            force = hulls.quadratic_force(first, second)
            force = force + potential_force(hulls, first, second, radiated.waves, bound)
            values[:, :, row, row - steps] = force.T.conj()  # to exp(+i omega t)
            values[reverse, :, row - steps, row] = force.T
        near = [waves, *near[: len(differences) - 1]]
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
