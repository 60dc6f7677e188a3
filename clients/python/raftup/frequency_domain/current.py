"""A steady current: how it carries waves and flows past bodies (hydro/sea/current)."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from raftup._generated import model_pb2, sea_pb2
from raftup.coefficients import BooleanArray, ComplexArray, FloatArray
from raftup.errors import bad_field
from raftup.frequency_domain.body_states import rotation_z
from raftup.frequency_domain.waves import wavenumber

_MOST_ITERATIONS = 100
_CONVERGED = 1e-14  # of k


@dataclass(frozen=True)
class WavesOnCurrent:
    """Waves of given frequencies and directions on a current.

    Attributes:
        wavenumber: [m, n] rad/m.
        intrinsic_omega: [m, n] rad/s, > 0: seen by one who goes with the water.
        stopped: [m, n] where the current lets no such wave run; the numbers there mean nothing.
    """

    wavenumber: FloatArray
    intrinsic_omega: FloatArray
    stopped: BooleanArray


@dataclass(frozen=True)
class Current:
    """Horizontal current, linear in depth between entries and constant beyond.

    Attributes:
        depth: [n] m below the still water plane, ascending.
        velocity: [n, 2] m/s, world x and y.
    """

    depth: FloatArray
    velocity: FloatArray

    @classmethod
    def of(cls, message: sea_pb2.Current) -> Current:
        """That of a model; without one, still water."""
        way = np.deg2rad(np.array(message.direction_deg or [0.0]))
        speed = np.array(message.speed or [0.0])
        velocity = speed[:, None] * np.column_stack([np.cos(way), np.sin(way)])
        return cls(np.array(message.depth or [0.0]), velocity)

    @property
    def is_still(self) -> bool:
        """No current at any depth."""
        return not self.velocity.any()

    def at(self, depth: float) -> FloatArray:
        """[3] m/s, world, at a depth [m]; that of the surface above it."""
        x, y = (float(np.interp(depth, self.depth, part)) for part in self.velocity.T)
        return np.array([x, y, 0.0])

    def felt(self, k: FloatArray, water_depth: float) -> FloatArray:
        """What waves of k [...] rad/m feel of it [..., 2] m/s.

        2 k / sinh(2 k h) integral of U(z) cosh(2 k (z + h)) dz, by parts over the linear pieces.

        Source:
            Skop (1987); Kirby and Chen (1989), first order.
        """
        total = np.zeros((*np.shape(k), 2)) + self.at(0.0)[:2]
        for index in range(len(self.depth) - 1):
            upper, lower = self.depth[index], min(self.depth[index + 1], water_depth)
            if upper >= water_depth:
                break
            slope = self.velocity[index] - self.velocity[index + 1]
            slope = slope / (self.depth[index + 1] - upper)
            weight = _profile_weight(upper, k, water_depth) - _profile_weight(lower, k, water_depth)
            total -= (weight / (2.0 * k))[..., None] * slope
        return total

    def waves(
        self, omega: FloatArray, direction: FloatArray, water_depth: float, gravity: float
    ) -> WavesOnCurrent:
        """Waves with (omega - k U)^2 = g k tanh(k h), U what they feel of the current along them.

        Of several solutions that which still water turns into as the current grows.

        Args:
            omega: [n] rad/s, as seen from the world.
            direction: [m] rad, where the waves go.
            water_depth: h [m], may be infinite.
            gravity: g [m/s2].
        """
        along = np.column_stack([np.cos(direction), np.sin(direction)])
        still = np.tile(wavenumber(omega, water_depth, gravity), (len(direction), 1))
        k, stopped = still, np.zeros(still.shape, dtype=bool)
        for _ in range(_MOST_ITERATIONS):
            U = np.einsum("mnx,mx->mn", self.felt(k, water_depth), along)
            new, found = _wavenumber_on(U, omega, still, water_depth, gravity)
            stopped |= ~found
            change = np.abs(new - k)
            k = new
            if np.all(change <= _CONVERGED * k):
                break
        return WavesOnCurrent(k, _dispersion(k, water_depth, gravity)[0], stopped)


def require_linear_flow(model: model_pb2.Model) -> None:
    """Refuses a current together with a moment of Munk, which these equations do not have.

    Raises:
        RaftupError: BAD_FIELD.
    """
    if Current.of(model.environment.current).is_still:
        return
    described = [
        *((group.name, group.added_mass.coriolis) for group in model.hydrodynamics),
        *((item.name, item.coriolis) for item in model.added_mass_interactions),
    ]
    for name, coriolis in described:
        if coriolis in (model_pb2.MUNK_MOMENT_YAW, model_pb2.MUNK_MOMENT_FULL):
            raise bad_field(
                "environment.current",
                f"must be omitted for a response while {name} has a moment of Munk (coriolis)",
            )


def _profile_weight(depth: float, k: FloatArray, h: float) -> FloatArray:
    """cosh(2 k (h - depth)) / sinh(2 k h), without large numbers."""
    fall: FloatArray = np.exp(-2.0 * k * depth)
    if np.isinf(h):
        return fall
    return fall * (1.0 + np.exp(-4.0 * k * (h - depth))) / -np.expm1(-4.0 * k * h)


def _dispersion(k: FloatArray, h: float, g: float) -> tuple[FloatArray, FloatArray]:
    """The sigma = sqrt(g k tanh(k h)) [rad/s] and its derivative, the group velocity [m/s]."""
    if np.isinf(h):
        deep = np.sqrt(g * k)
        return deep, 0.5 * deep / k
    t = np.tanh(k * h)
    sigma = np.sqrt(g * k * t)
    return sigma, 0.5 * g * (t + k * h * (1.0 - t * t)) / sigma


def _wavenumber_on(
    U: FloatArray, omega: FloatArray, start: FloatArray, h: float, g: float
) -> tuple[FloatArray, BooleanArray]:
    """The k of sigma(k) + k U = omega, by Newton from below, and where there is one."""
    k, found = start, np.ones(start.shape, dtype=bool)
    for _ in range(_MOST_ITERATIONS):
        sigma, group_velocity = _dispersion(k, h, g)
        slope = group_velocity + U
        found &= slope > 0.0
        change = np.where(found, (sigma + k * U - omega) / np.where(found, slope, 1.0), 0.0)
        k = k - change
        if np.all(np.abs(change) <= _CONVERGED * k):
            break
    return k, found


@dataclass(frozen=True)
class Flow:
    """A current as the linear equations of bodies have it.

    Attributes:
        current: that the waves ride on.
        velocity: [6N] m/s: of the bodies through the water where they are in the mean, in the axes
            of their mean headings.
        turning: [6N, 6N] per s: what a displacement adds to the velocity through the water, by the
            turn of the body's axes against the current; in the axes of the dofs.
    """

    current: Current
    velocity: FloatArray
    turning: FloatArray

    @classmethod
    def of(
        cls, current: Current, past: FloatArray, headings: FloatArray, rest_headings: FloatArray
    ) -> Flow:
        """Of a current and what of it flows past [N, 3] m/s bodies of given headings [N] rad."""
        count = len(past)
        velocity, turning = np.zeros(6 * count), np.zeros((6 * count, 6 * count))
        for body in range(count):
            ahead = rotation_z(float(headings[body])).T @ past[body]
            rest = rotation_z(float(rest_headings[body])).T @ past[body]
            velocity[6 * body : 6 * body + 3] = -ahead
            turning[6 * body : 6 * body + 2, 6 * body + 5] = -rest[1], rest[0]
        return cls(current, velocity, turning)

    def speeds(self, motion: ComplexArray, omega: FloatArray) -> ComplexArray:
        """Through the water [n, ..., 6N] of motions at omega [n] rad/s, beside the mean."""
        rates = motion * (1j * omega).reshape(-1, *[1] * (motion.ndim - 1))
        return np.asarray(rates + motion @ self.turning.T)
