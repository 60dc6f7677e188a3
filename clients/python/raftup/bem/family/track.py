"""Relative positions of several bodies along a track: the nodes follow one another."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import pairwise

import numpy as np

from raftup.base.arrays import FloatArray
from raftup.bem.family.cells import Cell, Spacing, Split


@dataclass(frozen=True)
class PositionTrack:
    """Nodes along a track. A cell is the way between two neighbors and is divided in its middle.

    Attributes:
        nodes: [nodes, others, 3] m, m, deg; each further along the direction from the first node to
            the last, over x and y of all bodies, than the node before it.
    """

    nodes: FloatArray

    def __len__(self) -> int:
        """Number of nodes."""
        return len(self.nodes)

    @property
    def cells(self) -> list[Cell]:
        """The ways between neighboring nodes."""
        return [
            Cell((k, k + 1), middle, (Split(middle, (k, k + 1), None),))
            for k, middle in enumerate(0.5 * (self.nodes[:-1] + self.nodes[1:]))
        ]

    @property
    def headings_of_bodies(self) -> tuple[FloatArray, ...]:
        """Headings of each other body [deg], ascending."""
        return tuple(np.unique(headings) for headings in self.nodes[:, :, 2].T)

    @property
    def spacings(self) -> list[Spacing]:
        """The longest way of each body from one node to the next."""
        ways = np.linalg.norm(np.diff(self.nodes[:, :, :2], axis=0), axis=-1)
        return [
            Spacing("", body, "ways between nodes", float(longest))
            for body, longest in enumerate(ways.max(axis=0))
        ]

    def has(self, cell: Cell) -> bool:
        """Whether two neighbors still have this middle."""
        return bool(self._from_middles(cell.midpoint).min() < 1e-9)

    def with_split(self, split: Split) -> PositionTrack:
        """The track with one more node between two neighbors."""
        before = int(self._from_middles(split.middle).argmin())
        return PositionTrack(np.insert(self.nodes, before + 1, split.middle, axis=0))

    def _from_middles(self, position: FloatArray) -> FloatArray:
        """Largest difference [nodes - 1] of a position from the middle of each cell."""
        middles = 0.5 * (self.nodes[:-1] + self.nodes[1:])
        result: FloatArray = np.abs(middles - position).max(axis=(1, 2))
        return result


def ways_along(nodes: FloatArray) -> FloatArray:
    """Ways u [nodes] of nodes of a track [m], as a simulation computes them.

    u_k = d . (P_k - P_0) with d = (P_last - P_0) / |P_last - P_0|, over x and y of all bodies.

    Args:
        nodes: [nodes, others, 3] m, m, deg.

    Source:
        deploy/decisions, decision 56
    """
    places = nodes[:, :, :2].reshape(len(nodes), -1)
    whole = places[-1] - places[0]
    result: FloatArray = (places - places[0]) @ whole / np.linalg.norm(whole)
    return result


def is_ascending(nodes: FloatArray) -> bool:
    """Whether each node lies further along the track than the node before it."""
    return all(after > before for before, after in pairwise(ways_along(nodes).tolist()))
