"""Cells between nodes, whatever their shape, and how they are made smaller."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Protocol

from raftup.base.arrays import FloatArray

AXES = ("x", "y", "heading_deg")
"""Of each other body's centre of mass seen from the first one's: m, m, deg."""


@dataclass(frozen=True)
class Split:
    """A way to make a cell smaller, by nodes in the middle of some of its corners.

    Attributes:
        middle: [others, 3] m, m, deg, which becomes a node.
        corners: indices of the nodes whose mean the blend has there.
        axis: a column of AXES of all bodies whose value becomes one of all nodes; None: x and y
            become a place at all headings.
    """

    middle: FloatArray
    corners: tuple[int, ...]
    axis: int | None


@dataclass(frozen=True)
class Cell:
    """A cell of positions between solved nodes, in which coefficients are interpolated.

    Attributes:
        corners: indices of its nodes.
        midpoint: [others, 3] m, m, deg, where all corners weigh the same.
        splits: how it can be made smaller, at least one.
    """

    corners: tuple[int, ...]
    midpoint: FloatArray
    splits: tuple[Split, ...]


@dataclass(frozen=True)
class Spacing:
    """How far neighbours are apart in the plane.

    Attributes:
        path: of the field that says it, below family.positions: `.x`; empty: of all.
        body: index of the other body.
        what: is so long, for messages.
        largest: m.
    """

    path: str
    body: int
    what: str
    largest: float


class PositionSet(Protocol):
    """The relative positions of a family's nodes, and its cells."""

    def __len__(self) -> int:
        """How many nodes there are."""

    @property
    def nodes(self) -> FloatArray:
        """[nodes, others, 3] m, m, deg."""

    @property
    def cells(self) -> list[Cell]:
        """Those that simulations blend in; none where nothing varies."""

    @property
    def headings_of_bodies(self) -> tuple[FloatArray, ...]:
        """Of each other body, ascending, deg."""

    @property
    def spacings(self) -> list[Spacing]:
        """The widest in the plane."""

    def has(self, cell: Cell) -> bool:
        """Whether a cell of these positions before they were made finer is still to be split."""

    def with_split(self, split: Split) -> PositionSet:
        """The set of positions with a cell split into smaller ones."""
