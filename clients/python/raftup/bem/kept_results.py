"""Results of problems by frequency, read from disk if stored, otherwise solved and stored.

An interruption only loses the frequencies in progress.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TypeAlias

import numpy as np

from raftup.base.errors import RaftupError
from raftup.bem.frequencies import first_frequencies
from raftup.bem.geometry import Geometry
from raftup.bem.potential import FrequencyError, FrequencyResult, PanelModel
from raftup.bem.refinement import frequencies_to_add
from raftup.bem.specification import Specification
from raftup.bem.store import ResultStore, problem_digest
from raftup.bem.workers import Workers


@dataclass(frozen=True)
class SolveProgress:
    """Progress of a solution.

    Attributes:
        done: number of frequencies solved, including those found in the store.
        total: number of frequencies known so far; refinement adds some.
        panels: number of panels of the problem.
    """

    done: int
    total: int
    panels: int


ProgressCallback: TypeAlias = Callable[[SolveProgress], None]


class KeptResults:
    """Results of problems, each stored in a folder named by the digest of its problem.

    Attributes:
        root: folder that contains these folders.
        solver: program and version.
    """

    def __init__(self, root: Path, solver: str, workers: Workers) -> None:
        self.root = root
        self.solver = solver
        self._workers = workers
        self._stores: dict[str, ResultStore] = {}

    def results(
        self, models: Sequence[PanelModel], omega: Sequence[float], progress: ProgressCallback
    ) -> list[list[FrequencyResult]]:
        """Results of every problem in the order of `omega` [rad/s].

        Raises:
            RaftupError: SOLVER_FAILED with the frequency.
        """
        stores = [self._store(model) for model in models]
        found = {(k, w): store.load(w) for k, store in enumerate(stores) for w in omega}
        missing = [key for key, result in found.items() if result is None]
        done, panels = len(found) - len(missing), max(m.mesh.panel_count for m in models)
        progress(SolveProgress(done, len(found), panels))
        try:
            for index, result in self._workers.solve(models, missing) if missing else ():
                stores[index].save(result)
                found[index, result.omega] = result
                done += 1
                progress(SolveProgress(done, len(found), panels))
        except FrequencyError as error:
            raise RaftupError(
                str(error), code="FAILED_PRECONDITION", reason="SOLVER_FAILED"
            ) from error
        in_order = [result for result in found.values() if result is not None]
        count = len(omega)
        return [in_order[k * count : (k + 1) * count] for k in range(len(models))]

    def all_frequencies(
        self,
        specification: Specification,
        geometry: Geometry,
        model: PanelModel,
        progress: ProgressCallback,
    ) -> list[FrequencyResult]:
        """Results at finite frequencies and at infinite one.

        If the specification asks for it, frequencies are added until the error between them is
        below its tolerance, or until there are as many as it allows.
        """
        omega = first_frequencies(specification, geometry)
        while True:
            (results,) = self.results([model], [*omega.tolist(), np.inf], progress)
            if not specification.frequencies.refine:
                return results
            added = frequencies_to_add(specification, geometry, results)
            grown = np.union1d(omega, added)
            if len(grown) == len(omega):
                return results
            omega = grown

    def remove(self) -> None:
        """Deletes the stored results of all problems that were requested here."""
        for store in self._stores.values():
            store.remove()

    def _store(self, model: PanelModel) -> ResultStore:
        digest = problem_digest(model, self.solver)
        if digest not in self._stores:
            self._stores[digest] = ResultStore(self.root, digest)
        return self._stores[digest]
