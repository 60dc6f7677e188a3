"""What a trial says: figures, criteria met or not met, notes."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from raftup._generated.model_pb2 import Model
from raftup.trials.track import Track

IMO = "MSC.137(76)"
"""Resolution of the IMO, Standards for ship manoeuvrability (2002)."""

IMO_NOTES = "MSC/Circ.1053"
"""Explanatory notes to the standards."""

_LEAST_LENGTH = 100.0  # m, of the ships that the standards are of


@dataclass(frozen=True)
class Figure:
    """One figure of a trial: name, value, unit.

    Attributes:
        name: `advance`.
        value: in `unit`; NaN where the run did not come to it.
        unit: SI, rad.
        meaning: for people.
    """

    name: str
    value: float
    unit: str
    meaning: str


@dataclass(frozen=True)
class Criterion:
    """A figure beside the limit of a standard.

    Attributes:
        name: what is limited.
        value: in `unit`; NaN where it is not known.
        limit: largest that is allowed, in `unit`.
        unit: `L` of lengths of the ship, `deg`.
        source: the standard and its paragraph.
    """

    name: str
    value: float
    limit: float
    unit: str
    source: str

    @property
    def verdict(self) -> str:
        """Met, not met, or unknown."""
        if math.isnan(self.value) or math.isnan(self.limit):
            return "unknown"
        return "met" if self.value <= self.limit else "not met"

    def document(self) -> dict[str, Any]:
        """As plain values; null of what is not known."""
        return {
            "name": self.name,
            "value": number(self.value),
            "limit": number(self.limit),
            "unit": self.unit,
            "verdict": self.verdict,
            "source": self.source,
        }


@dataclass(frozen=True)
class Order:
    """An order to rudder or propeller, with its time.

    Attributes:
        time: s: it acts from the step that begins there.
        values: by input: rad of rudders, 1/s of propellers.
    """

    time: float
    values: dict[str, float]


@dataclass(frozen=True)
class Run:
    """One session of a trial.

    Attributes:
        label: `starboard`, `10/10 port`.
        track: of the ship.
        order_time: s, from which the figures count.
        figures: in the order of importance.
        orders: that were sent.
        model: that it ran.
        notes: what is to be known of it.
    """

    label: str
    track: Track
    order_time: float
    figures: tuple[Figure, ...]
    orders: tuple[Order, ...]
    model: Model
    notes: tuple[str, ...] = ()

    def value(self, name: str) -> float:
        """Of a figure; NaN where there is none of that name."""
        return next((one.value for one in self.figures if one.name == name), math.nan)


@dataclass(frozen=True)
class Trial:
    """The result of a trial: track, orders, figures.

    Attributes:
        name: of the command.
        title: for people.
        body: name of the ship.
        length: m; NaN where nobody says it.
        speed: m/s, at the first order.
        runs: in order.
        criteria: of standards.
        notes: what is to be known of all runs.
        figures: of all runs together.
        sails: whether the runs are sessions of their own with tracks, not parts of one at a berth.
    """

    name: str
    title: str
    body: str
    length: float
    speed: float
    runs: tuple[Run, ...]
    criteria: tuple[Criterion, ...] = ()
    notes: tuple[str, ...] = ()
    figures: tuple[Figure, ...] = ()
    sails: bool = True

    def document(self) -> dict[str, Any]:
        """As plain values; null of what is not known."""
        return {
            "trial": self.name,
            "body": self.body,
            "length": number(self.length),
            "approach_speed": number(self.speed),
            "runs": [
                {
                    "label": run.label,
                    "figures": figure_documents(run.figures),
                    "orders": [{"time": order.time, **order.values} for order in run.orders],
                    "notes": list(run.notes),
                }
                for run in self.runs
            ],
            "figures": figure_documents(self.figures),
            "criteria": [criterion.document() for criterion in self.criteria],
            "notes": list(self.notes),
        }


def figure_documents(figures: Sequence[Figure]) -> dict[str, Any]:
    """Figures by name, as plain values."""
    return {one.name: {"value": number(one.value), "unit": one.unit} for one in figures}


def number(value: float) -> float | None:
    """None in place of what JSON has no word for."""
    return float(value) if math.isfinite(value) else None


def standards_note(length: float, scale: float) -> list[str]:
    """What is to be said of ships that the standards are not of.

    Args:
        length: m, of the model.
        scale: of the ship over the model.
    """
    if math.isnan(length):
        return ["no length is known, so that no criterion is told: give --length"]
    if length * scale >= _LEAST_LENGTH:
        return []
    return [
        f"{IMO} is of ships of 100 m and more, this one has {length * scale:g} m: "
        "--scale says how much larger than the model the ship is"
    ]


def length_time(length: float, speed: float, scale: float) -> float:
    """L/V [s] of the ship by Froude's law.

    Args:
        length: m, of the model.
        speed: m/s, of the model.
        scale: of the ship over the model.
    """
    return math.sqrt(scale) * length / speed


def between(at: float, low: tuple[float, float], high: tuple[float, float]) -> float:
    """A limit that is constant outside of two points and a straight line between.

    Args:
        at: where.
        low: place and limit.
        high: place and limit, to the right of it.
    """
    share = min(max((at - low[0]) / (high[0] - low[0]), 0.0), 1.0)
    return low[1] + share * (high[1] - low[1])
