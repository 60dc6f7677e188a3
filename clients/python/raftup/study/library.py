"""Studies for use in programs; the libraries that they need are loaded on first use."""

from __future__ import annotations

import tempfile
from collections.abc import Mapping
from contextlib import ExitStack
from pathlib import Path
from typing import TYPE_CHECKING, Any

from raftup.base.extras import require_extra
from raftup.study.progress import PreparationCallback, ProgressCallback

if TYPE_CHECKING:
    import xarray as xr

STUDY_LIBRARIES = ("distributed", "rainflow", "scipy", "zarr")
"""Libraries that the extra `study` installs."""


def study(
    source: str | Path | Mapping[str, Any],
    out: str | Path | None = None,
    *,
    workers: int | None = None,
    scheduler: str | None = None,
    slurm: bool = False,
    retry_failed: bool = False,
    strict: bool = False,
    preparation: PreparationCallback | None = None,
    progress: ProgressCallback | None = None,
) -> xr.Dataset:
    """Runs the cases of a study that its folder does not contain yet.

    Every result is stored when it arrives. A call after an interruption continues the study, and a
    call with other axes runs the cases that are new. Statistics depend neither on that nor on the
    number of workers. Workers are new processes that import the calling program; a script must
    therefore call this function below `if __name__ == "__main__":`.

    Args:
        source: YAML or JSON file or a mapping, as described in clients/python/raftup/study.
        out: folder of the study; None = only the returned results are kept.
        workers: number of processes, or of jobs with `slurm`; default: the number of cores.
        scheduler: address of a Dask cluster whose workers have this package, raftupd and the
            databases at the same paths; `workers` and `slurm` are not used then.
        slurm: workers are jobs of dask-jobqueue's SLURMCluster with its configuration.
        retry_failed: runs failed cases again.
        strict: cases with a finding of severity warning fail; stored cases are not affected.
        preparation: function that is called with the work before the first case.
        progress: function that is called after every batch of cases.

    Returns:
        The results, as from open_study().

    Raises:
        StudyError: with all broken rules, before the first case runs.
        RaftupError: if the folder is in use or cannot be written, or arguments contradict each
            other.
        OSError: if the disk is full; results written before remain.
    """
    require_extra("a study", "study", *STUDY_LIBRARIES)
    from raftup.study.dataset import read_dataset
    from raftup.study.run import run_study

    with ExitStack() as stack:
        folder = out or stack.enter_context(tempfile.TemporaryDirectory(prefix="raftup-"))
        run_study(
            source,
            Path(folder),
            workers=workers,
            scheduler=scheduler,
            slurm=slurm,
            retry_failed=retry_failed,
            strict=strict,
            preparation=preparation or (lambda _: None),
            progress=progress,
        )
        return read_dataset(Path(folder))


def open_study(folder: str | Path) -> xr.Dataset:
    """Reads the results of the study that was last run in a folder, also while it is running.

    Args:
        folder: folder as given to study() or to `raftup study --out`.

    Returns:
        A dataset. Dimensions: the axes in their order, then body, dof and other components of
        outputs. Variables: `displacement_mean`, `displacement_std` and so on, NaN where a case is
        not done; `exceeded_fraction`, the share of the time beyond each limit; for every case its
        `status`, `error`, `wall_time` [s] with the part `step_time` [s] for steps, and `key`.
        Places of an axis with several coordinates are numbered from 0; `probability_<axis>` is
        their probability.

    Raises:
        RaftupError: if the folder contains no study.
    """
    require_extra("a study", "study", *STUDY_LIBRARIES)
    from raftup.study.dataset import read_dataset

    return read_dataset(Path(folder))
