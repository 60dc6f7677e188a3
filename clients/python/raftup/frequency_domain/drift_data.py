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
        pairs: transfer functions T [m, n, n, 6] of waves of one direction; only for method full.
        between: T [m, m, n, n, 6] of waves of any two directions, the higher frequency first; only
            for the method full with the directions filed.
    """

    body: str
    options: second_order_pb2.SecondOrder
    omega: FloatArray
    directions: FloatArray
    drift: FloatArray
    pairs: ComplexArray | None
    between: ComplexArray | None = None

    @property
    def joins_directions(self) -> bool:
        """Whether waves of different directions cause forces together."""
        joined = second_order_pb2.DIRECTION_PAIRS_STANDING, second_order_pb2.DIRECTION_PAIRS_FILED
        return self.options.directions in joined

    def transfer(
        self,
        omega: FloatArray,
        difference: float | FloatArray,
        directions: tuple[float, float],
    ) -> ComplexArray:
        """Transfer functions T(omega + difference, omega) for pairs of waves [k, 6].

        Args:
            omega: frequencies of the lower waves [rad/s].
            difference: of the frequencies of each pair [rad/s].
            directions: of the higher and of the lower waves, in the axes of the body [rad]. They
                may differ if `joins_directions`.
        """
        higher = omega + difference
        if self.pairs is not None:
            T = self._pairs_of(self.pairs, directions)
            first, second = _hats(self.omega, higher), _hats(self.omega, omega)
            values = np.einsum("kp,pqd,kq->kd", first, T, second, optimize=True)
            if self.options.difference_cutoff > 0.0:
                slow = np.broadcast_to(difference, omega.shape) <= self.options.difference_cutoff
                values = np.where(slow[:, None], values, 0.0)
            return np.asarray(values)
        one, other = self._drift_at(higher, directions[0]), self._drift_at(omega, directions[1])
        if self.options.newman_form == second_order_pb2.NEWMAN_FORM_ARITHMETIC_MEAN:
            return np.asarray(0.5 * (one + other), dtype=complex)
        positive = np.sqrt(np.maximum(one, 0.0) * np.maximum(other, 0.0))
        negative = np.sqrt(np.maximum(-one, 0.0) * np.maximum(-other, 0.0))
        return np.asarray(positive - negative, dtype=complex)

    def _pairs_of(self, single: ComplexArray, directions: tuple[float, float]) -> ComplexArray:
        """T [n, n, 6] of two directions."""
        first, second = map(self._weights, directions)
        if self.between is None:
            return np.asarray(np.tensordot(first, single, axes=1))
        return np.asarray(np.einsum("a,b,abpqd->pqd", first, second, self.between, optimize=True))

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
            found.append(of_body(member.body, group.second_order, table, place))
    return tuple(found)


def has_second_order(group: model_pb2.HydrodynamicGroup) -> bool:
    """Whether a group has second-order forces of pairs of waves."""
    none = (
        second_order_pb2.SECOND_ORDER_METHOD_UNSPECIFIED,
        second_order_pb2.SECOND_ORDER_METHOD_NONE,
    )
    return group.second_order.method not in none


def of_body(
    body: str, options: second_order_pb2.SecondOrder, table: Coefficients, place: int
) -> DriftData:
    """The data of one body.

    Args:
        body: name of the body in the model.
        options: options of its second-order forces.
        table: coefficients of its database.
        place: index of the body in the database.
    """
    dofs = slice(6 * place, 6 * place + 6)
    full = options.method == second_order_pb2.SECOND_ORDER_METHOD_FULL
    if not full and "mean_drift_force" in table:
        drift = np.moveaxis(table["mean_drift_force"][:, :, dofs], 1, 0)
        return DriftData(body, options, table.omega, table.wave_direction, drift, None)
    directions, pairs = _pairs(table, place)
    omega = table["qtf_difference_omega"]
    if full:
        filed = options.directions == second_order_pb2.DIRECTION_PAIRS_FILED
        between = _between(table, place, directions) if filed else None
        return DriftData(body, options, omega, directions, np.empty(0), pairs, between)
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


def _between(table: Coefficients, place: int, directions: FloatArray) -> ComplexArray:
    """T [m, m, n, n, 6] between directions [m], Hermitian; one order of two is enough."""
    both = table["qtf_difference_direction"]
    dofs = table["qtf_difference_influenced_dof"].astype(int)
    size, count = len(table["qtf_difference_omega"]), len(directions)
    pairs = np.zeros((count, count, size, size, 6), dtype=complex)
    known = np.zeros((count, count, 6))
    for entry in np.flatnonzero(np.isin(both, directions).all(axis=1) & (dofs // 6 == place)):
        values, dof = table["qtf_difference"][entry], dofs[entry] % 6
        first, second = np.searchsorted(directions, both[entry])
        pairs[first, second, :, :, dof] += values
        pairs[second, first, :, :, dof] += values.conj().T
        known[first, second, dof] += 1.0
        known[second, first, dof] += 1.0
    return np.asarray(pairs / np.maximum(known, 1.0)[:, :, None, None, :])


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
