"""Axes of a study: values of the model that change from case to case."""

from __future__ import annotations

import csv
import io
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from raftup.base.arrays import FloatArray
from raftup.base.fields import Fields
from raftup.base.text import text_of
from raftup.base.yaml12 import parse_yaml
from raftup.extremes.contour_reading import read_contour
from raftup.remote.coefficients import DOFS

_KINDS = ("values", "range", "csv", "scatter", "samples", "contour")
_OF_CASES = ("status", "error", "key", "wall_time", "step_time", "exceeded_fraction", "probability")
_RESERVED = ("body", "joint", "observer", "dof", "xyz", "wxyz", "limit", *_OF_CASES, *DOFS)


@dataclass(frozen=True)
class Axis:
    """One dimension of a study. A place is one position along the axis.

    Attributes:
        name: name of the dimension.
        paths: fields of the model by coordinate; all fields of a coordinate get the same value.
        values: values by coordinate, one for each place of the axis.
        probability: [n] probability of each place, >= 0, with the sum 1; empty if none is given.
    """

    name: str
    paths: Mapping[str, tuple[str, ...]]
    values: Mapping[str, tuple[Any, ...]]
    probability: FloatArray

    def __len__(self) -> int:
        return max((len(values) for values in self.values.values()), default=0)

    def overrides(self, place: int) -> dict[str, Any]:
        """Values of the model at one place of the axis, by their paths."""
        return {
            path: self.values[coordinate][place]
            for coordinate, paths in self.paths.items()
            for path in paths
        }

    def to_document(self) -> dict[str, Any]:
        """The axis as plain values, from which from_document() makes an equal axis."""
        return {
            "name": self.name,
            "paths": {name: list(paths) for name, paths in self.paths.items()},
            "values": {name: list(values) for name, values in self.values.items()},
            "probability": self.probability.tolist(),
        }

    @classmethod
    def from_document(cls, document: Mapping[str, Any]) -> Axis:
        """Makes an axis from plain values of to_document()."""
        return cls(
            document["name"],
            {name: tuple(paths) for name, paths in document["paths"].items()},
            {name: tuple(values) for name, values in document["values"].items()},
            np.array(document["probability"], dtype=float),
        )


def read_axes(fields: Fields | None, folder: Path) -> tuple[Axis, ...]:
    """Reads the axes of a study; broken rules are noted in `fields`.

    Args:
        fields: field `axes` of the study; None if absent.
        folder: folder to which paths of files are relative.
    """
    if fields is None:
        return ()
    axes = []
    for name in fields.names():
        part = fields.part(name)
        if part is None:
            fields.refuse(name, "must be a mapping with path and values, is absent")
            continue
        axes.append(_read_axis(name, part, folder))
        part.close()
    _refuse_names(fields, axes)
    return tuple(axes)


def _refuse_names(fields: Fields, axes: Sequence[Axis]) -> None:
    taken: dict[str, str] = {}
    written: dict[str, str] = {}
    for axis in axes:
        for name in {axis.name, *axis.paths}:
            if name in _RESERVED:
                fields.refuse(axis.name, not_free(name))
            if taken.setdefault(name, axis.name) != axis.name:
                fields.refuse(axis.name, f"must not have {name!r}, which axis {taken[name]!r} has")
        for path in (path for paths in axis.paths.values() for path in paths):
            if written.setdefault(path, axis.name) != axis.name:
                fields.refuse(
                    axis.name, f"must not write {path}, which axis {written[path]!r} does"
                )


def not_free(name: str) -> str:
    """The rule that is broken by the name of an axis which results already use."""
    return f"must not name anything {name!r}: results use that name"


def _read_axis(name: str, fields: Fields, folder: Path) -> Axis:
    paths = _read_paths(name, fields)
    given = [kind for kind in _KINDS if fields.has(kind)]
    values: Mapping[str, Sequence[Any]] = {}
    if len(given) != 1:
        fields.refuse("", f"must have one of {', '.join(_KINDS)}, has {given or 'none'}")
    elif given == ["values"]:
        values = _read_values(fields, paths)
    elif given == ["range"]:
        values = _read_range(fields, paths)
    elif given == ["csv"]:
        values = _read_csv(fields, paths, folder)
    elif given == ["scatter"]:
        values = _read_scatter(fields, paths)
    elif given == ["samples"]:
        values = _read_samples(fields, paths)
    else:
        values = _read_contour(fields, paths, folder)
    probability = _shares(fields, values.get("probability", ()))
    return Axis(
        name,
        paths,
        {coordinate: tuple(values[coordinate]) for coordinate in paths if coordinate in values},
        probability,
    )


def _read_paths(name: str, fields: Fields) -> dict[str, tuple[str, ...]]:
    """Fields of the model by coordinate; those of `path` have a coordinate named as the axis."""
    if fields.has("path") == fields.has("paths"):
        fields.refuse("", "must have one of path and paths")
        return {}
    if fields.has("path"):
        return {name: fields.texts("path")}
    part = fields.part("paths")
    return {} if part is None else {one: part.texts(one) for one in part.names()}


def _read_values(fields: Fields, paths: Mapping[str, Any]) -> Mapping[str, Sequence[Any]]:
    """Reads a list of values, or for several coordinates a mapping of lists of equal length."""
    value = fields.value("values")
    columns = {next(iter(paths), ""): value} if fields.has("path") else value
    if not isinstance(columns, dict) or not all(
        isinstance(column, list) and column for column in columns.values()
    ):
        rule = f"must be a list of at least one value for every coordinate, is {value!r}"
        fields.refuse("values", rule)
        return {}
    lengths = {name: len(column) for name, column in columns.items()}
    if set(lengths) - {"probability"} != set(paths) or len(set(lengths.values())) > 1:
        rule = f"must have lists of one length for {', '.join(paths)}, has lengths {lengths}"
        fields.refuse("values", rule)
        return {}
    if fields.has("path"):
        _refuse_repeated(fields, value)
    return columns


def _refuse_repeated(fields: Fields, values: Sequence[Any]) -> None:
    """Refuses equal values at two places, since a value is the label of its place."""
    first: dict[Any, int] = {}
    for place, value in enumerate(values):
        label = value if isinstance(value, (int, float, str)) else repr(value)
        if first.setdefault(label, place) < place:
            rule = f"must differ from values[{first[label]}], is {value!r}"
            fields.refuse(f"values[{place}]", rule)


def _read_range(fields: Fields, paths: Mapping[str, Any]) -> Mapping[str, Sequence[Any]]:
    """Reads [first, last] or [first, last, step] of whole numbers, both ends included."""
    value = fields.value("range")
    whole = isinstance(value, list) and all(type(entry) is int for entry in value)
    if not whole or len(value) not in (2, 3) or (len(value) == 3 and value[2] < 1):
        fields.refuse("range", f"must be [first, last] or [first, last, step >= 1], is {value!r}")
        return {}
    if value[1] < value[0]:
        fields.refuse("range", f"must end at {value[0]} or later, ends at {value[1]}")
        return {}
    steps = range(value[0], value[1] + 1, *value[2:])
    return dict.fromkeys(paths, steps)


def _read_csv(
    fields: Fields, paths: Mapping[str, Any], folder: Path
) -> Mapping[str, Sequence[Any]]:
    """Reads a CSV file with a column for each coordinate and an optional column `probability`."""
    file = folder / fields.text("csv")
    try:
        lines = io.StringIO(text_of(file), newline="")
        rows = list(csv.DictReader(line for line in lines if not line.startswith("#")))
    except (OSError, ValueError, csv.Error) as error:
        fields.refuse("csv", f"must be a file that can be read, is {str(file)!r}: {error}")
        return {}
    known = list(rows[0]) if rows else []
    missing = [coordinate for coordinate in paths if coordinate not in known]
    if not rows or missing:
        columns = ", ".join(map(str, known)) or "none"
        rule = f"{file} must have rows and the columns {', '.join(paths)}, has {columns}"
        fields.refuse("csv", rule)
        return {}
    for number, row in enumerate(rows, 1):
        if None in row or None in row.values():
            fields.refuse("csv", f"{file}: row {number} must have {len(known)} entries")
            return {}
    names = [*paths, *({"probability"} & set(known))]
    return {str(name): [parse_yaml(row[name]) for row in rows] for name in names}


def _read_scatter(fields: Fields, paths: Mapping[str, Any]) -> Mapping[str, Sequence[Any]]:
    """Reads a scatter table of two coordinates; pairs without occurrences are left out."""
    part = fields.part("scatter")
    if part is None or len(paths) != 2:
        fields.refuse("scatter", f"must have two coordinates in paths, has {list(paths)}")
        return {}
    first, second = paths
    rows, columns = part.ascending(first), part.ascending(second)
    occurrence = part.value("occurrence")
    part.close()
    try:
        table = np.array(occurrence, dtype=float)
    except (TypeError, ValueError):
        table = np.empty(0)
    if table.shape != (len(rows), len(columns)) or not np.isfinite(table).all():
        rule = (
            f"must be {len(rows)} rows ({first}) of {len(columns)} numbers ({second}), "
            f"is {occurrence!r}"
        )
        part.refuse("occurrence", rule)
        return {}
    occurring = np.argwhere(table != 0.0)
    return {
        first: [float(rows[row]) for row, _ in occurring],
        second: [float(columns[column]) for _, column in occurring],
        "probability": [float(table[row, column]) for row, column in occurring],
    }


def _read_contour(
    fields: Fields, paths: Mapping[str, Any], folder: Path
) -> Mapping[str, Sequence[Any]]:
    """Reads the sea states of an environmental contour: height and period, as ordered in paths."""
    part = fields.part("contour")
    if part is None or len(paths) != 2:
        rule = f"must have two coordinates in paths, height and period, has {list(paths)}"
        fields.refuse("contour", rule)
        return {}
    answer = read_contour(part, folder, list(paths))
    if answer is None:
        return {}
    height, period = paths
    return {height: answer.contour.height.tolist(), period: answer.contour.period.tolist()}


def _read_samples(fields: Fields, paths: Mapping[str, Any]) -> Mapping[str, Sequence[Any]]:
    """Reads points that fill a box, by Latin hypercube sampling or a scrambled Sobol sequence."""
    part = fields.part("samples")
    if part is None:
        return {}
    method = part.text("method")
    count, seed = part.count("count"), part.count("seed", 0, least=0)
    bounds = part.part("bounds")
    if method not in ("latin_hypercube", "sobol"):
        part.refuse("method", f"must be latin_hypercube or sobol, is {method!r}")
    elif method == "sobol" and count & (count - 1):
        part.refuse("count", f"must be a power of 2 for sobol, is {count}")
    if bounds is None:
        part.refuse("bounds", "must give [low, high] for every coordinate")
        return {}
    limits = [bounds.vector(coordinate, 2, None) for coordinate in paths]
    for coordinate, (low, high) in zip(paths, limits, strict=True):
        if bounds.has(coordinate) and not high > low:
            bounds.refuse(coordinate, f"must have low < high, is {[float(low), float(high)]}")
    part.close()
    bounds.close()
    if fields.violations:
        return {}
    low, high = np.array(limits).T
    points = low + (high - low) * _unit_points(method, len(paths), count, seed)
    return {coordinate: points[:, column].tolist() for column, coordinate in enumerate(paths)}


def _unit_points(method: str, dimensions: int, count: int, seed: int) -> FloatArray:
    """Points [count, dimensions] with coordinates in [0, 1)."""
    from scipy.stats import qmc

    sampler = qmc.LatinHypercube if method == "latin_hypercube" else qmc.Sobol
    points: FloatArray = sampler(dimensions, rng=seed).random(count)
    return points


def _shares(fields: Fields, weights: Sequence[Any]) -> npt.NDArray[np.float64]:
    """Weights divided by their sum."""
    if not len(weights):
        return np.empty(0)
    for place, weight in enumerate(weights):
        if not (isinstance(weight, (int, float)) and 0.0 <= weight < np.inf):
            rule = f"must have finite probabilities >= 0, has {weight!r} at place {place}"
            fields.refuse("", rule)
            return np.empty(0)
    total = float(sum(weights))
    if total <= 0.0:
        fields.refuse("", f"must have probabilities with a sum > 0, have {total:g}")
        return np.empty(0)
    shares: FloatArray = np.array(weights, dtype=float)
    return shares / total
