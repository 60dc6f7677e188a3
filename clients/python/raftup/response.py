"""The frequency domain of a model, from its description to operators and statistics."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from raftup._generated.model_pb2 import HydrodynamicGroup
from raftup._generated.sea_pb2 import (
    SEA_ORDER_SECOND,
    WAVE_THEORY_STOKES5,
    WAVE_THEORY_STREAM_FUNCTION,
    Sea,
)
from raftup._generated.session_pb2 import RadiationReport
from raftup.base.files import check_place
from raftup.frequency_domain.computation import (
    ResponseOptions,
    ScatterProgress,
    compute_response,
    scatter_seas,
    wave_grids,
)
from raftup.frequency_domain.drift_data import drift_data, has_second_order
from raftup.frequency_domain.gusts import blows_in_gusts
from raftup.frequency_domain.linear_model import (
    RADIATION_DATA,
    LinearModel,
    linearise,
    with_limits,
)
from raftup.frequency_domain.readouts import readouts
from raftup.model.load import ModelSource
from raftup.remote.client import Client
from raftup.remote.session import Session
from raftup.run import connection, result_attributes

if TYPE_CHECKING:
    import xarray as xr

_FAR = 5e-3  # of the scale of A or B: what moves responses by more than a tenth of a per cent


def response(
    model: ModelSource,
    server: str | Client | None = None,
    overrides: Mapping[str, Any] | None = None,
    *,
    options: ResponseOptions | None = None,
    out: str | Path | None = None,
    progress: ScatterProgress | None = None,
    **wanted: Any,
) -> xr.Dataset:
    """Response operators, modes and statistics of a whole model in the frequency domain.

    The model is linear about its static equilibrium: joints by their rows, loads by their tangents,
    quadratic damping by the linear damping that takes the same energy in its sea. What that leaves
    out stands in the attribute `limits`.

    Example:
        raftup.response("alongside.yaml", periods=[5, 6.5], headings=[0, 30]).rao

    Args:
        model: file, mapping or message; its sea is that of the statistics.
        server: address of a running server or a client of it, which reads model and databases; None
            = one of our own.
        overrides: values by path, as for run().
        options: what is wanted; or, one by one, the attributes of ResponseOptions:
        out: the result is also written there, NetCDF-4.
        progress: called after every sea state of the long term.
        **wanted: attributes of ResponseOptions.

    Returns:
        `rao(complex, omega, wave_direction, body, dof)` in m and rad per m of amplitude: x = Re{a
        rao exp(i omega t)}, the wave's phase taken at the world origin; the rest likewise.

    Raises:
        ModelError: with every rule that the model breaks.
        RaftupError: BAD_FIELD for an option, with its rule.
        OSError: where `out` cannot be written.
    """
    from raftup.frequency_domain.dataset import response_dataset  # xarray takes half a second
    from raftup.results.dataset_file import write_dataset

    chosen = options or ResponseOptions(**wanted)
    if out is not None:
        check_place(Path(out))
    with connection(server) as client:
        session = client.check_model(model, overrides)
        attributes = result_attributes(session)
        linear = _linear_model(client, session, chosen)
        names = {group.database for group in _drifting(session)}
        drift = drift_data(
            session.model, {name: client.read_coefficients(name) for name in sorted(names)}
        )
    quantities = readouts(session.model, linear.equations, chosen.gaps)
    water = session.model.environment
    blows = blows_in_gusts(session.model)
    found = compute_response(linear, quantities, chosen, progress, drift, water, blows=blows)
    data = response_dataset(found, chosen, attributes)
    if out is not None:
        write_dataset(data, Path(out))
    return data


def _linear_model(client: Client, session: Session, options: ResponseOptions) -> LinearModel:
    """Everything that a response needs of the server, in one call."""
    linear = linearise(
        client,
        session.model,
        radiation=RADIATION_DATA[options.data],
        grids=wave_grids(
            options, drifts=bool(_drifting(session)), gusts=blows_in_gusts(session.model)
        ),
        seas=scatter_seas(session.model, options),
        modes=True,
        outputs=True,
    )
    linear = with_limits(linear, _sea_limits(session.model.environment.sea))
    if options.data == "file":
        return linear
    return with_limits(linear, [*_memory_limits(session.radiation), *_far_memories(session)])


def _sea_limits(sea: Sea) -> list[str]:
    """Of waves that are more than a spectrum."""
    told = {
        "elevation": "counts by its spectrum alone, not by its phases",
        "focused": "counts as its random sea: the crest is not in it",
        "extreme_response": "counts as its random sea: the extreme is not in it",
    }
    limits = [
        f"environment.sea.waves[{index}].{kind} {told[kind]}"
        for index, system in enumerate(sea.waves)
        if (kind := system.WhichOneof("kind")) in told
    ]
    limits += [
        f"environment.sea.waves[{index}].regular counts by the first harmonic of its elevation"
        for index, system in enumerate(sea.waves)
        if system.regular.theory in (WAVE_THEORY_STOKES5, WAVE_THEORY_STREAM_FUNCTION)
    ]
    if sea.order == SEA_ORDER_SECOND:
        limits.append("environment.sea.order counts as first: bound waves are left out")
    return limits


def _far_memories(session: Session) -> list[str]:
    """Of memories whose motions are more than 2 % off those by the file, what the session warns."""
    return [finding.message for finding in session.findings if finding.name == "radiation_memory"]


def _drifting(session: Session) -> list[HydrodynamicGroup]:
    """The groups that pairs of waves move."""
    return [group for group in session.model.hydrodynamics if has_second_order(group)]


def _memory_limits(reports: Sequence[RadiationReport]) -> list[str]:
    """Where a simulation's memory is far from the file."""
    return [
        f"the radiation memory of {report.group} differs from what it is held to: added mass "
        f"by {report.added_mass_error:.2g}, damping by {report.damping_error:.2g} of their scale"
        for report in reports
        if max(report.added_mass_error, report.damping_error) > _FAR
    ]
