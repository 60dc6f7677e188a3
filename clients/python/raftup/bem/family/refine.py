"""Solution in the middles of cells, and division of cells with large interpolation errors."""

from __future__ import annotations

from collections.abc import Sequence

from raftup.base.arrays import FloatArray
from raftup.bem.family.blend import BlendError, blend_error, blended, peaks
from raftup.bem.family.cells import Cell, PositionSet, Split
from raftup.bem.family.placement import refuse_overlaps
from raftup.bem.family.positions import Positions
from raftup.bem.family.specification import FamilySpecification


def solve_cells(
    positions: Positions, family: FamilySpecification
) -> tuple[PositionSet, list[BlendError]]:
    """Solves the nodes of a family and, if requested, the middles of its cells.

    With midpoints "refine" or "refine_locally", cells whose error is above the tolerance are
    divided, the worst first, until there is none or max_nodes is reached.

    Args:
        positions: solver of positions.
        family: specification with the initial positions.

    Returns:
        The positions, which are solved, and the error of each of their cells; no errors if middles
        are not requested.

    Raises:
        SpecificationError: if hulls overlap in the middle of a divided cell.
        RaftupError: SOLVER_FAILED.
    """
    places = family.positions
    if family.midpoints == "none":
        positions.solve(list(places.nodes))
        return places, []
    while True:
        nodes, cells = places.nodes, places.cells
        positions.solve([*nodes, *(cell.midpoint for cell in cells)])
        blend = _Blend(positions, places)
        errors = [blend.error(cell) for cell in cells]
        worst = sorted(range(len(cells)), key=lambda k: -errors[k].largest)
        poor = [cells[k] for k in worst if errors[k].largest > family.tolerance]
        if not family.is_refined or not poor:
            return places, errors
        finer = _finer(places, poor, blend.worst_splits(poor), family.max_nodes)
        if len(finer) == len(places):
            return places, errors
        refuse_overlaps(positions.base, family.problem, finer, family.path)
        places = finer


class _Blend:
    """Comparison of interpolated with direct solutions."""

    def __init__(self, positions: Positions, places: PositionSet) -> None:
        self._positions = positions
        self._own = [positions.own_coefficients(node) for node in places.nodes]
        self._relative_to = peaks(self._own)

    def error(self, cell: Cell) -> BlendError:
        """Error of the interpolation in the middle of a cell, where the problem is solved."""
        return self._error(cell.midpoint, cell.corners)

    def worst_splits(self, cells: Sequence[Cell]) -> list[Split]:
        """For each cell the division at whose middle the interpolation error is largest.

        The solution at this middle is used again, since it becomes a node.
        """
        unclear = [cell for cell in cells if len(cell.splits) > 1]
        self._positions.solve([split.middle for cell in unclear for split in cell.splits])
        return [
            max(cell.splits, key=lambda split: self._error(split.middle, split.corners).largest)
            if len(cell.splits) > 1
            else cell.splits[0]
            for cell in cells
        ]

    def _error(self, middle: FloatArray, corners: tuple[int, ...]) -> BlendError:
        direct = self._positions.own_coefficients(middle)
        return blend_error(blended([self._own[k] for k in corners]), direct, self._relative_to)


def _finer(
    places: PositionSet, poor: Sequence[Cell], splits: Sequence[Split], max_nodes: int
) -> PositionSet:
    """The positions with the cells `poor` divided, in order, up to the largest number of nodes."""
    finer = places
    for cell, split in zip(poor, splits, strict=True):
        if not finer.has(cell):
            continue
        candidate = finer.with_split(split)
        if len(candidate) <= max_nodes:
            finer = candidate
    return finer
