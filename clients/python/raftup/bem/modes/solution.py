"""Modes in a solution: the carriers in which they stand, and what a file says of them.

The modes of a body stand in further bodies behind all hulls, three in each, as its translations.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TypeVar

import numpy as np
import numpy.typing as npt

from raftup.base.arrays import FloatArray
from raftup.bem.beam import DryModes
from raftup.bem.modes.matrices import BodyModes

_IN_CARRIER = 3  # modes of a carrier, as its translations

IndexArray = npt.NDArray[np.int64]
Number = TypeVar("Number", bound=np.generic)


@dataclass(frozen=True)
class Carrier:
    """A further body of a database that holds up to three modes.

    Attributes:
        name: name in the database.
        body: index of the hull whose modes it holds.
    """

    name: str
    body: int


@dataclass(frozen=True)
class ModeSolution:
    """The M modes of all hulls of a solution and their carriers.

    Attributes:
        of_bodies: index of the hull and its modes, in the order of the modes.
        carriers: further bodies, in the order of the dofs.
        dofs: [6N + M] dof of each solved dof among those of hulls and carriers.
        dof_count: number of dofs of hulls and carriers.
    """

    of_bodies: tuple[tuple[int, BodyModes], ...]
    carriers: tuple[Carrier, ...]
    dofs: IndexArray
    dof_count: int

    @property
    def mode_dofs(self) -> IndexArray:
        """[M] dof of each mode."""
        return self.dofs[len(self.dofs) - sum(len(of.mass) for _, of in self.of_bodies) :]

    def spread(self, values: npt.NDArray[Number], axes: Sequence[int]) -> npt.NDArray[Number]:
        """An array with 6N + M dofs along some axes, with the dofs of hulls and carriers.

        Args:
            values: any array.
            axes: axes of dofs, negative.
        """
        for axis in axes:
            shape = list(values.shape)
            shape[axis] = self.dof_count
            wider = np.zeros(shape, dtype=values.dtype)
            np.moveaxis(wider, axis, 0)[self.dofs] = np.moveaxis(values, axis, 0)
            values = wider
        return values


def mode_solution(names: Sequence[str], modes: Sequence[BodyModes | None]) -> ModeSolution | None:
    """The carriers of the modes of all hulls; None if no hull has modes.

    Args:
        names: names of the hulls.
        modes: modes of each hull.
    """
    of_bodies = [(body, of) for body, of in enumerate(modes) if of is not None]
    if not of_bodies:
        return None
    carriers: list[Carrier] = []
    dofs = list(range(6 * len(names)))
    for body, of in of_bodies:
        first = len(names) + len(carriers)
        count = len(of.mass)
        dofs += [6 * (first + r // _IN_CARRIER) + r % _IN_CARRIER for r in range(count)]
        number = -(-count // _IN_CARRIER)
        carriers += [Carrier(f"{names[body]}.modes{k + 1}", body) for k in range(number)]
    return ModeSolution(
        tuple(of_bodies), tuple(carriers), np.array(dofs), 6 * (len(names) + len(carriers))
    )


def arrays_of_modes(solution: ModeSolution) -> dict[str, FloatArray]:
    """The arrays of the group `modes` of a file, by name (docs/hydro/databases.md)."""
    parts = [of for _, of in solution.of_bodies]
    counts = [len(of.mass) for of in parts]
    first = np.cumsum([0, *counts])
    total = int(first[-1])
    places = [slice(first[k], first[k + 1]) for k in range(len(parts))]
    arrays = {
        "body": np.repeat([float(body) for body, _ in solution.of_bodies], counts),
        "dof": solution.mode_dofs.astype(float),
        "damping_ratio": np.concatenate([of.damping_ratio for of in parts]),
        "rigid_mass": np.concatenate([of.rigid_mass for of in parts]),
        "rigid_restoring": np.concatenate([of.rigid_restoring for of in parts]),
    }
    for name in ("mass", "stiffness", "restoring"):
        matrix = np.zeros((total, total))
        for place, of in zip(places, parts, strict=True):
            matrix[place, place] = getattr(of, name)
        arrays[name] = matrix
    return arrays | _beams(parts, places, total) | _points(solution, places, total)


def _beams(
    parts: Sequence[BodyModes], places: Sequence[slice], total: int
) -> dict[str, FloatArray]:
    """Deflections of the modes of beams at the nodes of their elements."""
    beams = [(place, of.shapes) for place, of in zip(places, parts, strict=True)]
    shapes = [(place, of) for place, of in beams if isinstance(of, DryModes)]
    if not shapes:
        return {}
    nodes = len(shapes[0][1].nodes)
    kind, axis_y, axis_z = (np.zeros(total) for _ in range(3))
    x, deflection, slope = (np.zeros((total, nodes)) for _ in range(3))
    for place, of in shapes:
        kind[place] = 1.0 + ("vertical", "horizontal", "torsion").index(of.plane)
        axis_y[place], axis_z[place] = of.axis_y, of.neutral_axis_z
        x[place] = of.nodes
        deflection[place], slope[place] = of.ends[:, :, 0], of.ends[:, :, 1]
    names = ("plane", "axis_y", "axis_z", "x", "deflection", "slope")
    return dict(zip(names, (kind, axis_y, axis_z, x, deflection, slope), strict=True))


def _points(solution: ModeSolution, places: Sequence[slice], total: int) -> dict[str, FloatArray]:
    """Displacements of points of the hulls whose modes are given at points."""
    points, bodies, shapes = [], [], []
    for place, (body, of) in zip(places, solution.of_bodies, strict=True):
        if isinstance(of.shapes, DryModes):
            continue
        count = len(of.shapes.points)
        shape = np.zeros((count, total, 3))
        shape[:, place] = np.swapaxes(of.shapes.shape, 0, 1)
        points.append(of.shapes.points)
        bodies.append(np.full(count, float(body)))
        shapes.append(shape)
    if not points:
        return {}
    return {
        "points": np.concatenate(points),
        "point_body": np.concatenate(bodies),
        "shape": np.concatenate(shapes),
    }
