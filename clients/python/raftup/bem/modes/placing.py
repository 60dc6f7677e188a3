"""Modes of a specification on the hull that they bend: read, placed in the frame, and checked."""

from __future__ import annotations

from typing import Any

import h5py
import numpy as np

from raftup.base.arrays import FloatArray
from raftup.bem.finding import Finding
from raftup.bem.modes.matrices import (
    BodyModes,
    Floating,
    modes_of_beam,
    require_mass_of_body,
    restoring_of_points,
)
from raftup.bem.modes.shapes import PointShapes
from raftup.bem.modes.specification import BeamModes, FileModes

_NOTABLE = 5e-3  # of a shape: error between its points that a user should know
_REFUSED = 0.1  # and above this, the shape is that of another hull
_SAME_MASS = 5e-3  # of masses that a file gives twice


def place_modes(
    modes: BeamModes | FileModes, origin: FloatArray, floating: Floating, name: str
) -> tuple[BodyModes, list[Finding]]:
    """The modes of a hull in the frame of the database, and what is to be known of them.

    Args:
        modes: modes in the frame of the mesh.
        origin: [3] m, that frame in the frame of the database.
        floating: the hull.
        name: name of the hull, for findings.

    Raises:
        ValueError: with the rule that is broken.
        OSError: if a file cannot be read.
    """
    if isinstance(modes, BeamModes):
        return modes_of_beam(modes, origin, floating), []
    placed = _read_file(modes, origin, floating)
    shapes = placed.shapes
    assert isinstance(shapes, PointShapes)
    middles = floating.mesh.triangles.mean(axis=1)
    error = shapes.disagreement(middles)
    if error > _REFUSED:
        raise ValueError(
            f"must have points on the hull; between them the shape is known to {100 * error:.2g} % "
            "only"
        )
    require_mass_of_body(placed, floating)
    if error <= _NOTABLE:
        return placed, []
    message = (
        f"shapes of {name} must be known at its panels to {100 * _NOTABLE:g} %, are known between "
        f"the points of the file to {100 * error:.2g} %"
    )
    return placed, [Finding("mode_shapes_coarse", "warning", message, error)]


def _read_file(modes: FileModes, origin: FloatArray, floating: Floating) -> BodyModes:
    with h5py.File(modes.file) as root:
        points, shape = _numbers(root, "points"), _numbers(root, "shape")
        if points.ndim != 2 or points.shape[1] != 3 or not len(points):
            raise ValueError(f"must have points [n, 3], has {list(points.shape)}")
        count = shape.shape[0] if shape.ndim == 3 else 0
        if not count or shape.shape[1:] != points.shape:
            raise ValueError(f"must have shape [m, {len(points)}, 3], has {list(shape.shape)}")
        if not (np.abs(shape).max(axis=(1, 2)) > 0.0).all():
            raise ValueError("must have a shape that is not 0 for every mode")
        shapes = PointShapes(points + origin, shape)
        divergence = _optional(root, "divergence", (count, len(points)), 0.0)
        restoring, rigid_restoring = restoring_of_points(shapes, divergence, floating)
        mass, rigid_mass = _masses(root, shapes, floating)
        ratio = _optional(root, "damping_ratio", (count,), modes.damping_ratio)
        stiffness = _square(root, "stiffness", count)
        restoring = restoring + _square(root, "gravity_stiffness", count)
    # A shift of the weight turns the body in roll and pitch.
    rigid_restoring[:, 3] += floating.gravity * rigid_mass[:, 1]
    rigid_restoring[:, 4] -= floating.gravity * rigid_mass[:, 0]
    return BodyModes(shapes, mass, rigid_mass, stiffness, restoring, rigid_restoring, ratio)


def _masses(
    root: h5py.File, shapes: PointShapes, floating: Floating
) -> tuple[FloatArray, FloatArray]:
    """Masses between modes, and of these with rigid dofs: as filed, or from masses of points."""
    count, number = shapes.shape.shape[:2]
    if "point_mass" not in root:
        return _square(root, "modal_mass", count), _optional(root, "rigid_mass", (count, 6), None)
    point_mass = _optional(root, "point_mass", (number,), None)
    if abs(point_mass.sum() - floating.displaced_mass) > _SAME_MASS * floating.displaced_mass:
        raise ValueError(
            f"must have point_mass with the displaced mass, {floating.displaced_mass:.6g} kg, to "
            f".5 %, has {point_mass.sum():.6g} kg"
        )
    arm = shapes.points - floating.center
    turned = np.cross(np.eye(3)[:, None], arm)
    rigid = np.concatenate([np.broadcast_to(np.eye(3)[:, None], turned.shape), turned])
    mass = np.einsum("inc,n,jnc->ij", shapes.shape, point_mass, shapes.shape)
    rigid_mass = np.einsum("inc,n,knc->ik", shapes.shape, point_mass, rigid)
    if "modal_mass" in root:
        filed = np.diag(_square(root, "modal_mass", count))
        wrong = np.abs(filed - np.diag(mass)) > _SAME_MASS * np.diag(mass)
        if wrong.any():
            mode = int(np.argmax(wrong))
            raise ValueError(
                f"must have a modal_mass that adds up: point_mass gives {mass[mode, mode]:.6g} kg "
                f"for mode {mode + 1}, modal_mass is {filed[mode]:.6g} kg"
            )
    return mass, rigid_mass


def _numbers(root: h5py.File, name: str) -> FloatArray:
    if name not in root or not isinstance(root[name], h5py.Dataset):
        raise ValueError(f"must have {name}, has {', '.join(sorted(root)) or 'nothing'}")
    values: Any = root[name][()]
    numbers = np.asarray(values, dtype=float)
    if not np.isfinite(numbers).all():
        raise ValueError(f"must have finite numbers in {name}")
    return numbers


def _optional(
    root: h5py.File, name: str, shape: tuple[int, ...], default: float | None
) -> FloatArray:
    """An array of a shape; the default everywhere where the file lacks it."""
    if name not in root and default is not None:
        return np.full(shape, default)
    numbers = _numbers(root, name)
    if numbers.shape != shape:
        raise ValueError(f"must have {name} {list(shape)}, has {list(numbers.shape)}")
    return numbers


def _square(root: h5py.File, name: str, count: int) -> FloatArray:
    """A symmetric matrix [m, m], or its diagonal [m]."""
    numbers = _numbers(root, name)
    if numbers.shape == (count,):
        return np.diag(numbers)
    if numbers.shape != (count, count):
        shapes = f"[{count}] or [{count}, {count}]"
        raise ValueError(f"must have {name} {shapes}, has {list(numbers.shape)}")
    if np.abs(numbers - numbers.T).max() > _SAME_MASS * np.abs(numbers).max():
        raise ValueError(f"must have a symmetric {name}")
    symmetric: FloatArray = 0.5 * (numbers + numbers.T)
    return symmetric
