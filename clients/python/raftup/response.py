"""Response of a model in the frequency domain: operators, modes and statistics."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from raftup._generated.model_pb2 import HydrodynamicGroup, Model
from raftup._generated.sea_pb2 import (
    SEA_ORDER_SECOND,
    WAVE_THEORY_STOKES5,
    WAVE_THEORY_STREAM_FUNCTION,
    Sea,
)
from raftup._generated.second_order_pb2 import DIRECTION_PAIRS_FILED, DIRECTION_PAIRS_STANDING
from raftup._generated.session_pb2 import RadiationReport
from raftup.base.files import check_place
from raftup.frequency_domain.computation import (
    ResponseOptions,
    ScatterProgress,
    compute_response,
    scatter_seas,
    wave_grids,
)
from raftup.frequency_domain.drift_data import DriftData, drift_data, has_second_order
from raftup.frequency_domain.fatigue import FatigueQuantity, fatigue_quantities
from raftup.frequency_domain.gusts import blows_in_gusts
from raftup.frequency_domain.line_outputs import LineOutputs, wanted_line_outputs
from raftup.frequency_domain.linear_model import (
    RADIATION_DATA,
    LinearModel,
    linearise_with_modes,
    with_limits,
)
from raftup.frequency_domain.readouts import Readout, readouts
from raftup.frequency_domain.tension_readouts import tension_readouts
from raftup.model.load import ModelSource
from raftup.remote.client import Client
from raftup.remote.session import Session
from raftup.results.attributes import result_attributes
from raftup.run import connection

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
    """Computes response operators, modes and statistics of a model in the frequency domain.

    The model is linearized about its static equilibrium: joints by their constraints, loads by
    their derivatives, quadratic damping by the linear damping that dissipates the same energy in
    the given sea. The attribute `limits` of the result lists what this neglects.

    Example:
        raftup.response("alongside.yaml", periods=[5, 6.5], headings=[0, 30]).rao

    Args:
        model: model file, mapping or message; the statistics are those in its sea.
        server: address of a running server or a client of it; None = one is started for the call.
        overrides: values that replace those of the model, by their paths, as for run().
        options: options of the response; may be omitted and given one by one instead.
        out: path of a NetCDF-4 file to which the result is written as well.
        progress: function that is called after every sea state of the long-term statistics.
        **wanted: attributes of ResponseOptions, if `options` is not given.

    Returns:
        A dataset with `rao(complex, omega, wave_direction, body, dof)` in m/m and rad/m, per meter
        of wave amplitude: the motion in a wave of amplitude a is x = Re{a rao exp(i omega t)}, with
        the phase of the wave at the world origin. Other complex variables have the same convention.

    Raises:
        ModelError: with every rule that the model breaks.
        RaftupError: BAD_FIELD if an option breaks a rule, with the rule.
        OSError: if `out` cannot be written.
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
        drift = _drift(client, session)
    quantities, details = _quantities(session.model, linear, chosen)
    water = session.model.environment
    blows = blows_in_gusts(session.model)
    found = compute_response(
        linear, quantities, chosen, progress, drift, water, blows=blows, details=details
    )
    data = response_dataset(found, chosen, attributes)
    if out is not None:
        write_dataset(data, Path(out))
    return data


def _drift(client: Client, session: Session) -> tuple[DriftData, ...]:
    """Second-order forces of pairs of waves, from the databases of their groups."""
    names = sorted({group.database for group in _drifting(session)})
    return drift_data(session.model, {name: client.read_coefficients(name) for name in names})


def _quantities(
    model: Model, linear: LinearModel, options: ResponseOptions
) -> tuple[list[Readout], list[FatigueQuantity]]:
    """What is computed from the motions, and the outputs of fatigue details."""
    equations = linear.equations
    lines = LineOutputs.of_grids(equations, wanted_line_outputs(model, options.fatigue))
    tensions = tension_readouts(model, equations, lines)
    details = fatigue_quantities(equations, options.fatigue, lines)
    return [*readouts(model, equations, options.gaps), *tensions], details


def _linear_model(client: Client, session: Session, options: ResponseOptions) -> LinearModel:
    """Reads everything that a response needs from the server, with one call."""
    linear = linearise_with_modes(
        client,
        session.model,
        radiation=RADIATION_DATA[options.data],
        grids=wave_grids(
            options, drifts=bool(_drifting(session)), gusts=blows_in_gusts(session.model)
        ),
        seas=scatter_seas(session.model, options),
        outputs=True,
        line_outputs=wanted_line_outputs(session.model, options.fatigue),
    )
    linear = with_limits(linear, _sea_limits(session.model.environment.sea))
    linear = with_limits(linear, _pair_limits(session.model.hydrodynamics))
    if options.data == "file":
        return linear
    return with_limits(linear, [*_memory_limits(session.radiation), *_far_memories(session)])


def _pair_limits(groups: Sequence[HydrodynamicGroup]) -> list[str]:
    """Notes on second-order forces of pairs of waves that slow drift does not have."""
    return [
        f"hydrodynamics {group.name!r}: slow drift has no pairs of waves of two directions"
        for group in groups
        if group.second_order.directions in (DIRECTION_PAIRS_STANDING, DIRECTION_PAIRS_FILED)
    ]


def _sea_limits(sea: Sea) -> list[str]:
    """Notes on properties of the waves that a spectrum does not represent."""
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
    """Warnings about radiation memories that change motions by more than 2 % from the file's."""
    return [finding.message for finding in session.findings if finding.name == "radiation_memory"]


def _drifting(session: Session) -> list[HydrodynamicGroup]:
    """Groups with second-order forces of pairs of waves."""
    return [group for group in session.model.hydrodynamics if has_second_order(group)]


def _memory_limits(reports: Sequence[RadiationReport]) -> list[str]:
    """Notes on the radiation memories of simulations that differ much from the data of the file."""
    return [
        f"the radiation memory of {report.group} differs from what it is held to: added mass "
        f"by {report.added_mass_error:.2g}, damping by {report.damping_error:.2g} of their scale"
        for report in reports
        if max(report.added_mass_error, report.damping_error) > _FAR
    ]
