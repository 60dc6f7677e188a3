"""Relative positions on a rectangular grid, and its cells."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import product

import numpy as np

from raftup.base.arrays import FloatArray
from raftup.bem.family.cells import AXES, Cell, Spacing, Split


@dataclass(frozen=True)
class PositionGrid:
    """All combinations of the values of the axes; the last axis changes fastest through the nodes.

    The positions always form a grid: dividing a cell divides all cells beside it.

    Attributes:
        axes: x [m], y [m] and heading_deg [deg] of the second body, of the third and so on, each
            ascending.
    """

    axes: tuple[FloatArray, ...]

    def __len__(self) -> int:
        """Number of nodes."""
        return int(np.prod([len(axis) for axis in self.axes], dtype=np.int64))

    @property
    def nodes(self) -> FloatArray:
        """Positions of the nodes [nodes, others, 3] m, m, deg."""
        points = np.stack([one.ravel() for one in np.meshgrid(*self.axes, indexing="ij")], axis=-1)
        result: FloatArray = points.reshape(len(self), -1, len(AXES))
        return result

    @property
    def cells(self) -> list[Cell]:
        """Boxes in the order of their lower corners, which can be halved along varying axes."""
        varying = self._varying
        if not varying:
            return []
        lowest = product(*(range(max(len(axis) - 1, 1)) for axis in self.axes))
        return [
            Cell(
                self._corners(lower, varying),
                self._middle(lower, varying),
                tuple(
                    Split(self._middle(lower, (axis,)), self._corners(lower, (axis,)), axis)
                    for axis in varying
                ),
            )
            for lower in lowest
        ]

    @property
    def headings_of_bodies(self) -> tuple[FloatArray, ...]:
        """Headings of each other body [deg], ascending."""
        return self.axes[2 :: len(AXES)]

    @property
    def spacings(self) -> list[Spacing]:
        """The largest steps of x and of y, if these vary."""
        return [
            Spacing(
                f".{AXES[k % len(AXES)]}",
                k // len(AXES),
                "steps",
                float(np.diff(self.axes[k]).max()),
            )
            for k in self._varying
            if AXES[k % len(AXES)] != "heading_deg"
        ]

    def has(self, _: Cell) -> bool:
        """Always true: a cell that another division has cut is still halved along its own axis."""
        return True

    def with_split(self, split: Split) -> PositionGrid:
        """The grid with one further value on an axis."""
        assert split.axis is not None
        axes = list(self.axes)
        axes[split.axis] = np.union1d(axes[split.axis], [split.middle.ravel()[split.axis]])
        return PositionGrid(tuple(axes))

    @property
    def _varying(self) -> tuple[int, ...]:
        """Indices of the axes with more than one value."""
        return tuple(k for k, axis in enumerate(self.axes) if len(axis) > 1)

    def _corners(self, lower: tuple[int, ...], along: tuple[int, ...]) -> tuple[int, ...]:
        """Nodes at a lower corner and its neighbors above along some axes."""
        sizes = [len(axis) for axis in self.axes]
        steps = product(*((0, 1) if k in along else (0,) for k in range(len(sizes))))
        return tuple(int(np.ravel_multi_index(tuple(np.add(lower, step)), sizes)) for step in steps)

    def _middle(self, lower: tuple[int, ...], along: tuple[int, ...]) -> FloatArray:
        """Middle of the nodes of _corners()."""
        point = [
            0.5 * (axis[index] + axis[index + 1]) if k in along else axis[index]
            for k, (axis, index) in enumerate(zip(self.axes, lower, strict=True))
        ]
        return np.array(point).reshape(-1, len(AXES))
