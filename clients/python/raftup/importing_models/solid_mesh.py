"""Triangles of boxes, balls, cylinders and capsules, whose volume is that of the solid."""

from __future__ import annotations

import math
from itertools import pairwise
from typing import Any

import numpy as np

from raftup.base.arrays import FloatArray

_AROUND, _ALONG = 48, 24
"""Facets around an axis, and from pole to pole of a ball."""


def solid_volume(kind: str, size: dict[str, Any]) -> float:
    """Volume of a solid [m3].

    Args:
        kind: box, sphere, cylinder or capsule.
        size: its fields in a model: size, radius, height [m].
    """
    if kind == "box":
        return float(np.prod(size["size"]))
    radius = float(size["radius"])
    ball = 4.0 / 3.0 * math.pi * radius**3
    return (0.0 if kind == "cylinder" else ball) + (
        0.0 if kind == "sphere" else math.pi * radius**2 * float(size["height"])
    )


def solid_triangles(kind: str, size: dict[str, Any]) -> FloatArray:
    """Corners [n, 3, 3] of the triangles of a solid about its center, counter-clockwise outside.

    A round solid is scaled across its axis, so that its volume is not that of the inner polyhedron
    but that of the solid.
    """
    if kind == "box":
        half = np.array(size["size"], dtype=float) / 2.0
        return _revolved(np.array([[-half[2], 1.0], [half[2], 1.0]]), 4, half)
    radius = float(size["radius"])
    half_height = float(size.get("height", 0.0)) / 2.0
    if kind == "cylinder":
        profile = np.array([[-half_height, radius], [half_height, radius]])
    else:
        angles = np.linspace(-math.pi / 2.0, math.pi / 2.0, _ALONG + 1)[1:-1]
        z = radius * np.sin(angles) + np.where(angles < 0.0, -half_height, half_height)
        profile = np.column_stack([z, radius * np.cos(angles)])
        if kind == "capsule":
            middle = np.searchsorted(angles, 0.0)
            ends = [[-half_height, radius], [half_height, radius]]
            profile = np.vstack([profile[:middle], ends, profile[middle + 1 :]])
    bottom = top = radius + half_height if kind != "cylinder" else half_height
    triangles = _revolved(profile, _AROUND, None, (-bottom, top))
    share = math.sqrt(solid_volume(kind, size) / mesh_volume(triangles))
    scaled: FloatArray = triangles * np.array([share, share, 1.0])
    return scaled


def _revolved(
    profile: FloatArray,
    count: int,
    half: FloatArray | None,
    poles: tuple[float, float] | None = None,
) -> FloatArray:
    """Triangles of a profile (z, radius) around the z axis; of a box where `half` is given."""
    if half is None:
        angles = 2.0 * math.pi * np.arange(count) / count
        circle = np.column_stack([np.cos(angles), np.sin(angles)])
    else:
        circle = np.array([[1.0, 1.0], [-1.0, 1.0], [-1.0, -1.0], [1.0, -1.0]]) * half[:2]
    rings = [np.column_stack([r * circle, np.full(count, z)]) for z, r in profile]
    low, high = poles or (profile[0, 0], profile[-1, 0])
    bottom, top = np.array([0.0, 0.0, low]), np.array([0.0, 0.0, high])
    triangles = []
    for at in range(count):
        following = (at + 1) % count
        triangles.append([bottom, rings[0][following], rings[0][at]])
        triangles.append([top, rings[-1][at], rings[-1][following]])
        for lower, upper in pairwise(rings):
            triangles.append([lower[at], lower[following], upper[following]])
            triangles.append([lower[at], upper[following], upper[at]])
    return np.array(triangles)


def mesh_volume(triangles: FloatArray) -> float:
    """Volume [m3] that closed triangles [n, 3, 3] enclose."""
    crossed = np.cross(triangles[:, 1], triangles[:, 2])
    return float(np.einsum("ij,ij->", triangles[:, 0], crossed)) / 6.0


def obj_text(triangles: FloatArray) -> str:
    """Triangles [n, 3, 3] as the text of an OBJ file."""
    corners, index = np.unique(
        np.round(triangles.reshape(-1, 3), 9) + 0.0, axis=0, return_inverse=True
    )
    lines = [f"v {x:.9g} {y:.9g} {z:.9g}" for x, y, z in corners]
    lines += [f"f {a} {b} {c}" for a, b, c in index.reshape(-1, 3) + 1]
    return "\n".join([*lines, ""])
