"""The intersection of a hull with the water surface, and the area inside it."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from raftup.base.arrays import FloatArray
from raftup.bem.mesh import PanelMesh


def panel_edges(mesh: PanelMesh) -> npt.NDArray[np.int64]:
    """Directed sides of all panels, [k, 2] vertex indices; sides without length are left out."""
    following = np.roll(mesh.faces, -1, axis=1)
    edges = np.stack([mesh.faces, following], axis=-1).reshape(-1, 2)
    result: npt.NDArray[np.int64] = edges[edges[:, 0] != edges[:, 1]]
    return result


def open_edges(mesh: PanelMesh) -> npt.NDArray[np.int64]:
    """Sides that belong to one panel only: [k, 2] vertex indices."""
    return _single_sides(mesh)[1]


def waterline_sides(mesh: PanelMesh) -> tuple[npt.NDArray[np.int64], FloatArray]:
    """The open sides at z = 0, each in the direction of its panel.

    Args:
        mesh: immersed part, with its upper edge at z = 0.

    Returns:
        [k] indices among all sides, four per panel, and [k, 2 ends, 3] m.
    """
    places, edges = _single_sides(mesh)
    ends = mesh.vertices[edges]
    at_surface = (ends[:, :, 2] == 0.0).all(axis=1)
    return places[at_surface], ends[at_surface]


def waterline(mesh: PanelMesh) -> FloatArray:
    """The open sides at z = 0 in the horizontal plane: [k, 2 ends, 2] m.

    Args:
        mesh: immersed part, with its upper edge at z = 0.
    """
    segments: FloatArray = waterline_sides(mesh)[1][:, :, :2]
    return segments


def _single_sides(mesh: PanelMesh) -> tuple[npt.NDArray[np.int64], npt.NDArray[np.int64]]:
    """Sides of one panel only: [k] indices of sides, four per panel, and [k, 2] vertex indices."""
    sides = np.stack([mesh.faces, np.roll(mesh.faces, -1, axis=1)], axis=-1).reshape(-1, 2)
    real = np.flatnonzero(sides[:, 0] != sides[:, 1])
    _, index, count = np.unique(
        np.sort(sides[real], axis=1), axis=0, return_index=True, return_counts=True
    )
    single = real[index[count == 1]]
    return single, sides[single]


def inside(points: FloatArray, segments: FloatArray) -> npt.NDArray[np.bool_]:
    """Whether points lie inside closed lines: a ray along +x crosses these an odd number of times.

    Args:
        points: [n, 2] m.
        segments: [k, 2 ends, 2] m, in any order; several lines must be nested or separate.

    Returns:
        [n].
    """
    (x1, y1), (x2, y2) = segments[:, 0].T, segments[:, 1].T
    x, y = points[:, 0, None], points[:, 1, None]
    spans = (y1 > y) != (y2 > y)
    with np.errstate(divide="ignore", invalid="ignore"):
        crossing = x1 + (y - y1) * (x2 - x1) / (y2 - y1)
    result: npt.NDArray[np.bool_] = ((spans & (x < crossing)).sum(axis=1) % 2).astype(bool)
    return result
