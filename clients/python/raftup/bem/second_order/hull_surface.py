"""The mean wetted surface of a single body, for integrals of products of waves."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

import numpy as np
import numpy.typing as npt

from raftup.base.arrays import ComplexArray, FloatArray
from raftup.bem.hydrostatics import first_moments
from raftup.bem.library import capytaine
from raftup.bem.mesh import PanelMesh
from raftup.bem.waterline import waterline_sides


@dataclass(frozen=True)
class Waterline:
    """Sides of hull panels at z = 0, each directed with the hull on its left.

    Attributes:
        panels: [s] index of the panel of each side.
        sides: [s] index of the side among all sides of the hull.
        middles: [s, 3] m.
        vectors: [s, 3] m, from start to end.
    """

    panels: npt.NDArray[np.int64]
    sides: npt.NDArray[np.int64]
    middles: FloatArray
    vectors: FloatArray


@dataclass(frozen=True)
class HullSurface:
    """Panels of a hull and its waterline.

    Attributes:
        mesh: panels with normals into the water.
        center_of_mass: [3] m; origin of the arms r.
    """

    mesh: PanelMesh
    center_of_mass: FloatArray

    @cached_property
    def centers(self) -> FloatArray:
        """Centers of the panels [p, 3] m."""
        return np.array(self._panels[0])

    @cached_property
    def normals(self) -> FloatArray:
        """Unit normals of the panels [p, 3], into the water."""
        return np.array(self._panels[1])

    @cached_property
    def areas(self) -> FloatArray:
        """Areas of the panels [p] m2."""
        return np.array(self._panels[2])

    @cached_property
    def arms(self) -> FloatArray:
        """Vectors r [p, 3] m from the center of mass to the centers of the panels."""
        result: FloatArray = self.centers - self.center_of_mass
        return result

    @cached_property
    def generalised_normals(self) -> FloatArray:
        """Generalized normals (n, r x n) of the panels [p, 6]."""
        return np.hstack([self.normals, np.cross(self.arms, self.normals)])

    @cached_property
    def moments(self) -> FloatArray:
        """Integrals over the hull of f (n, r x n)_k for f = 1, x, y, z of r, [4, 6]."""
        return first_moments(self.mesh, self.center_of_mass)

    @cached_property
    def waterline(self) -> Waterline:
        """The waterline; it has no sides if the body is submerged."""
        places, ends = waterline_sides(self.mesh)
        sides = self._sides[1].reshape(-1)[places]
        return Waterline(places // 4, sides, ends.mean(axis=1), ends[:, 1] - ends[:, 0])

    @cached_property
    def waterline_arms(self) -> FloatArray:
        """Vectors r [s, 3] m from the center of mass to the middles of the waterline's sides."""
        result: FloatArray = self.waterline.middles - self.center_of_mass
        return result

    @cached_property
    def waterline_normals(self) -> FloatArray:
        """(n, r x n) / sqrt(1 - n_z^2) of the panels at the waterline, times length, [s, 6] m."""
        normals = self.normals[self.waterline.panels]
        steepness = np.sqrt(np.maximum(1.0 - normals[:, 2] ** 2, 1e-12))
        length = np.linalg.norm(self.waterline.vectors, axis=1)
        both = np.hstack([normals, np.cross(self.waterline_arms, normals)])
        result: FloatArray = both * (length / steepness)[:, None]
        return result

    @property
    def side_points(self) -> FloatArray:
        """Middles of all sides of panels, each once: [e, 3] m."""
        ends = self._sides[0]
        middles: FloatArray = self.mesh.vertices[ends].mean(axis=1)
        return middles

    def velocity(self, potential: ComplexArray, normal_velocity: ComplexArray) -> ComplexArray:
        """Velocities of the water on the panels [3, p, ...], from potentials around them.

        Along a panel it is the mean gradient, 1/A sum of potentials times (side x n). The velocity
        of sources at the center of a panel is less accurate, since it is singular at the edges of
        panels.

        Args:
            potential: potentials at side_points, [e, ...] m2/s.
            normal_velocity: normal velocities of the panels, [p, ...] m/s.
        """
        corners = self.mesh.vertices[self.mesh.faces]
        vectors = np.roll(corners, -1, axis=1) - corners
        outward = np.cross(vectors, self.normals[:, None, :]) / self.areas[:, None, None]
        n = self.normals
        outward = outward - np.einsum("pka,pa,pb->pkb", outward, n, n)
        along = np.einsum("pka,pk...->ap...", outward, potential[self._sides[1]])
        result: ComplexArray = along + np.einsum("pa,p...->ap...", n, normal_velocity)
        return result

    @cached_property
    def _sides(self) -> tuple[npt.NDArray[np.int64], npt.NDArray[np.int64]]:
        """Vertex indices of all sides [e, 2], and the four sides of each panel [p, 4].

        The side without length of a triangle is replaced by the one before it.
        """
        faces = self.mesh.faces
        pairs = np.sort(np.stack([faces, np.roll(faces, -1, axis=1)], axis=-1), axis=-1)
        triangular = pairs[:, 2, 0] == pairs[:, 2, 1]
        pairs[triangular, 2] = pairs[triangular, 1]
        ends, index = np.unique(pairs.reshape(-1, 2), axis=0, return_inverse=True)
        return ends, index.reshape(-1, 4)

    @cached_property
    def _panels(self) -> tuple[FloatArray, FloatArray, FloatArray]:
        mesh = capytaine().Mesh(self.mesh.vertices, self.mesh.faces, auto_check=False)
        return mesh.faces_centers, mesh.faces_normals, mesh.faces_areas
