"""What the cases of a study cost."""

from __future__ import annotations

import json
from dataclasses import dataclass

import numpy as np
import xarray as xr

from raftup.study.store import DONE


@dataclass(frozen=True)
class Effort:
    """Wall clock of one worker, everything between two cases included.

    Attributes:
        case_time: of a case, the median [s].
        overhead: what of it are no steps of the server, the median [s].
        hour_time: of a simulated hour [s].
        real_time_factor: simulated seconds per second.
    """

    case_time: float
    overhead: float
    hour_time: float
    real_time_factor: float


def effort_of(dataset: xr.Dataset) -> Effort | None:
    """Of the cases that are done; None without any.

    Args:
        dataset: from raftup.open_study().
    """
    done = dataset.status.values == DONE
    if not done.any():
        return None
    duration = float(json.loads(dataset.attrs["model"])["integration"]["duration"])
    times = dataset.wall_time.values[done]
    steps = dataset.step_time.values[done]
    median = float(np.median(times))  # the first case of a worker starts its server
    overhead = float(np.median(times - steps))
    return Effort(median, overhead, 3600.0 / duration * median, duration / median)
