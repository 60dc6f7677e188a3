"""Slow drift: motions at the difference frequencies of waves in a stationary sea."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np

from raftup._generated import model_pb2, second_order_pb2
from raftup.base.arrays import ComplexArray, FloatArray
from raftup.frequency_domain.drift_data import DriftData
from raftup.frequency_domain.linear_model import LinearModel
from raftup.frequency_domain.quadrature import cubic_between, refined_integrals
from raftup.frequency_domain.readouts import Readout
from raftup.frequency_domain.response import ResponseSolver
from raftup.frequency_domain.sea_state import SeaState
from raftup.frequency_domain.short_term import ShortTerm, spectral_statistics
from raftup.frequency_domain.tension_readouts import OutputReadout
from raftup.frequency_domain.waves import wavenumber
from raftup.remote.linearisation import LinearGrid
from raftup.remote.linearisation_request import WaveGrid

_FINEST, _COUNT = 1e-3, 400  # rad/s: a resonance of 100 s with 2 % of damping is .0025 wide
_PAIRS = 8.0  # S_F = 8 int S S |T|^2
_TOLERANCE = 1e-4  # of the largest density of force and of motion in a dof
_NODES_AT_ONCE = 400  # 16 MB for each body


@dataclass(frozen=True)
class SlowDrift:
    """Slow motions that are excited by second-order forces at difference frequencies.

    Attributes:
        omega: [n] rad/s: frequency differences mu.
        force_spectrum: [n, 6N] one-sided density: 8 int S(w) S(w + mu) |T(w + mu, w)|^2 dw.
        states: statistics of the slow motions, one per readout.
    """

    omega: FloatArray
    force_spectrum: FloatArray
    states: list[ShortTerm]


def slow_grid() -> WaveGrid:
    """The grid of frequency differences at which the equations are needed."""
    return WaveGrid(omega=np.asarray(_FINEST * np.arange(1, _COUNT + 1), dtype=float))


def slow_drift(
    linear: LinearModel,
    solver: ResponseSolver,
    slope: FloatArray,
    sea: SeaState,
    data: Sequence[DriftData],
    readouts: list[Readout],
    water: model_pb2.Environment,
    spectra_grid: LinearGrid,
) -> SlowDrift:
    """Spectra and statistics of slow drift.

    Pairs of waves of different directions count for the bodies whose second-order forces they cause
    together. Single harmonics are neglected. Every pair (w, w + mu) excites all bodies, with its
    own phase at each of them. On a current, D and T are evaluated at the frequencies observed in a
    frame that moves with the water. The integral over w is refined until halving the spacing
    changes no density by more than 1e-4 of the largest of its dof.

    Args:
        linear: the linear model.
        solver: solver on slow_grid().
        slope: c of the linearized quadratic damping in this sea.
        sea: sea with spectra at evenly spaced omega.
        data: second-order forces of every body that has any.
        readouts: quantities to be computed.
        water: depth and gravity.
        spectra_grid: grid of the spectra, with wave numbers on the current.

    Source:
        Pinkster (1980), Low frequency second order wave exciting forces on floating structures.
    """
    size = 6 * len(linear.body_names)
    force = np.zeros((len(solver.omega), size))
    spectra = [np.zeros((len(solver.omega), len(readout.matrix))) for readout in readouts]
    for pairs in _wave_pairs(linear, sea, data, water, spectra_grid):

        def sums(nodes: FloatArray, steps: FloatArray, pairs: _Pairs = pairs) -> list[FloatArray]:
            return _sums(pairs, data, solver, slope, readouts, nodes, steps)

        found = refined_integrals(sums, sea.omega, _TOLERANCE)
        for spectrum, values in zip([force, *spectra], found, strict=True):
            spectrum += values
    states = [spectral_statistics(spectrum, solver.omega) for spectrum in spectra]
    return SlowDrift(solver.omega, force, states)


def _wave_pairs(
    linear: LinearModel,
    sea: SeaState,
    data: Sequence[DriftData],
    water: model_pb2.Environment,
    spectra_grid: LinearGrid,
) -> Iterator[_Pairs]:
    """Every wave direction with itself and, where a body joins directions, with each other one."""
    waves = []
    for column, direction, density in zip(sea.columns, sea.directions, sea.density, strict=True):
        carried = spectra_grid.wavenumber[:, column] if linear.equations.has_current else None
        waves.append(_Waves(linear, sea.omega, density, float(direction), water, carried))
    joined = any(one.joins_directions for one in data)
    for lower in waves:
        for higher in waves if joined else [lower]:
            yield _Pairs(lower, higher)


def _sums(
    pairs: _Pairs,
    data: Sequence[DriftData],
    solver: ResponseSolver,
    slope: FloatArray,
    readouts: list[Readout],
    nodes: FloatArray,
    steps: FloatArray,
) -> list[FloatArray]:
    """8 S(w) S(w + mu) |T(w + mu, w)|^2 dw, summed over w: forces [n, 6N], readouts [n, k]."""
    sums: list[FloatArray] = []
    for first in range(0, len(nodes), _NODES_AT_ONCE):
        omega = nodes[first : first + _NODES_AT_ONCE]
        widths = steps[first : first + _NODES_AT_ONCE]
        forces = np.stack([pairs.force(data, omega, mu) for mu in solver.omega])  # [n, w, 6N]
        weights = np.stack([widths * pairs.density(omega, mu) for mu in solver.omega])
        parts = [np.einsum("nw,nwi->ni", weights, np.abs(forces) ** 2)]
        motions = solver.respond(np.swapaxes(forces, 1, 2), slope)
        covariance = np.swapaxes(weights[:, :, None] * motions, 1, 2) @ np.conj(motions)
        for readout in readouts:
            if isinstance(readout, OutputReadout):
                parts.append(_variances(readout, covariance, solver.omega))
                continue
            values = np.abs(readout.of(motions, solver.omega)) ** 2
            parts.append(np.einsum("nw,nwk->nk", weights, values))
        sums = [old + new for old, new in zip(sums, parts, strict=True)] if sums else parts
    return sums


def _variances(readout: OutputReadout, covariance: ComplexArray, omega: FloatArray) -> FloatArray:
    """Variances [n, k] of outputs y = M x from the covariances [n, 6N, 6N] of the motions x.

    A line has hundreds of numbers, and there are thousands of pairs of waves: M P M^H takes none of
    the numbers for each pair.
    """
    each = np.broadcast_to(np.eye(covariance.shape[1], dtype=complex), covariance.shape)
    by_motion = readout.of(each, omega)  # [n, 6N, k]
    turned = np.swapaxes(covariance, 1, 2) @ by_motion
    return np.asarray((turned * by_motion.conj()).sum(axis=1).real)


class _Waves:
    """The waves of one direction of a sea, with the positions of the bodies in them."""

    def __init__(
        self,
        linear: LinearModel,
        omega: FloatArray,
        density: FloatArray,
        direction: float,
        water: model_pb2.Environment,
        carried: FloatArray | None,
    ) -> None:
        """Prepares the waves; `carried`: wave numbers on a current [n] rad/m, 0 if stopped."""
        self._linear = linear
        self._omega = omega
        self._density = density
        self._direction = direction
        self._bodies = {body.name: place for place, body in enumerate(linear.equations.bodies)}
        self._depth = water.water_depth if water.HasField("water_depth") else np.inf
        self._gravity = water.gravity
        self._carried = carried

    def wavenumber(self, omega: FloatArray) -> FloatArray:
        """Wave numbers in rad/m; on a current interpolated between those of the grid."""
        if self._carried is None:
            return wavenumber(omega, self._depth, self._gravity)
        return np.asarray(np.interp(omega, self._omega, self._carried))

    def intrinsic(self, omega: FloatArray) -> FloatArray:
        """Frequencies in rad/s in a frame that moves with the water."""
        if self._carried is None:
            return omega
        k = self.wavenumber(omega)
        return np.asarray(np.sqrt(self._gravity * k * np.tanh(np.minimum(k * self._depth, 100.0))))

    def seen_from(self, body: str) -> tuple[slice, float, float, FloatArray]:
        """Dofs of a body, wave direction in its axes, position along the waves, rotation."""
        place = self._bodies[body]
        at = self._linear.equations.bodies[place]
        way = np.array([np.cos(self._direction), np.sin(self._direction)])
        cosine, sine = np.cos(at.heading - at.rest_heading), np.sin(at.heading - at.rest_heading)
        turn = np.kron(np.eye(2), np.array([[cosine, -sine, 0], [sine, cosine, 0], [0, 0, 1]]))
        dofs = slice(6 * place, 6 * place + 6)
        return dofs, self._direction - at.heading, float(way @ at.center_of_mass[:2]), turn

    def size(self) -> int:
        """Number of dofs of all bodies."""
        return 6 * len(self._linear.body_names)

    def density(self, omega: FloatArray) -> FloatArray:
        """Spectral density [w] of the elevation, m2 s/rad."""
        return np.asarray(cubic_between(self._omega, self._density, omega))


@dataclass(frozen=True)
class _Pairs:
    """Pairs of waves of two directions, which may be the same: (w, w + mu).

    Attributes:
        lower: waves of the frequencies w.
        higher: waves of the frequencies w + mu.
    """

    lower: _Waves
    higher: _Waves

    def force(
        self, data: Sequence[DriftData], omega: FloatArray, difference: float
    ) -> ComplexArray:
        """T(w + mu, w) of all bodies with its phase [w, 6N]; 0 for bodies with mean drift only."""
        force = np.zeros((len(omega), self.lower.size()), dtype=complex)
        k_lower = self.lower.wavenumber(omega)
        k_higher = self.higher.wavenumber(omega + difference)
        seen_lower = self.lower.intrinsic(omega)
        seen_higher = self.higher.intrinsic(omega + difference)
        for one in data:
            if one.options.method == second_order_pb2.SECOND_ORDER_METHOD_MEAN:
                continue
            if self.lower is not self.higher and not one.joins_directions:
                continue
            dofs, lower_way, lower_along, turn = self.lower.seen_from(one.body)
            _, higher_way, higher_along, _ = self.higher.seen_from(one.body)
            path = (k_higher - k_lower) * higher_along + k_lower * (higher_along - lower_along)
            phase = np.exp(-1j * path)[:, None]
            ways = higher_way, lower_way
            transfer = one.transfer(seen_lower, seen_higher - seen_lower, ways)
            force[:, dofs] = phase * transfer @ turn.T
        return force

    def density(self, omega: FloatArray, difference: float) -> FloatArray:
        """Factor 8 S(w) S(w + mu) of the force spectrum [w], m4 s2/rad2."""
        return _PAIRS * self.lower.density(omega) * self.higher.density(omega + difference)
