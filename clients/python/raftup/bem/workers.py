"""Parallel solution of frequencies by processes of a Dask cluster on this machine."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import Any

from raftup.base.interruption import awaited
from raftup.base.system import machine_memory, processor_count
from raftup.bem.array.solution import ArrayModel, solve_array_frequency
from raftup.bem.green_function import green_function
from raftup.bem.potential import FrequencyError, FrequencyResult, PanelModel, solve_frequency
from raftup.local.dask_cluster import local_cluster

_MATRICES = 4  # of complex numbers at once: S, K, their sums on the way
_MEMORY_SHARE = 0.8  # of the machine's that the workers may take together


def worker_count(size: int, jobs: int | None) -> int:
    """Number of processes: as requested, else one per core, but limited by the memory.

    Args:
        size: number of unknowns of the problem.
        jobs: requested number; None = one per core.
    """
    memory = machine_memory()
    fitting = int(_MEMORY_SHARE * memory / (_MATRICES * 16.0 * size**2))
    return max(1, min(jobs or processor_count(), fitting))


def solve_model(model: PanelModel, omega: float) -> FrequencyResult:
    """Solves one frequency [rad/s]: an array by the waves between its hulls, else all panels.

    Raises:
        FrequencyError: if it cannot be solved.
    """
    if isinstance(model, ArrayModel):
        return solve_array_frequency(model, omega)
    return solve_frequency(model, omega)


class Workers:
    """Single-threaded processes that solve frequencies; results do not depend on their number."""

    def __init__(self, client: Any) -> None:
        self._client = client

    def solve(
        self, models: Sequence[PanelModel], asked: Sequence[tuple[int, float]]
    ) -> Iterator[tuple[int, FrequencyResult]]:
        """Solves frequencies of one or more problems and yields results as they arrive.

        Args:
            models: the problems.
            asked: index of the problem and frequency [rad/s] of each result.

        Returns:
            Index of the problem and result, in any order.

        Raises:
            FrequencyError: if one cannot be solved.
        """
        from distributed import as_completed

        # a new key each time: data with a key made from the content may still be being deleted
        everywhere = {
            index: self._client.scatter(models[index], broadcast=True, hash=False)
            for index in dict.fromkeys(index for index, _ in asked)
        }
        problem_of = {
            self._client.submit(solve_model, everywhere[index], omega, pure=False): index
            for index, omega in asked
        }
        try:
            for future in awaited(as_completed(list(problem_of)), "frequencies"):
                yield problem_of[future], _result(future)
        finally:
            self._client.cancel(list(problem_of))


def _result(future: Any) -> FrequencyResult:
    """The result of a worker; if the worker died, its frequency counts as unsolvable."""
    from distributed import KilledWorker

    try:
        result: FrequencyResult = future.result()
    except KilledWorker as error:
        raise FrequencyError(
            "the process that solved it died again and again, of too little memory? try --jobs 1"
        ) from error
    return result


@contextmanager
def local_workers(count: int) -> Iterator[Workers]:
    """Workers for the duration of the block.

    Args:
        count: number of processes, >= 1.
    """
    green_function()  # its table is made here once, not by every worker at the same time
    with local_cluster(count) as client:
        yield Workers(client)
