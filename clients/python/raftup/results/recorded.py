"""Results read back as columns, in the form in which a session streamed them."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import xarray as xr

from raftup._generated.finding_pb2 import Finding, Severity
from raftup._generated.session_pb2 import CAUSALITY_OUTPUT, Variable
from raftup.base.arrays import FloatArray, IntegerArray
from raftup.base.errors import bad_field
from raftup.model import Model
from raftup.remote.rows import NANOSECONDS, Columns
from raftup.results.outputs import model_of_result, recorded_outputs


@dataclass(frozen=True)
class Recorded:
    """The recorded rows of a session, read from a result.

    Attributes:
        model: model with the value of every default.
        findings: findings about the model.
        columns: assignment of the columns of `values` to outputs.
        time_ns: [rows] simulation times in ns, evenly spaced.
        values: [rows, columns].
    """

    model: Model
    findings: tuple[Finding, ...]
    columns: Columns
    time_ns: IntegerArray
    values: FloatArray

    @property
    def interval_ns(self) -> int:
        """Time from one row to the next [ns]."""
        return int(self.time_ns[1] - self.time_ns[0])


def read_recorded(file: Path) -> Recorded:
    """Reads a result of raftup.run() from its file.

    Raises:
        RaftupError: if the file is not a result, or its rows are not evenly spaced.
    """
    try:
        with xr.open_dataset(file, engine="netcdf4") as dataset:
            return _recorded(file, dataset.load())
    except KeyError as error:
        raise bad_field(str(file), f"must be a result of raftup run, has no {error}") from error
    except (OSError, ValueError) as error:
        raise bad_field(str(file), f"must be a result of raftup run: {error}") from error


def _recorded(file: Path, dataset: xr.Dataset) -> Recorded:
    model = model_of_result(dataset)
    time_ns = np.round(dataset.time.values * NANOSECONDS).astype(np.int64)
    if len(time_ns) < 2 or np.ptp(np.diff(time_ns)) > 0:
        raise bad_field(str(file), "must have two rows or more, evenly spaced")
    parts = list(_parts(dataset))
    return Recorded(
        model=model,
        findings=tuple(_findings(dataset)),
        columns=Columns.of(variable for variable, _ in parts),
        time_ns=time_ns,
        values=np.concatenate([values for _, values in parts], axis=1),
    )


def _parts(dataset: xr.Dataset) -> Iterator[tuple[Variable, FloatArray]]:
    """Yields every output of the model with its rows; this is the inverse of ResultLayout."""
    for output in recorded_outputs(dataset).values():
        values = output.values(dataset)
        yield (
            Variable(
                name=output.name,
                unit=output.units,
                frame=output.frame,
                size=values.shape[1],
                causality=CAUSALITY_OUTPUT,
                description=output.meaning,
            ),
            values,
        )


def _findings(dataset: xr.Dataset) -> Iterator[Finding]:
    for one in json.loads(dataset.attrs.get("findings", "{}")).get("model", []):
        severity = Severity.Value(f"SEVERITY_{one['severity'].upper()}")
        yield Finding(name=one["name"], severity=severity, message=one["message"])
