"""What a session has accumulated instead of recording it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np

from raftup._generated import session_pb2, statistics_pb2
from raftup.base.arrays import FloatArray, IntegerArray


@dataclass(frozen=True)
class OutputStatistics:
    """Of one output, in its unit; NaN where there is no sample.

    Attributes:
        mean: [size].
        std: [size] root of the mean square deviation from the mean.
        skewness: [size] m3 / std^3; NaN where std is 0.
        kurtosis: [size] m4 / std^4, 3 of a normal distribution; NaN where std is 0.
        min: [size] least sample.
        max: [size] greatest sample.
        up_crossings: [size] how often it rose through `level`.
        level: [size] mean of the samples during the warm-up; 0 without one.
        turning_points: local extremes in order, the first and the last sample among them, an array
            for each of its numbers; none where the model did not ask for them.
    """

    mean: FloatArray
    std: FloatArray
    skewness: FloatArray
    kurtosis: FloatArray
    min: FloatArray
    max: FloatArray
    up_crossings: IntegerArray
    level: FloatArray
    turning_points: tuple[FloatArray, ...]

    @classmethod
    def from_message(cls, message: statistics_pb2.OutputStatistics) -> OutputStatistics:
        """As the server tells it."""
        return cls(
            mean=np.array(message.mean),
            std=np.array(message.std),
            skewness=np.array(message.skewness),
            kurtosis=np.array(message.kurtosis),
            min=np.array(message.min),
            max=np.array(message.max),
            up_crossings=np.array(message.up_crossings, dtype=np.int64),
            level=np.array(message.level),
            turning_points=tuple(np.array(points.values) for points in message.turning_points),
        )


@dataclass(frozen=True)
class LimitStatistics:
    """How often and how long one limit was passed.

    Attributes:
        exceeded_duration: s in which it was exceeded.
        exceedance_count: how often that began.
    """

    exceeded_duration: float
    exceedance_count: int


@dataclass(frozen=True)
class Statistics:
    """Of the steps that a session has taken so far, those of the warm-up left out.

    Attributes:
        sample_count: steps that count.
        duration: s, sample_count steps.
        outputs: by name of the output, in the order of the model's statistics.
        limits: by name of the limit.
    """

    sample_count: int
    duration: float
    outputs: Mapping[str, OutputStatistics]
    limits: Mapping[str, LimitStatistics]

    @classmethod
    def from_message(cls, message: session_pb2.GetStatisticsResponse) -> Statistics:
        """As the server tells it."""
        return cls(
            sample_count=message.sample_count,
            duration=message.duration,
            outputs={
                output.name: OutputStatistics.from_message(output) for output in message.outputs
            },
            limits={
                limit.name: LimitStatistics(limit.exceeded_duration, limit.exceedance_count)
                for limit in message.limits
            },
        )
