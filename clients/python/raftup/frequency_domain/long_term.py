"""Long-term statistics from a table of sea states and their probabilities."""

from __future__ import annotations

import csv
import io
import math
import re
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from raftup._generated import model_pb2
from raftup.base.arrays import FloatArray
from raftup.base.errors import bad_field
from raftup.base.record_units import LENGTHS, TIMES, factor_of
from raftup.base.text import text_of
from raftup.frequency_domain.short_term import ShortTerm

RETURN_PERIODS = (1.0, 10.0, 100.0)
"""Return periods in years."""

YEAR = 365.25 * 86400.0
"""Duration of a year [s]."""

_COLUMNS = ("hs", "tp", "probability")
_DIRECTION = "direction"
_UNITS = {
    "hs": LENGTHS,
    "tp": TIMES,
    "probability": dict.fromkeys(("1", "-", "%", "percent", "share", "count"), 1.0),
    _DIRECTION: {"deg": 1.0, "degrees": 1.0, "°": 1.0, "rad": math.degrees(1.0)},
}
_BISECTIONS = 60


@dataclass(frozen=True)
class ScatterCell:
    """One sea state of a scatter table.

    Attributes:
        significant_wave_height: m.
        peak_period: s.
        probability: share of the time.
        direction_deg: direction that the waves travel to; None = that of the model's sea.
    """

    significant_wave_height: float
    peak_period: float
    probability: float
    direction_deg: float | None = None

    def sea(self, peak_enhancement: float, direction_deg: float) -> model_pb2.Sea:
        """A sea with JONSWAP waves of this state, in direction_deg if it has none of its own."""
        wave = model_pb2.IrregularWave(
            jonswap=model_pb2.Jonswap(
                significant_wave_height=self.significant_wave_height,
                peak_period=self.peak_period,
                peak_enhancement=peak_enhancement,
            ),
            direction_deg=direction_deg if self.direction_deg is None else self.direction_deg,
        )
        return model_pb2.Sea(waves=[model_pb2.WaveSystem(irregular=wave)])


def read_scatter(file: str | Path) -> list[ScatterCell]:
    """Reads a scatter table: CSV with Hs [m], Tp [s], probability and optionally direction [deg].

    The first line names the columns, in any order, with or without units in brackets; without such
    a line they have this order. Other units of length and time are converted. Probabilities are
    shares or counts, which are divided by their sum. Rows of probability 0 are left out.

    Raises:
        RaftupError: BAD_FIELD with the line and the rule, also for an unsuitable unit.
        OSError: if the file cannot be read.
    """
    rows = _rows(Path(file))
    names = _column_names(rows[0][1]) if rows else []
    factors = dict.fromkeys(names, 1.0)
    if names and all(map(_is_number, names)):
        names = [*_COLUMNS, _DIRECTION][: len(names)]
    elif rows:
        factors = _factors(rows.pop(0)[1], f"scatter {file}")
    if not set(_COLUMNS) <= set(names):
        rule = f"must begin with a line that names the columns Hs, Tp, probability, is {names}"
        raise bad_field(f"scatter {file}", rule)
    cells = [
        _cell(dict(zip(names, row, strict=False)), factors, f"scatter {file} line {line}")
        for line, row in rows
    ]
    total = sum(cell.probability for cell in cells)
    if not total > 0.0:
        raise bad_field(f"scatter {file}", "must have a probability above 0")
    return [
        ScatterCell(
            cell.significant_wave_height,
            cell.peak_period,
            cell.probability / total,
            cell.direction_deg,
        )
        for cell in cells
        if cell.probability > 0.0
    ]


def _rows(file: Path) -> list[tuple[int, list[str]]]:
    """Line number and cells of each line that is not empty.

    Raises:
        RaftupError: BAD_FIELD if the file is not text, or not a table.
        OSError: if the file cannot be read.
    """
    try:
        reader = csv.reader(io.StringIO(text_of(file), newline=""), skipinitialspace=True)
        return [(reader.line_num, row) for row in reader if any(field.strip() for field in row)]
    except (ValueError, csv.Error) as error:
        raise bad_field(f"scatter {file}", str(error)) from error


def _column_names(row: Sequence[str]) -> list[str]:
    """Names of columns in lower case, without units in brackets."""
    return [re.split(r"[\[(]", name)[0].strip().lower() for name in row]


def _factors(headings: Sequence[str], where: str) -> dict[str, float]:
    """Factors from the unit of each column to m, s, deg or a share."""
    factors = {}
    for name, heading in zip(_column_names(headings), headings, strict=True):
        unit = re.search(r"[\[(]([^\])]*)[\])]", heading)
        known = _UNITS.get(name, {})
        factors[name] = 1.0
        if unit is not None and unit[1].strip() and known:
            try:
                factors[name] = factor_of(unit[1].strip(), known, name)
            except ValueError as error:
                raise bad_field(where, str(error)) from error
    return factors


def _is_number(text: str) -> bool:
    try:
        float(text)
    except ValueError:
        return False
    return True


def _cell(row: dict[str, str], factors: dict[str, float], where: str) -> ScatterCell:
    numbers = {}
    for name in (*_COLUMNS, _DIRECTION):
        if name == _DIRECTION and not row.get(name, "").strip():
            continue
        try:
            numbers[name] = factors.get(name, 1.0) * float(row[name])
        except (KeyError, ValueError) as error:
            raise bad_field(where, f"must have a number {name}, got {row.get(name)!r}") from error
        least = {"hs": 0.0, "tp": 0.0}.get(name)
        wrong = least is not None and numbers[name] <= least
        if not np.isfinite(numbers[name]) or wrong or (name == _COLUMNS[2] and numbers[name] < 0):
            raise bad_field(where, f"{name} is out of range, got {numbers[name]:g}")
    return ScatterCell(
        numbers["hs"], numbers["tp"], numbers["probability"], numbers.get(_DIRECTION)
    )


def long_term_extremes(
    cells: Sequence[ScatterCell], states: Sequence[ShortTerm], years: Sequence[float]
) -> FloatArray:
    """Levels that are exceeded once in some years on average, [years, k].

    Crests of each sea state have a Rayleigh distribution and the rate of its zero up-crossings. The
    level x satisfies T sum_j p_j / Tz_j exp(-x^2 / (2 m0_j)) = 1 and is found by bisection.

    Args:
        cells: sea states with their probabilities.
        states: statistics in each of them.
        years: return periods T in years.

    Source:
        Battjes (1970); Naess and Moan (2012).
    """
    m0 = np.array([state.m0 for state in states])
    period = np.array([state.mean_period for state in states])
    probability = np.array([cell.probability for cell in cells])[:, None]
    rate = np.nan_to_num(probability / period)
    levels = [_level(m0, YEAR * duration * rate) for duration in years]
    missing = np.isnan(m0).any(axis=0)
    extremes: FloatArray = np.where(missing, np.nan, np.array(levels))
    return extremes


def _level(m0: FloatArray, crests: FloatArray) -> FloatArray:
    """The x with sum_j crests_j exp(-x^2 / (2 m0_j)) = 1 for each column; 0 if nothing moves."""
    low = np.zeros(m0.shape[1])
    most = np.maximum(crests.sum(axis=0), math.e)
    high = np.sqrt(2.0 * np.nan_to_num(m0).max(axis=0) * np.log(most))
    spread = np.where(m0 > 0.0, m0, 1.0)
    weights = np.where(m0 > 0.0, crests, 0.0)
    for _ in range(_BISECTIONS):
        middle = 0.5 * (low + high)
        above = (weights * np.exp(-(middle**2) / (2.0 * spread))).sum(axis=0) > 1.0
        low, high = np.where(above, middle, low), np.where(above, high, middle)
    return np.asarray(high, dtype=float)


def mean_standard_deviation(
    cells: Sequence[ScatterCell], states: Sequence[ShortTerm]
) -> FloatArray:
    """Root of the variance, averaged over all sea states by their probabilities [k]."""
    shares = np.array([cell.probability for cell in cells])
    return np.asarray(np.sqrt(shares @ np.array([state.m0 for state in states])))
