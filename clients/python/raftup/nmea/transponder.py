"""AIS reports of ships with a class A transponder, at their reporting intervals.

Source: ITU-R M.1371-5, annex 1, table 1 (reporting intervals), annex 8 (messages 1 and 5).
"""

from __future__ import annotations

from collections import deque
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from typing import Any

import numpy as np
from pyais import encode_dict

from raftup.base.documents import read_document
from raftup.base.errors import SpecificationError, Violation
from raftup.base.fields import Fields
from raftup.nmea.chart import Motion

STATUSES = {"under_way": 0, "at_anchor": 1, "restricted": 3, "moored": 5}
"""Number of each navigational status, by name."""

_STATIC_INTERVAL = 360.0  # s, of message 5
_HEADING_MEMORY = 30.0  # s: the course changes where the heading differs from its mean over this
_HEADING_CHANGE = 5.0  # deg: by more than this
_FASTEST, _SPEED_STEP = 102.2, 0.1  # kn: message 1 says 102.2 of all that is faster
_LARGEST_TURN = 708.0  # deg/min: the same


@dataclass(frozen=True)
class ShipData:
    """Static data of a ship that its transponder reports.

    Attributes:
        mmsi: MMSI, nine digits.
        name: at most 20 characters.
        call_sign: at most 7 characters.
        imo: IMO number, 0 = none.
        ship_type: two digits as defined by AIS; 0 = unknown.
        dimensions: m, distances from the antenna to bow, stern, port side, starboard side.
        draught: m.
        destination: at most 20 characters.
        status: one of STATUSES.
    """

    mmsi: int
    name: str = ""
    call_sign: str = ""
    imo: int = 0
    ship_type: int = 0
    dimensions: tuple[int, int, int, int] = (0, 0, 0, 0)
    draught: float = 0.0
    destination: str = ""
    status: str = "under_way"


def read_ships(source: str | Path | Mapping[str, Any]) -> dict[str, ShipData]:
    """Reads ships by the name of their body, from a file `bodies: {NAME: {mmsi: 257000001, ...}}`.

    Raises:
        SpecificationError: with all violations.
    """
    document, _ = read_document(source, SpecificationError)
    violations: list[Violation] = []
    fields = Fields(document, "", violations)
    bodies = fields.part("bodies")
    ships = {}
    for name in bodies.names() if bodies else ():
        ship = bodies.part(name) if bodies else None
        if ship is not None:
            ships[name] = _read_ship(ship)
    fields.close()
    if violations:
        raise SpecificationError(violations)
    return ships


def _read_ship(fields: Fields) -> ShipData:
    mmsi = fields.count("mmsi")
    if len(str(mmsi)) != 9:
        fields.refuse("mmsi", f"must have nine digits, is {mmsi}")
    status = fields.text("status", "under_way")
    if status not in STATUSES:
        fields.refuse("status", f"must be one of {', '.join(STATUSES)}, is {status!r}")
    bow, stern, port, starboard = fields.vector("dimensions", 4, [0, 0, 0, 0]).round().astype(int)
    ship = ShipData(
        mmsi=mmsi,
        name=_text(fields, "name", 20),
        call_sign=_text(fields, "call_sign", 7),
        imo=fields.count("imo", 0, least=0),
        ship_type=fields.count("ship_type", 0, least=0),
        dimensions=(int(bow), int(stern), int(port), int(starboard)),
        draught=fields.number("draught", 0.0),
        destination=_text(fields, "destination", 20),
        status=status,
    )
    fields.close()
    return ship


def _text(fields: Fields, name: str, longest: int) -> str:
    text = fields.text(name, "")
    if len(text) > longest:
        fields.refuse(name, f"must have at most {longest} characters, has {len(text)}")
    return text.upper()


def reporting_interval(motion: Motion, status: str, turning: bool) -> float:
    """Time between two position reports [s].

    Args:
        motion: motion of the ship.
        status: one of STATUSES.
        turning: whether the ship changes course.
    """
    if status in ("at_anchor", "moored"):
        return 180.0 if motion.speed <= 3.0 else 10.0
    if motion.speed <= 14.0:
        return 10.0 / 3.0 if turning else 10.0
    return 2.0 if turning or motion.speed > 23.0 else 6.0


class Transponder:
    """Reports of one ship over time: position, course, speed."""

    def __init__(self, ship: ShipData) -> None:
        self._ship = ship
        self._headings: deque[tuple[float, float]] = deque()
        self._last_report = self._last_static = -np.inf

    def messages(self, time: float, motion: Motion, when: datetime) -> list[str]:
        """Sentences that are due, `!AIVDM` with checksums; may be empty.

        Args:
            time: s of simulation, ascending.
            motion: motion of the ship at this time.
            when: UTC at this time.
        """
        interval = reporting_interval(motion, self._ship.status, self._is_turning(time, motion))
        due = []
        if time - self._last_report >= interval - 1e-6:
            self._last_report = time
            due += _encoded(self._position_report(motion, when))
        if time - self._last_static >= _STATIC_INTERVAL - 1e-6:
            self._last_static = time
            due += _encoded(self._static_report())
        return due

    def _is_turning(self, time: float, motion: Motion) -> bool:
        self._headings.append((time, np.deg2rad(motion.heading)))
        while self._headings[0][0] < time - _HEADING_MEMORY:
            self._headings.popleft()
        mean = np.angle(np.exp([1j * heading for _, heading in self._headings]).sum())
        change = (motion.heading - np.rad2deg(mean) + 180.0) % 360.0 - 180.0
        return bool(abs(change) > _HEADING_CHANGE)

    def _position_report(self, motion: Motion, when: datetime) -> dict[str, Any]:
        return {
            "type": 1,
            "mmsi": self._ship.mmsi,
            "status": STATUSES[self._ship.status],
            "turn": max(-_LARGEST_TURN, min(_LARGEST_TURN, motion.turn)),
            "speed": _stepped(min(motion.speed, _FASTEST)),
            "accuracy": 1,
            "lat": motion.latitude,
            "lon": motion.longitude,
            "course": _stepped(motion.course) % 360.0,
            "heading": round(motion.heading) % 360,
            "second": when.second,
            "maneuver": 0,
        }

    def _static_report(self) -> dict[str, Any]:
        ship = self._ship
        bow, stern, port, starboard = ship.dimensions
        return {
            "type": 5,
            "mmsi": ship.mmsi,
            "imo": ship.imo,
            "callsign": ship.call_sign,
            "shipname": ship.name,
            "ship_type": ship.ship_type,
            "to_bow": bow,
            "to_stern": stern,
            "to_port": port,
            "to_starboard": starboard,
            "draught": _stepped(ship.draught),
            "destination": ship.destination,
        }


def _stepped(value: float) -> float:
    """Rounds to the nearest tenth and adds a tiny amount, since the encoder truncates."""
    return round(value / _SPEED_STEP) * _SPEED_STEP + 1e-6


def _encoded(message: dict[str, Any]) -> list[str]:
    return list(encode_dict(message, talker_id="AI", sentence_type="VDM", radio_channel="A"))
