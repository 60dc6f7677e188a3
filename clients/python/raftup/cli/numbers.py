"""How tables show numbers."""

from __future__ import annotations

_ROUND_OFF = 1e-9


def without_round_off(number: float) -> float:
    """The number, or 0 for one below 1e-9 (m, deg, of any unit), which round-off leaves; never -0.

    Args:
        number: of a table.
    """
    return 0.0 if abs(number) < _ROUND_OFF else number
