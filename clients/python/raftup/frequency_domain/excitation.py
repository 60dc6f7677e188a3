"""Wave excitation of bodies wherever they stand and head, as the simulation has it."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from raftup.coefficients import BooleanArray, Coefficients, ComplexArray, FloatArray
from raftup.frequency_domain.current import Current
from raftup.frequency_domain.waves import wavenumber

_SAME_DIRECTION = 1e-6  # rad; files round degrees to single precision
_WIDEST_GAP = 0.5 * np.pi + _SAME_DIRECTION  # of data that cover the circle
_TURN = 2.0 * np.pi


class HeadingInterpolation:
    """Weights of the filed directions for a wave from any direction (hydro/excitation).

    Directions evenly around the circle: by trigonometric polynomials; unevenly: by a periodic cubic
    spline; over a part of it: by a natural cubic spline.
    """

    def __init__(self, directions: FloatArray) -> None:
        """Of the filed directions [m] rad, ascending."""
        self._filed_count = len(directions)
        closed = abs(directions[-1] - directions[0] - _TURN) < _SAME_DIRECTION
        self.directions = directions[:-1] if closed else directions
        gaps = np.diff(self.directions, append=self.directions[0] + _TURN)
        self._even = False
        self.covers_circle = False
        self._curvatures = np.zeros((len(gaps), len(gaps)))
        if len(gaps) == 1:
            return
        widest = float(gaps[:-1].max())
        self.covers_circle = bool(gaps[-1] <= min(1.5 * widest, _WIDEST_GAP))
        self._even = self.covers_circle and bool(np.ptp(gaps) < _SAME_DIRECTION)
        if not self._even:
            self._curvatures = _spline_curvatures(
                gaps if self.covers_circle else gaps[:-1], self.covers_circle
            )

    def contains(self, direction: FloatArray) -> BooleanArray:
        """Which directions [...] rad the data hold, to rounding."""
        if self.covers_circle:
            return np.ones(np.shape(direction), dtype=bool)
        past = (direction - self.directions[0] + _SAME_DIRECTION) % _TURN
        span = self.directions[-1] - self.directions[0]
        return np.asarray(past <= span + 2.0 * _SAME_DIRECTION)

    def weights(self, direction: FloatArray) -> FloatArray:
        """[n, filed directions] of directions [n] rad, each within the data."""
        weights = np.zeros((len(direction), self._filed_count))
        count = len(self.directions)
        if count == 1:
            weights[:, 0] = 1.0
        elif self._even:
            weights[:, :count] = self._trigonometric(direction)
        else:
            weights[:, :count] = self._spline(direction)
        return weights

    def _trigonometric(self, direction: FloatArray) -> FloatArray:
        n = len(self.directions)
        x = direction[:, None] - self.directions
        total: FloatArray = np.ones_like(x)
        for m in range(1, n // 2 + 1):
            total += (1.0 if 2 * m == n else 2.0) * np.cos(m * x)
        scaled: FloatArray = total / n
        return scaled

    def _spline(self, direction: FloatArray) -> FloatArray:
        n = len(self.directions)
        past = (direction - self.directions[0] + _SAME_DIRECTION) % _TURN - _SAME_DIRECTION
        lower = np.searchsorted(self.directions - self.directions[0], past, side="right") - 1
        lower = np.clip(lower, 0, n - 1 if self.covers_circle else n - 2)
        upper = (lower + 1) % n
        gap = (self.directions[upper] - self.directions[lower]) % _TURN
        b = (past - (self.directions[lower] - self.directions[0])) / gap
        a = 1.0 - b
        rows = np.arange(len(direction))
        weights = np.zeros((len(direction), n))
        weights[rows, lower] += a
        weights[rows, upper] += b
        curved = (a**3 - a)[:, None] * self._curvatures[lower] + (b**3 - b)[
            :, None
        ] * self._curvatures[upper]
        return np.asarray(weights + (gap**2 / 6.0)[:, None] * curved)


def _spline_curvatures(gaps: FloatArray, periodic: bool) -> FloatArray:
    """Second derivatives of a cubic spline at its knots, as a matrix acting on the values there."""
    n = len(gaps) if periodic else len(gaps) + 1
    left, right = np.eye(n), np.zeros((n, n))
    for i in range(0 if periodic else 1, n if periodic else n - 1):
        before, after = (i - 1) % n, (i + 1) % n
        gap_before, gap_after = gaps[i - 1], gaps[i]
        left[i, i] = (gap_before + gap_after) / 3.0
        left[i, before] += gap_before / 6.0
        left[i, after] += gap_after / 6.0
        right[i, before] += 1.0 / gap_before
        right[i, after] += 1.0 / gap_after
        right[i, i] -= 1.0 / gap_before + 1.0 / gap_after
    return np.asarray(np.linalg.solve(left, right), dtype=float)


@dataclass(frozen=True)
class BodyExcitation:
    """X of one body with the phase taken at its own centre of mass, where it is smooth.

    Linear in frequency from the long-wave limit at omega = 0, the stiffness against heave.

    Attributes:
        omega: [m] rad/s, from 0.
        transfer: [directions, 6, m] force per metre of amplitude.
        headings: between the directions.
        water_depth: m.
        gravity: m/s2.
    """

    omega: FloatArray
    transfer: ComplexArray
    headings: HeadingInterpolation
    water_depth: float
    gravity: float

    @classmethod
    def of(cls, table: Coefficients, database_body: int) -> BodyExcitation:
        """Of a body of a database that has excitation."""
        body = table.bodies[database_body]
        k = wavenumber(table.omega, table.water_depth, table.gravity)
        x, y, _ = body.center_of_gravity
        b = table.wave_directions[:, None]
        phase = np.exp(1j * k * (x * np.cos(b) + y * np.sin(b)))
        dofs = slice(6 * database_body, 6 * database_body + 6)
        filed = table.excitation[:, dofs] * phase[:, None, :]
        long_wave = np.broadcast_to(body.hydrostatic_stiffness[:, 2, None], (*filed.shape[:2], 1))
        return cls(
            np.append(0.0, table.omega),
            np.concatenate([long_wave, filed], axis=2),
            HeadingInterpolation(table.wave_directions),
            table.water_depth,
            table.gravity,
        )

    def at(
        self,
        omega: FloatArray,
        direction: FloatArray,
        center: FloatArray,
        heading: float,
        current: Current,
    ) -> ComplexArray:
        """X in the axes of the body's heading, phase at the world origin [6, directions, n].

        Args:
            omega: [n] rad/s.
            direction: [m] where the waves go in the world [rad], each within the data.
            center: [3] m, where the body's centre of mass is.
            heading: of the body [rad].
            current: that the waves ride on. X is that of the frequency seen by one who goes with
                the water; 0 where the current stops the wave or the data end below it.
        """
        weights = self.headings.weights(direction - heading)
        along = center[0] * np.cos(direction) + center[1] * np.sin(direction)
        if current.is_still:
            table = self._at_frequencies(omega)
            force = np.einsum("md,dsn->smn", weights, table, optimize=True)
            k = wavenumber(omega, self.water_depth, self.gravity)
            return np.asarray(force * np.exp(-1j * along[:, None] * k))
        waves = current.waves(omega, direction, self.water_depth, self.gravity)
        held = ~waves.stopped & (waves.intrinsic_omega <= self.omega[-1])
        seen = np.where(held, waves.intrinsic_omega, self.omega[-1])
        force = np.zeros((6, *seen.shape), dtype=complex)
        for way, weight in enumerate(weights):
            force[:, way] = np.einsum("d,dsn->sn", weight, self._at_frequencies(seen[way]))
        phase = along[:, None] * np.where(held, waves.wavenumber, 0.0)
        return np.asarray(np.where(held, force * np.exp(-1j * phase), 0.0))

    def holds(self, omega: FloatArray, direction: FloatArray, current: Current) -> BooleanArray:
        """Which waves [directions, n] the current does not stop nor carry beyond the data."""
        waves = current.waves(omega, direction, self.water_depth, self.gravity)
        return np.asarray(~waves.stopped & (waves.intrinsic_omega <= self.omega[-1] * (1.0 + 1e-9)))

    def _at_frequencies(self, omega: FloatArray) -> ComplexArray:
        """X of the filed directions at omega [n], phase at the body, [directions, 6, n]."""
        upper = np.clip(np.searchsorted(self.omega, omega), 1, len(self.omega) - 1)
        lower = upper - 1
        weight = (omega - self.omega[lower]) / (self.omega[upper] - self.omega[lower])
        return np.asarray(
            (1.0 - weight) * self.transfer[..., lower] + weight * self.transfer[..., upper]
        )
