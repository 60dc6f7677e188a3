"""NMEA 0183 sentences of the own ship.

Source: NMEA 0183 as IEC 61162-1 has it; quality and mode say that a simulator is the source.
"""

from __future__ import annotations

from datetime import datetime

import pynmea2

from raftup.nmea.chart import Motion

_MINUTE_DIGITS = 5  # of a minute of arc: 2 cm


def own_ship_sentences(motion: Motion, when: datetime) -> list[str]:
    """Makes the sentences GGA, HDT, VTG and ROT with their checksums.

    Args:
        motion: motion of the ship.
        when: UTC.
    """
    clock = f"{when:%H%M%S}.{when.microsecond // 10_000:02d}"
    place = (
        *_angle(motion.latitude, 2, "NS"),
        *_angle(motion.longitude, 3, "EW"),
    )
    altitude = (f"{motion.altitude:.2f}", "M")
    true = _degrees(motion.course)
    speed = (f"{motion.speed:.2f}", "N", f"{1.852 * motion.speed:.2f}", "K")
    sentences = (
        ("GP", "GGA", (clock, *place, "8", "12", "0.5", *altitude, "0.0", "M", "", "")),
        ("HE", "HDT", (_degrees(motion.heading), "T")),
        ("GP", "VTG", (true, "T", "", "M", *speed, "S")),
        ("TI", "ROT", (f"{motion.turn:.1f}", "A")),
    )
    return [str(pynmea2.TalkerSentence(*sentence)) for sentence in sentences]


def _degrees(angle: float) -> str:
    """An angle in degrees with two decimals, below 360 also after rounding."""
    return f"{round(angle, 2) % 360.0:.2f}"


def _angle(angle: float, width: int, signs: str) -> tuple[str, str]:
    """Degrees and minutes of latitude or longitude without a space, and the hemisphere."""
    steps = 10**_MINUTE_DIGITS
    degrees, rest = divmod(round(abs(angle) * 60 * steps), 60 * steps)
    minutes = f"{rest / steps:0{3 + _MINUTE_DIGITS}.{_MINUTE_DIGITS}f}"
    return f"{degrees:0{width}d}{minutes}", signs[0] if angle >= 0.0 else signs[1]
