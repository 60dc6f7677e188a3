"""Recorded wave elevations that a model reads from files."""

from __future__ import annotations

import hashlib
import re
from pathlib import Path

from raftup._generated.model_pb2 import Model
from raftup._generated.sea_pb2 import ElevationSeries
from raftup.base.errors import RaftupError, Violation

MOST_NUMBERS = 500_000
"""Largest total number of times and elevations in all records of a model."""

READ_RECORDS = {
    re.compile(r"(environment\.sea\.waves\[[0-9]+\]\.elevation)\.(?:file|column|missing)"): (
        "time", "elevation", "sha256",
    )
}  # fmt: skip
"""Fields that are read from the files of recorded elevations, for forget_read()."""


def read_records(model: Model, folder: Path) -> list[Violation]:
    """Reads the file of each recorded elevation that has no times yet.

    Afterwards it has time, elevation, the name of the file without its folder, and its sha256.

    Args:
        model: model that is changed in place.
        folder: folder to which paths are relative.

    Returns:
        A violation for each file that cannot be read, with line and value, and if there are too
        many numbers.
    """
    violations: list[Violation] = []
    for index, system in enumerate(model.environment.sea.waves):
        if system.WhichOneof("kind") != "elevation":
            continue
        series = system.elevation
        if series.file and not series.time and not series.elevation:
            path = f"environment.sea.waves[{index}].elevation.file"
            violations += _read_record(series, folder / series.file, path)
    return violations


def _read_record(series: ElevationSeries, file: Path, path: str) -> list[Violation]:
    from raftup.sea.elevation import read_elevation  # xarray takes half a second

    missing = series.missing if series.HasField("missing") else None
    try:
        time, elevation = read_elevation(file, series.column or None, missing=missing)
        digest = hashlib.sha256(file.read_bytes()).hexdigest()
    except RaftupError as error:
        return [Violation(path, str(error))]
    count = len(time) + len(elevation)
    if count > MOST_NUMBERS:
        rule = (
            f"must have at most {MOST_NUMBERS} numbers in time and elevation; leave every second "
            f"row out, or cut the record to the run and say its start, has {count}"
        )
        return [Violation(path, rule)]
    series.time.extend(time.tolist())
    series.elevation.extend(elevation.tolist())
    series.file, series.sha256 = file.name, digest
    return []
