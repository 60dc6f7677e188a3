"""One hull of an array in its own frame, and the cylinders around it that others stay out of."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any

import numpy as np

from raftup.base.arrays import FloatArray
from raftup.bem.library import capytaine
from raftup.bem.mesh import FaceArray, PanelMesh

_SECOND_RADIUS = 1.3  # of the first: two cylinders tell the field's slope too
_ANGLES = 32  # around a cylinder, for fields without waves; 4 more per k times the hull's radius
_LEVELS = 16  # down a cylinder
_DEEPEST = 3.0  # of the largest draught: the field below follows from that above


@dataclass(frozen=True)
class Receivers:
    """Points with normals, in the form in which the Green function takes a mesh.

    Attributes:
        faces_centers: [n, 3] m.
        faces_normals: [n, 3].
    """

    faces_centers: FloatArray
    faces_normals: FloatArray

    @property
    def nb_faces(self) -> int:
        """Number of points."""
        return len(self.faces_centers)


@dataclass(frozen=True)
class ArrayHull:
    """The panels of one hull and of its interior lid, in the frame of its mesh.

    Attributes:
        mesh: panels of the hull, then of the lid.
        hull_count: number of panels of the hull.
        center_of_mass: [3] m; the six dofs are along the axes of the mesh, about this point.
    """

    mesh: PanelMesh
    hull_count: int
    center_of_mass: FloatArray

    @cached_property
    def panels(self) -> Any:
        """The panels as capytaine.Mesh."""
        return capytaine().Mesh(self.mesh.vertices, self.mesh.faces, auto_check=False)

    def panels_of(self, index: FaceArray) -> Any:
        """Some of the panels as capytaine.Mesh."""
        return capytaine().Mesh(self.mesh.vertices, self.mesh.faces[index], auto_check=False)

    @cached_property
    def axis(self) -> FloatArray:
        """[2] m, middle of the hull seen from above: the axis of its circumscribed cylinder."""
        corners = self._corners
        middle: FloatArray = 0.5 * (corners.min(axis=0) + corners.max(axis=0))[:2]
        return middle

    @cached_property
    def radius(self) -> float:
        """Radius of the circumscribed cylinder [m]."""
        offset = self._corners[:, :2] - self.axis
        return float(np.hypot(offset[:, 0], offset[:, 1]).max())

    @cached_property
    def draught(self) -> float:
        """Depth of the lowest point [m]."""
        return -float(self._corners[:, 2].min())

    @cached_property
    def velocities(self) -> FloatArray:
        """Normal velocity of every panel of hull and lid per unit velocity of each dof: [n, 6]."""
        result = np.zeros((self.mesh.panel_count, 6))
        hull = slice(0, self.hull_count)
        normals = self.panels.faces_normals[hull]
        result[hull, :3] = normals
        result[hull, 3:] = np.cross(self.panels.faces_centers[hull] - self.center_of_mass, normals)
        return result

    @property
    def _corners(self) -> FloatArray:
        corners: FloatArray = self.mesh.vertices[np.unique(self.mesh.faces[: self.hull_count])]
        return corners


@dataclass(frozen=True)
class Cylinders:
    """Points on two cylinders around a hull, on whose outside all other hulls are.

    A field whose sources lie on one side of the cylinders is known on the other side where it is
    known on both cylinders.

    Attributes:
        axis: [2] m.
        radius: radius of the inner cylinder [m].
        depth: depth of the lowest points [m].
        angles: number of points around each cylinder.
    """

    axis: FloatArray
    radius: float
    depth: float
    angles: int = _ANGLES

    @classmethod
    def around(
        cls, hull: ArrayHull, radius: float, draught: float, water_depth: float
    ) -> Cylinders:
        """The cylinders of a hull.

        Args:
            hull: the hull.
            radius: distance of the nearest panel of another hull from the axis [m].
            draught: largest draught of all hulls [m].
            water_depth: m, may be infinite.
        """
        depth = min(_DEEPEST * draught, 0.5 * (draught + water_depth))
        return cls(hull.axis, radius, depth)

    def resolving(self, hull: ArrayHull, wavenumber: float) -> Cylinders:
        """The same cylinders with points for the waves of a hull at a wave number [1/m]."""
        if np.isinf(wavenumber):
            return self
        return replace(self, angles=_ANGLES + 4 * int(np.ceil(wavenumber * hull.radius)))

    @property
    def points(self) -> FloatArray:
        """The points [p, 3] m, whose levels are denser near the surface."""
        share = (np.arange(_LEVELS) + 0.5) / _LEVELS
        points = []
        for number, scale in enumerate((1.0, _SECOND_RADIUS)):
            theta = 2.0 * np.pi * (np.arange(self.angles) + 0.5 * number) / self.angles
            ring = self.axis + scale * self.radius * np.array([np.cos(theta), np.sin(theta)]).T
            points += [
                np.column_stack([ring, np.full(self.angles, z)]) for z in -self.depth * share**2
            ]
        return np.concatenate(points)
