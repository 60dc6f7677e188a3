"""Reader of STL meshes, text and binary, for meshes that an import must move."""

from __future__ import annotations

import re

import numpy as np

from raftup.base.arrays import FloatArray
from raftup.importing_models.finding import Place, UnreadableError

_HEAD, _ROW = 84, 50
"""Bytes of the head of a binary file and of a triangle."""

_MOST = 500_000
"""Largest number of triangles."""


def read_stl(data: bytes, place: Place) -> FloatArray:
    """Corners [n, 3, 3] of the triangles of an STL file.

    Args:
        data: content of the file.
        place: where the source names it, for errors.

    Raises:
        UnreadableError: if it is no STL file, or has too many triangles.
    """
    count = int.from_bytes(data[80:84], "little") if len(data) >= _HEAD else -1
    if len(data) == _HEAD + _ROW * count:
        if not 0 < count <= _MOST:
            raise UnreadableError(place, f"the mesh must have 1 to {_MOST} triangles, has {count}")
        rows = np.frombuffer(data, dtype=np.uint8, offset=_HEAD).reshape(count, _ROW)
        corners = np.ascontiguousarray(rows[:, 12:48]).view("<f4").reshape(count, 3, 3)
        triangles = corners.astype(float)
    else:
        text = data.decode("latin-1")
        words = re.findall(r"vertex\s+(\S+)\s+(\S+)\s+(\S+)", text)
        if not words or len(words) % 3 or len(words) > 3 * _MOST:
            raise UnreadableError(place, "the mesh must be an STL file")
        try:
            triangles = np.array(words, dtype=float).reshape(-1, 3, 3)
        except ValueError as error:
            raise UnreadableError(place, "the mesh must be an STL file") from error
    if not np.isfinite(triangles).all():
        raise UnreadableError(place, "the mesh must have finite corners")
    return triangles
