"""Messages of samples that a stream sends ahead of its session."""

from __future__ import annotations

import numpy as np

from raftup._generated import session_pb2
from raftup.base.arrays import FloatArray

_SINGLE_PRECISION = 2**23  # of a time: what it is off at most as a 32-bit float


def samples_message(
    time_ns: FloatArray, values: FloatArray, complete_ns: int | None, last: bool
) -> session_pb2.Inputs:
    """One message of samples; those before the last say no more than they bring."""
    inputs = session_pb2.Inputs(
        sample_time_ns=time_ns.astype(np.int64).tolist(),
        values=values.tolist(),
    )
    if complete_ns is not None:
        inputs.watermark_ns = complete_ns if last else min(complete_ns, int(time_ns[-1]))
    return inputs


def is_past(inputs: session_pb2.Inputs, time_ns: int) -> bool:
    """Whether the server must have had the samples to come so far."""
    return not inputs.sample_time_ns or inputs.sample_time_ns[-1] < time_ns


def complete_until(inputs: session_pb2.Inputs) -> int:
    """Time up to which the server has every sample once it has these; -1 where they don't say."""
    if inputs.HasField("watermark_ns"):
        return inputs.watermark_ns
    if not inputs.sample_time_ns:
        return -1
    # The server puts times of single precision at the start of the step that they mean.
    return inputs.sample_time_ns[-1] + inputs.sample_time_ns[-1] // _SINGLE_PRECISION
