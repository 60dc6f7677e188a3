"""Running of studies, from the specification to the stored results."""

from __future__ import annotations

import time
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from typing import Any

import numpy as np

from raftup.base.arrays import IntegerArray
from raftup.base.errors import RaftupError, Violation, bad_field
from raftup.base.extras import require_extra
from raftup.base.system import lock_file, processor_count
from raftup.local.dask_cluster import FRUGAL, local_cluster
from raftup.model.run_duration import run_duration_in
from raftup.remote.client import Client
from raftup.remote.fit_progress import FitCallback, FitProgress
from raftup.run import connection
from raftup.study.cases import Case, Cases
from raftup.study.check import check_study, model_violations
from raftup.study.memory import leaves_memory_open, try_memories, with_memory
from raftup.study.progress import (
    Preparation,
    PreparationCallback,
    ProgressCallback,
    StudyProgress,
)
from raftup.study.reading import read_study
from raftup.study.record import StudyRecord, read_record, runs_of
from raftup.study.schedule import Schedule
from raftup.study.specification import StudySpecification
from raftup.study.store import DONE, FAILED, MISSING, CaseResult, CaseStore
from raftup.study.warnings import WarningExamples
from raftup.study.worker import Task

_WRITE_INTERVAL = 1.0  # s: a write costs milliseconds for every variable


def run_study(
    source: str | Path | Mapping[str, Any],
    folder: Path,
    *,
    workers: int | None,
    scheduler: str | None,
    slurm: bool,
    retry_failed: bool,
    strict: bool,
    preparation: PreparationCallback,
    progress: ProgressCallback | None,
) -> None:
    """Runs the missing cases of a study; arguments and errors are those of raftup.study()."""
    if scheduler is not None and (slurm or workers is not None):
        given = "slurm" if slurm else f"workers = {workers}"
        raise bad_field("scheduler", f"must stand alone, its cluster has workers; got {given} too")
    specification = read_study(source, _judge_the_rest)
    with _locked(folder):
        with connection(None) as client, client.fits_told_to(_fit_shown(preparation)):
            prepared = _prepare(client, specification, folder, preparation, strict=strict)
        if not len(prepared.waiting(retry_failed)):
            return
        preparation(Preparation("waiting for workers"))
        try:
            with _cluster(workers, scheduler, slurm) as cluster:
                _run(prepared, cluster, retry_failed, progress)
        except BaseException as error:
            error.add_note(f"results are kept in {folder}; the same study goes on there")
            raise


def _fit_shown(preparation: PreparationCallback) -> FitCallback:
    """Function that reports the fit of the first case's memory as part of the preparation."""

    def show(fit: FitProgress | None) -> None:
        preparation(Preparation("checking" if fit is None else str(fit)))

    return show


def _judge_the_rest(specification: StudySpecification) -> list[Violation]:
    with connection(None) as client:
        return model_violations(client, specification)


@contextmanager
def _locked(folder: Path) -> Iterator[None]:
    """Makes a folder if it is missing, and excludes other studies from it."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
        opened = (folder / "lock").open("w")
    except OSError as error:
        raise RaftupError(
            f"the folder of a study must be one that can be written, {folder} cannot: "
            f"{error.strerror}",
            code="INVALID_ARGUMENT",
        ) from error
    with opened as lock:
        if not lock_file(lock.fileno()):
            raise RaftupError(
                f"{folder} is in use by another raftup study", code="FAILED_PRECONDITION"
            )
        yield


@contextmanager
def _cluster(workers: int | None, scheduler: str | None, slurm: bool) -> Iterator[Any]:
    """A distributed.Client for the duration of the block."""
    import dask
    from distributed import Client as DaskClient

    if scheduler is not None:
        try:
            client = DaskClient(scheduler)
        except ValueError as error:
            raise bad_field("scheduler", f"must be tcp://HOST:PORT, is {scheduler}") from error
        with client:
            yield client
    elif slurm:
        require_extra("--slurm", "slurm", "dask_jobqueue")
        from dask_jobqueue import SLURMCluster

        with (
            dask.config.set(FRUGAL),
            SLURMCluster() as cluster,
            DaskClient(cluster) as client,
        ):
            cluster.scale(jobs=workers or 1)
            client.wait_for_workers(1)
            yield client
    else:
        with local_cluster(workers or processor_count()) as client:
            yield client


@dataclass(frozen=True)
class _Prepared:
    """A study that has been checked and has its place in a folder.

    Attributes:
        cases: cases of the study.
        keys: keys of the cases.
        slots: slots of the cases in the store.
        store: store that is open for writing.
        examples: messages of the findings of cases.
        task: data for the workers.
    """

    cases: Cases
    keys: list[bytes]
    slots: IntegerArray
    store: CaseStore
    examples: WarningExamples
    task: Task

    def write(self, results: list[CaseResult]) -> None:
        """Stores the results of some cases and their findings of severity warning."""
        self.store.write(results)
        self.examples.add(results)

    def waiting(self, retry_failed: bool) -> IntegerArray:
        """Indices of the cases that must be run; of cases with the same content only the first."""
        wanted = [MISSING, FAILED] if retry_failed else [MISSING]
        _, first = np.unique(self.slots, return_index=True)
        chosen = np.sort(first)
        return chosen[np.isin(self.store.status()[self.slots[chosen]], wanted)]


def _prepare(
    client: Client,
    asked: StudySpecification,
    folder: Path,
    preparation: PreparationCallback,
    *,
    strict: bool,
) -> _Prepared:
    """Checks a study, chooses its radiation memory and assigns slots to its cases."""
    layout = check_study(client, asked, preparation)
    preparation(Preparation("choosing the radiation memory"))
    specification, trials = _with_fastest_memory(client, asked, folder)
    cases = Cases(specification)
    keys = cases.keys()
    store = CaseStore(folder, layout)
    slots = store.slots_of(keys)
    StudyRecord(
        specification=specification,
        asked=asked.model.get("hydrodynamics", []),
        trials=trials,
        table=store.name,
        runs=runs_of(slots),
        coordinates={name: list(labels) for name, labels in layout.coordinates.items()},
        digests=cases.digests,
    ).write(folder)
    # each case has its own values; all values of the axes would be sent with every batch
    task = Task(replace(specification, axes=()), cases.digests, layout.width, strict)
    return _Prepared(cases, keys, slots, store, WarningExamples(folder), task)


def _with_fastest_memory(
    client: Client, asked: StudySpecification, folder: Path
) -> tuple[StudySpecification, list[dict[str, Any]]]:
    """The study with the memory that was chosen in this folder before, or with the fastest one."""
    if not leaves_memory_open(asked):
        return asked, []
    try:
        before = read_record(folder)
    except RaftupError:
        before = None
    if before is not None and before.trials and before.asked == asked.model["hydrodynamics"]:
        trials = before.trials
    else:
        trials = [asdict(trial) for trial in try_memories(client, asked)]
    return with_memory(asked, trials[0]["form"]), trials


def _run(
    prepared: _Prepared, cluster: Any, retry_failed: bool, progress: ProgressCallback | None
) -> None:
    """Runs the missing cases and stores their results."""
    status = prepared.store.status()[prepared.slots]
    state = StudyProgress(
        done=int((status == DONE).sum()),
        failed=0 if retry_failed else int((status == FAILED).sum()),
        total=len(prepared.keys),
        run=0,
        wall_time=0.0,
        compute_time=0.0,
        simulated_time=0.0,
    )
    repeats = np.bincount(prepared.slots)
    duration = run_duration_in(prepared.task.specification.model["integration"])
    start = written = time.perf_counter()
    waiting: list[CaseResult] = []
    try:
        for results in Schedule(cluster, prepared.task, _cases(prepared, retry_failed)).results():
            waiting += results
            now = time.perf_counter()
            if now - written > _WRITE_INTERVAL:
                written = now
                prepared.write(_taken(waiting))
            state = _advanced(state, results, repeats, duration, now - start)
            if progress is not None:
                progress(state)
    finally:
        prepared.write(_taken(waiting))


def _taken(waiting: list[CaseResult]) -> list[CaseResult]:
    """Returns the collected results and empties the list."""
    results = waiting.copy()
    waiting.clear()
    return results


def _advanced(
    state: StudyProgress,
    results: Sequence[CaseResult],
    repeats: IntegerArray,
    duration: float,
    wall_time: float,
) -> StudyProgress:
    """The progress after further results; `repeats` is the number of cases that share a slot."""
    failed = [result.slot for result in results if result.measures is None]
    finished = [result.slot for result in results if result.measures is not None]
    return replace(
        state,
        done=state.done + int(repeats[finished].sum()),
        failed=state.failed + int(repeats[failed].sum()),
        run=state.run + len(results),
        wall_time=wall_time,
        compute_time=state.compute_time + sum(result.wall_time for result in results),
        simulated_time=state.simulated_time + duration * len(finished),
    )


def _cases(prepared: _Prepared, retry_failed: bool) -> Iterator[Case]:
    for index in prepared.waiting(retry_failed):
        yield Case(
            int(prepared.slots[index]),
            prepared.keys[index],
            prepared.cases.overrides(int(index)),
        )
