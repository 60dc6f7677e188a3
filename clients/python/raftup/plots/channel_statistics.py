"""Statistics of selected components of outputs, with the times of their extremes."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from raftup.plots.channels import Channel


def channel_statistics(channels: Sequence[Channel]) -> list[dict[str, Any]]:
    """Mean, standard deviation and extremes of each channel, as plain values.

    Args:
        channels: channels from read_channels().

    Returns:
        For each channel `run`, `name`, `unit`, `mean`, `std`, `min`, `time_of_min`, `max`,
        `time_of_max`, with times in s; of several equal extremes the first. NaN are ignored; None
        if there is no number.
    """
    return [_statistics(channel) for channel in channels]


def _statistics(channel: Channel) -> dict[str, Any]:
    known = np.isfinite(channel.values)
    values, time = channel.values[known], channel.time[known]
    found: dict[str, Any] = {"run": channel.run, "name": channel.name, "unit": channel.shown_unit}
    if not len(values):
        names = ("mean", "std", "min", "time_of_min", "max", "time_of_max")
        return found | dict.fromkeys(names)
    least, greatest = int(values.argmin()), int(values.argmax())
    return found | {
        "mean": float(values.mean()),
        "std": float(values.std()),
        "min": float(values[least]),
        "time_of_min": float(time[least]),
        "max": float(values[greatest]),
        "time_of_max": float(time[greatest]),
    }
