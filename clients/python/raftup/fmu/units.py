"""Units of variables in the form of FMI: exponents of SI base units.

Source: FMI 2.0.5, section 2.2.2.
"""

from __future__ import annotations

import math
import re
from collections import Counter
from collections.abc import Mapping

from raftup.base.errors import RaftupError

_SYMBOLS: dict[str, Mapping[str, int]] = {
    "1": {},
    "m": {"m": 1},
    "kg": {"kg": 1},
    "s": {"s": 1},
    "rad": {"rad": 1},
    "Hz": {"s": -1},
    "N": {"kg": 1, "m": 1, "s": -2},
    "Pa": {"kg": 1, "m": -1, "s": -2},
    "J": {"kg": 1, "m": 2, "s": -2},
    "W": {"kg": 1, "m": 2, "s": -3},
}
_FACTOR = re.compile(r"([A-Za-z]+|1)(\d*)")

DEGREES_PER_RADIAN = 180.0 / math.pi


def base_exponents(unit: str) -> dict[str, int]:
    """Exponents of the base units of a unit: {"kg": 1, "m": -1} for "N s2/m2".

    Args:
        unit: factors with exponents, separated by spaces; one `/` precedes the denominator.

    Raises:
        RaftupError: if a symbol is unknown.
    """
    exponents: Counter[str] = Counter()
    over, _, under = unit.partition("/")
    for sign, factors in ((1, over), (-1, under.strip("()"))):
        for factor in factors.split():
            match = _FACTOR.fullmatch(factor)
            if match is None or match[1] not in _SYMBOLS:
                raise RaftupError(f"unit '{unit}' must be of SI, has '{factor}'", code="INTERNAL")
            for base, exponent in _SYMBOLS[match[1]].items():
                exponents[base] += sign * exponent * int(match[2] or 1)
    return {base: exponent for base, exponent in exponents.items() if exponent}
