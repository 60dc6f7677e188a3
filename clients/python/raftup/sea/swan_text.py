"""SWAN's text format of spectra."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import datetime
from pathlib import Path

import numpy as np

from raftup.base.arrays import FloatArray
from raftup.sea.conventions import Convention, DirectionSense
from raftup.sea.directional_spectrum import DirectionalSpectrum
from raftup.sea.normalise import make_spectrum


def is_swan_text(file: Path) -> bool:
    """Whether a file begins like SWAN's spectra."""
    try:
        with file.open("rb") as stream:
            return stream.read(4) == b"SWAN"
    except OSError:
        return False


class _Lines:
    """Lines of the file without comments and empty lines; the next line can be inspected."""

    def __init__(self, file: Path) -> None:
        text = file.read_text(encoding="latin-1")
        self._lines = [
            line for line in text.splitlines() if line.strip() and not line.lstrip().startswith("$")
        ]
        self._at = 1  # behind SWAN and the version

    @property
    def word(self) -> str:
        """First word of the next line; empty at the end."""
        words = self._lines[self._at].split() if self._at < len(self._lines) else []
        return words[0] if words else ""

    def next(self) -> list[str]:
        """Words of the next line."""
        if self._at >= len(self._lines):
            raise ValueError("must not end early; the file is cut short")
        self._at += 1
        return self._lines[self._at - 1].split()

    def numbers(self, count: int) -> FloatArray:
        """The first number of each of the next `count` lines."""
        return np.array([float(self.next()[0]) for _ in range(count)])

    def counted(self) -> FloatArray:
        """Reads a line with a count, then as many lines with one number each."""
        self.next()
        return self.numbers(int(self.next()[0]))


def read_swan_text(
    file: Path, *, time: str | int, place: int, axis_heading: float
) -> DirectionalSpectrum:
    """Reads one spectrum of a SWAN file, as raftup.sea.read_spectrum does.

    Nautical directions (NDIR) are those that waves come from, Cartesian directions (CDIR) those
    that they travel to.

    Raises:
        ValueError: if the file does not have the format.
    """
    lines = _Lines(file)
    timed = lines.word == "TIME"
    if timed:
        lines.next()
        lines.next()
    if lines.word not in ("LOCATIONS", "LONLAT"):
        raise ValueError(f"must have LOCATIONS or LONLAT, has {lines.word!r}")
    lines.next()
    places = [" ".join(lines.next()[:2]) for _ in range(int(lines.next()[0]))]
    if not 0 <= place < len(places):
        raise ValueError(f"place must be an index from 0 to {len(places) - 1}, is {place}")
    if lines.word not in ("AFREQ", "RFREQ"):
        raise ValueError(f"must have AFREQ or RFREQ, has {lines.word!r}")
    frequency = lines.counted()
    if lines.word not in ("NDIR", "CDIR"):
        raise ValueError(f"must have NDIR or CDIR: a spectrum by direction, has {lines.word!r}")
    sense: DirectionSense = "from" if lines.word == "NDIR" else "cartesian"
    direction = lines.counted()
    convention, exception = _read_quantity(lines, sense)
    states = list(_states(lines, timed, len(places), (len(frequency), len(direction)), exception))
    when, values = _choose(states, time)
    return make_spectrum(
        "spectrum",
        convention.omega(frequency),
        convention.direction(direction, axis_heading),
        values[place],
        convention,
        when,
        places[place],
    )


def _read_quantity(lines: _Lines, sense: DirectionSense) -> tuple[Convention, float]:
    """Reads the convention of the values, and the number that marks missing values."""
    if lines.word != "QUANT":
        raise ValueError(f"must have QUANT, has {lines.word!r}")
    lines.next()
    if int(lines.next()[0]) != 1:
        raise ValueError("must hold one quantity, the density over frequency and direction")
    name, units = lines.next()[0], lines.next()[0]
    if name.lower() not in ("vadens", "endens"):
        raise ValueError(f"must hold VaDens or EnDens, holds {name}")
    convention = Convention(
        logarithmic=False,
        per_degree="deg" in units.lower(),
        per_angular_frequency=False,
        energy=name.lower() == "endens",
        sense=sense,
        degrees=True,
    )
    return convention, float(lines.next()[0])


def _states(
    lines: _Lines, timed: bool, places: int, shape: tuple[int, int], exception: float
) -> Iterator[tuple[str, list[FloatArray]]]:
    """Yields the time and the densities of all places for each sea state."""
    while lines.word:
        when = lines.next()[0] if timed else ""
        yield when, [_read_block(lines, shape, exception) for _ in range(places)]


def _read_block(lines: _Lines, shape: tuple[int, int], exception: float) -> FloatArray:
    kind = lines.next()[0]
    if kind == "ZERO":
        return np.zeros(shape)
    if kind == "NODATA":
        return np.full(shape, np.nan)
    if kind != "FACTOR":
        raise ValueError(f"must have FACTOR, ZERO or NODATA, has {kind!r}")
    factor = float(lines.next()[0])
    rows = [[float(word) for word in lines.next()] for _ in range(shape[0])]
    if any(len(row) != shape[1] for row in rows):
        raise ValueError(f"must have {shape[1]} densities a line, one a direction")
    values = np.array(rows)
    return np.where(values == exception, np.nan, values * factor)


def _choose(
    states: list[tuple[str, list[FloatArray]]], time: str | int
) -> tuple[str, list[FloatArray]]:
    """The sea state with an index, or the one nearest to a date."""
    if isinstance(time, str):
        wanted = np.datetime64(time)
        moments = [datetime.strptime(when[:15], "%Y%m%d.%H%M%S") for when, _ in states]
        time = int(np.argmin([abs(np.datetime64(moment) - wanted) for moment in moments]))
    if not -len(states) <= time < len(states):
        raise ValueError(f"time must be an index below {len(states)}, is {time}")
    return states[time]
