"""Relative positions on a rectangular grid, and its cells."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import product

import numpy as np

from raftup.arrays import FloatArray

AXES = ("x", "y", "heading_deg")
"""Of each other body's centre of mass seen from the first one's: m, m, deg."""


@dataclass(frozen=True)
class Cell:
    """A box between neighbouring values of the axes that vary.

    Attributes:
        lower: index of its lower corner on every axis.
        corners: indices of its nodes.
        midpoint: [others, 3] m, m, deg.
    """

    lower: tuple[int, ...]
    corners: tuple[int, ...]
    midpoint: FloatArray


@dataclass(frozen=True)
class PositionGrid:
    """All combinations of the values of the axes; the last axis runs fastest through the nodes.

    Attributes:
        axes: x [m], y [m] and heading_deg [deg] of the second body, of the third and so on, each
            ascending.
    """

    axes: tuple[FloatArray, ...]

    def __len__(self) -> int:
        """How many nodes there are."""
        return int(np.prod([len(axis) for axis in self.axes], dtype=np.int64))

    @property
    def varying(self) -> tuple[int, ...]:
        """The axes with more than one value."""
        return tuple(k for k, axis in enumerate(self.axes) if len(axis) > 1)

    @property
    def nodes(self) -> FloatArray:
        """[nodes, others, 3] m, m, deg."""
        points = np.stack([one.ravel() for one in np.meshgrid(*self.axes, indexing="ij")], axis=-1)
        result: FloatArray = points.reshape(len(self), -1, len(AXES))
        return result

    @property
    def cells(self) -> list[Cell]:
        """In the order of their lower corners; none where nothing varies."""
        varying, sizes = self.varying, [len(axis) for axis in self.axes]
        if not varying:
            return []
        ends = [(0, 1) if k in varying else (0,) for k in range(len(sizes))]
        cells = []
        for lower in product(*(range(max(size - 1, 1)) for size in sizes)):
            corners = [np.add(lower, step) for step in product(*ends)]
            indices = tuple(int(np.ravel_multi_index(tuple(c), sizes)) for c in corners)
            cells.append(Cell(lower, indices, self._middle(lower, varying)))
        return cells

    def edge_middle(self, cell: Cell, axis: int) -> FloatArray:
        """Middle of the edge of a cell that goes from its lower corner along an axis."""
        return self._middle(cell.lower, (axis,))

    def edge_corners(self, cell: Cell, axis: int) -> tuple[int, int]:
        """The two nodes at the ends of that edge."""
        sizes = [len(values) for values in self.axes]
        far = [index + (k == axis) for k, index in enumerate(cell.lower)]
        low, high = (np.ravel_multi_index(tuple(c), sizes) for c in (cell.lower, far))
        return int(low), int(high)

    def with_value(self, axis: int, value: float) -> PositionGrid:
        """The grid with a value more on an axis."""
        axes = list(self.axes)
        axes[axis] = np.union1d(axes[axis], [value])
        return PositionGrid(tuple(axes))

    def _middle(self, lower: tuple[int, ...], along: tuple[int, ...]) -> FloatArray:
        point = [
            0.5 * (axis[index] + axis[index + 1]) if k in along else axis[index]
            for k, (axis, index) in enumerate(zip(self.axes, lower, strict=True))
        ]
        return np.array(point).reshape(-1, len(AXES))
