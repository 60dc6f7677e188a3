"""The mean free surface around a body: points of the ring between hull and circle."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from raftup.base.arrays import FloatArray
from raftup.bem.mesh import PanelMesh
from raftup.bem.waterline import waterline

_RADII = 2.0  # of the hull: outside, series of waves converge as powers of 1/2
_GROWTH = 1.6  # of the rings outwards: waves of the shape of panels fade within a panel
_NODES = 5  # across a ring; half a wave across it, of which products have two, is exact to 1e-4
_ARCS = 24  # around a submerged body, as its waterline has no sides
_PHASE = 1.5  # rad per node along an arc, of the products of three waves
_CLOSED = 1e-6  # of a turn, by which the sides of a closed line miss it


@dataclass(frozen=True)
class FreeSurface:
    """The free surface at rest around one body, up to a circle and beyond it.

    Attributes:
        center: [2] m, center of the circle.
        radius: m, of the circle; beyond it waves are series of Hankel functions.
        points: [P, 3] m, between waterline and circle, z = 0.
        weights: [P] m2, of integrals over this ring.
    """

    center: FloatArray
    radius: float
    points: FloatArray
    weights: FloatArray


def free_surface_around(mesh: PanelMesh, shortest: float) -> FreeSurface:
    """The free surface around a hull, or above a submerged one.

    Rays from the middle of the waterline to a circle have Gauss points, in rings that grow from
    the size of a panel to half the shortest wave. Angles are Gauss points of each side of the
    waterline. The radius of the circle is twice that of the hull.

    Args:
        mesh: immersed part of the hull.
        shortest: length of the shortest wave [m].

    Raises:
        ValueError: if a ray from the middle of the waterline meets it more than once.
    """
    sides = waterline(mesh)[:, ::-1]  # counterclockwise
    corners = mesh.vertices[:, :2]
    center = _middle(sides) if len(sides) else 0.5 * (corners.min(axis=0) + corners.max(axis=0))
    reach = float(np.linalg.norm(corners - center, axis=1).max())
    radius = _RADII * reach
    angles, inner = _rays(sides - center, radius, shortest)
    size = float(np.mean(mesh.panel_diameters))
    share, across = growing_intervals(size, radius - float(inner.min()), 0.5 * shortest)
    r = inner + share * (radius - inner)
    weights = angles[1] * across * (radius - inner) * r
    x, y = center[0] + r * np.cos(angles[0]), center[1] + r * np.sin(angles[0])
    points = np.stack([x, y, np.zeros_like(x)], axis=-1).reshape(-1, 3)
    return FreeSurface(center, radius, points, weights.ravel())


def _middle(sides: FloatArray) -> FloatArray:
    """Center of the area inside closed lines [2], from their directed sides [k, 2 ends, 2]."""
    origin = sides.mean(axis=(0, 1))
    start, end = sides[:, 0] - origin, sides[:, 1] - origin
    doubled = start[:, 0] * end[:, 1] - start[:, 1] * end[:, 0]
    total = float(doubled.sum())
    middle: FloatArray = origin + doubled @ (start + end) / (3.0 * total)
    return middle


def _rays(
    sides: FloatArray, radius: float, shortest: float
) -> tuple[tuple[FloatArray, FloatArray], FloatArray]:
    """Angles of rays and their weights, and where they leave the hull: each [rays, 1].

    Args:
        sides: directed sides of the waterline about its middle, [k, 2 ends, 2] m; may be empty.
        radius: of the circle [m].
        shortest: length of the shortest wave [m].

    Raises:
        ValueError: as free_surface_around().
    """
    if len(sides):
        first = np.arctan2(sides[:, 0, 1], sides[:, 0, 0])
        turn = np.angle(np.exp(1j * (np.arctan2(sides[:, 1, 1], sides[:, 1, 0]) - first)))
        if not (turn > 0.0).all() or abs(turn.sum() / (2.0 * np.pi) - 1.0) > _CLOSED:
            raise ValueError(
                "needs a hull with one waterline that every ray from its middle meets once, has "
                "another; leave it out, or import the forces of another program"
            )
    else:
        turn = np.full(_ARCS, 2.0 * np.pi / _ARCS)
        first = np.arange(_ARCS) * turn
    phases = 2.0 * (2.0 * np.pi / shortest) * radius * turn
    parts = [np.polynomial.legendre.leggauss(2 + int(phase / _PHASE)) for phase in phases.tolist()]
    counts = [len(nodes) for nodes, _ in parts]
    nodes, weights = (np.concatenate(values) for values in zip(*parts, strict=True))
    begin, half = np.repeat(first, counts), 0.5 * np.repeat(turn, counts)
    angle = begin + half * (1.0 + nodes)
    inner = np.zeros_like(angle)
    if len(sides):
        x, y = np.repeat(sides, counts, axis=0).T  # each [2 ends, rays]
        doubled = x[0] * y[1] - y[0] * x[1]
        inner = doubled / (np.cos(angle) * (y[1] - y[0]) - np.sin(angle) * (x[1] - x[0]))
    return (angle[:, None], (half * weights)[:, None]), inner[:, None]


def growing_intervals(first: float, width: float, largest: float) -> tuple[FloatArray, FloatArray]:
    """Gauss points and weights on [0, 1] in intervals that grow outwards: each [points].

    Args:
        first: width of the first ring [m].
        width: of all rings together [m].
        largest: largest width of a ring [m].
    """
    ends, step = [0.0], first
    while ends[-1] < width:
        ends.append(ends[-1] + min(step, largest))
        step *= _GROWTH
    scaled = np.array(ends) / ends[-1]
    nodes, weights = np.polynomial.legendre.leggauss(_NODES)
    half = 0.5 * np.diff(scaled)[:, None]
    return (scaled[:-1, None] + half * (1.0 + nodes)).ravel(), (half * weights).ravel()
