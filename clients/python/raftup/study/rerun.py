"""Repetition of one case of a study, with its time series."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import xarray as xr

from raftup.base.errors import RaftupError
from raftup.base.interruption import undisturbed
from raftup.model.variants import ModelVariants
from raftup.progress import ProgressCallback
from raftup.remote.session import Session
from raftup.run import connection, record
from raftup.study.cases import Case, Cases, case_model
from raftup.study.layout import StudyLayout
from raftup.study.record import StudyRecord, read_record
from raftup.study.specification import StudySpecification
from raftup.study.store import DONE, stored_arrays
from raftup.study.worker import measures_of, store_databases

STATISTICS_GROUP = "statistics"
"""Group of a result file that contains the statistics of a case."""


def rerun_case(
    folder: Path,
    key: str,
    out: Path,
    output_step: float | None = None,
    progress: ProgressCallback | None = None,
) -> bool:
    """Runs a case of a study again and records its outputs, which the study did not keep."""
    study = read_record(folder)
    case = _find(study, folder, key)
    overrides = dict(case.overrides)
    if output_step is not None:
        overrides["integration.output_step"] = output_step
    with connection(None) as client:
        model = case_model(ModelVariants(study.specification.model), overrides)
        store_databases(client, model, study.digests, {})
        with client.create_session(model, durability="none") as session:
            record(session, out, progress)
            statistics = _statistics(study.specification, session)
    undisturbed(lambda: statistics.to_netcdf(out, mode="a", group=STATISTICS_GROUP))
    return _same(statistics, folder, study, case.slot)


def _find(study: StudyRecord, folder: Path, key: str) -> Case:
    stored = stored_arrays(folder, study.table)["key_bytes"].values
    slots = study.slots()
    found = [
        index for index, slot in enumerate(slots) if stored[slot].tobytes().hex().startswith(key)
    ]
    if len({int(slots[index]) for index in found}) != 1:
        raise RaftupError(
            f"--case must be the key of one case of the study in {folder}, {key!r} begins "
            f"{len(found)} of its keys",
            code="INVALID_ARGUMENT",
        )
    overrides = Cases(study.specification).overrides(found[0])
    slot = int(slots[found[0]])
    return Case(slot, stored[slot].tobytes(), overrides)


def _statistics(specification: StudySpecification, session: Session) -> xr.Dataset:
    """The results of a case that the study keeps, from its session."""
    known = {variable.name: variable for variable in session.variables()}
    outputs = [known[name] for name in specification.outputs]
    layout = StudyLayout(specification, session.model, outputs)
    blocks = dict(layout.blocks([measures_of(session.statistics(), specification)]))
    variables: dict[str, Any] = {
        variable.name: xr.Variable(
            variable.dimensions,
            blocks[variable.name][0],
            {"units": variable.units, "long_name": variable.description},
        )
        for variable in layout.variables
    }
    dataset = xr.Dataset(variables)
    return dataset.assign_coords(
        {name: list(labels) for name, labels in layout.coordinates.items() if name in dataset.dims}
    )


def _same(statistics: xr.Dataset, folder: Path, study: StudyRecord, slot: int) -> bool:
    stored = stored_arrays(folder, study.table)
    return bool(stored["status"].values[slot] == DONE) and all(
        np.asarray(stored[str(name)].values[slot]).tobytes() == np.asarray(values).tobytes()
        for name, values in statistics.data_vars.items()
    )
