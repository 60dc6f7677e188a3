"""Numbers in tables."""

from __future__ import annotations

_ROUND_OFF = 1e-9


def without_round_off(number: float) -> float:
    """The number, or 0 if it is below 1e-9 (in any unit), which is a rounding error; never -0.

    Args:
        number: number of a table.
    """
    return 0.0 if abs(number) < _ROUND_OFF else number
