"""From a specification to a solution: frequencies side by side, stored one by one, refined."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from importlib.metadata import version
from pathlib import Path
from typing import TypeAlias

import numpy as np

from raftup.arrays import FloatArray
from raftup.bem.addition import solved_results
from raftup.bem.convergence import convergence_finding, resolution_findings
from raftup.bem.database import write_database
from raftup.bem.frequencies import choose_frequencies, refinement
from raftup.bem.geometry import Geometry, build_geometry, panel_model
from raftup.bem.potential import FrequencyError, FrequencyResult, PanelModel
from raftup.bem.solution import Solution, assemble
from raftup.bem.specification import Specification
from raftup.bem.store import ResultStore, problem_digest
from raftup.bem.workers import Workers, local_workers, worker_count
from raftup.errors import RaftupError
from raftup.importing import ImportReport, find_import_program

_CHEAP_PANELS = 4000  # with so few panels of half the size the convergence is checked unasked


@dataclass(frozen=True)
class SolveProgress:
    """How far a solution has come.

    Attributes:
        done: frequencies solved, those found in the store included.
        total: frequencies known so far; refinement adds some.
        panels: of the problem.
    """

    done: int
    total: int
    panels: int


ProgressCallback: TypeAlias = Callable[[SolveProgress], None]


def default_store(out: Path) -> Path:
    """Where the results of single frequencies are kept until the database `out` is written."""
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

    Every frequency is stored as soon as it is solved. Called again after an interruption it goes on
    there, and writes the same bytes; the store is emptied when the database is written.

    Args:
        specification: from read_specification().
        out: the database, HDF5.
        store: folder for the results of single frequencies; default: `out` with .parts behind.
        jobs: processes; None = one a core, as far as the memory allows.
        progress: called after every frequency.
        add: rad/s, to solve beside those that `out` holds, instead of the specification's own.

    Returns:
        what was solved, and what the import that wrote it found.

    Raises:
        SpecificationError: with every mesh that cannot be used.
        RaftupError: PROGRAM_NOT_FOUND where nothing could be written; SOLVER_FAILED with the
            frequency; BAD_FIELD where frequencies are to be added to a file of another problem.
        OSError: where the store or the database cannot be written.
    """
    find_import_program()
    geometry = build_geometry(specification)
    model = panel_model(geometry, specification)
    solver = f"capytaine {version('capytaine')}"
    digest = problem_digest(model, solver)
    root = store or default_store(out)
    stores = [ResultStore(root, digest)]
    specification = _with_added(specification, add, solved_in=(out, digest), store=stores[0])
    with local_workers(worker_count(model.mesh.panel_count, jobs)) as workers:
        task = _Task(model, stores[0], workers, progress or (lambda _: None))
        results = _all_frequencies(specification, geometry, task)
        findings = [*geometry.findings, *resolution_findings(geometry, specification, results)]
        if _checks_convergence(specification, model):
            fine = panel_model(geometry.refined(), specification)
            stores.append(ResultStore(root, problem_digest(fine, solver)))
            finer = _Task(fine, stores[1], workers, lambda _: None)
            findings.append(convergence_finding(results[:-1], lambda w: finer.results([w])[0]))
    solution = assemble(
        specification,
        geometry,
        results,
        digest=digest,
        solver=solver,
        findings=findings,
        panel_count=model.mesh.panel_count,
    )
    report = write_database(solution, out)
    for finished in stores:
        finished.remove()
    return solution, report


def _with_added(
    specification: Specification,
    add: Sequence[float],
    *,
    solved_in: tuple[Path, str],
    store: ResultStore,
) -> Specification:
    """The specification with `add` and what a file of a digest has, which the store takes over."""
    known = solved_results(*solved_in) if add else []
    for result in known:
        store.save(result)
    return with_frequencies(specification, [*add, *(result.omega for result in known)])


def with_frequencies(specification: Specification, omega: Sequence[float]) -> Specification:
    """The specification with the finite ones of `omega` instead of its own; as it is without."""
    finite = np.unique([value for value in omega if np.isfinite(value)])
    if not len(finite):
        return specification
    frequencies = replace(specification.frequencies, omega=finite, refine=False)
    return replace(specification, frequencies=frequencies)


@dataclass(frozen=True)
class _Task:
    """One problem with its store and the processes that solve it."""

    model: PanelModel
    store: ResultStore
    workers: Workers
    progress: ProgressCallback

    def results(self, omega: Sequence[float]) -> list[FrequencyResult]:
        """Results in the order of `omega` [rad/s]: from the store, else solved and stored."""
        found = {value: self.store.load(value) for value in omega}
        missing = [value for value, result in found.items() if result is None]
        self._report(len(omega) - len(missing), len(omega))
        try:
            for result in self.workers.solve(self.model, missing) if missing else ():
                self.store.save(result)
                found[result.omega] = result
                self._report(sum(entry is not None for entry in found.values()), len(omega))
        except FrequencyError as error:
            raise RaftupError(str(error), code="INTERNAL", reason="SOLVER_FAILED") from error
        return [result for result in found.values() if result is not None]

    def _report(self, done: int, total: int) -> None:
        self.progress(SolveProgress(done, total, self.model.mesh.panel_count))


def _all_frequencies(
    specification: Specification, geometry: Geometry, task: _Task
) -> list[FrequencyResult]:
    """Results of the finite frequencies, ascending, and of infinite frequency."""
    asked = specification.frequencies
    omega: FloatArray = asked.omega
    if not len(omega):
        omega = choose_frequencies(geometry, specification.gravity, asked.peak_period)
    while True:
        results = task.results([*omega.tolist(), np.inf])
        added = refinement(results[:-1], asked) if asked.refine else np.empty(0)
        if not len(added):
            return results
        omega = np.union1d(omega, added)


def _checks_convergence(specification: Specification, model: PanelModel) -> bool:
    if specification.check_convergence is not None:
        return specification.check_convergence
    return 4 * model.mesh.panel_count <= _CHEAP_PANELS
