"""Units in the headings of tables of samples."""

from __future__ import annotations

import math
import re

_GRAVITY = 9.80665  # m/s2, of a tonne-force

_KNOWN: dict[str, dict[str, float]] = {
    "N": {"N": 1.0, "kN": 1e3, "MN": 1e6, "tf": 1e3 * _GRAVITY},
    "N m": {"N m": 1.0, "Nm": 1.0, "kN m": 1e3, "kNm": 1e3, "MN m": 1e6, "MNm": 1e6},
    "m": {"m": 1.0, "dm": 0.1, "cm": 0.01, "mm": 1e-3, "ft": 0.3048, "in": 0.0254},
    "m/s": {
        "m/s": 1.0,
        "cm/s": 0.01,
        "ft/s": 0.3048,
        "km/h": 1.0 / 3.6,
        "kn": 1852.0 / 3600.0,
        "kt": 1852.0 / 3600.0,
        "kts": 1852.0 / 3600.0,
        "knots": 1852.0 / 3600.0,
    },
    "rad": {"rad": 1.0, "deg": math.pi / 180.0, "degrees": math.pi / 180.0, "°": math.pi / 180.0},
    "rad/s": {"rad/s": 1.0, "deg/s": math.pi / 180.0, "°/s": math.pi / 180.0},
    "Pa": {"Pa": 1.0, "hPa": 100.0, "kPa": 1e3, "MPa": 1e6, "bar": 1e5},
    "kg": {"kg": 1.0, "t": 1e3},
    "1": {"1": 1.0, "-": 1.0, "%": 0.01},
}
_REVOLUTIONS = {"1/s": 1.0, "rps": 1.0, "rpm": 1.0 / 60.0, "1/min": 1.0 / 60.0}  # 1/s
_FACTORS = {name: (si, factor) for si, names in _KNOWN.items() for name, factor in names.items()}


def si_unit(unit: str, column: str, revolutions: str) -> tuple[str, float]:
    """The SI unit of a column, and the factor from the column's own unit to it.

    Args:
        unit: unit in the heading; empty = none.
        column: name of the column, for messages.
        revolutions: SI unit of a speed of revolutions, `rad/s` or `1/s`.

    Raises:
        ValueError: if the unit is not known.
    """
    if not unit:
        return "", 1.0
    name = re.sub(r"\s*[·*.\s]\s*", " ", unit.strip())
    if name in _REVOLUTIONS:
        turn = 2.0 * math.pi if revolutions == "rad/s" else 1.0
        return revolutions, turn * _REVOLUTIONS[name]
    if name not in _FACTORS:
        known = ", ".join([*_FACTORS, *_REVOLUTIONS])
        raise ValueError(
            f"must have column {column!r} in one of {known}, is in {unit!r}: convert it, or leave "
            "the brackets of its heading away if they hold no unit"
        )
    return _FACTORS[name]
