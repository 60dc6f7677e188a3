"""Places in the plane and the cells between them, by the same rules as in simulations.

Places form a rectangular grid if every value of x occurs with at least half of the values of y and
vice versa; the grid must then be complete. Otherwise they are the corners of Delaunay triangles
(hydro/configurations/rectangles.hpp, triangles.hpp).
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import pairwise

import numpy as np
import numpy.typing as npt
from scipy.spatial import ConvexHull, QhullError

from raftup.base.arrays import FloatArray

_SAME = 1e-6  # m: places nearer than this are one
_THINNEST = 1e-9  # twice an area over the square of the size: less is none

PlaneCell = tuple[int, ...]
"""Corners of a cell in cyclic order: two for a line, three for a triangle, four for a rectangle."""


@dataclass(frozen=True)
class Rectangle:
    """The rectangular grid that places form.

    Attributes:
        x: [n] m, ascending.
        y: [m] m, ascending.
        table: [n, m] indices of places, -1 where there is none.
    """

    x: FloatArray
    y: FloatArray
    table: npt.NDArray[np.intp]

    @property
    def lacking(self) -> FloatArray:
        """Places [k, 2] m that are missing for a complete grid."""
        rows, columns = np.nonzero(self.table < 0)
        return np.stack([self.x[rows], self.y[columns]], axis=-1)

    @property
    def cells(self) -> list[PlaneCell]:
        """Cells between neighboring values of the coordinates that vary."""
        table = self.table
        if 1 in table.shape:
            line = table.ravel().tolist()
            return list(pairwise(line))
        turns = (table[:-1, :-1], table[1:, :-1], table[1:, 1:], table[:-1, 1:])
        return list(zip(*(corner.ravel().tolist() for corner in turns), strict=True))


def meant_rectangle(places: FloatArray) -> Rectangle | None:
    """The grid that places [n, 2] form; None if they are corners of triangles."""
    (x, rows), (y, columns) = (_values(coordinate) for coordinate in places.T)
    table = np.full((len(x), len(y)), -1, dtype=np.intp)
    table[rows, columns] = np.arange(len(places))
    there = table >= 0
    are_half = (2 * there.sum(axis=1) >= len(y)).all() and (2 * there.sum(axis=0) >= len(x)).all()
    return Rectangle(x, y, table) if are_half else None


def plane_cells(places: FloatArray) -> list[PlaneCell]:
    """Cells between different places [n, 2], which are complete if they form a grid."""
    rectangle = meant_rectangle(places)
    if rectangle is not None:
        return rectangle.cells
    return list(delaunay_triangles(places))


def delaunay_triangles(places: FloatArray) -> list[tuple[int, int, int]]:
    """Delaunay triangles of places [n, 2], ascending; none for places on a line.

    They are the lower side of the convex hull of (x, y, x^2 + y^2), computed by the same steps as
    in hydro/numerics/hull_triangles rather than by scipy: for four places on a circle, the
    triangles must have the same diagonal as in simulations.
    """
    low, high = places.min(axis=0), places.max(axis=0)
    span = high - low
    size = np.sqrt(span[0] * span[0] + span[1] * span[1])
    if len(places) < 3 or size == 0.0:
        return []
    x, y = ((places - 0.5 * (low + high)) / size).T
    lifted = np.concatenate([np.stack([x, y, x * x + y * y], axis=-1), [[0.0, 0.0, 4.0]]])
    try:
        corners = ConvexHull(lifted, qhull_options="Qt").simplices
    except QhullError:
        return []
    corners = np.sort(corners[(corners < len(places)).all(axis=1)], axis=1)
    a, b, c = (places[corners[:, k]] for k in range(3))
    area = (b - a)[:, 0] * (c - a)[:, 1] - (b - a)[:, 1] * (c - a)[:, 0]
    return sorted((i, j, k) for i, j, k in corners[np.abs(area) > _THINNEST * size**2].tolist())


def completed(places: FloatArray) -> FloatArray:
    """Places [n, 2], followed by those that are missing if they form a grid."""
    rectangle = meant_rectangle(places)
    if rectangle is None:
        return places
    result: FloatArray = np.concatenate([places, rectangle.lacking])
    return result


def broken_rule(places: FloatArray) -> tuple[int | None, str] | None:
    """The first place [n, 2] that simulations would refuse, with the rule that it breaks.

    Returns:
        The index of the place, None if all places together break the rule, and the rule; None if no
        rule is broken.
    """
    if len(places) < 3:
        return None, f"must be at least three, are {len(places)}"
    for k, place in enumerate(places):
        same = np.flatnonzero(np.abs(places[:k] - place).max(axis=1, initial=0.0) <= _SAME)
        if len(same):
            return k, f"must differ from places[{same[0]}], is {place.tolist()}"
    triangles = delaunay_triangles(places)
    if not triangles:
        return None, "must not lie on a line, for which there are x and y"
    rectangle = meant_rectangle(places)
    if rectangle is not None and len(rectangle.lacking):
        at = rectangle.lacking[0].tolist()
        return None, f"must be all places of the grid that most of them make, lack {at}"
    unused = set(range(len(places))) - {k for corners in triangles for k in corners}
    if unused:
        k = min(unused)
        return k, f"must be a corner of triangles, is too near to others at {places[k].tolist()}"
    return None


def _values(coordinate: FloatArray) -> tuple[FloatArray, npt.NDArray[np.intp]]:
    """The different values, ascending, and the index of the value of each place."""
    ordered = np.sort(coordinate)
    values: FloatArray = ordered[np.diff(ordered, prepend=-np.inf) > _SAME]
    return values, np.searchsorted(values, coordinate + _SAME, side="right") - 1
