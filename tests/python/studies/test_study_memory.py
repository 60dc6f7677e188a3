"""The program that runs a study does not grow with the cases that are done."""

import gc
import tracemalloc
from collections.abc import Iterator, Sequence

import numpy as np
import pytest

from .small_studies import HEIGHT, WAVE, study_of

pytest.importorskip("zarr", reason="the extra raftup[study] is not installed")

from raftup.local.dask_cluster import local_cluster
from raftup.study import schedule
from raftup.study.cases import Case
from raftup.study.reading import read_study
from raftup.study.store import CaseResult
from raftup.study.worker import Task

SETTLED, CASES = 5_000, 15_000


def made_as_asked(cases: int) -> Iterator[Case]:
    """Cases with keys and values of their own."""
    for slot in range(cases):
        values = {HEIGHT: 1.0 + 1e-3 * slot, f"{WAVE}.seed": slot}
        yield Case(slot, slot.to_bytes(32, "big"), values)


def test_memory_does_not_grow_with_the_cases_that_are_done(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def answer(_: Task, cases: Sequence[Case]) -> list[CaseResult]:
        """As a worker answers, without a server: a function of this test travels as a whole."""
        measures = {name: np.zeros(6) for name in ("mean", "std", "max")}
        return [CaseResult(case.slot, measures, "", 1e-3, 1e-3) for case in cases]

    monkeypatch.setattr(schedule, "run_batch", answer)
    task = Task(read_study(study_of([1.0], 1)), {}, 6)
    traced: list[int] = []
    done = 0
    with local_cluster(1) as cluster:
        tracemalloc.start()
        for results in schedule.Schedule(cluster, task, made_as_asked(CASES)).results():
            before, done = done, done + len(results)
            if before < SETTLED <= done or done == CASES:
                gc.collect()
                traced.append(tracemalloc.get_traced_memory()[0])
        tracemalloc.stop()
    assert done == CASES
    # Dask's logs of its messages were .8 kB a case, 8 MB; batches on their way come and go by 1 MB
    assert traced[1] - traced[0] < 2e6
