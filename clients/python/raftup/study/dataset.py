"""A study as an xarray.Dataset whose dimensions are the axes."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import numpy as np
import xarray as xr

from raftup.base.arrays import IntegerArray
from raftup.study.record import StudyRecord, read_record
from raftup.study.specification import StudySpecification
from raftup.study.store import DONE, FAILED, stored_arrays
from raftup.study.warnings import WARNING_NAMES, warning_variables


def read_dataset(folder: Path) -> xr.Dataset:
    """Reads the results of a study, as raftup.open_study() does."""
    record = read_record(folder)
    stored = stored_arrays(folder, record.table)
    slots = record.slots()
    specification = record.specification
    axes = [axis.name for axis in specification.axes]
    shape = tuple(len(axis) for axis in specification.axes)
    variables: dict[str, xr.Variable] = {}
    for name, values in (stored | _texts(stored)).items():
        if not name.endswith("_bytes"):
            chosen = _rows(values, slots)
            variables[name] = xr.Variable(
                (*axes, *values.dims[1:]), chosen.reshape(*shape, *chosen.shape[1:]), values.attrs
            )
    measures = variables.pop("warning_values", None)  # warnings came with a later version
    if "warning" in variables and WARNING_NAMES.isdisjoint(axes):
        variables |= warning_variables(variables["warning"], measures)
    dataset = xr.Dataset(variables, attrs=_attributes(record, variables))
    dataset = dataset.assign_coords(
        {name: list(labels) for name, labels in record.coordinates.items() if name in dataset.dims}
    ).assign_coords(_axis_coordinates(specification))
    if "exceeded_duration" in dataset:
        dataset["exceeded_fraction"] = dataset.exceeded_duration / dataset.sample_duration
        dataset.exceeded_fraction.attrs = {"units": "1", "long_name": "share of the time"}
    return dataset


def _rows(values: xr.Variable, slots: IntegerArray) -> Any:
    return values.values[slots]


def _texts(stored: dict[str, xr.Variable]) -> dict[str, xr.Variable]:
    """Converts keys to hexadecimal digits and errors to text."""
    keys = [bytes(row).hex() for row in stored["key_bytes"].values]
    texts = {
        "key": xr.Variable(("case",), np.array(keys, dtype=object), {"long_name": "of the case"})
    }
    for name, meaning in (("error", "if failed"), ("warning", "names of the findings that warn")):
        if f"{name}_bytes" in stored:
            rows = stored[f"{name}_bytes"].values
            found = [bytes(row).rstrip(b"\0").decode("utf-8", errors="ignore") for row in rows]
            values = np.array(found, dtype=object)
            texts[name] = xr.Variable(("case",), values, {"long_name": meaning})
    return texts


def _axis_coordinates(specification: StudySpecification) -> dict[str, Any]:
    coordinates: dict[str, Any] = {}
    for axis in specification.axes:
        for name, values in axis.values.items():
            coordinates[name] = (axis.name, _labels(values))
        coordinates.setdefault(axis.name, (axis.name, np.arange(len(axis))))
        if len(axis.probability):
            coordinates[f"probability_{axis.name}"] = (axis.name, axis.probability)
    return coordinates


def _labels(values: tuple[Any, ...]) -> Any:
    """Values as an array; values other than numbers and texts become JSON."""
    plain = all(isinstance(value, (int, float, str)) for value in values)
    return np.array(values if plain else [json.dumps(value) for value in values])


def _attributes(record: StudyRecord, variables: dict[str, xr.Variable]) -> dict[str, Any]:
    trials, status = record.trials, variables["status"]
    warned: Any = variables["warning"].values.ravel() if "warning" in variables else []
    return {
        "title": str(record.specification.model.get("name", "")),
        "model": json.dumps(record.specification.model),
        "databases": json.dumps(dict(record.digests)),
        "raftup_version": record.version,
        "radiation_trials": json.dumps(trials),
        "cases_done": int((status.values == DONE).sum()),
        "cases_failed": int((status.values == FAILED).sum()),
        "cases_warned": sum(bool(text) for text in warned),
    }
