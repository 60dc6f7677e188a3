"""Solutions at the positions of a family, each computed once for all of its mirror images."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from itertools import combinations

import numpy as np
from scipy.spatial import cKDTree

from raftup.base.arrays import FloatArray
from raftup.bem.convergence import resolution_findings
from raftup.bem.family.blend import OwnCoefficients, own_coefficients
from raftup.bem.family.placement import geometry_at, position_text
from raftup.bem.family.symmetry import Symmetry, representative, symmetries
from raftup.bem.finding import Finding
from raftup.bem.geometry import Geometry, panel_model
from raftup.bem.kept_results import KeptResults, ProgressCallback, SolveProgress
from raftup.bem.potential import FrequencyResult, PanelModel
from raftup.bem.solution import Solution, assemble
from raftup.bem.specification import Specification
from raftup.bem.store import problem_digest


class Positions:
    """Solutions at relative positions of hulls, computed on request, once for all mirror images.

    Attributes:
        base: hulls in the frames of their meshes.
    """

    def __init__(
        self,
        problem: Specification,
        base: Geometry,
        kept: KeptResults,
        progress: ProgressCallback,
    ) -> None:
        self.base = base
        self._problem = problem
        self._kept = kept
        self._progress = progress
        self._symmetries = symmetries(base, problem.wave_directions)
        self._results: dict[bytes, list[FrequencyResult]] = {}
        self._omega: list[float] = []

    @property
    def solved_count(self) -> int:
        """Number of positions solved so far."""
        return len(self._results)

    @property
    def omega(self) -> tuple[float, ...]:
        """Frequencies of every position [rad/s], ascending, the last one infinite."""
        return tuple(self._omega)

    def choose_frequencies(self, nodes: FloatArray) -> None:
        """Chooses the frequencies of all positions, with refinement where hulls are closest.

        Args:
            nodes: [nodes, others, 3].
        """
        asked = self._problem.frequencies
        if len(asked.omega) and not asked.refine:
            self._omega = [*asked.omega.tolist(), np.inf]
            return
        images = [representative(position, self._symmetries)[0] for position in nodes]
        places = [geometry_at(self.base, self._problem, image) for image in images]
        nearest = min(places, key=_least_distance)
        model = panel_model(nearest, self._problem)
        results = self._kept.all_frequencies(self._problem, nearest, model, self._progress)
        self._omega = [result.omega for result in results]

    def solve(self, positions: Sequence[FloatArray]) -> None:
        """Solves positions [others, 3] in parallel."""
        images = [representative(position, self._symmetries)[0] for position in positions]
        missing = {_key(image): image for image in images if _key(image) not in self._results}
        if not missing:
            return
        models = [self._model(image) for image in missing.values()]
        before = len(self._results) * len(self._omega)

        def show(state: SolveProgress) -> None:
            self._progress(replace(state, done=before + state.done, total=before + state.total))

        found = self._kept.results(models, self._omega, show)
        self._results |= dict(zip(missing, found, strict=True))

    def own_coefficients(self, position: FloatArray) -> OwnCoefficients:
        """Coefficients, in the axes of each body, of a position that was solved."""
        headings = np.deg2rad(np.concatenate([[0.0], position[:, 2]]))
        results, _ = self._results_at(position)
        return own_coefficients(results, self._model(position), headings)

    def solution(self, position: FloatArray) -> Solution:
        """Solution at a solved position, as for a separate database."""
        geometry = geometry_at(self.base, self._problem, position)
        results, image = self._results_at(position)
        findings = [*geometry.findings, *resolution_findings(geometry, self._problem, results)]
        if not np.array_equal(image, position):
            message = f"follows by the hulls' symmetry from {position_text(self.base, image)}"
            findings.append(Finding("solved_by_symmetry", "info", message))
        model = self._model(image)
        return assemble(
            self._problem,
            geometry,
            results,
            digest=problem_digest(model, self._kept.solver),
            solver=self._kept.solver,
            findings=findings,
            panel_count=model.mesh.panel_count,
        )

    def _results_at(self, position: FloatArray) -> tuple[list[FrequencyResult], FloatArray]:
        """Results at a solved position, and the mirror image at which they were computed."""
        image, symmetry = representative(position, self._symmetries)
        results = self._results[_key(image)]
        if symmetry == Symmetry((1.0, 1.0), exchanged=False):
            return results, image
        solved, seen = self._model(image), self._model(position)
        return [symmetry.result(result, solved, seen) for result in results], image

    def _model(self, position: FloatArray) -> PanelModel:
        return panel_model(geometry_at(self.base, self._problem, position), self._problem)


def _key(position: FloatArray) -> bytes:
    return (np.round(position, 9) + 0.0).tobytes()


def _least_distance(geometry: Geometry) -> float:
    """Smallest distance between corners of panels of different hulls [m]."""
    pairs = combinations([hull.mesh.vertices for hull in geometry.hulls], 2)
    return float(min(cKDTree(a).query(b)[0].min() for a, b in pairs))
