"""Statistics that a session accumulates in place of recorded rows."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np

from raftup._generated import session_pb2, statistics_pb2
from raftup.base.arrays import FloatArray, IntegerArray


@dataclass(frozen=True)
class OutputStatistics:
    """Statistics of one output, in its unit; entries are NaN if there is no sample.

    `size` is the number of components of the output.

    Attributes:
        mean: [size] mean of the samples.
        std: [size] standard deviation: root of the mean square deviation from the mean.
        skewness: [size] third central moment over std^3; NaN where std is 0.
        kurtosis: [size] fourth central moment over std^4, 3 for a normal distribution; NaN where
            std is 0.
        min: [size] smallest sample.
        max: [size] largest sample.
        up_crossings: [size] number of times that the output rose through `level`.
        level: [size] mean of the samples during the warm-up; 0 without a warm-up.
        turning_points: for each component the local maxima and minima in order of time, including
            the first and the last sample; empty unless the model requests them.
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
        """Converts the statistics of a message."""
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
    """Duration and number of the exceedances of one limit.

    Attributes:
        exceeded_duration: s of simulation time during which the limit was exceeded.
        exceedance_count: number of times that an exceedance began.
    """

    exceeded_duration: float
    exceedance_count: int


@dataclass(frozen=True)
class Statistics:
    """Statistics over the steps that a session has taken so far, without those of the warm-up.

    Attributes:
        sample_count: number of steps in the statistics.
        duration: s, duration of these steps.
        outputs: statistics by the name of the output, in the order of the model's statistics.
        limits: exceedances by the name of the limit.
    """

    sample_count: int
    duration: float
    outputs: Mapping[str, OutputStatistics]
    limits: Mapping[str, LimitStatistics]

    @classmethod
    def from_message(cls, message: session_pb2.GetStatisticsResponse) -> Statistics:
        """Converts the statistics of a message."""
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
