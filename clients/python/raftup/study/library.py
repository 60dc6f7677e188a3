"""Studies from a program; what they need is loaded when they are used."""

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
"""What the extra `study` installs."""


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
    """Runs the cases of a study that its folder does not have yet.

    Every result is kept as it comes: called again after an interruption, a kill or a full disk it
    goes on there, and called with other axes it runs the cases that are new. Statistics depend
    neither on that nor on the workers. These are new processes that read the calling program: a
    script calls this below `if __name__ == "__main__":`.

    Args:
        source: YAML or JSON file or a mapping; clients/python/raftup/study says what is in it.
        out: folder of the study; None = nothing is kept but what is returned.
        workers: processes, or jobs with `slurm`; default: as many as cores.
        scheduler: address of a Dask cluster whose workers have this package, raftupd and the
            databases under the same paths; needs neither `workers` nor `slurm`.
        slurm: workers are jobs of dask-jobqueue's SLURMCluster, as its configuration says.
        retry_failed: runs cases again that failed.
        strict: cases of which a finding warns fail; those that are done stay.
        preparation: called with what is done before the first case runs.
        progress: called after every batch of cases.

    Returns:
        As open_study().

    Raises:
        StudyError: with all that is wrong, before the first case runs.
        RaftupError: where the folder is in use or cannot be written, or arguments contradict.
        OSError: where the disk is full; what was written before stays.
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
    """What is known of the study that was last run in a folder, also while it runs.

    Args:
        folder: as given to study() or to `raftup study --out`.

    Returns:
        Dimensions: the axes in their order, then body, dof and what else the outputs have.
        Variables: `displacement_mean`, `displacement_std`, ... NaN where a case is not done;
        `exceeded_fraction` of the time beyond each limit; `status`, `error`, `wall_time` [s] and of
        it `step_time` [s], and `key` of every case. Places of an axis with several coordinates are
        counted from 0; `probability_<axis>` is their share.

    Raises:
        RaftupError: where the folder holds no study.
    """
    require_extra("a study", "study", *STUDY_LIBRARIES)
    from raftup.study.dataset import read_dataset

    return read_dataset(Path(folder))
