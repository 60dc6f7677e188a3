"""Mooring lines by MoorDyn: the motion of a body moves fairleads, line forces act on the body.

Source: Hall (2020), MoorDyn v2: new capabilities in mooring system components and load cases.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

import moordyn
import numpy as np

from raftup.base.arrays import FloatArray
from raftup.base.closing import Closing
from raftup.base.errors import bad_field
from raftup.base.rotations import rotation_matrix
from raftup.remote.rows import Rows
from raftup.remote.session import Session


class MoorDynLines(Closing):
    """A MoorDyn system whose coupled points are fixed to a body; a Follower.

    Coordinates of coupled points in the file are in the model frame of the body; all other
    coordinates, gravity and water are in the world, with z up from the still water plane. During a
    step of the session the points move along straight lines to their new positions; MoorDyn takes
    as many of its own steps (dtM) as it needs. It begins at its static equilibrium for the present
    pose of the body. MoorDyn writes its outputs (`.out`) in the folder of the file.
    """

    def __init__(self, file: Path, session: Session, body: str, variable: str) -> None:
        """Reads the input file of MoorDyn.

        Args:
            file: input file of MoorDyn 2.
            session: session with the body.
            body: name of the body.
            variable: name of the input of kind external_force on this body, in world axes, that
                receives the forces.

        Raises:
            RaftupError: BAD_FIELD if there is no such body, or the file couples anything but
                points.
            OSError: if the file cannot be read.
        """
        bodies = {one.name: one for one in session.model.bodies}
        if body not in bodies:
            raise bad_field("body", f"must be one of {', '.join(bodies)}, is {body!r}")
        file.open("rb").close()
        self.inputs = [variable]
        self.outputs = [f"{body}.position", f"{body}.orientation"]
        self._center_of_mass = np.array(list(bodies[body].center_of_mass) or [0.0] * 3)
        self._system = moordyn.Create(str(file))
        points = [
            moordyn.GetPoint(self._system, number + 1)
            for number in range(moordyn.GetNumberPoints(self._system))
        ]
        coupled = [
            point for point in points if moordyn.GetPointType(point) == moordyn.POINT_TYPE_COUPLED
        ]
        if not coupled or moordyn.NCoupledDOF(self._system) != 3 * len(coupled):
            rule = f"must couple points and nothing else, couples {len(coupled)} points of"
            degrees = moordyn.NCoupledDOF(self._system)
            raise bad_field(str(file), f"{rule} {degrees} coordinates")
        self._fairleads = np.array([moordyn.GetPointPos(point) for point in coupled])  # [n, 3]
        self._time = self._next_time = 0.0
        self._places = self._next_places = np.zeros(0)
        self._state: Any = None

    def begin(self, rows: Rows) -> FloatArray:
        """Force of the lines at rest [6] N, N m on the body at its center of mass, world axes."""
        self._time, self._places = float(rows.time[-1]), self._points(rows)
        moordyn.Init(self._system, self._places.ravel().tolist(), [0.0] * self._places.size)
        self._state = moordyn.Serialize(self._system)
        # the forces at rest are those of a step that is so short that nothing moves
        forces = self._step(self._places, 1e-9)
        moordyn.Deserialize(self._system, self._state)
        return self._wrench(rows, forces)

    def answer(self, rows: Rows) -> FloatArray:
        """Force [6] N, N m, as begin(), after the body has moved to the newest row."""
        moordyn.Deserialize(self._system, self._state)
        self._next_time, self._next_places = float(rows.time[-1]), self._points(rows)
        forces = self._step(self._next_places, self._next_time - self._time)
        return self._wrench(rows, forces)

    def accept(self) -> None:
        """Keeps the state of the lines after the last answer()."""
        self._time, self._places = self._next_time, self._next_places
        self._state = moordyn.Serialize(self._system)

    def close(self) -> None:
        """Frees the memory of MoorDyn."""
        moordyn.Close(self._system)

    def _step(self, places: FloatArray, duration: float) -> FloatArray:
        """Forces [n, 3] N of the lines on the body, after their points moved to `places`."""
        velocity = (places - self._places) / duration
        forces = moordyn.Step(
            self._system,
            self._places.ravel().tolist(),
            velocity.ravel().tolist(),
            self._time,
            duration,
        )
        return np.array(forces).reshape(-1, 3)

    def _points(self, rows: Rows) -> FloatArray:
        """Positions of the coupled points [n, 3] m, world."""
        places: FloatArray = rows[self.outputs[0]][-1] + self._fairleads @ self._rotation(rows).T
        return places

    def _wrench(self, rows: Rows, forces: FloatArray) -> FloatArray:
        arms = (self._fairleads - self._center_of_mass) @ self._rotation(rows).T
        return np.concatenate([forces.sum(axis=0), np.cross(arms, forces).sum(axis=0)])

    def _rotation(self, rows: Rows) -> FloatArray:
        """Rotation matrix [3, 3] from body axes to world axes."""
        return rotation_matrix(rows[self.outputs[1]][-1])
