"""Results of a trial: figures (numbers with units), criteria, notes."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from raftup._generated.model_pb2 import Model
from raftup.trials.track import Track

IMO = "MSC.137(76)"
"""Resolution of the IMO: Standards for ship manoeuvrability (2002)."""

IMO_NOTES = "MSC/Circ.1053"
"""Explanatory notes of the IMO to these standards."""

_LEAST_LENGTH = 100.0  # m, of the ships that the standards are of


@dataclass(frozen=True)
class Figure:
    """One numerical result of a trial: name, value, unit.

    Attributes:
        name: name such as `advance`.
        value: value in `unit`; NaN if the run did not reach it.
        unit: SI, rad.
        meaning: meaning in words.
    """

    name: str
    value: float
    unit: str
    meaning: str


@dataclass(frozen=True)
class Criterion:
    """A result compared with the limit of a standard.

    Attributes:
        name: quantity that is limited.
        value: value in `unit`; NaN if unknown.
        limit: largest permitted value in `unit`.
        unit: `L` for ship lengths, or `deg`.
        source: standard and paragraph.
    """

    name: str
    value: float
    limit: float
    unit: str
    source: str

    @property
    def verdict(self) -> str:
        """Whether the criterion is met, not met, or unknown, as text."""
        if math.isnan(self.value) or math.isnan(self.limit):
            return "unknown"
        return "met" if self.value <= self.limit else "not met"

    def document(self) -> dict[str, Any]:
        """The criterion as plain values; null for unknown numbers."""
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
    """An order to rudders or propellers, with its time.

    Attributes:
        time: start of the step from which it acts [s].
        values: values by input: rad for rudders, 1/s for propellers.
    """

    time: float
    values: dict[str, float]


@dataclass(frozen=True)
class Run:
    """One session of a trial.

    Attributes:
        label: label such as `starboard` or `10/10 port`.
        track: track of the ship.
        order_time: time of the first order, from which results are measured [s].
        figures: results, the most important first.
        orders: orders that were sent.
        model: model of the run.
        notes: notes for the user.
    """

    label: str
    track: Track
    order_time: float
    figures: tuple[Figure, ...]
    orders: tuple[Order, ...]
    model: Model
    notes: tuple[str, ...] = ()

    def value(self, name: str) -> float:
        """Value of the result with a name; NaN if there is none."""
        return next((one.value for one in self.figures if one.name == name), math.nan)


@dataclass(frozen=True)
class Trial:
    """The result of a trial: track, orders, figures.

    Attributes:
        name: name of the command.
        title: title for people.
        body: name of the ship.
        length: ship length [m]; NaN if unknown.
        speed: speed at the first order [m/s].
        runs: runs in order.
        criteria: criteria of standards.
        notes: notes on all runs.
        figures: results of all runs together.
        sails: whether the runs are separate sessions with tracks, rather than parts of one at a
            berth.
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
        """The trial as plain values; null for unknown numbers."""
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
    """Results by name, as plain values."""
    return {one.name: {"value": number(one.value), "unit": one.unit} for one in figures}


def number(value: float) -> float | None:
    """The number, or None if it is not finite, since JSON cannot represent it."""
    return float(value) if math.isfinite(value) else None


def standards_note(length: float, scale: float) -> list[str]:
    """Notes on ships to which the standards do not apply.

    Args:
        length: length of the model [m].
        scale: length of the ship over that of the model.
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
        length: length of the model [m].
        speed: speed of the model [m/s].
        scale: length of the ship over that of the model.
    """
    return math.sqrt(scale) * length / speed


def between(at: float, low: tuple[float, float], high: tuple[float, float]) -> float:
    """A limit that is linear between two points and constant beyond them.

    Args:
        at: place of the result.
        low: place and limit of the first point.
        high: place and limit of the second point, at a larger place.
    """
    share = min(max((at - low[0]) / (high[0] - low[0]), 0.0), 1.0)
    return low[1] + share * (high[1] - low[1])
