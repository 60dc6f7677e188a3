"""Computing time of the cases of a study."""

from __future__ import annotations

import json
from dataclasses import dataclass

import numpy as np
import xarray as xr

from raftup.model.run_duration import run_duration_in
from raftup.study.store import DONE


@dataclass(frozen=True)
class Effort:
    """Wall clock time of a worker for one case, including everything between two cases.

    Attributes:
        case_time: median of the time of a case [s].
        overhead: median of the time of a case that is not spent on steps in the server [s].
        hour_time: time for an hour of simulation [s].
        real_time_factor: simulated seconds per second of wall clock.
    """

    case_time: float
    overhead: float
    hour_time: float
    real_time_factor: float


def effort_of(dataset: xr.Dataset) -> Effort | None:
    """Computing time of the cases that are done; None if there are none.

    Args:
        dataset: result of raftup.open_study().
    """
    done = dataset.status.values == DONE
    if not done.any():
        return None
    duration = run_duration_in(json.loads(dataset.attrs["model"])["integration"])
    times = dataset.wall_time.values[done]
    steps = dataset.step_time.values[done]
    median = float(np.median(times))  # the first case of a worker starts its server
    overhead = float(np.median(times - steps))
    return Effort(median, overhead, 3600.0 / duration * median, duration / median)
