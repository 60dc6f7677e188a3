"""Cells whose middle is solved, and halved where the blend of their corners misses it."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from raftup.bem.family.blend import BlendError, Peaks, blend_error, blended, peaks
from raftup.bem.family.grid import Cell, PositionGrid
from raftup.bem.family.placement import refuse_overlaps
from raftup.bem.family.positions import Positions
from raftup.bem.family.specification import FamilySpecification


def solve_cells(
    positions: Positions, family: FamilySpecification
) -> tuple[PositionGrid, list[BlendError]]:
    """Solves the nodes of a family's grid and, as asked, the middles of its cells.

    With midpoints "refine" cells whose error is above the tolerance are halved, worst first, until
    there is none or max_nodes are reached. A grid stays a grid: with a cell all those beside it are
    halved too.

    Args:
        positions: solves them.
        family: the grid to begin with.

    Returns:
        the grid, whose nodes are solved, and the error of each of its cells; none where middles are
        not asked for.

    Raises:
        SpecificationError: where hulls overlap in the middle of a halved cell.
        RaftupError: SOLVER_FAILED.
    """
    grid = family.grid
    if family.midpoints == "none":
        positions.solve(list(grid.nodes))
        return grid, []
    while True:
        cells = grid.cells
        positions.solve([*grid.nodes, *(cell.midpoint for cell in cells)])
        own = [positions.own_coefficients(node) for node in grid.nodes]
        relative_to = peaks(own)
        errors = [
            blend_error(
                blended([own[k] for k in cell.corners]),
                positions.own_coefficients(cell.midpoint),
                relative_to,
            )
            for cell in cells
        ]
        worst = sorted(range(len(cells)), key=lambda k: -errors[k].largest)
        poor = [cells[k] for k in worst if errors[k].largest > family.tolerance]
        if family.midpoints != "refine" or not poor:
            return grid, errors
        finer = _halved(positions, grid, poor, relative_to, family.max_nodes)
        if len(finer) == len(grid):
            return grid, errors
        refuse_overlaps(positions.base, family.problem, finer)
        grid = finer


def _halved(
    positions: Positions,
    grid: PositionGrid,
    poor: Sequence[Cell],
    relative_to: Peaks,
    max_nodes: int,
) -> PositionGrid:
    """The grid with the cells `poor` halved, in this order, while there is room for nodes."""
    axes = _worst_axes(positions, grid, poor, relative_to)
    finer = grid
    for cell, axis in zip(poor, axes, strict=True):
        middle = float(grid.edge_middle(cell, axis).ravel()[axis])
        candidate = finer.with_value(axis, middle)
        if len(candidate) <= max_nodes:
            finer = candidate
    return finer


def _worst_axes(
    positions: Positions, grid: PositionGrid, cells: Sequence[Cell], relative_to: Peaks
) -> list[int]:
    """For each cell the axis to halve it along: that whose edge is missed most in its middle.

    What is solved for it is no waste: the middle of the edge becomes a node.
    """
    varying = grid.varying
    if len(varying) == 1:
        return [varying[0]] * len(cells)
    edges = [[grid.edge_middle(cell, axis) for axis in varying] for cell in cells]
    positions.solve([middle for one in edges for middle in one])
    worst = []
    for cell, middles in zip(cells, edges, strict=True):
        errors = []
        for axis, middle in zip(varying, middles, strict=True):
            ends = [
                positions.own_coefficients(grid.nodes[k]) for k in grid.edge_corners(cell, axis)
            ]
            direct = positions.own_coefficients(middle)
            errors.append(blend_error(blended(ends), direct, relative_to).largest)
        worst.append(varying[int(np.argmax(errors))])
    return worst
