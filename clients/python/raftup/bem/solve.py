"""Solution of a specification: frequencies in parallel, stored one by one, with refinement."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from importlib.metadata import version
from pathlib import Path

import numpy as np

from raftup.base.errors import SpecificationError, Violation, bad_field
from raftup.bem.addition import solved_results
from raftup.bem.array.cost import array_cost, refuse_costly
from raftup.bem.array.energy import array_findings
from raftup.bem.array.solution import ArrayModel
from raftup.bem.array.specification import refuse_large_file
from raftup.bem.convergence import convergence_finding, resolution_findings
from raftup.bem.database import write_array_file, write_database
from raftup.bem.finding import Finding
from raftup.bem.forward_speed import encounter_findings, excitation_at_speed
from raftup.bem.frequencies import choose_pairs, choose_sums, first_frequencies
from raftup.bem.geometry import Geometry, build_geometry, panel_model
from raftup.bem.kept_results import KeptResults, ProgressCallback
from raftup.bem.mean_drift import drift_sum_findings
from raftup.bem.potential import FrequencyResult, PanelModel
from raftup.bem.refinement import frequency_finding
from raftup.bem.second_order.difference_qtf import (
    FrequencyPairs,
    difference_qtf,
)
from raftup.bem.second_order.sum_qtf import SumPairs, sum_findings, sum_model, sum_qtf
from raftup.bem.second_order.transfer_functions import QuadraticTransferFunction
from raftup.bem.solution import Solution, assemble
from raftup.bem.specification import Specification
from raftup.bem.store import ResultStore, problem_digest
from raftup.bem.workers import local_workers, worker_count
from raftup.importing import ImportReport, find_import_program

_CHEAP_PANELS = 4000  # with so few panels of half the size the convergence is checked unasked


def solver_version() -> str:
    """Name and version of the solver, for digests and files."""
    return f"capytaine {version('capytaine')}"


def default_store(out: Path) -> Path:
    """Folder for results of single frequencies until the database `out` is written."""
    return out.with_name(out.name + ".parts")


def solve(
    specification: Specification,
    out: Path,
    store: Path | None = None,
    jobs: int | None = None,
    progress: ProgressCallback | None = None,
    add: Sequence[float] = (),
) -> tuple[Solution, ImportReport]:
    """Solves radiation and diffraction of all bodies together and writes a database.

    Every result is stored when it is solved. A call after an interruption continues and writes the
    same bytes. The store is deleted when the database is written.

    Args:
        specification: specification from read_specification().
        out: path of the database, HDF5.
        store: folder for the results of single frequencies; default: `out` with the suffix .parts.
        jobs: number of processes; None = one per core, as far as the memory allows.
        progress: function that is called after every frequency.
        add: rad/s, frequencies in addition to those in `out`, in place of those specified.

    Returns:
        The solution, and the report of the import that wrote it.

    Raises:
        SpecificationError: with every mesh that cannot be used.
        RaftupError: PROGRAM_NOT_FOUND, before anything is solved; SOLVER_FAILED with the frequency;
            BAD_FIELD if frequencies are to be added to a file of another problem.
        OSError: if the store or the database cannot be written.
    """
    find_import_program()
    refuse_large_file(specification)
    geometry = build_geometry(specification)
    model = panel_model(geometry, specification)
    processes = _allowed_processes(specification, geometry, model, jobs)
    pairs, sums = _pairs_of_waves(specification, geometry, model)
    solver = solver_version()
    digest = problem_digest(model, solver)
    root = store or default_store(out)
    specification = _with_added(specification, add, solved_in=(out, digest), root=root)
    show = progress or (lambda _: None)
    with local_workers(processes) as workers:
        kept = KeptResults(root, solver, workers)
        results = kept.all_frequencies(specification, geometry, model, show)
        qtf, of_qtf = _difference_qtf(pairs, model, kept, show)
        solution = assemble(
            specification,
            geometry,
            results,
            qtf_difference=qtf,
            digest=digest,
            solver=solver,
            findings=[*_findings(results, geometry, specification, kept, model), *of_qtf],
            panel_count=model.mesh.panel_count,
        )
        solution = _with_sums(solution, sums, kept, show)
    solution = _at_speed(solution, specification, model, results)
    report = _written(solution, specification, out)
    kept.remove()
    return solution, report


def _allowed_processes(
    specification: Specification, geometry: Geometry, model: PanelModel, jobs: int | None
) -> int:
    """Number of processes; refuses an array that takes more time or memory than is allowed.

    Raises:
        SpecificationError: with the estimates and what reduces them.
    """
    processes = worker_count(model.matrix_size, jobs)
    array, asked = specification.array, specification.frequencies
    if array is not None and isinstance(model, ArrayModel):
        omega = first_frequencies(specification, geometry)
        count = asked.max_count if asked.refine else len(omega)
        refuse_costly(array_cost(model, float(omega[-1]), count, processes), array.max_hours)
    return processes


def _written(solution: Solution, specification: Specification, out: Path) -> ImportReport:
    """Writes the file that is asked for."""
    array = specification.array
    if array is not None and array.file == "array":
        return write_array_file(solution, out)
    return write_database(solution, out)


def _findings(
    results: Sequence[FrequencyResult],
    geometry: Geometry,
    specification: Specification,
    kept: KeptResults,
    model: PanelModel,
) -> list[Finding]:
    """The findings on panels, frequencies and convergence."""
    findings = [*geometry.findings, *resolution_findings(geometry, specification, results)]
    findings += array_findings(specification, results)
    findings += drift_sum_findings(results[:-1], model.centers_of_mass)
    if specification.frequencies.refine:
        findings.append(frequency_finding(specification, geometry, results))
    if _checks_convergence(specification, model):
        findings.append(_convergence(results, geometry, specification, kept))
    return findings


def _at_speed(
    solution: Solution,
    specification: Specification,
    model: PanelModel,
    results: Sequence[FrequencyResult],
) -> Solution:
    """The solution with the excitation at the speeds of the specification, if it has any."""
    speeds = specification.speeds
    if not len(speeds):
        return solution
    return replace(
        solution,
        speeds=speeds,
        excitation_at_speed=excitation_at_speed(model, results, speeds),
        findings=(*solution.findings, *encounter_findings(model, results, speeds)),
    )


def _difference_qtf(
    pairs: FrequencyPairs | None,
    model: PanelModel,
    kept: KeptResults,
    progress: ProgressCallback,
) -> tuple[QuadraticTransferFunction | None, list[Finding]]:
    """The requested QTF of differences, if any, and the finding of its check."""
    if pairs is None:
        return None, []
    omega = np.union1d(pairs.omega, pairs.differences).tolist()
    (results,) = kept.results([model], omega, progress)
    by_frequency = {result.omega: result for result in results}
    return difference_qtf(model, pairs, by_frequency)


def _pairs_of_waves(
    specification: Specification, geometry: Geometry, model: PanelModel
) -> tuple[FrequencyPairs | None, tuple[SumPairs, PanelModel] | None]:
    """The requested pairs at difference and at sum frequencies, the latter with their problem.

    Raises:
        SpecificationError: if the bandwidth is smaller than a step, or if the free surface around
            the body is not supported.
    """
    pairs = choose_pairs(specification, geometry)
    sums = choose_sums(specification, geometry)
    if sums is None:
        return pairs, None
    try:
        return pairs, (sums, sum_model(model, sums))
    except ValueError as error:
        raise SpecificationError([Violation("qtf_sum", str(error))]) from error


def _with_sums(
    solution: Solution,
    sums: tuple[SumPairs, PanelModel] | None,
    kept: KeptResults,
    progress: ProgressCallback,
) -> Solution:
    """The solution with the requested QTF of sums, if any, and the finding on its panels."""
    if sums is None:
        return solution
    pairs, model = sums
    omega = np.union1d(pairs.omega, pairs.sums).tolist()
    (results,) = kept.results([model], omega, progress)
    by_frequency = {result.omega: result for result in results}
    return replace(
        solution,
        qtf_sum=sum_qtf(model, pairs, by_frequency),
        findings=(*solution.findings, *sum_findings(model, pairs)),
    )


def _with_added(
    specification: Specification,
    add: Sequence[float],
    *,
    solved_in: tuple[Path, str],
    root: Path,
) -> Specification:
    """The specification with the frequencies `add` and those of a file, stored below `root`."""
    for name in ("qtf_difference", "qtf_sum"):
        if add and getattr(specification, name) is not None:
            raise bad_field("add", f"does not go with {name}, whose waves no database keeps")
    if add and len(specification.speeds):
        raise bad_field("add", "does not go with speeds, whose potentials no database keeps")
    if add and specification.array is not None:
        raise bad_field(
            "add",
            "does not go with array; give all frequencies in the specification and solve again",
        )
    store = ResultStore(root, solved_in[1])
    known = solved_results(*solved_in) if add else []
    for result in known:
        store.save(result)
    return with_frequencies(specification, [*add, *(result.omega for result in known)])


def with_frequencies(specification: Specification, omega: Sequence[float]) -> Specification:
    """The specification with the finite frequencies of `omega`; unchanged if there are none."""
    finite = np.unique([value for value in omega if np.isfinite(value)])
    if not len(finite):
        return specification
    frequencies = replace(specification.frequencies, omega=finite, refine=False)
    return replace(specification, frequencies=frequencies)


def _checks_convergence(specification: Specification, model: PanelModel) -> bool:
    if specification.check_convergence is not None:
        return specification.check_convergence
    return 4 * model.mesh.panel_count <= _CHEAP_PANELS


def _convergence(
    results: Sequence[FrequencyResult],
    geometry: Geometry,
    specification: Specification,
    kept: KeptResults,
) -> Finding:
    refined = replace(geometry.refined(), field_points=np.zeros((0, 3)))
    fine = replace(panel_model(refined, specification), keeps_waves=False, keeps_potential=False)

    def finer(omega: float) -> FrequencyResult:
        return kept.results([fine], [omega], lambda _: None)[0][0]

    return convergence_finding(results[:-1], finer, len(specification.hulls))
