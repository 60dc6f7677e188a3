"""Units of measured records, and numbers in them that mark missing values."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np

from raftup.base.arrays import FloatArray


def _by_name(units: Mapping[tuple[str, ...], float]) -> dict[str, float]:
    return {name: factor for names, factor in units.items() for name in names}


LENGTHS = _by_name(
    {
        ("m", "meter", "metre", "meters", "metres"): 1.0,
        ("dm", "decimeter", "decimetre", "decimeters", "decimetres"): 0.1,
        ("cm", "centimeter", "centimetre", "centimeters", "centimetres"): 0.01,
        ("mm", "millimeter", "millimetre", "millimeters", "millimetres"): 0.001,
        ("ft", "foot", "feet"): 0.3048,
        ("in", "inch", "inches"): 0.0254,
    }
)
"""Units of length in m, by their lower-case names."""

TIMES = _by_name(
    {
        ("s", "sec", "secs", "second", "seconds"): 1.0,
        ("ms", "msec", "millisecond", "milliseconds"): 0.001,
        ("us", "\u00b5s", "\u03bcs", "microsecond", "microseconds"): 1e-6,
        ("ns", "nanosecond", "nanoseconds"): 1e-9,
        ("min", "mins", "minute", "minutes"): 60.0,
        ("h", "hr", "hrs", "hour", "hours"): 3600.0,
        ("d", "day", "days"): 86400.0,
    }
)
"""Units of time in s, by their lower-case names."""

_FLAGS = tuple(
    sign * value
    for value in (99.0, 99.9, 99.99, 999.0, 999.9, 999.99, 9999.0, 9999.9, 99999.0, 999999.0)
    for sign in (-1.0, 1.0)
)
_FAR = 2.0  # times as far from the median as everything else


def factor_of(unit: str, known: Mapping[str, float], what: str) -> float:
    """Factor from a unit to the SI unit of its quantity.

    Raises:
        ValueError: if the unit is not in `known`; the message names the quantity `what`.
    """
    factor = known.get(unit.lower())
    if factor is None:
        some = ", ".join(sorted(known, key=lambda name: (len(name), name))[:7])
        raise ValueError(
            f"must have {what} in one of {some} or their full names, is in {unit!r}: convert it, "
            "or leave the brackets of its heading away if they hold no unit"
        )
    return factor


def check_flags(values: FloatArray, named: float | None) -> None:
    """Refuses values that seem to mark missing values.

    Such a number is -999 or similar, or above 1e9 in magnitude, and more than twice as far from the
    median as all other values.

    Args:
        values: [n] values as read from a file.
        named: number marking missing values that has already been left out.

    Raises:
        ValueError: with the number and its count; the message asks to name it.
    """
    suspicious = np.isin(values, _FLAGS) | (np.abs(values) > 1e9)
    if not suspicious.any() or suspicious.all():
        return
    middle = float(np.median(values[~suspicious]))
    reach = float(np.abs(values[~suspicious] - middle).max())
    flags = values[suspicious & (np.abs(values - middle) > _FAR * reach)]
    if not len(flags):
        return
    first = float(flags[0])
    times = int(np.count_nonzero(flags == first))
    beside = "" if named is None else f", beside {named:g}"
    raise ValueError(
        f"has {first:g} {times} time{'s' if times > 1 else ''}{beside}, which looks like a flag of "
        f"missing values: missing={first:g} leaves it out; without flags, take such rows out"
    )
