"""Lists of numbers in options: 3:6:.25, or 3,4,6."""

from __future__ import annotations

import math

from raftup.base.errors import bad_field

_MOST = 10_000


def numbers_of(text: str, option: str) -> list[float]:
    """Reads first:last:step with both ends, or numbers separated by commas.

    Args:
        text: text of the option.
        option: name of the option, for the message.

    Raises:
        RaftupError: BAD_FIELD for another text, and for a step that does not lead from first to
            last.
    """
    try:
        if ":" not in text:
            return _finite([float(part) for part in text.split(",")])
        first, last, step = _finite([float(part) for part in text.split(":")])
        count = (last - first) / step
        if not 0 <= count <= _MOST:
            raise ValueError
    except (ValueError, ZeroDivisionError):
        raise bad_field(
            option, f"must be FIRST:LAST:STEP or numbers separated by commas, is {text!r}"
        ) from None
    return [first + i * step for i in range(math.floor(count + 1e-9) + 1)]


def _finite(numbers: list[float]) -> list[float]:
    if not all(map(math.isfinite, numbers)):
        raise ValueError
    return numbers
