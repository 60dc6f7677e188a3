"""Second-order forces of a database for statistics: transfer functions of each body."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from raftup._generated import model_pb2, second_order_pb2
from raftup.base.arrays import ComplexArray, FloatArray
from raftup.remote.coefficients import Coefficients

_TURN = 2.0 * np.pi


@dataclass(frozen=True)
class DriftData:
    """Difference-frequency forces of one body, F = Re sum T_mn z_m z_n* over all ordered pairs.

    They are interpolated linearly in frequency and in direction.

    Attributes:
        body: name of the body in the model.
        options: options of the second-order forces: method, Newman's form, cutoff.
        omega: [n] rad/s.
        directions: [m] rad, in the axes of the body.
        drift: mean drift forces D [m, n, 6]; empty for the method full.
        pairs: transfer functions T [m, n, n, 6]; only for the method full.
    """

    body: str
    options: second_order_pb2.SecondOrder
    omega: FloatArray
    directions: FloatArray
    drift: FloatArray
    pairs: ComplexArray | None

    def transfer(
        self, omega: FloatArray, difference: float | FloatArray, direction: float
    ) -> ComplexArray:
        """Transfer functions T(omega + difference, omega) for waves of one direction [k, 6]."""
        higher = omega + difference
        if self.pairs is not None:
            T = np.tensordot(self._weights(direction), self.pairs, axes=1)
            first, second = _hats(self.omega, higher), _hats(self.omega, omega)
            values = np.einsum("kp,pqd,kq->kd", first, T, second, optimize=True)
            if self.options.difference_cutoff > 0.0:
                slow = np.broadcast_to(difference, omega.shape) <= self.options.difference_cutoff
                values = np.where(slow[:, None], values, 0.0)
            return np.asarray(values)
        one, other = self._drift_at(higher, direction), self._drift_at(omega, direction)
        if self.options.newman_form == second_order_pb2.NEWMAN_FORM_ARITHMETIC_MEAN:
            return np.asarray(0.5 * (one + other), dtype=complex)
        positive = np.sqrt(np.maximum(one, 0.0) * np.maximum(other, 0.0))
        negative = np.sqrt(np.maximum(-one, 0.0) * np.maximum(-other, 0.0))
        return np.asarray(positive - negative, dtype=complex)

    def _drift_at(self, omega: FloatArray, direction: float) -> FloatArray:
        D = np.tensordot(self._weights(direction), self.drift, axes=1)
        # from 0 at omega = 0
        return np.asarray(
            _hats(np.append(0.0, self.omega), omega) @ np.vstack([np.zeros((1, 6)), D])
        )

    def _weights(self, direction: float) -> FloatArray:
        """Interpolation weights of the directions of the data."""
        if len(self.directions) == 1:
            return np.ones(1)
        filed = np.append(self.directions, self.directions[0] + _TURN)
        turned = self.directions[0] + (direction - self.directions[0]) % _TURN
        hats = _hats(filed, np.array([turned]))[0]
        hats[0] += hats[-1]
        return np.asarray(hats[:-1])


def drift_data(
    model: model_pb2.Model, coefficients: dict[str, Coefficients]
) -> tuple[DriftData, ...]:
    """Reads the data of every body that has second-order forces.

    Args:
        model: model with the value of every default.
        coefficients: coefficients by the name of the database in the group.
    """
    found = []
    for group in model.hydrodynamics:
        if not has_second_order(group):
            continue
        table = coefficients[group.database]
        names = [body.name for body in table.bodies]
        for member in group.bodies:
            place = names.index(member.database_body)
            found.append(_of_body(member.body, group.second_order, table, place))
    return tuple(found)


def has_second_order(group: model_pb2.HydrodynamicGroup) -> bool:
    """Whether a group has second-order forces of pairs of waves."""
    none = (
        second_order_pb2.SECOND_ORDER_METHOD_UNSPECIFIED,
        second_order_pb2.SECOND_ORDER_METHOD_NONE,
    )
    return group.second_order.method not in none


def _of_body(
    body: str, options: second_order_pb2.SecondOrder, table: Coefficients, place: int
) -> DriftData:
    dofs = slice(6 * place, 6 * place + 6)
    full = options.method == second_order_pb2.SECOND_ORDER_METHOD_FULL
    if not full and "mean_drift_force" in table:
        drift = np.moveaxis(table["mean_drift_force"][:, :, dofs], 1, 0)
        return DriftData(body, options, table.omega, table.wave_direction, drift, None)
    directions, pairs = _pairs(table, place)
    omega = table["qtf_difference_omega"]
    if full:
        return DriftData(body, options, omega, directions, np.empty(0), pairs)
    diagonal = np.moveaxis(np.diagonal(pairs, axis1=1, axis2=2), 2, 1).real
    return DriftData(body, options, omega, directions, diagonal, None)


def _pairs(table: Coefficients, place: int) -> tuple[FloatArray, ComplexArray]:
    """Directions [m] and T [m, n, n, 6] for pairs of equal direction, made Hermitian."""
    both = table["qtf_difference_direction"]
    dofs = table["qtf_difference_influenced_dof"].astype(int)
    single = both[:, 0] == both[:, 1]
    directions = np.unique(both[single, 0])
    size = len(table["qtf_difference_omega"])
    pairs = np.zeros((len(directions), size, size, 6), dtype=complex)
    for entry in np.flatnonzero(single & (dofs // 6 == place)):
        values = table["qtf_difference"][entry]
        way = int(np.searchsorted(directions, both[entry, 0]))
        pairs[way, :, :, dofs[entry] % 6] = 0.5 * (values + values.conj().T)
    return directions, pairs


def _hats(grid: FloatArray, values: FloatArray) -> FloatArray:
    """Weights [k, n] of linear interpolation; 0 outside the grid."""
    weights = np.zeros((len(values), len(grid)))
    if len(grid) == 1:
        weights[np.isclose(values, grid[0], rtol=1e-9), 0] = 1.0
        return weights
    inside = (values >= grid[0] * (1.0 - 1e-9)) & (values <= grid[-1] * (1.0 + 1e-9))
    lower = np.clip(np.searchsorted(grid, values, side="right") - 1, 0, len(grid) - 2)
    fraction = (values - grid[lower]) / (grid[lower + 1] - grid[lower])
    rows = np.arange(len(values))
    weights[rows, lower] = np.where(inside, 1.0 - fraction, 0.0)
    weights[rows, lower + 1] = np.where(inside, fraction, 0.0)
    return weights
