"""Messages with the samples that a stream sends ahead of its session."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
import numpy.typing as npt

from raftup._generated import session_pb2
from raftup.base.arrays import require_finite
from raftup.base.errors import bad_field
from raftup.remote.rows import NANOSECONDS

_VALUES_PER_MESSAGE = 100_000  # .8 MB
_SINGLE_PRECISION = 2**23  # of a time: what it is off at most as a 32-bit float


def samples_messages(
    time: npt.ArrayLike, values: npt.ArrayLike, width: int, watermark: float | None
) -> Iterator[session_pb2.Inputs]:
    """Divides samples into messages, see Exchange.send().

    No message but the last has a watermark later than its own newest sample.

    Args:
        time: [samples] s, or a number for one sample.
        values: [samples, width].
        width: number of columns of the inputs.
        watermark: s, time up to which the samples are complete; None = that of the newest sample.

    Raises:
        RaftupError: INVALID_ARGUMENT if the shapes do not match or a value is not finite.
    """
    time_ns = np.round(np.atleast_1d(np.asarray(time, dtype=float)) * NANOSECONDS)
    table = np.asarray(values, dtype=float)
    if table.size != len(time_ns) * width:
        shape = f"[{len(time_ns)}, {width}]"
        raise bad_field("values", f"must be of shape {shape}, has shape {list(table.shape)}")
    table = table.reshape(len(time_ns), width)
    require_finite("values", table)
    complete_ns = None if watermark is None else round(watermark * NANOSECONDS)
    count = max(1, _VALUES_PER_MESSAGE // max(1, width))
    for first in range(0, max(1, len(time_ns)), count):
        end = first + count
        times = time_ns[first:end].astype(np.int64)
        inputs = session_pb2.Inputs(
            sample_time_ns=times.tolist(), values=table[first:end].ravel().tolist()
        )
        if complete_ns is not None:
            last = end >= len(time_ns)
            inputs.watermark_ns = complete_ns if last else min(complete_ns, int(times[-1]))
        yield inputs


def is_past(inputs: session_pb2.Inputs, time_ns: int) -> bool:
    """Whether the session can only have reached `time_ns` after it received these samples."""
    return not inputs.sample_time_ns or inputs.sample_time_ns[-1] < time_ns


def complete_until(inputs: session_pb2.Inputs) -> int:
    """Time [ns] up to which samples are complete after this message; -1 if it contains none."""
    if inputs.HasField("watermark_ns"):
        return inputs.watermark_ns
    if not inputs.sample_time_ns:
        return -1
    # The server moves times with errors of single precision to the start of their step.
    return inputs.sample_time_ns[-1] + inputs.sample_time_ns[-1] // _SINGLE_PRECISION
