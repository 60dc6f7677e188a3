"""Distribution of cases to the workers of a Dask cluster, a few batches ahead of the results."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import islice
from typing import Any

import numpy as np

from raftup.base.interruption import awaited
from raftup.study.cases import Case
from raftup.study.store import CaseResult
from raftup.study.worker import Task, run_batch

_BATCH_DURATION = 1.0  # s: long against the scheduler's milliseconds, short to lose
_LARGEST_BATCH = 256
_BATCHES_PER_THREAD = 2  # one at work, one waiting


class Schedule:
    """Submits batches of cases such that no worker is idle, and not more."""

    def __init__(self, client: Any, task: Task, cases: Iterable[Case]) -> None:
        """Prepares the distribution; nothing is submitted before results().

        Args:
            client: distributed.Client.
            task: data that all cases share.
            cases: cases, which are taken when needed.
        """
        self._client = client
        self._task = task
        self._cases = iter(cases)
        self._batches: dict[str, list[Case]] = {}
        self._wall_time = _BATCH_DURATION  # of a case; the first batches are of one

    def results(self) -> Iterator[list[CaseResult]]:
        """Yields results as they arrive; pending cases are cancelled if the caller stops."""
        from distributed import as_completed

        futures = as_completed()
        try:
            self._refill(futures)
            for future in awaited(futures, "results of cases"):
                batch = self._batches.pop(future.key)
                results = self._results_of(future, batch, futures)
                self._learn(results)
                self._refill(futures)
                if results:
                    yield results
        finally:
            self._client.cancel(list(futures.futures))

    def _refill(self, futures: Any) -> None:
        threads = sum(self._client.ncores().values())
        while len(self._batches) < max(1, _BATCHES_PER_THREAD * threads):
            size = int(min(_LARGEST_BATCH, max(1.0, _BATCH_DURATION / self._wall_time)))
            batch = list(islice(self._cases, size))
            if not batch:
                return
            self._submit(futures, batch)

    def _submit(self, futures: Any, batch: list[Case]) -> None:
        future = self._client.submit(run_batch, self._task, batch, pure=False)
        self._batches[future.key] = batch
        futures.add(future)

    def _learn(self, results: Sequence[CaseResult]) -> None:
        for result in results:
            self._wall_time += 0.1 * (max(result.wall_time, 1e-3) - self._wall_time)

    def _results_of(self, future: Any, batch: list[Case], futures: Any) -> list[CaseResult]:
        """Results of a batch; if its worker died repeatedly, its cases are submitted one by one."""
        from distributed import KilledWorker

        try:
            results: list[CaseResult] = future.result()
        except KilledWorker:
            if len(batch) == 1:
                error = "the worker process that ran it died again and again, of too little memory?"
                return [CaseResult(batch[0].slot, None, error, 0.0, np.nan)]
            for case in batch:
                self._submit(futures, [case])
            return []
        return results
