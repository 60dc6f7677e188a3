"""Contents of models and databases as plain values."""

from __future__ import annotations

from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

import numpy as np

from raftup.base.errors import ModelError
from raftup.frequency_domain import (
    LinearModel,
    linearise_if_balanced,
    linearise_with_modes,
    natural_periods,
)
from raftup.importing_models import kept_findings
from raftup.model import Model, model_document
from raftup.remote.client import Client
from raftup.remote.coefficients import Coefficients
from raftup.remote.database_modes import database_modes, is_carrier
from raftup.remote.linearisation import Drawing, Linearisation
from raftup.results.attributes import island_document, radiation_document
from raftup.statics.database import database_hydrostatics


@dataclass(frozen=True)
class ModelContents:
    """Contents of a model.

    Attributes:
        document: plain values: the model with the value of every default, hydrostatics, natural
            periods [s], radiation memories, steppers, findings.
        coefficients: coefficients of its databases.
        drawings: shapes of its loads, if they are requested.
        model: the model.
    """

    document: dict[str, Any]
    coefficients: tuple[Coefficients, ...]
    drawings: tuple[Drawing, ...]
    model: Model


def model_contents(client: Client, file: Path, drawings: bool = False) -> ModelContents:
    """Reads, checks and linearizes a model.

    Args:
        client: connection to the server that checks it.
        file: model file.
        drawings: whether the shapes of its loads are computed as well.

    Raises:
        ModelError: with every rule that the model breaks.
    """
    session = client.check_model(file)
    model = session.model
    coefficients = [client.read_coefficients(group.database) for group in model.hydrodynamics]
    document: dict[str, Any] = {"model": model_document(model)}
    document["hydrostatics"] = [
        asdict(body) for table in coefficients for body in database_hydrostatics(table)
    ]
    wanted = {"radiation": "file", "drawings": drawings}
    linear, left_out = _linear_with_modes(client, model, **wanted)
    modes = natural_periods(linear.equations) if linear is not None else []
    document["natural_periods"] = [
        {"period": mode.period, "body": mode.body, "dof": mode.dof} for mode in modes
    ]
    document["hulls"] = [] if linear is None else _hulls(model, linear.equations)
    document["radiation"] = [radiation_document(report) for report in session.radiation]
    document["islands"] = [island_document(report) for report in session.islands]
    document["findings"] = [finding.message for finding in session.findings]
    document["findings"] += left_out
    document["import_findings"] = kept_findings(file)
    if linear is None and drawings:
        linear = linearise_if_balanced(client, model, operating_point="present", **wanted)
    shapes = linear.equations.drawings if linear is not None else ()
    return ModelContents(document, tuple(coefficients), tuple(shapes), model)


def _linear_with_modes(
    client: Client, model: Model, **wanted: Any
) -> tuple[LinearModel | None, list[str]]:
    """Linear equations, None without an equilibrium, and why they have no modes if they do not."""
    try:
        linear = linearise_with_modes(client, model, **wanted)
    except ModelError:
        return None, []
    known = {finding.message for finding in linear.equations.findings}
    return linear, [limit for limit in linear.limits if limit not in known]


def coefficients_document(table: Coefficients) -> dict[str, Any]:
    """Sizes, bodies, natural periods in heave, datasets and findings."""
    hydrostatics, modes = database_hydrostatics(table), database_modes(table)
    return {
        "name": table.name,
        "gravity": table.gravity,
        "water_density": table.water_density,
        "water_depth": table.water_depth if np.isfinite(table.water_depth) else None,
        "omega": {"count": len(table.omega), "first": table.omega[0], "last": table.omega[-1]},
        "wave_directions_deg": np.rad2deg(table.wave_direction).round(9).tolist(),
        "bodies": [
            {
                "name": body.name,
                "center_of_gravity": body.center_of_gravity.tolist(),
                "displaced_volume": body.displaced_volume,
                "heave_period": table.heave_period(index),
                "hydrostatics": asdict(hydrostatics[index]),
            }
            for index, body in enumerate(table.bodies)
            if not is_carrier(table, index)
        ],
        **({"modes": [asdict(mode) for mode in modes]} if modes else {}),
        **({"field_points": len(table["field/body"])} if "field/body" in table else {}),
        **({"sections": len(table["section/body"])} if "section/body" in table else {}),
        "datasets": {
            name: {"shape": list(array.values.shape), "units": array.units}
            for name, array in table.arrays.items()
            if array.dimensions != (name,)
        },
        "findings": list(table.findings),
    }


def _hulls(model: Model, equations: Linearisation) -> list[dict[str, Any]]:
    """Added mass and stiffness of the bodies with a mesh in place of a database, in equilibrium.

    Both are diagonals of the linear equations of the whole model, in dof axes.
    """
    added, stiffness = np.diag(equations.added_mass_infinite), np.diag(equations.restoring)
    found = []
    for load in model.loads:
        if not (load.HasField("hull") and load.hull.pressure):
            continue
        first = 6 * equations.body_names.index(load.hull.body)
        rows = slice(first, first + 6)
        found.append(
            {
                "load": load.name,
                "body": load.hull.body,
                "added_mass": added[rows].tolist(),
                "stiffness": stiffness[rows].tolist(),
            }
        )
    return found
