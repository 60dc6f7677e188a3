"""Hulls for the view: mesh files of the command line, in the form that browsers need."""

from __future__ import annotations

from pathlib import Path

import numpy as np

from raftup.base.errors import RaftupError, bad_field
from raftup.meshes.files import read_triangles


def read_mesh(file: Path, position: tuple[float, float, float] = (0.0, 0.0, 0.0)) -> bytes:
    """Reads a hull in the form for the view: numbers of vertices and triangles, positions, indices.

    Args:
        file: OBJ, STL or another format of meshio, of triangles and quadrilaterals [m].
        position: position of its origin in the model frame of its body [m].

    Returns:
        Little-endian: two uint32 numbers, float32 [vertex][xyz], uint32 [triangle][corner].

    Raises:
        RaftupError: if the file is not a mesh, with the rule.
    """
    mesh = read_triangles(file)
    points = mesh.vertices + np.array(position)
    counts = np.array([len(points), len(mesh.triangles)], "<u4")
    parts = (counts, points.astype("<f4"), mesh.triangles.astype("<u4"))
    return b"".join(part.tobytes() for part in parts)


def parse_mesh_option(text: str) -> tuple[str, Path, tuple[float, float, float]]:
    """Splits "BODY=FILE" or "BODY=FILE@X,Y,Z" into body, file and position.

    Raises:
        RaftupError: if the text has another form.
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
