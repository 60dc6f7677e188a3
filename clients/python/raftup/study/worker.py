"""Worker processes of a study, which run cases one after another on a server of their own."""

from __future__ import annotations

import atexit
import threading
import time
from collections.abc import Mapping, Sequence
from contextlib import ExitStack
from dataclasses import dataclass
from typing import Any

import numpy as np

from raftup.base.errors import RaftupError
from raftup.base.version import __version__
from raftup.extremes import METHODS_OF_MAXIMA, Record, estimate_extreme
from raftup.fatigue import rainflow_cycles
from raftup.local.server import local_server
from raftup.model import Model
from raftup.model.load import catalogue_references, is_file_name
from raftup.model.variants import ModelVariants
from raftup.remote.client import Client, connect
from raftup.remote.duration import run_length
from raftup.remote.session import Session
from raftup.remote.statistics import Statistics
from raftup.study.cases import Case, case_model
from raftup.study.extremes import weibull_maximum
from raftup.study.layout import EQUIVALENT_LOAD, EXTREME_PARTS, WEIBULL_PARTS, Measures
from raftup.study.specification import WEIBULL_MAXIMUM, StudySpecification
from raftup.study.store import CaseResult, CaseWarning
from raftup.study.warnings import warnings_of

_TRIES = 3  # of a case whose server goes away
_LOST = {"UNAVAILABLE", "CANCELLED"}


@dataclass(frozen=True)
class Task:
    """Data that every worker needs besides its cases.

    Attributes:
        specification: specification of the study; databases are files that the worker can read.
        digests: SHA-256 digests of these files.
        width: total number of components of the outputs.
        strict: findings of severity warning are errors of their cases.
        version: version of raftup with which the study was begun.
    """

    specification: StudySpecification
    digests: Mapping[str, str]
    width: int
    strict: bool = False
    version: str = __version__


class CaseRunner:
    """Runs cases on a private raftupd, which is started when it is needed."""

    def __init__(self) -> None:
        self._resources = ExitStack()
        self._client: Client | None = None
        self._stored: dict[str, str] = {}
        self._models: tuple[StudySpecification, ModelVariants] | None = None

    def close(self) -> None:
        """Ends the server; the next case starts another one."""
        self._client = None
        self._stored.clear()
        self._resources.close()

    def run(self, task: Task, case: Case) -> CaseResult:
        """Runs a case; returns its statistics or the error that ended it."""
        start = time.perf_counter()
        for attempt in range(1, _TRIES + 1):
            try:
                measures, step_time, warnings = self._measures(task, case)
            except RaftupError as error:
                if error.code not in _LOST or attempt == _TRIES:
                    wall_time = time.perf_counter() - start
                    return CaseResult(case.slot, None, str(error), wall_time, np.nan)
                self.close()
            else:
                wall_time = time.perf_counter() - start
                return CaseResult(case.slot, measures, "", wall_time, step_time, warnings)
        raise AssertionError("unreachable")

    def _measures(self, task: Task, case: Case) -> tuple[Measures, float, dict[str, CaseWarning]]:
        """The results of a case, the server's time for its steps [s], and its warnings."""
        client = self._connected()
        model = case_model(self._models_of(task.specification), case.overrides)
        store_databases(client, model, task.digests, self._stored)
        name = f"case-{case.key.hex()[:32]}"
        with client.create_session(
            model, session_id=name, durability="none", strict=task.strict
        ) as session:
            step_time = run_steps(session)
            statistics = session.statistics()
            warnings = warnings_of(session.status().findings)
        measures = measures_of(statistics, task.specification)
        if any(len(measures[part]) != task.width for part in task.specification.statistics[:1]):
            raise RaftupError(
                f"outputs must have {task.width} numbers as in the first case",
                code="INVALID_ARGUMENT",
            )
        return measures, step_time, warnings

    def _models_of(self, specification: StudySpecification) -> ModelVariants:
        """The common part of the models of a study, read once for each batch of cases."""
        if self._models is None or self._models[0] is not specification:
            self._models = specification, ModelVariants(specification.model)
        return self._models[1]

    def _connected(self) -> Client:
        if self._client is None:
            server = self._resources.enter_context(local_server(arguments=["--workers=1"]))
            self._client = self._resources.enter_context(connect(server.address))
        return self._client


def store_databases(
    client: Client, model: Model, digests: Mapping[str, str], stored: dict[str, str]
) -> None:
    """Replaces the files of databases and meshes in a model by their names on the server.

    Args:
        client: client of the server, to which each file is uploaded once.
        model: model that is changed in place.
        digests: SHA-256 digests, by file.
        stored: names on this server, by file; filled.

    Raises:
        RaftupError: if a file has changed since the study began.
    """
    for reference in catalogue_references(model):
        file = reference.name
        if not is_file_name(file):
            continue
        if file not in stored:
            stored[file] = client.upload_database(file).name
        if not stored[file].endswith(digests[file]):
            raise RaftupError(f"{file} has changed since the study began", code="ABORTED")
        reference.rename(stored[file])


def run_steps(session: Session) -> float:
    """Takes all steps of a new session without reading outputs.

    Returns:
        Wall clock time that the server has spent in computing the steps [s].
    """
    session.initialise()
    return session.advance(run_length(session).step_count)


def measures_of(statistics: Statistics, specification: StudySpecification) -> Measures:
    """The results that a study keeps, from the statistics of the server."""
    outputs, limits = statistics.outputs, statistics.limits.values()
    measures: dict[str, Any] = {
        moment: np.concatenate([getattr(output, moment) for output in outputs.values()])
        for moment in specification.statistics
        if moment != WEIBULL_MAXIMUM
    }
    measures["sample_duration"] = statistics.duration
    measures["exceeded_duration"] = [limit.exceeded_duration for limit in limits]
    measures["exceedance_count"] = [limit.exceedance_count for limit in limits]
    measures |= _fatigue(statistics, specification)
    measures |= _extremes(statistics, specification)
    if WEIBULL_MAXIMUM in specification.statistics:
        extremes = [
            weibull_maximum(points, mean, specification.confidence)
            for output in outputs.values()
            for points, mean in zip(output.turning_points, output.mean, strict=True)
        ]
        parts = np.array([[one.value, one.low, one.high] for one in extremes]).T
        measures |= dict(zip(WEIBULL_PARTS, parts, strict=True))
    return {name: np.asarray(values, dtype=float) for name, values in measures.items()}


def _fatigue(statistics: Statistics, specification: StudySpecification) -> dict[str, Any]:
    """Damages and equivalent loads, in the order of the study."""
    amounts: dict[bool, list[float]] = {False: [], True: []}
    for detail in specification.fatigue:
        output = statistics.outputs[detail.output]
        cycles = rainflow_cycles(output.turning_points[detail.component])
        mean = float(output.mean[detail.component])
        amounts[detail.is_load].append(detail.amount(cycles, mean))
    return {"fatigue_damage": amounts[False], EQUIVALENT_LOAD: amounts[True]}


def _extremes(statistics: Statistics, specification: StudySpecification) -> dict[str, Any]:
    """Extremes of every entry and side, by the variables in which they are stored."""
    rows = []
    for entry in specification.extremes:
        output, place = statistics.outputs[entry.output], entry.component
        points, mean = output.turning_points[place], float(output.mean[place])
        records = [Record(points, statistics.duration, mean)]
        question = entry.question(specification.confidence)
        for side, ends in (("max", output.max), ("min", output.min)):
            observed = float(ends[place])
            if entry.method in METHODS_OF_MAXIMA:
                rows.append([np.nan, np.nan, np.nan, observed])
            else:
                one = estimate_extreme(records, question, side)
                rows.append([one.value, one.low, one.high, observed])
    table = np.array(rows, dtype=float).reshape(-1, 2, len(EXTREME_PARTS))
    return {name: table[..., part] for part, name in enumerate(EXTREME_PARTS)}


_thread = threading.local()


def run_batch(task: Task, cases: Sequence[Case]) -> list[CaseResult]:
    """Runs cases on the server of this thread, which is kept for the next batch.

    Raises:
        RaftupError: if this worker has another version of raftup than the study.
    """
    if task.version != __version__:
        raise RaftupError(
            f"workers must have raftup {task.version} as the study, this one has {__version__}",
            code="FAILED_PRECONDITION",
        )
    if not hasattr(_thread, "runner"):
        _thread.runner = CaseRunner()
        atexit.register(_thread.runner.close)
    return [_thread.runner.run(task, case) for case in cases]
