"""Hulls that the view draws: files named on the command line, as a browser takes them."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import numpy.typing as npt

from raftup.arrays import FloatArray
from raftup.errors import RaftupError, bad_field

_BYTE_LIMIT = 64 << 20
_TRIANGLE_LIMIT = 2_000_000


def read_mesh(file: Path, position: tuple[float, float, float] = (0.0, 0.0, 0.0)) -> bytes:
    """A hull as the view takes it: vertex and triangle counts, positions, indices.

    Args:
        file: OBJ, STL or another format of meshio, of triangles and quadrangles [m].
        position: of its origin in the model frame of its body [m].

    Returns:
        Little-endian: two uint32 counts, float32 [vertex][xyz], uint32 [triangle][corner].

    Raises:
        RaftupError: where the file is none, with the rule.
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
    points = np.asarray(mesh.points, float) + np.array(position)
    _check(file, points, corners)
    counts = np.array([len(points), len(corners)], "<u4")
    parts = (counts, points.astype("<f4"), corners.astype("<u4"))
    return b"".join(part.tobytes() for part in parts)


def _check(file: Path, points: FloatArray, corners: npt.NDArray[np.int64]) -> None:
    rules = {
        "must have triangles or quadrangles": len(corners) > 0,
        f"must have at most {_TRIANGLE_LIMIT} triangles": len(corners) <= _TRIANGLE_LIMIT,
        "must have finite coordinates": bool(np.isfinite(points).all()),
        "must name vertices that it has": bool(((corners >= 0) & (corners < len(points))).all()),
    }
    for rule, holds in rules.items():
        if not holds:
            raise bad_field(f"mesh {file}", rule)


def parse_mesh_option(text: str) -> tuple[str, Path, tuple[float, float, float]]:
    """Body, file and position of "BODY=FILE" or "BODY=FILE@X,Y,Z".

    Raises:
        RaftupError: for another text.
    """
    body, equals, rest = text.partition("=")
    file, _, place = rest.partition("@")
    try:
        x, y, z = (float(value) for value in place.split(",")) if place else (0.0, 0.0, 0.0)
    except ValueError:
        equals = ""
    if not (body and equals and file):
        raise bad_field("--mesh", f"must be BODY=FILE or BODY=FILE@X,Y,Z, is {text}")
    if not Path(file).is_file():
        raise RaftupError(f"no mesh file {file}", code="NOT_FOUND", reason="NOT_FOUND")
    return body, Path(file), (x, y, z)
