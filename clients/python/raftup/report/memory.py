"""Fit of a radiation memory to a database by the server, without a simulation."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from raftup._generated import model_pb2
from raftup._generated.finding_pb2 import Severity
from raftup.base.errors import RaftupError
from raftup.importing import Check, ImportFinding
from raftup.model.convert import enum_short_name
from raftup.remote.client import Client
from raftup.remote.coefficients import Coefficients, DatabaseBody
from raftup.results.attributes import frequencies_option

_TOLERANCE = 1e-3  # of a model, unless it says otherwise
_STEP = 0.01  # s; a fit does not depend on it


@dataclass(frozen=True)
class MemoryFit:
    """A passive state space fitted to A and B of a file, or to K if the file has only K.

    Attributes:
        automatic: default form for a model: state_space or convolution.
        pole_count: number of poles; a complex pair counts 2.
        added_mass_error: largest |dA_ij| over sqrt(max |A_ii| max |A_jj|).
        damping_error: largest |dB_ij| over sqrt(max B_ii max B_jj).
        kernel_error: largest |dK_ij| over sqrt(K_ii(0) K_jj(0)).
        infinite_added_mass_error: largest |dA_inf_ii| over that of the file.
        response_error: largest difference of a freely floating response from that with A and B of
            the file (made symmetric), relative to the peak of the dof.
        sea_error: largest error of the standard deviation of a dof in a JONSWAP sea at its
            resonance, relative to the largest one of its kind.
        data_residual: difference of A of the file from A computed from B, which is continued beyond
            the last frequency.
        frequencies_to_add: additional frequencies that should be solved [rad/s].
        findings: findings about repairs of the data.
    """

    automatic: str
    pole_count: int
    added_mass_error: float
    damping_error: float
    kernel_error: float
    infinite_added_mass_error: float
    response_error: float
    sea_error: float
    data_residual: float
    frequencies_to_add: tuple[float, ...]
    findings: tuple[ImportFinding, ...]

    @property
    def frequencies_option(self) -> str:
        """Option of `raftup hydro solve` that adds these frequencies."""
        return frequencies_option(self.frequencies_to_add)

    def check(self) -> Check:
        """Check of the larger error of A and B against the bound for a model."""
        error = max(self.added_mass_error, self.damping_error)
        allowed = max(_TOLERANCE, self.data_residual)
        return Check(
            name="state_space_fit",
            measured=error,
            allowed=allowed,
            message=f"a passive state space of {self.pole_count} poles must meet A and B of the "
            f"file to {100 * allowed:.3g} % (the tolerance, or what the two disagree by), differs "
            f"by {100 * error:.3g} %",
        )


def fit_memory(client: Client, table: Coefficients) -> tuple[MemoryFit | None, str]:
    """Lets the server fit a memory for a model of all bodies of a database.

    Returns:
        The fit, or None and the reason why the server refuses the model.
    """
    try:
        automatic = _report(client, table, "auto")
        if automatic.form == model_pb2.RADIATION_MEMORY_STATE_SPACE:
            fitted = automatic  # the same fit, which may take seconds
        else:
            fitted = _report(client, table, "state_space")
    except RaftupError as error:
        return None, str(error)
    return (
        MemoryFit(
            automatic=enum_short_name(model_pb2.RadiationMemory.DESCRIPTOR, automatic.form),
            pole_count=fitted.pole_count,
            added_mass_error=fitted.added_mass_error,
            damping_error=fitted.damping_error,
            kernel_error=fitted.kernel_error,
            infinite_added_mass_error=fitted.infinite_added_mass_error,
            response_error=fitted.response_error,
            sea_error=fitted.sea_error,
            data_residual=fitted.data_residual,
            frequencies_to_add=tuple(fitted.frequencies_to_add),
            findings=tuple(
                ImportFinding(
                    finding.name,
                    enum_short_name(Severity.DESCRIPTOR, finding.severity),
                    finding.message,
                    finding.value,
                )
                for finding in fitted.findings
                if finding.name != "radiation_form"  # the report says the form in its own words
            ),
        ),
        "",
    )


def _report(client: Client, table: Coefficients, memory: str) -> Any:
    return client.check_model(_model(table, memory)).radiation[0]


def _model(table: Coefficients, memory: str) -> dict[str, Any]:
    """A model of all bodies of a database in still water; inertias do not affect the memory."""
    bodies = []
    for index, body in enumerate(table.bodies):
        mass = table.water_density * body.displaced_volume
        inertia = mass * _radius_of_gyration(body) ** 2
        bodies.append(
            {
                "name": f"body{index + 1}",
                "inertia": {"xx": inertia, "yy": inertia, "zz": inertia},
            }
        )
    return {
        "name": "report",
        "bodies": bodies,
        "hydrodynamics": [
            {
                "name": "database",
                "database": table.name,
                "bodies": [
                    {"body": body["name"], "database_body": body["name"]} for body in bodies
                ],
                "radiation": {"memory": memory},
            }
        ],
        "integration": {"step": _STEP},
    }


def _radius_of_gyration(body: DatabaseBody) -> float:
    """A quarter of the length of the waterplane, as for ships, or V^(1/3) [m]."""
    stiffness = np.diag(body.hydrostatic_stiffness)
    radius = float(np.cbrt(body.displaced_volume))
    if stiffness[2] <= 0:
        return radius
    length = np.sqrt(12 * max(stiffness[3], stiffness[4], 0.0) / stiffness[2])
    return max(radius, 0.25 * float(length))
