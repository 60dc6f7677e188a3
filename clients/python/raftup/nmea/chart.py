"""Position of a body of a model on the earth."""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np
from geographiclib.geodesic import Geodesic

from raftup.base.arrays import FloatArray
from raftup.base.errors import bad_field
from raftup.base.rotations import rotation_matrix

KNOT = 1852.0 / 3600.0
"""One knot in m/s."""


@dataclass(frozen=True)
class Motion:
    """Motion of a ship, as measured by instruments on board.

    Attributes:
        latitude: deg, north.
        longitude: deg, east, from -180 to less than 180.
        altitude: m above the still water.
        heading: deg, clockwise from true north, from 0 to less than 360.
        course: course over ground in deg, clockwise from true north; the heading if the ship does
            not move.
        speed: speed over ground [kn].
        turn: rate of turn [deg/min], > 0 to starboard.
    """

    latitude: float
    longitude: float
    altitude: float
    heading: float
    course: float
    speed: float
    turn: float


class Chart:
    """Map from the world of a model to the WGS 84 ellipsoid.

    A point of the model is mapped along the geodesic from the origin in its direction, to the same
    distance. Distances and directions from the origin are exact, also at the poles and across 180
    deg.
    """

    def __init__(self, latitude: float, longitude: float, axis_heading: float = 90.0) -> None:
        """Sets the position of the world on the earth.

        Args:
            latitude: latitude of the origin, deg, -90 to 90.
            longitude: longitude of the origin, deg, -180 to 180.
            axis_heading: direction of the world's x axis, deg clockwise from north; 90 = east.

        Raises:
            RaftupError: BAD_FIELD for an invalid origin.
        """
        if not -90.0 <= latitude <= 90.0:
            raise bad_field("origin", f"must have a latitude from -90 to 90, has {latitude:g}")
        if not -180.0 <= longitude <= 180.0:
            raise bad_field("origin", f"must have a longitude from -180 to 180, has {longitude:g}")
        self._origin = (latitude, longitude)
        self._axis_heading = axis_heading

    def motion(
        self,
        position: FloatArray,
        orientation: FloatArray,
        velocity: FloatArray,
        turning: FloatArray,
    ) -> Motion:
        """Converts the motion of a body to position, course and speed on the earth.

        Args:
            position: [3] m, world.
            orientation: [4] unit quaternion w x y z, body to world.
            velocity: [3] m/s, world.
            turning: [3] rad/s, world.
        """
        there = Geodesic.WGS84.Direct(
            *self._origin, self._compass(position[0], position[1]), math.hypot(*position[:2])
        )
        turned = there["azi2"] - there["azi1"]  # of north on the way from the origin
        bow = rotation_matrix(orientation)[:, 0]
        heading = (self._compass(bow[0], bow[1]) + turned) % 360.0
        speed = math.hypot(velocity[0], velocity[1]) / KNOT
        moves = speed > 0.0
        return Motion(
            latitude=there["lat2"],
            longitude=(there["lon2"] + 180.0) % 360.0 - 180.0,
            altitude=float(position[2]),
            heading=heading,
            course=(self._compass(velocity[0], velocity[1]) + turned) % 360.0 if moves else heading,
            speed=speed,
            turn=-60.0 * float(np.rad2deg(turning[2])),
        )

    def _compass(self, x: float, y: float) -> float:
        """Heading of a direction of the world [deg]."""
        return self._axis_heading - math.degrees(math.atan2(y, x))
