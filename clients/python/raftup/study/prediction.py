"""Standard deviations of a study by the frequency domain, where its model has linear equations."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import xarray as xr

from raftup._generated.model_pb2 import Model
from raftup.client import Client
from raftup.coefficients import DOFS, FloatArray
from raftup.frequency_domain import LinearModel, response_spectrum, standard_deviation
from raftup.plots import linear_model_of
from raftup.run import connection
from raftup.study.cases import Cases
from raftup.study.combinations import highest_omega
from raftup.study.record import read_record
from raftup.study.roles import roles_of

_OMEGA = np.linspace(0.1, 4.0, 391)  # rad/s: all that waves move


def predict_deviations(folder: Path, dataset: xr.Dataset) -> xr.DataArray | None:
    """Standard deviation of every displacement, which does not depend on the seed.

    Args:
        folder: of the study.
        dataset: from raftup.open_study().

    Returns:
        Dimensions of the axes but the seed's, body and dof [m, rad]; None where the frequency
        domain cannot say, where the model has no equilibrium for example.
    """
    specification = read_record(folder).specification
    seed = roles_of(specification).get("seed")
    cases = Cases(specification)
    kept = [axis.name for axis in specification.axes if seed is None or axis.name != seed.axis]
    shape = tuple(1 if axis.name not in kept else len(axis) for axis in specification.axes)
    found = np.empty((*shape, dataset.sizes["body"], len(DOFS)))
    with connection(None) as client:
        predictor = _Predictor(client)
        for place in np.ndindex(shape):
            index = int(np.ravel_multi_index(place, cases.shape)) if cases.shape else 0
            deviations = predictor.deviations(cases.model(index))
            if deviations is None:
                return None
            found[place] = deviations
    return xr.DataArray(
        found.reshape(*(dataset.sizes[name] for name in kept), *found.shape[-2:]),
        {name: dataset[name] for name in (*kept, "body", "dof")},
        (*kept, "body", "dof"),
    )


class _Predictor:
    """Deviations of models, which are linearised once where they differ by their sea alone."""

    def __init__(self, client: Client) -> None:
        self._client = client
        self._linear: dict[bytes, LinearModel | None] = {}

    def deviations(self, model: Model) -> FloatArray | None:
        """[bodies, 6] m and rad; None where the model has no linear equations."""
        without_sea = Model()
        without_sea.CopyFrom(model)
        without_sea.environment.ClearField("sea")
        key = without_sea.SerializeToString(deterministic=True)
        if key not in self._linear:
            checked = self._client.check_model(model).model
            self._linear[key] = linear_model_of(checked, self._client)
        linear = self._linear[key]
        if linear is None:
            return None
        if _may_be_cut(model, linear):
            model = self._client.check_model(model).model
        spectrum = response_spectrum(linear, model.environment.sea, _OMEGA)
        deviations: FloatArray = standard_deviation(spectrum, _OMEGA).reshape(-1, len(DOFS))
        return deviations


def _may_be_cut(model: Model, linear: LinearModel) -> bool:
    """Whether a server may end the model's sea where the databases do."""
    if linear.omega_range is None:
        return False
    irregular = [
        wave.irregular for wave in model.environment.sea.waves if wave.HasField("irregular")
    ]
    on_current = model.environment.HasField("current")
    return on_current or any(highest_omega(wave) > linear.omega_range[1] for wave in irregular)
