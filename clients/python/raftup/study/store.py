"""Statistics of cases on disk, in a Zarr group whose chunks are replaced as a whole.

Every case has a slot, in the order in which studies first contained it. The stored bytes therefore
depend neither on the order of results, nor on the number of workers, nor on interruptions.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from raftup.base.arrays import FloatArray, IntegerArray
from raftup.study.layout import Measures, StudyLayout

if TYPE_CHECKING:
    import xarray as xr

MISSING, DONE, FAILED = 0, 1, 2
"""Values of the variable `status`."""

_STATISTICS, _EFFORT = "statistics.zarr", "effort.zarr"
_CHUNK_CASES = 256
_KEY_BYTES = 32
_ERROR_BYTES = _WARNING_BYTES = 256
_WARNING_COUNT = 16
_SEPARATOR = ", "


@dataclass(frozen=True)
class CaseWarning:
    """A finding of severity warning of a case; of several with one name the worst.

    Attributes:
        message: sentence for people.
        value: the number that it concerns; 0 if there is none.
    """

    message: str
    value: float = 0.0


@dataclass(frozen=True)
class CaseResult:
    """Statistics of a case, or the error that ended it.

    Attributes:
        slot: slot of the case.
        measures: results; None if the case failed.
        error: cause of the failure.
        wall_time: total wall clock time of the case [s].
        step_time: part of it for steps in the server [s]; NaN if the case failed.
        warnings: findings of severity warning about model and motion, by name.
    """

    slot: int
    measures: Measures | None
    error: str
    wall_time: float
    step_time: float
    warnings: Mapping[str, CaseWarning] = field(default_factory=dict)


def layout_digest(layout: StudyLayout) -> str:
    """Digest of a layout; cases of layouts with different digests cannot share a table."""
    variables = [asdict(variable) for variable in layout.variables]
    document = json.dumps([layout.coordinates, variables], sort_keys=True)
    return hashlib.sha256(document.encode()).hexdigest()[:16]


class CaseStore:
    """The stored cases of one layout. One process writes; others may read at any time.

    A result is complete when its status is set, which is written last.
    """

    def __init__(self, folder: Path, layout: StudyLayout) -> None:
        """Opens the table of a layout, and creates it if it is missing.

        Args:
            folder: folder of the study.
            layout: layout of the cases.

        Raises:
            OSError: if the table cannot be written.
        """
        import zarr

        self._layout = layout
        self.name = layout_digest(layout)
        self._group = zarr.open_group(folder / _STATISTICS / self.name, mode="a")
        self._effort = zarr.open_group(folder / _EFFORT / self.name, mode="a")
        self._arrays = {name: self._array(name, *shape) for name, shape in self._shapes().items()}
        self._times = {
            name: _array(self._effort, name, (), "f8", np.nan, (), {"units": "s"})
            for name in ("wall_time", "step_time")
        }
        keys = self._arrays["key_bytes"][:]
        self._known = int(np.argmin([*keys.any(axis=1), False]))
        self._slots = {keys[slot].tobytes(): slot for slot in range(self._known)}
        self._resize()  # a folder of an older version lacks arrays

    def _shapes(self) -> dict[str, tuple[Any, ...]]:
        """Arguments of _array() by name: shape of a case, type, fill, dimensions, attributes."""
        own: dict[str, tuple[Any, ...]] = {
            variable.name: (
                variable.shape,
                "f8",
                np.nan,
                variable.dimensions,
                {"units": variable.units, "long_name": variable.description},
            )
            for variable in self._layout.variables
        }
        meanings = {"flag_values": [0, 1, 2], "flag_meanings": "missing done failed"}
        own["error_bytes"] = ((_ERROR_BYTES,), "u1", 0, ("error_byte",), {"encoding": "utf-8"})
        own["warning_bytes"] = (
            (_WARNING_BYTES,),
            "u1",
            0,
            ("warning_byte",),
            {"encoding": "utf-8"},
        )
        meaning = {"long_name": "measures of the findings that warn, in the order of their names"}
        own["warning_values"] = ((_WARNING_COUNT,), "f8", np.nan, ("warning_place",), meaning)
        own["status"] = ((), "i1", MISSING, (), meanings)
        own["key_bytes"] = (
            (_KEY_BYTES,),
            "u1",
            0,
            ("key_byte",),
            {"long_name": "SHA-256"},
        )
        return own

    def _array(self, name: str, *shape: Any) -> Any:
        return _array(self._group, name, *shape)

    def slots_of(self, keys: Iterable[bytes]) -> IntegerArray:
        """The slots of cases; new cases get the next slots, in order."""
        keys = list(keys)
        added = []
        for key in keys:
            if key not in self._slots:
                self._slots[key] = len(self._slots)
                added.append(np.frombuffer(key, dtype=np.uint8))
        if added:
            self._grow(np.array(added))
        return np.array([self._slots[key] for key in keys], dtype=np.int64)

    def _grow(self, keys: np.ndarray[Any, np.dtype[np.uint8]]) -> None:
        """Adds slots; keys are written last, since they define which slots are taken."""
        first, self._known = self._known, self._known + len(keys)
        self._resize()
        self._arrays["key_bytes"][first:] = keys

    def _resize(self) -> None:
        """Gives every array a row for each known case."""
        for array in (*self._arrays.values(), *self._times.values()):
            if array.shape[0] < self._known:
                array.resize((self._known, *array.shape[1:]))

    def status(self) -> IntegerArray:
        """Status of each slot [slots]: MISSING, DONE or FAILED."""
        return np.asarray(self._arrays["status"][:], dtype=np.int64)

    def write(self, results: Sequence[CaseResult]) -> None:
        """Stores the results of some cases.

        Raises:
            OSError: if there is no room; results written before remain.
        """
        slots = np.array([result.slot for result in results])
        for index in np.unique(slots // _CHUNK_CASES):
            chosen = np.flatnonzero(slots // _CHUNK_CASES == index).tolist()
            self._write_chunk(int(index), [results[place] for place in chosen])

    def _write_chunk(self, index: int, results: Sequence[CaseResult]) -> None:
        """Reads a chunk of every variable and replaces it; the status is written last."""
        chunk = slice(index * _CHUNK_CASES, min((index + 1) * _CHUNK_CASES, self._known))
        slots = np.array([result.slot for result in results])
        done = [result for result in results if result.measures is not None]
        for name, times in self._times.items():
            _replace(times, chunk, slots, np.array([getattr(one, name) for one in results]))
        for name, values in self._blocks(done):
            _replace(self._arrays[name], chunk, np.array([one.slot for one in done]), values)
        failed_before = self._arrays["status"][chunk][slots - chunk.start] == FAILED
        if len(done) < len(results) or failed_before.any():
            errors = np.array([_padded(result.error, _ERROR_BYTES) for result in results])
            _replace(self._arrays["error_bytes"], chunk, slots, errors)
        if any(result.warnings for result in results):
            kept = [_fitting(result.warnings) for result in results]
            names = [_padded(_SEPARATOR.join(one), _WARNING_BYTES) for one in kept]
            _replace(self._arrays["warning_bytes"], chunk, slots, np.array(names))
            values = np.full((len(kept), _WARNING_COUNT), np.nan)
            for row, one in zip(values, kept, strict=True):
                row[: len(one)] = [warning.value for warning in one.values()]
            _replace(self._arrays["warning_values"], chunk, slots, values)
        status = np.array([FAILED if one.measures is None else DONE for one in results])
        _replace(self._arrays["status"], chunk, slots, status)

    def _blocks(self, done: Sequence[CaseResult]) -> Iterator[tuple[str, FloatArray]]:
        if done:
            yield from self._layout.blocks([one.measures for one in done if one.measures])


def stored_arrays(folder: Path, table: str) -> dict[str, xr.Variable]:
    """Reads a table: variables with the dimension `case`, followed by their own dimensions.

    Args:
        folder: folder of the study.
        table: name of the table, CaseStore.name.
    """
    import xarray as xr
    import zarr

    found: dict[str, xr.Variable] = {}
    for part in (_STATISTICS, _EFFORT):
        for name, array in sorted(zarr.open_group(folder / part / table, mode="r").arrays()):
            metadata: Any = array.metadata
            found[name] = xr.Variable(metadata.dimension_names, array[:], dict(array.attrs))
    return found


def _array(
    group: Any,
    name: str,
    shape: tuple[int, ...],
    kind: str,
    fill: float,
    dimensions: tuple[str, ...],
    attributes: dict[str, Any],
) -> Any:
    """An array of a group with one row for each case; it is created without rows if it is missing.

    Chunks are not compressed: such numbers do not become smaller, and their bytes then depend on
    the values alone.
    """
    if name in group:
        return group[name]
    return group.create_array(
        name,
        shape=(0, *shape),
        chunks=(_CHUNK_CASES, *shape),
        dtype=kind,
        fill_value=fill,
        dimension_names=("case", *dimensions),
        attributes=attributes,
        compressors=None,
    )


def names_of_warnings(text: str) -> list[str]:
    """Names of the findings of a case, from their stored text."""
    return text.split(_SEPARATOR) if text else []


def _fitting(warnings: Mapping[str, CaseWarning]) -> dict[str, CaseWarning]:
    """The first findings whose names fit into the table without being cut."""
    kept: dict[str, CaseWarning] = {}
    for name, warning in warnings.items():
        size = len(_SEPARATOR.join([*kept, name]).encode())
        if size > _WARNING_BYTES or len(kept) == _WARNING_COUNT:
            break
        kept[name] = warning
    return kept


def _replace(array: Any, chunk: slice, slots: IntegerArray, values: Any) -> None:
    rows = array[chunk]
    rows[slots - chunk.start] = values
    array[chunk] = rows


def _padded(text: str, size: int) -> np.ndarray[Any, np.dtype[np.uint8]]:
    return np.frombuffer(text.encode()[:size].ljust(size, b"\0"), dtype=np.uint8)
