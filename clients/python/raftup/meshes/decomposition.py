"""Convex decomposition of hollow meshes, whose convex hull alone would fill the hollow."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, fields
from typing import Any

import numpy as np

from raftup.base.arrays import FloatArray
from raftup.base.errors import bad_field
from raftup.base.extras import require_extra
from raftup.meshes.files import TriangleMesh

_RANGES = {
    "resolution": (2, 400),
    "max_hulls": (1, 1024),
    "max_vertices": (4, 1024),
    "volume_error": (0.0, 100.0),
    "max_depth": (1, 64),
}
_OF_OTHER_VERSIONS = {
    "concavity": "volume_error says how far parts may be from convex",
    "planeDownsampling": "it searches all planes",
    "convexhullDownsampling": "it takes all points",
    "alpha": "symmetry does not count",
    "beta": "planes of revolution do not count",
    "pca": "turn the mesh before",
    "mode": "it has voxels only",
    "minVolumePerConvex": "volume_error and max_hulls bound the parts",
}
"""Parameters of V-HACD 2 that V-HACD 4 does not have, and what replaces them."""


@dataclass(frozen=True)
class DecompositionOptions:
    """Options of the convex decomposition by V-HACD 4, which determine its accuracy.

    Attributes:
        resolution: 2 to 400; its cube is the number of voxels.
        max_hulls: 1 to 1024, largest number of parts.
        max_vertices: 4 to 1024, largest number of vertices of a part.
        volume_error: %, 0 to 100: largest share of its convex hull that a part need not fill.
        max_depth: 1 to 64, largest number of successive divisions of a part.
    """

    resolution: int = 50
    max_hulls: int = 1024
    max_vertices: int = 64
    volume_error: float = 1.0
    max_depth: int = 10

    def __post_init__(self) -> None:
        for name, (low, high) in _RANGES.items():
            value = getattr(self, name)
            if not low <= value <= high:
                raise bad_field(name, f"must be {low} to {high}, is {value}")

    @staticmethod
    def of(parameters: Mapping[str, Any]) -> DecompositionOptions:
        """Makes options from parameters by name.

        Raises:
            RaftupError: with a parameter that V-HACD 4 does not have, or that is out of range.
        """
        for name in parameters:
            if name in _OF_OTHER_VERSIONS:
                raise bad_field(
                    name, f"must be left out: V-HACD 4 has it not, {_OF_OTHER_VERSIONS[name]}"
                )
            if name not in _RANGES:
                known = ", ".join(field.name for field in fields(DecompositionOptions))
                raise bad_field(name, f"must be one of {known}")
        return DecompositionOptions(**parameters)


def convex_parts(
    mesh: TriangleMesh, options: DecompositionOptions | None = None
) -> list[FloatArray]:
    """Vertices of convex parts whose union approximates the mesh, by V-HACD 4.

    Args:
        mesh: closed mesh.
        options: options of the decomposition.

    Returns:
        [n, 3] m for each part.

    Raises:
        RaftupError: FAILED_PRECONDITION without the extra `raftup[mesh]`; INVALID_ARGUMENT if the
            mesh has no volume.
    """
    require_extra("convex decomposition", "mesh", "vhacdx")
    import vhacdx

    wanted = options or DecompositionOptions()
    counts = np.full((len(mesh.triangles), 1), 3)
    hulls = vhacdx.compute_vhacd(
        np.asarray(mesh.vertices, float),
        np.hstack([counts, mesh.triangles]).astype(np.uint32).ravel(),
        maxConvexHulls=wanted.max_hulls,
        resolution=wanted.resolution**3,
        minimumVolumePercentErrorAllowed=wanted.volume_error,
        maxRecursionDepth=wanted.max_depth,
        maxNumVerticesPerCH=wanted.max_vertices,
        asyncACD=False,
    )
    if not hulls:
        raise bad_field("mesh", "must enclose a volume, V-HACD finds none")
    return [np.asarray(points, float) for points, _ in hulls]


def decomposed(mesh: TriangleMesh, options: DecompositionOptions | None = None) -> dict[str, Any]:
    """A shape of convex parts for a model: `{"composite": {"parts": [{"convex": ...}, ...]}}`.

    The server computes the convex hull of the vertices of each part.

    Raises:
        RaftupError: as convex_parts().
    """
    parts = [
        {"convex": {"vertices": corners.ravel().tolist()}}
        for corners in convex_parts(mesh, options)
    ]
    return {"composite": {"parts": parts}}
