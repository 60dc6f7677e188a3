"""Track, heading and speed of a ship, in the world and relative to an order."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from raftup.base.arrays import FloatArray
from raftup.remote.rows import Rows
from raftup.trials.ship import Ship


@dataclass(frozen=True)
class Track:
    """Motion of a ship over time; headings and turns are positive to starboard, as on a compass.

    Attributes:
        time: [n] s.
        x: [n] m, world: x of the point at midship.
        y: [n] m, world: y of the point at midship.
        heading: [n] rad, to starboard of the world's x axis, without jumps.
        ahead: [n] m/s, velocity at midship along the bow.
        starboard: [n] m/s, velocity at midship to starboard.
        yaw_rate: [n] rad/s, to starboard.
        rudder: [n] rad, > 0 turns to starboard; mean of all rudders, NaN without one.
        propeller: [n] 1/s; mean of all propellers, NaN without one.
    """

    time: FloatArray
    x: FloatArray
    y: FloatArray
    heading: FloatArray
    ahead: FloatArray
    starboard: FloatArray
    yaw_rate: FloatArray
    rudder: FloatArray
    propeller: FloatArray

    @property
    def speed(self) -> FloatArray:
        """Speed over ground [n] m/s."""
        return np.hypot(self.ahead, self.starboard)

    def since(self, time: float) -> Course:
        """The motion after an order, relative to position and heading at the order.

        Args:
            time: time of the order [s]; the nearest row is the first.
        """
        start = int(np.argmin(np.abs(self.time - time)))
        heading = self.heading[start]
        dx, dy = self.x[start:] - self.x[start], self.y[start:] - self.y[start]
        # The heading turns clockwise from +x, so that the bow points along (cos, -sin).
        cosine, sine = np.cos(heading), np.sin(heading)
        steps = np.hypot(np.diff(dx), np.diff(dy))
        return Course(
            time=self.time[start:] - self.time[start],
            advance=dx * cosine - dy * sine,
            transfer=-dx * sine - dy * cosine,
            turned=self.heading[start:] - heading,
            distance=np.concatenate([[0.0], np.cumsum(steps)]),
            speed=self.speed[start:],
            ahead=self.ahead[start:],
            drift=np.arctan2(-self.starboard[start:], self.ahead[start:]),
            yaw_rate=self.yaw_rate[start:],
            rudder=self.rudder[start:],
            approach_speed=float(self.speed[start]),
        )


@dataclass(frozen=True)
class Course:
    """The course of a ship after an order.

    Attributes:
        time: [n] s since the order.
        advance: [n] m, along the heading at the order.
        transfer: [n] m, to starboard of this heading.
        turned: [n] rad, change of heading to starboard.
        distance: [n] m, along the track.
        speed: [n] m/s.
        ahead: [n] m/s, along the bow.
        drift: [n] rad, drift angle, > 0 if the flow comes from starboard of the bow, as in a turn
            to starboard.
        yaw_rate: [n] rad/s, to starboard.
        rudder: [n] rad.
        approach_speed: speed at the order [m/s].
    """

    time: FloatArray
    advance: FloatArray
    transfer: FloatArray
    turned: FloatArray
    distance: FloatArray
    speed: FloatArray
    ahead: FloatArray
    drift: FloatArray
    yaw_rate: FloatArray
    rudder: FloatArray
    approach_speed: float

    def to_side(self, sign: float) -> Course:
        """The course itself if `sign` > 0, otherwise mirrored: starboard and port are exchanged."""
        if sign > 0.0:
            return self
        parts = {name: getattr(self, name) for name in self.__dataclass_fields__}
        for name in ("transfer", "turned", "drift", "yaw_rate", "rudder"):
            parts[name] = -parts[name]
        return Course(**parts)

    def at(self, values: FloatArray, crossing: FloatArray, level: float) -> float:
        """A value where another first reaches a level, linearly interpolated; NaN if it never does.

        Args:
            values: [n] values that are interpolated.
            crossing: [n] values that reach the level from below.
            level: level in the unit of `crossing`.
        """
        reached = np.flatnonzero(crossing >= level)
        if not len(reached):
            return float("nan")
        place = int(reached[0])
        if place == 0:
            return float(values[0])
        before, after = crossing[place - 1 : place + 1]
        share = (level - before) / (after - before)
        return float(values[place - 1] + share * (values[place] - values[place - 1]))


def track_of(rows: Rows, observer: str, ship: Ship) -> Track:
    """The track from rows of a session.

    Args:
        rows: rows with the outputs of raftup.trials.calm.outputs_of().
        observer: name of the observer at midship.
        ship: ship of the rows.
    """
    w, x, y, z = rows[f"{observer}.orientation"].T
    position, velocity = rows[f"{observer}.position"], rows[f"{observer}.linear_velocity"]
    yaw = np.unwrap(np.arctan2(2.0 * (w * z + x * y), 1.0 - 2.0 * (y * y + z * z)))
    cosine, sine = np.cos(yaw), np.sin(yaw)
    return Track(
        time=rows.time,
        x=position[:, 0],
        y=position[:, 1],
        heading=-yaw,
        ahead=velocity[:, 0] * cosine + velocity[:, 1] * sine,
        starboard=velocity[:, 0] * sine - velocity[:, 1] * cosine,
        yaw_rate=-rows[f"{observer}.angular_velocity"][:, 2],
        rudder=_mean(rows, [f"{name}.angle" for name in ship.rudders]),
        propeller=_mean(rows, [f"{name}.speed" for name in ship.propellers]),
    )


def _mean(rows: Rows, names: list[str]) -> FloatArray:
    if not names:
        return np.full(len(rows), np.nan)
    return np.asarray(np.mean([rows[name][:, 0] for name in names], axis=0))
