"""Panel meshes: reading, placing, checking, cutting at the waterline, refining."""

from __future__ import annotations

import warnings
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, TypeAlias

import numpy as np
import numpy.typing as npt

from raftup.base.arrays import FloatArray
from raftup.bem.library import capytaine

FaceArray: TypeAlias = npt.NDArray[np.int64]

MESH_SUFFIXES = {".stl": "stl", ".obj": "obj", ".gdf": "gdf", ".msh": "gmsh"}
"""Formats of mesh files by suffix: stereolithography, Wavefront, WAMIT, Gmsh."""

_SAME_POINT = 1e-6  # of the mesh's size: vertices nearer than this are one
_ON_WATERLINE = 1e-5  # of the mesh's size: a hull's upper edge may miss z = 0 by this


@dataclass(frozen=True)
class PanelMesh:
    """A surface of plane or slightly twisted panels.

    Attributes:
        vertices: [n, 3] m.
        faces: [m, 4] indices, counter-clockwise seen from the water; a triangle repeats its last
            index.
    """

    vertices: FloatArray
    faces: FaceArray

    @property
    def panel_count(self) -> int:
        """Number of panels."""
        return len(self.faces)

    @property
    def triangles(self) -> FloatArray:
        """Two triangles per panel, the second of a triangular panel without area: [2m, 3, 3] m."""
        corners = self.vertices[self.faces]
        halves: FloatArray = np.concatenate([corners[:, [0, 1, 2]], corners[:, [0, 2, 3]]])
        return halves

    @property
    def size(self) -> float:
        """Longest side of the bounding box [m]."""
        return float(np.ptp(self.vertices, axis=0).max())

    @property
    def panel_diameters(self) -> FloatArray:
        """Longest diagonal or side of each panel: [m] m."""
        corners = self.vertices[self.faces]
        pairs = [(0, 1), (1, 2), (2, 3), (3, 0), (0, 2), (1, 3)]
        lengths = [np.linalg.norm(corners[:, a] - corners[:, b], axis=1) for a, b in pairs]
        longest: FloatArray = np.max(lengths, axis=0)
        return longest

    def turned_inside_out(self) -> PanelMesh:
        """The same surface with its normals reversed."""
        triangular = self.faces[:, 2] == self.faces[:, 3]
        reversed_faces = self.faces[:, ::-1].copy()
        reversed_faces[triangular] = self.faces[triangular][:, [2, 1, 0, 0]]
        return replace(self, faces=reversed_faces)

    def placed(self, position: FloatArray, heading: float) -> PanelMesh:
        """The mesh rotated about the vertical through its origin, then moved.

        Args:
            position: [3] m, new position of its origin.
            heading: rad, counter-clockwise from above.
        """
        return replace(self, vertices=placed_points(self.vertices, position, heading))


def panel_middles(mesh: PanelMesh) -> FloatArray:
    """Centers of the areas of all panels, [m, 3] m; panels count as two triangles."""
    triangles = mesh.triangles
    sides = triangles[:, 1:] - triangles[:, :1]
    areas = np.linalg.norm(np.cross(sides[:, 0], sides[:, 1]), axis=1)
    moments = (areas[:, None] * triangles.mean(axis=1)).reshape(2, -1, 3).sum(axis=0)
    middles: FloatArray = moments / areas.reshape(2, -1).sum(axis=0)[:, None]
    return middles


def placed_points(points: FloatArray, position: FloatArray, heading: float) -> FloatArray:
    """Points [..., 3] rotated by `heading` [rad] about the vertical, then moved by `position`."""
    cosine, sine = np.cos(heading), np.sin(heading)
    turn = np.array([[cosine, -sine, 0.0], [sine, cosine, 0.0], [0.0, 0.0, 1.0]])
    result: FloatArray = points @ turn.T + position
    return result


def read_mesh(file: Path) -> PanelMesh:
    """Reads the panels of a mesh file; equal points are merged, panels without area left out.

    Symmetry planes in the file (GDF) are unfolded.

    Args:
        file: path with one of MESH_SUFFIXES.

    Raises:
        ValueError: if the file is not a mesh of that format or has no panels.
        OSError: if it cannot be read.
    """
    file.stat()  # an OSError of its own for a file that is not there
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # meshio guesses between text and binary aloud
            loaded: Any = capytaine().load_mesh(str(file), MESH_SUFFIXES[file.suffix.lower()])
        loaded = loaded.merged()
        vertices, faces = np.array(loaded.vertices, float), np.array(loaded.faces, np.int64)
    except OSError:
        raise
    except (Exception, SystemExit) as error:  # meshio ends the program at what it cannot read
        raise ValueError(f"cannot be read as a mesh: {error}") from error
    mesh = merge_points(vertices, faces)
    if mesh.panel_count == 0:
        raise ValueError("must have at least one panel, has none")
    return mesh


def merge_points(vertices: FloatArray, faces: FaceArray) -> PanelMesh:
    """Makes a mesh in which equal points are merged and no panel is without area.

    Args:
        vertices: [n, 3] m, finite.
        faces: [m, 4].

    Raises:
        ValueError: if a coordinate is not finite.
    """
    if not np.isfinite(vertices).all():
        raise ValueError("must have finite coordinates")
    tolerance = _SAME_POINT * max(float(np.ptp(vertices, axis=0).max()), 1e-300)
    _, kept, index = np.unique(
        np.round(vertices / tolerance).astype(np.int64),
        axis=0,
        return_index=True,
        return_inverse=True,
    )
    merged = index.reshape(-1)[faces]
    distinct = [_distinct_corners(face) for face in merged.tolist()]
    panels = np.array([face for face in distinct if face is not None], dtype=np.int64)
    return PanelMesh(vertices[kept], panels.reshape(-1, 4))


def _distinct_corners(face: list[int]) -> list[int] | None:
    """The face with repeated corners at its end; None if fewer than three different are left."""
    corners = list(dict.fromkeys(face))
    if len(corners) < 3:
        return None
    return corners if len(corners) == 4 else [*corners, corners[-1]]


def immersed(mesh: PanelMesh) -> PanelMesh:
    """The part below z = 0, cut exactly there; horizontal panels at z = 0 are left out.

    Such panels are lids in the file; lids are made separately (raftup.bem.lid).

    Raises:
        ValueError: if nothing is below the water.
    """
    near = _ON_WATERLINE * mesh.size
    vertices = mesh.vertices.copy()
    vertices[np.abs(vertices[:, 2]) < near, 2] = 0.0
    below = mesh.faces[(vertices[mesh.faces, 2] < 0.0).any(axis=1)]
    if not len(below):
        raise ValueError("must reach below the water, z = 0; nothing of it does")
    if (vertices[below, 2] > 0.0).any():
        cut: Any = capytaine().Mesh(vertices, below, auto_check=False).immersed_part()
        vertices, below = np.array(cut.vertices, float), np.array(cut.faces, np.int64)
    return merge_points(vertices, below)


def refined(mesh: PanelMesh) -> PanelMesh:
    """Divides every panel into four at the middles of its sides; the surface is unchanged."""
    if not mesh.panel_count:
        return mesh
    corners = mesh.vertices[mesh.faces]
    triangular = mesh.faces[:, 2] == mesh.faces[:, 3]
    a, b, c, d = (corners[:, k] for k in range(4))
    ab, bc, cd, da, middle = (a + b) / 2, (b + c) / 2, (c + d) / 2, (d + a) / 2, corners.mean(1)
    quads = [(a, ab, middle, da), (ab, b, bc, middle), (middle, bc, c, cd), (da, middle, cd, d)]
    ca = (c + a) / 2
    triangles = [(a, ab, ca, ca), (ab, b, bc, bc), (ca, bc, c, c), (ab, bc, ca, ca)]
    parts = [np.stack(part, axis=1)[~triangular] for part in quads]
    parts += [np.stack(part, axis=1)[triangular] for part in triangles]
    points = np.concatenate(parts)
    return merge_points(points.reshape(-1, 3), np.arange(4 * len(points)).reshape(-1, 4))


def joined_meshes(meshes: list[PanelMesh]) -> PanelMesh:
    """The panels of all meshes in one."""
    offsets = np.cumsum([0, *(len(mesh.vertices) for mesh in meshes)])
    faces = [mesh.faces + offset for mesh, offset in zip(meshes, offsets, strict=False)]
    return PanelMesh(np.concatenate([mesh.vertices for mesh in meshes]), np.concatenate(faces))
