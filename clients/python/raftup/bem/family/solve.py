"""Solution of a family, from its specification to its file."""

from __future__ import annotations

from pathlib import Path

import numpy as np

from raftup.bem.family.blend import BlendError
from raftup.bem.family.cells import PositionSet
from raftup.bem.family.layout import FamilySummary, write_family
from raftup.bem.family.placement import check_places, position_text
from raftup.bem.family.positions import Positions
from raftup.bem.family.refine import solve_cells
from raftup.bem.family.specification import FamilySpecification
from raftup.bem.family.track import PositionTrack
from raftup.bem.geometry import panel_model
from raftup.bem.kept_results import KeptResults, ProgressCallback
from raftup.bem.solve import default_store, solver_version
from raftup.bem.workers import local_workers, worker_count
from raftup.importing import find_import_program


def solve_family(
    family: FamilySpecification,
    out: Path,
    store: Path | None = None,
    jobs: int | None = None,
    progress: ProgressCallback | None = None,
) -> FamilySummary:
    """Solves all positions of a family and writes them to one file.

    Every result is stored when it is solved. A call after an interruption continues and writes the
    same bytes.

    Args:
        family: specification from read_family_specification().
        out: path of the HDF5 file.
        store: folder for the results of single frequencies; default: `out` with the suffix .parts.
        jobs: number of processes; None = one per core, as far as the memory allows.
        progress: function that is called after every frequency.

    Returns:
        Contents of the file besides the databases.

    Raises:
        SpecificationError: before anything is solved, for meshes that cannot be used, hulls that
            overlap, or nodes too far apart for the waves; later only if hulls overlap in a divided
            cell.
        RaftupError: PROGRAM_NOT_FOUND; SOLVER_FAILED with the frequency.
        OSError: if the store or the file cannot be written.
    """
    find_import_program()
    base, warnings = check_places(family)
    panels = panel_model(base, family.problem).mesh.panel_count
    with local_workers(worker_count(panels, jobs)) as workers:
        kept = KeptResults(store or default_store(out), solver_version(), workers)
        positions = Positions(family.problem, base, kept, progress or (lambda _: None))
        positions.choose_frequencies(family.positions.nodes)
        places, errors = solve_cells(positions, family)
    summary = FamilySummary(
        solver=kept.solver,
        positions=places.nodes,
        midpoints=np.array([cell.midpoint for cell in places.cells]),
        errors=tuple(errors),
        tolerance=family.tolerance,
        cost=_cost(positions, places, errors, panels),
        warnings=(*warnings, *_missed(positions, places, errors, family.tolerance)),
        is_track=isinstance(places, PositionTrack),
    )
    write_family((positions.solution(node) for node in places.nodes), summary, out)
    kept.remove()
    return summary


def _cost(positions: Positions, places: PositionSet, errors: list[BlendError], panels: int) -> str:
    return (
        f"{len(places)} nodes and {len(errors)} middles of cells from {positions.solved_count} "
        f"positions of {panels} panels, solved at {len(positions.omega)} frequencies each"
    )


def _missed(
    positions: Positions, places: PositionSet, errors: list[BlendError], tolerance: float
) -> list[str]:
    """A warning if cells exceed the tolerance."""
    poor = [error for error in errors if error.largest > tolerance]
    if not poor:
        return []
    worst = max(range(len(errors)), key=lambda k: errors[k].largest)
    where = position_text(positions.base, places.cells[worst].midpoint)
    return [
        f"the blend should meet a direct solution to {tolerance:.3g} of the peak in the middle of "
        f"cells, misses it in {len(poor)} of {len(errors)}, most by {errors[worst].largest:.3g}: "
        f"{where}"
    ]
