"""Mooring lines by CableDyn: the motion of a body moves fairleads, line forces act on the body.

Source: the manual of CableDyn, chapter on the Python package, for the coupling of a host.
"""

from __future__ import annotations

from pathlib import Path

import numpy as np
from cabledyn.errors import CableDynError, ConvergenceError
from cabledyn.model import CableDyn

from raftup.base.arrays import FloatArray
from raftup.base.closing import Closing
from raftup.base.errors import RaftupError, bad_field
from raftup.base.rotations import rotation_matrix
from raftup.remote.rows import Rows
from raftup.remote.session import Session

_QUANTITIES = ("position", "orientation", "linear_velocity", "angular_velocity")


class CableDynLines(Closing):
    """A CableDyn system whose coupled points are fixed to a body; a Follower.

    Coordinates of coupled points in the file are in the model frame of the body; all other
    coordinates, gravity and water are in the world, with z up from the still water plane. CableDyn
    takes implicit steps, as many as `substeps` in each step of the session, during which the points
    move as the cubic polynomials of their positions and velocities at its ends; the inertia of the
    half segments at the points, which would need the acceleration of the body, is left out. It
    begins at its static equilibrium for the present pose of the body, at rest.
    """

    can_iterate = True

    def __init__(
        self, file: Path, session: Session, body: str, variable: str, substeps: int = 1
    ) -> None:
        """Reads the input file of CableDyn.

        Args:
            file: input file of CableDyn, in the format of MoorDyn.
            session: session with the body.
            body: name of the body.
            variable: name of the input of kind external_force on this body, in world axes, that
                receives the forces.
            substeps: steps of CableDyn in a step of the session, >= 1.

        Raises:
            RaftupError: BAD_FIELD if there is no such body, the file couples no points, or CableDyn
                refuses the file.
            OSError: if the file cannot be read.
        """
        bodies = {one.name: one for one in session.model.bodies}
        if body not in bodies:
            raise bad_field("body", f"must be one of {', '.join(bodies)}, is {body!r}")
        if substeps < 1:
            raise bad_field("substeps", f"must be >= 1, is {substeps}")
        file.open("rb").close()
        self.inputs = [variable]
        self.outputs = [f"{body}.{quantity}" for quantity in _QUANTITIES]
        self._center_of_mass = np.array(list(bodies[body].center_of_mass) or [0.0] * 3)
        self._file, self._substeps = file, substeps
        self._system = CableDyn()
        try:
            self._system.init_deck(file)
        except CableDynError as error:
            self._system.close()
            raise bad_field(str(file), f"must be an input file of CableDyn: {error}") from error
        self._driven = self._system.host_dofs()
        if not len(self._driven):
            self._system.close()
            raise bad_field(str(file), "must couple points, couples none")
        self._fairleads = self._system.get_coupled_motion()[0][self._driven].reshape(-1, 3)
        self._time = self._next_time = 0.0
        self._motion = self._next_motion = (np.zeros(0), np.zeros(0))

    def begin(self, rows: Rows) -> FloatArray:
        """Force of the lines at rest [6] N, N m on the body at its center of mass, world axes."""
        self._time = self._next_time = float(rows.time[-1])
        self._motion = self._next_motion = self._points(rows)
        self._system.init_deck_at(self._file, self._motion[0])
        self._system.save_state()
        return self._wrench(rows)

    def answer(self, rows: Rows) -> FloatArray:
        """Force [6] N, N m, as begin(), after the body has moved to the newest row.

        Raises:
            RaftupError: FAILED_PRECONDITION if CableDyn finds no solution.
        """
        if self._next_time != self._time:  # tried before
            self._system.restore_state()
        self._next_time, self._next_motion = float(rows.time[-1]), self._points(rows)
        duration = self._next_time - self._time
        try:
            for k in range(1, self._substeps + 1):
                self._step(k / self._substeps, duration)
        except (CableDynError, ConvergenceError) as error:
            raise RaftupError(
                f"CableDyn's step from {self._time:g} s to {self._next_time:g} s failed: {error}",
                code="FAILED_PRECONDITION",
            ) from error
        return self._wrench(rows)

    def accept(self) -> None:
        """Keeps the state of the lines after the last answer()."""
        self._time, self._motion = self._next_time, self._next_motion
        self._system.save_state()

    def close(self) -> None:
        """Frees the memory of CableDyn."""
        self._system.close()

    def _step(self, share: float, duration: float) -> None:
        """A step to the time at a share of the session's step, with Hermite's cubic polynomial."""
        (first, speed), (last, end_speed) = self._motion, self._next_motion
        s, h = share, duration
        places = (
            (1 + 2 * s) * (1 - s) ** 2 * first
            + s * (1 - s) ** 2 * h * speed
            + s**2 * (3 - 2 * s) * last
            + s**2 * (s - 1) * h * end_speed
        )
        speeds = (
            6 * s * (1 - s) * (last - first) / h
            + (1 - s) * (1 - 3 * s) * speed
            + s * (3 * s - 2) * end_speed
        )
        moved, moving, accelerated = self._system.get_coupled_motion()
        moved[self._driven], moving[self._driven] = places, speeds
        accelerated[self._driven] = 0.0
        self._system.step(h / self._substeps, moved, moving, accelerated)

    def _points(self, rows: Rows) -> tuple[FloatArray, FloatArray]:
        """Positions m and velocities m/s of the coupled points, each [3n], world."""
        position, _, velocity, turning = (rows[name][-1] for name in self.outputs)
        axes = self._axes(rows)
        arms = (self._fairleads - self._center_of_mass) @ axes.T
        places = position + self._fairleads @ axes.T
        return places.ravel(), (velocity + np.cross(turning, arms)).ravel()

    def _wrench(self, rows: Rows) -> FloatArray:
        forces = self._system.calc_output()[self._driven].reshape(-1, 3)
        arms = (self._fairleads - self._center_of_mass) @ self._axes(rows).T
        return np.concatenate([forces.sum(axis=0), np.cross(arms, forces).sum(axis=0)])

    def _axes(self, rows: Rows) -> FloatArray:
        """Rotation matrix [3, 3] from body axes to world axes."""
        return rotation_matrix(rows[self.outputs[1]][-1])
