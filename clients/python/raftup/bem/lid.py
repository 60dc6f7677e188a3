"""Panels on the free surface: interior lids against irregular frequencies, damping lids in gaps."""

from __future__ import annotations

import numpy as np

from raftup.base.arrays import FloatArray
from raftup.bem.mesh import PanelMesh, merge_points
from raftup.bem.waterline import inside, waterline

_SHRINK = 1e-6  # of a cell: corners on the waterline itself count as inside


def interior_lid(hull: PanelMesh, panel_size: float) -> PanelMesh:
    """Square panels on the free surface inside a hull, against its irregular frequencies.

    There are only whole panels; a strip of up to one panel along the waterline stays open.

    Args:
        hull: immersed part in the frame of the mesh, so that the lid is aligned with the body.
        panel_size: longest side of a panel [m].

    Source:
        The interior Neumann condition on a lid: Kleinman (1982); its use in source methods:
        Malenica and Chen (1998).
    """
    line = waterline(hull)
    if not len(line):
        return PanelMesh(np.empty((0, 3)), np.empty((0, 4), np.int64))
    flat = line.reshape(-1, 2)
    cells = _cells(flat.min(axis=0), flat.max(axis=0), panel_size)
    return _panels(cells[_count_inside(cells, line) == 4])


def free_surface_lid(
    low: FloatArray, high: FloatArray, panel_size: float, hulls: list[PanelMesh]
) -> PanelMesh:
    """Square panels on a rectangle of the free surface outside all hulls.

    Args:
        low: [2] m, corner with the smallest x and y.
        high: [2] m, opposite corner.
        panel_size: longest side of a panel [m].
        hulls: immersed parts; panels that touch a hull are left out.
    """
    cells = _cells(low, high, panel_size)
    free = np.ones(len(cells), dtype=bool)
    for hull in hulls:
        free &= _count_inside(cells, waterline(hull)) == 0
    return _panels(cells[free])


def _cells(low: FloatArray, high: FloatArray, panel_size: float) -> FloatArray:
    """Divides a rectangle into equal cells: corners [n, 4, 2] m, clockwise from above."""
    x, y = (
        np.linspace(low[k], high[k], 1 + int(np.ceil((high[k] - low[k]) / panel_size - 1e-9)))
        for k in range(2)
    )
    x1, y1 = (grid.ravel() for grid in np.meshgrid(x[:-1], y[:-1], indexing="ij"))
    x2, y2 = (grid.ravel() for grid in np.meshgrid(x[1:], y[1:], indexing="ij"))
    corners = [(x1, y1), (x1, y2), (x2, y2), (x2, y1)]
    result: FloatArray = np.stack([np.stack(corner, axis=-1) for corner in corners], axis=1)
    return result


def _count_inside(cells: FloatArray, line: FloatArray) -> FloatArray:
    """Number of corners of each cell inside a waterline: [n]."""
    middle = cells.mean(axis=1, keepdims=True)
    corners = cells + _SHRINK * (middle - cells)
    count: FloatArray = inside(corners.reshape(-1, 2), line).reshape(-1, 4).sum(axis=1)
    return count


def _panels(cells: FloatArray) -> PanelMesh:
    """Makes panels at z = 0 from cells, with normals downward, into the water."""
    if not len(cells):
        return PanelMesh(np.empty((0, 3)), np.empty((0, 4), np.int64))
    points = np.concatenate([cells, np.zeros((*cells.shape[:2], 1))], axis=-1)
    return merge_points(points.reshape(-1, 3), np.arange(4 * len(cells)).reshape(-1, 4))
