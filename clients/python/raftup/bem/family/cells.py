"""Cells between the nodes of a family, and their division into smaller cells."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Protocol

from raftup.base.arrays import FloatArray

AXES = ("x", "y", "heading_deg")
"""Coordinates of another body's center of mass in the first body's heading frame: m, m, deg."""


@dataclass(frozen=True)
class Split:
    """A way to divide a cell, by a node in the middle of some of its corners.

    Attributes:
        middle: [others, 3] m, m, deg: position of the new node.
        corners: indices of the nodes whose mean is the interpolation there.
        axis: index in AXES of all bodies of the coordinate that gets a new value for all nodes;
            None: x and y become a new place with all headings.
    """

    middle: FloatArray
    corners: tuple[int, ...]
    axis: int | None


@dataclass(frozen=True)
class Cell:
    """A cell of positions between solved nodes, in which coefficients are interpolated.

    Attributes:
        corners: indices of its nodes.
        midpoint: [others, 3] m, m, deg: position at which all corners have equal weights.
        splits: ways to divide the cell, at least one.
    """

    corners: tuple[int, ...]
    midpoint: FloatArray
    splits: tuple[Split, ...]


@dataclass(frozen=True)
class Spacing:
    """Distance of neighboring nodes in the plane.

    Attributes:
        path: field that determines it, below family.positions: `.x`; empty: all fields.
        body: index of the other body.
        what: name of the distance, for messages.
        largest: largest distance [m].
    """

    path: str
    body: int
    what: str
    largest: float


class PositionSet(Protocol):
    """The relative positions of a family's nodes, and its cells."""

    def __len__(self) -> int:
        """Number of nodes."""

    @property
    def nodes(self) -> FloatArray:
        """Positions of the nodes [nodes, others, 3] m, m, deg."""

    @property
    def cells(self) -> list[Cell]:
        """Cells in which simulations interpolate; none if no coordinate varies."""

    @property
    def headings_of_bodies(self) -> tuple[FloatArray, ...]:
        """Headings of each other body [deg], ascending."""

    @property
    def spacings(self) -> list[Spacing]:
        """The largest distances of nodes in the plane."""

    def has(self, cell: Cell) -> bool:
        """Whether a cell that existed before other cells were divided must still be divided."""

    def with_split(self, split: Split) -> PositionSet:
        """The set of positions with a cell split into smaller ones."""
