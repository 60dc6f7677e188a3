"""Shapes of modes that are given at points, and between them by inverse distance."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from scipy.spatial import cKDTree

from raftup.base.arrays import FloatArray, IntegerArray

NEAREST = 4
"""Points by which the shape at another point is found; the solver takes the same."""

_SAME = 1e-9  # of the size of the cloud: so near to a point its own displacement is taken


@dataclass(frozen=True)
class PointShapes:
    """Displacements of points of a body in m modes.

    Attributes:
        points: [n, 3] m, body at rest.
        shape: [m, n, 3] displacement per unit of every mode.
    """

    points: FloatArray
    shape: FloatArray

    def displacement(self, points: FloatArray) -> FloatArray:
        """Displacement u_r of points per unit of every mode: [m, n, 3].

        Between the given points, u = sum w_k u_k / sum w_k over the four nearest, w = 1/d^2.

        Args:
            points: [n, 3] m.

        Source:
            Shepard (1968).
        """
        distance, index = cKDTree(self.points).query(points, k=min(NEAREST, len(self.points)))
        return self._weighted(distance.reshape(len(points), -1), index.reshape(len(points), -1))

    def disagreement(self, points: FloatArray) -> float:
        """About the error of the shapes at some points, relative to the largest displacement.

        Each given point is foretold by its neighbors. What that misses, times the distance of a
        point from the nearest given one over the distance of that from its neighbor, is the error;
        0 where the points are the given ones.

        Args:
            points: [n, 3] m.
        """
        if len(self.points) == 1:
            return 0.0  # a rigid motion
        tree = cKDTree(self.points)
        distance, index = tree.query(self.points, k=min(NEAREST + 1, len(self.points)))
        foretold = self._weighted(distance[:, 1:], index[:, 1:])
        missed = np.linalg.norm(foretold - self.shape, axis=2)
        missed /= np.linalg.norm(self.shape, axis=2).max(axis=1)[:, None]
        apart, nearest = tree.query(points)
        share = np.minimum(apart / np.maximum(distance[nearest, 1], 1e-12), 1.0)
        return float((missed.max(axis=0)[nearest] * share).max())

    def _weighted(self, distance: FloatArray, index: IntegerArray) -> FloatArray:
        """Mean of the displacements of given points by their distances, [points, k]: [m, n, 3]."""
        at_point = distance[:, :1] <= _SAME * float(np.ptp(self.points, axis=0).max())
        with np.errstate(divide="ignore"):
            weights = np.where(at_point, 0.0, 1.0 / distance**2)
        weights[at_point[:, 0], 0] = 1.0
        weights /= weights.sum(axis=1, keepdims=True)
        result: FloatArray = np.einsum("nk,mnkc->mnc", weights, self.shape[:, index])
        return result
