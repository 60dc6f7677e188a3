"""Mesh files of all formats that meshio supports."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

import numpy as np

from raftup.base.arrays import FloatArray, IntegerArray
from raftup.base.errors import bad_field
from raftup.base.files import write_whole

_BYTE_LIMIT = 64 << 20
_TRIANGLE_LIMIT = 2_000_000


@dataclass(frozen=True)
class TriangleMesh:
    """A triangle mesh, as read from a file.

    Attributes:
        vertices: [n, 3] m.
        triangles: [m, 3] indices of vertices.
    """

    vertices: FloatArray
    triangles: IntegerArray


def read_triangles(file: Path) -> TriangleMesh:
    """Reads the triangles and quadrilaterals of a file, with all its parts as one mesh.

    Args:
        file: OBJ, STL, PLY, OFF, VTK, Gmsh or another format of meshio [m].

    Raises:
        RaftupError: if the file is not a mesh, with the rule.
    """
    import meshio  # takes a third of a second

    if file.stat().st_size > _BYTE_LIMIT:
        raise bad_field(f"mesh {file}", f"must have at most {_BYTE_LIMIT} bytes")
    try:
        mesh = meshio.read(file)
    except (meshio.ReadError, SystemExit, ValueError, IndexError) as error:
        raise bad_field(f"mesh {file}", f"must be a mesh that meshio reads: {error}") from error
    triangles = [cells.data for cells in mesh.cells if cells.type == "triangle"]
    for cells in mesh.cells:
        if cells.type == "quad":
            triangles += [cells.data[:, [0, 1, 2]], cells.data[:, [0, 2, 3]]]
    corners = np.concatenate(triangles) if triangles else np.empty((0, 3), int)
    result = TriangleMesh(np.asarray(mesh.points, float), corners.astype(np.int64))
    _check(file, result)
    return result


def _check(file: Path, mesh: TriangleMesh) -> None:
    points, corners = mesh.vertices, mesh.triangles
    rules = {
        "must have triangles or quadrangles": len(corners) > 0,
        f"must have at most {_TRIANGLE_LIMIT} triangles": len(corners) <= _TRIANGLE_LIMIT,
        "must have finite coordinates": bool(np.isfinite(points).all()),
        "must name vertices that it has": bool(((corners >= 0) & (corners < len(points))).all()),
    }
    for rule, holds in rules.items():
        if not holds:
            raise bad_field(f"mesh {file}", rule)


def write_obj(mesh: TriangleMesh, file: Path) -> None:
    """Writes a mesh that the server reads back bit for bit; errors are those of whole_file()."""
    lines = [f"v {float(x)!r} {float(y)!r} {float(z)!r}" for x, y, z in mesh.vertices]
    lines += [f"f {a + 1} {b + 1} {c + 1}" for a, b, c in mesh.triangles.tolist()]
    write_whole(file, ("\n".join(lines) + "\n").encode("ascii"))
