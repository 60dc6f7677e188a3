"""Detection of hulls that overlap."""

from __future__ import annotations

import numpy as np

from raftup.base.arrays import FloatArray
from raftup.bem.mesh import PanelMesh

_INSIDE = 0.1  # turns: 1 inside, 1/2 on a face, 1/8 in a box's corner, 0 outside
_FLAT = 1e-9  # of the sides' product: a point in the plane of a triangle, seen from neither side
_CHUNK = 4_000_000  # pairs of points and triangles at a time


def overlap(a: PanelMesh, b: PanelMesh) -> bool:
    """Whether a corner or center of a panel of one hull lies in or on the other hull.

    Args:
        a: immersed part of a hull, closed up to z = 0, normals outward.
        b: immersed part of another hull in the same frame.
    """
    return _reaches_into(a, b) or _reaches_into(b, a)


def _reaches_into(mesh: PanelMesh, hull: PanelMesh) -> bool:
    points = np.concatenate([mesh.vertices, mesh.vertices[mesh.faces].mean(axis=1)])
    low, high = hull.vertices.min(axis=0), hull.vertices.max(axis=0)
    near = points[((points >= low) & (points <= high)).all(axis=1)]
    return bool(len(near)) and bool((winding_number(near, hull) > _INSIDE).any())


def winding_number(points: FloatArray, hull: PanelMesh) -> FloatArray:
    """Winding number [n] of a hull with its mirror image above z = 0 around points.

    It is the sum of the triangles' solid angles over 4 pi, and tan(angle / 2) = a.(b x c) / (abc +
    (a.b) c + (b.c) a + (c.a) b) for a triangle with corners in the directions a, b, c.

    Args:
        points: [n, 3] m.
        hull: immersed part, normals outward.

    Source:
        Van Oosterom and Strackee (1983).
    """
    below = hull.triangles
    image = below[:, ::-1] * np.array([1.0, 1.0, -1.0])
    triangles = np.concatenate([below, image])
    count = max(1, _CHUNK // len(triangles))
    parts = [_turns(points[k : k + count], triangles) for k in range(0, len(points), count)]
    result: FloatArray = np.concatenate(parts)
    return result


def _turns(points: FloatArray, triangles: FloatArray) -> FloatArray:
    a, b, c = (triangles[None, :, k] - points[:, None] for k in range(3))
    la, lb, lc = (np.linalg.norm(side, axis=-1) for side in (a, b, c))
    volume = np.einsum("nti,nti->nt", a, np.cross(b, c))
    ab, bc, ca = (np.einsum("nti,nti->nt", u, v) for u, v in ((a, b), (b, c), (c, a)))
    lengths = la * lb * lc
    denominator = lengths + ab * lc + bc * la + ca * lb
    on_panel = (np.abs(volume) <= _FLAT * lengths) & (denominator <= 0.0)
    angle = np.where(on_panel, 0.0, 2.0 * np.arctan2(volume, denominator))
    result: FloatArray = angle.sum(axis=1) / (4.0 * np.pi)
    return result
