"""Standard deviations of the motions of a study, computed in the frequency domain."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import xarray as xr

from raftup._generated.model_pb2 import Model, Sea
from raftup.base.arrays import FloatArray
from raftup.frequency_domain import (
    ResponseSolver,
    linearise_if_balanced,
    response_spectrum,
    standard_deviation,
)
from raftup.frequency_domain.waves import keep_irregular
from raftup.remote.client import Client
from raftup.remote.coefficients import DOFS
from raftup.remote.linearisation_request import WaveGrid
from raftup.run import connection
from raftup.study.cases import Cases
from raftup.study.record import read_record
from raftup.study.roles import roles_of

_OMEGA = np.linspace(0.1, 4.0, 391)  # rad/s: all that waves move
_SEAS_PER_CALL = 50  # spread ones are 11 MB


def predict_deviations(folder: Path, dataset: xr.Dataset) -> xr.DataArray | None:
    """Standard deviation of every displacement, which does not depend on the seed.

    Args:
        folder: folder of the study.
        dataset: result of raftup.open_study().

    Returns:
        An array with the dimensions of all axes except that of the seed, body and dof [m, rad];
        None if the frequency domain has no result, for example without an equilibrium.
    """
    specification = read_record(folder).specification
    seed = roles_of(specification).get("seed")
    cases = Cases(specification)
    kept = [axis.name for axis in specification.axes if seed is None or axis.name != seed.axis]
    shape = tuple(1 if axis.name not in kept else len(axis) for axis in specification.axes)
    found = np.empty((*shape, dataset.sizes["body"], len(DOFS)))
    places = list(np.ndindex(shape))
    indices = [int(np.ravel_multi_index(at, cases.shape)) if cases.shape else 0 for at in places]
    with connection(None) as client:
        deviations = _deviations(client, [cases.model(index) for index in indices])
    if deviations is None:
        return None
    for place, values in zip(places, deviations, strict=True):
        found[place] = values
    return xr.DataArray(
        found.reshape(*(dataset.sizes[name] for name in kept), *found.shape[-2:]),
        {name: dataset[name] for name in (*kept, "body", "dof")},
        (*kept, "body", "dof"),
    )


def _deviations(client: Client, models: list[Model]) -> list[FloatArray] | None:
    """Deviations [bodies, 6] m and rad of every model; None if one has no linear equations.

    Models that differ only by their sea are linearized once.
    """
    groups: dict[bytes, list[int]] = {}
    for index, model in enumerate(models):
        key = _without_sea(model).SerializeToString(deterministic=True)
        groups.setdefault(key, []).append(index)
    found: dict[int, FloatArray] = {}
    for indices in groups.values():
        for first in range(0, len(indices), _SEAS_PER_CALL):
            some = indices[first : first + _SEAS_PER_CALL]
            deviations = _of_one_model(client, [models[index] for index in some])
            if deviations is None:
                return None
            found |= dict(zip(some, deviations, strict=True))
    return [found[index] for index in range(len(models))]


def _of_one_model(client: Client, models: list[Model]) -> list[FloatArray] | None:
    """Deviations [bodies, 6] m and rad of models that differ only by their sea."""
    linear = linearise_if_balanced(
        client,
        _without_sea(models[0]),
        grids=[WaveGrid(omega=_OMEGA, sea_directions=True)],
        seas=[_irregular_sea(model) for model in models],
    )
    if linear is None:
        return None
    (grid,) = linear.equations.grids
    solver = ResponseSolver(linear, grid)
    spectra = [response_spectrum(solver, sea) for sea in grid.seas[1:]]
    return [standard_deviation(each, _OMEGA).reshape(-1, len(DOFS)) for each in spectra]


def _without_sea(model: Model) -> Model:
    still = Model()
    still.CopyFrom(model)
    still.environment.ClearField("sea")
    return still


def _irregular_sea(model: Model) -> Sea:
    sea = Sea()
    sea.CopyFrom(model.environment.sea)
    keep_irregular(sea)
    return sea
