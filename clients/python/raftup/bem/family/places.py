"""Relative positions at arbitrary places in the plane, each with the same headings."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from functools import cached_property
from itertools import combinations, pairwise, product

import numpy as np

from raftup.base.arrays import FloatArray
from raftup.bem.family.cells import Cell, PositionSet, Spacing, Split
from raftup.bem.family.plane import PlaneCell, completed, plane_cells


@dataclass(frozen=True)
class PositionPlaces:
    """Places of the second body, each with all headings; headings change fastest through the nodes.

    A cell is divided separately, by a place in its middle. A triangle whose longest side is on the
    outer edge gets the place in the middle of that side, since no place inside would shorten it.

    Attributes:
        places: [n, 2] m; complete if they form a grid.
        headings: [m] deg, ascending.
    """

    places: FloatArray
    headings: FloatArray

    def __len__(self) -> int:
        """Number of nodes."""
        return len(self.places) * len(self.headings)

    @property
    def nodes(self) -> FloatArray:
        """Positions of the nodes [nodes, 1, 3] m, m, deg."""
        rows = [[[x, y, turn]] for (x, y), turn in product(self.places.tolist(), self.headings)]
        return np.array(rows)

    @property
    def cells(self) -> list[Cell]:
        """Triangles, or rectangles if the places form a grid, times intervals of heading."""
        if len(self) == 1:
            return []
        steps: list[tuple[int, ...]] = [*pairwise(range(len(self.headings)))]
        return [
            self._cell(corners, step)
            for corners in self._plane or [(0,)]
            for step in steps or [(0,)]
        ]

    @property
    def headings_of_bodies(self) -> tuple[FloatArray, ...]:
        """Headings of the second body [deg]."""
        return (self.headings,)

    @property
    def spacings(self) -> list[Spacing]:
        """The longest side of a cell; for a rectangle that of the triangles that may replace it."""
        lengths = [
            self._length(side) for corners in self._plane for side in combinations(corners, 2)
        ]
        return [Spacing("", 0, "distances of neighbours", max(lengths))] if lengths else []

    def has(self, cell: Cell) -> bool:
        """Whether there is still a cell in the plane with this middle."""
        plane = self._plane or [(0,)]
        middles = np.array([self.places[list(corners)].mean(axis=0) for corners in plane])
        return bool(np.abs(middles - cell.midpoint[0, :2]).max(axis=1).min() < 1e-9)

    def with_split(self, split: Split) -> PositionPlaces:
        """The set with one more place, and those a grid then lacks, or with one more heading."""
        x, y, turn = split.middle[0]
        if split.axis is not None:
            return PositionPlaces(self.places, np.union1d(self.headings, [turn]))
        places = np.concatenate([self.places, [[x, y]]])
        return PositionPlaces(completed(places), self.headings)

    @cached_property
    def _plane(self) -> list[PlaneCell]:
        return plane_cells(self.places)

    @cached_property
    def _edge(self) -> set[PlaneCell]:
        """Sides that belong to a single triangle."""
        triangles = [corners for corners in self._plane if len(corners) == 3]
        count = Counter(side for corners in triangles for side in combinations(corners, 2))
        return {side for side in count if count[side] == 1}

    def _cell(self, corners: PlaneCell, step: tuple[int, ...]) -> Cell:
        """The cell over corners in the plane, between two headings."""
        splits = []
        if len(corners) > 1:
            ends = self._split_corners(corners)
            splits.append(Split(self._middle(ends, step[:1]), self._at(ends, step[:1]), None))
        if len(step) > 1:
            splits.append(Split(self._middle(corners[:1], step), self._at(corners[:1], step), 2))
        return Cell(self._at(corners, step), self._middle(corners, step), tuple(splits))

    def _split_corners(self, corners: PlaneCell) -> PlaneCell:
        """The corners in whose middle a cell gets a new place."""
        longest = max(combinations(corners, 2), key=self._length)
        return longest if longest in self._edge else corners

    def _length(self, side: PlaneCell) -> float:
        return float(np.linalg.norm(np.ptp(self.places[list(side)], axis=0)))

    def _at(self, corners: PlaneCell, step: tuple[int, ...]) -> tuple[int, ...]:
        """Indices of the nodes of some places at some headings."""
        return tuple(place * len(self.headings) + turn for place in corners for turn in step)

    def _middle(self, corners: PlaneCell, step: tuple[int, ...]) -> FloatArray:
        x, y = self.places[list(corners)].mean(axis=0)
        return np.array([[x, y, self.headings[list(step)].mean()]])


def places_of(positions: PositionSet) -> PositionPlaces:
    """Converts positions of one other body, with all headings at every place, to places."""
    (headings,) = positions.headings_of_bodies
    return PositionPlaces(positions.nodes[:: len(headings), 0, :2], headings)
