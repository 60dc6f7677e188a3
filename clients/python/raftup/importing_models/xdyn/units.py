"""Quantities of xdyn, `{value: 1, unit: kt}`, in SI units."""

from __future__ import annotations

import math

from raftup.importing_models.finding import UnreadableError
from raftup.importing_models.record import Field, Record

_UNITS: dict[str, dict[str, float]] = {
    "length": {"m": 1.0, "km": 1e3, "cm": 1e-2, "mm": 1e-3, "ft": 0.3048, "nmi": 1852.0},
    "angle": {"rad": 1.0, "deg": math.pi / 180.0},
    "speed": {"m/s": 1.0, "km/h": 1.0 / 3.6, "kt": 1852.0 / 3600.0, "knot": 1852.0 / 3600.0},
    "rate": {"rad/s": 1.0, "deg/s": math.pi / 180.0},
    "mass": {"kg": 1.0, "tonne": 1e3, "t": 1e3},
    "force": {"n": 1.0, "kn": 1e3, "mn": 1e6},
    "moment": {"n*m": 1.0, "kn*m": 1e3, "nm": 1.0},
    "time": {"s": 1.0, "min": 60.0},
    "acceleration": {"m/s^2": 1.0},
    "density": {"kg/m^3": 1.0},
    "viscosity": {"m^2/s": 1.0},
    "frequency": {"rad/s": 1.0, "hz": 2.0 * math.pi},
    "number": {"": 1.0},
}


def factor(kind: str, unit: Field) -> float:
    """Factor from a unit to that of SI.

    Raises:
        UnreadableError: if it is no unit of this kind.
    """
    word = "".join(unit.text().lower().split()).replace("**", "^")
    known = _UNITS[kind]
    if word not in known:
        raise UnreadableError(unit.place, f"{unit} must be a unit of {kind}: {', '.join(known)}")
    return known[word]


def quantity(record: Record, key: str, kind: str) -> tuple[float, Field]:
    """A quantity in SI units, and the field that holds its value.

    Raises:
        UnreadableError: if it is absent, or has no number or no unit of this kind.
    """
    inner = record.record(key) if key in record else None
    if inner is None:
        raise UnreadableError(record.place, f"{record.name or 'the model'} must have {key}")
    value = inner.need("value")
    return value.number() * factor(kind, inner.need("unit")), value


def vector(record: Record, keys: str, kind: str) -> list[float]:
    """Quantities of one kind in SI units."""
    return [quantity(record, key, kind)[0] for key in keys.split()]


def series(record: Record, key: str, kind: str) -> list[float]:
    """Values of `{unit: m/s, values: [0, 1]}` in SI units."""
    inner = record.record(key)
    scale = factor(kind, inner.need("unit"))
    return [scale * value for value in inner.need("values").numbers()]
