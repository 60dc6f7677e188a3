"""Computation of all results of a response in the frequency domain."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from raftup._generated import model_pb2
from raftup.base.arrays import ComplexArray, FloatArray
from raftup.base.errors import bad_field
from raftup.fatigue.detail import FatigueDetail
from raftup.frequency_domain.drag import LinearDrag, SeaSolver, linear_drag, regular_responses
from raftup.frequency_domain.drift_data import DriftData
from raftup.frequency_domain.fatigue import FatigueQuantity, FatigueStates
from raftup.frequency_domain.gusts import GustResponse, gust_grid, gust_response
from raftup.frequency_domain.linear_model import LinearModel
from raftup.frequency_domain.long_term import ScatterCell
from raftup.frequency_domain.modes import NaturalPeriod, natural_periods
from raftup.frequency_domain.readouts import Gap, Readout
from raftup.frequency_domain.response import ResponseSolver
from raftup.frequency_domain.sea_state import SeaState, sea_states
from raftup.frequency_domain.short_term import Quantities, ShortTerm, short_term
from raftup.frequency_domain.slow_drift import SlowDrift, slow_drift, slow_grid
from raftup.frequency_domain.waves import PlaneWaves
from raftup.remote.linearisation import LinearGrid
from raftup.remote.linearisation_request import WaveGrid

THREE_HOURS = 10800.0
"""Default duration for most probable maxima [s]."""

_DEFAULT_COUNT = 100  # frequencies
_SPECTRUM_COUNT = 400  # frequencies of response spectra: .005 rad/s apart
_WORTH_SAYING = 0.01  # of a sea's variance, that lies outside the data

ScatterProgress = Callable[[int, int], None]
"""Function that is called with the number of sea states done and their total number."""


@dataclass(frozen=True)
class ResponseOptions:
    """Options of a response: frequencies, headings, seas, gaps.

    Attributes:
        periods: wave periods [s]; None = 100 frequencies over the range of the databases.
        headings: directions that waves travel to [deg]; None = every 10 deg, or those of the
            databases.
        gaps: pairs of points whose relative motion is computed.
        amplitude: m: quadratic damping is linearized in regular waves of this amplitude; None = it
            is linearized in the sea.
        duration: duration for the most probable maximum [s]; None = three hours.
        scatter: sea states of the long-term statistics.
        peak_enhancement: peak enhancement factor of their JONSWAP spectra.
        direction_deg: direction of sea states that have none of their own; None = that of the
            model's sea.
        data: "memory" = A and B of the radiation memory of a simulation; "file" = A and B of the
            database, linear in frequency.
        fatigue: details whose damage or equivalent load is computed.
    """

    periods: Sequence[float] | None = None
    headings: Sequence[float] | None = None
    gaps: Sequence[Gap] = ()
    amplitude: float | None = None
    duration: float | None = None
    scatter: Sequence[ScatterCell] = ()
    peak_enhancement: float = 3.3
    direction_deg: float | None = None
    data: str = "memory"
    fatigue: Sequence[FatigueDetail] = ()

    def __post_init__(self) -> None:
        if self.data not in ("memory", "file"):
            raise bad_field("data", f"must be memory or file, is {self.data!r}")
        for name in ("duration", "amplitude"):
            value = getattr(self, name)
            if value is not None and not (np.isfinite(value) and value > 0.0):
                raise bad_field(name, f"must be positive, is {value:g}")
        if not 1.0 <= self.peak_enhancement <= 20.0:
            rule = f"must lie within 1 and 20, is {self.peak_enhancement:g}"
            raise bad_field("peak_enhancement", rule)
        if any(not period > 0.0 for period in self.periods or ()):
            raise bad_field("periods", f"must be positive, got {list(self.periods or ())}")


@dataclass(frozen=True)
class Response:
    """The result of a computation in the frequency domain.

    Attributes:
        linear: linear equations about the static equilibrium.
        readouts: quantities that are computed from the motions.
        waves: [n, m] waves of the operators.
        rao: [n, m, 6N] response operators of the motions.
        modes: undamped modes, longest period first.
        sea: sea on the grid of the spectra.
        short: statistics in this sea, one per readout; empty in still water.
        long: statistics in each sea state of the long-term statistics.
        drag: linearized quadratic damping.
        slow: slow drift, by wave frequency differences; None if no data define it.
        gusts: response to gusts of the wind; None without gusts.
        limits: effects that the results neglect, one sentence each.
        fatigue: fatigue of the details.
    """

    linear: LinearModel
    readouts: list[Readout]
    waves: PlaneWaves
    rao: ComplexArray
    modes: list[NaturalPeriod]
    sea: SeaState
    short: list[ShortTerm]
    long: list[list[ShortTerm]]
    drag: LinearDrag
    slow: SlowDrift | None
    gusts: GustResponse | None
    limits: tuple[str, ...]
    fatigue: FatigueStates

    @property
    def omega(self) -> FloatArray:
        """Frequencies of the response operators [n] rad/s."""
        return self.waves.omega

    @property
    def directions(self) -> FloatArray:
        """Directions that the waves of the operators travel to [m] rad."""
        return self.waves.direction


def wave_grids(
    options: ResponseOptions, *, drifts: bool = False, gusts: bool = False
) -> list[WaveGrid]:
    """Wave grids of a response: for the operators, for spectra, for single harmonics.

    Args:
        options: options of the response.
        drifts: adds a grid of frequency differences, for slow drift.
        gusts: adds a grid of the frequencies of gusts.

    Raises:
        RaftupError: BAD_FIELD if periods or headings are not valid numbers.
    """
    operators: dict[str, Any] = {"omega_count": _DEFAULT_COUNT, "geometric": True}
    if options.periods is not None:
        omega = 2.0 * np.pi / np.array(list(options.periods), dtype=float)
        if not len(omega) or np.any(~np.isfinite(omega) | (omega <= 0.0)):
            raise bad_field("periods", "must be positive numbers of seconds, one at least")
        operators = {"omega": omega}
    if options.headings is not None:
        directions = np.deg2rad(np.array(list(options.headings), dtype=float))
        if not np.all(np.isfinite(directions)):
            raise bad_field("headings", "must be numbers of degrees")
        operators["wave_direction"] = directions
    else:
        operators["default_directions"] = True
    spectra = WaveGrid(omega_count=_SPECTRUM_COUNT, sea_directions=True)
    more = [slow_grid()] * drifts + [gust_grid()] * gusts
    return [WaveGrid(**operators), spectra, WaveGrid(sea_harmonics=True), *more]


def scatter_seas(model: model_pb2.Model, options: ResponseOptions) -> list[model_pb2.Sea]:
    """The sea of every entry of the scatter table."""
    direction = options.direction_deg
    if direction is None:
        direction = _main_direction(model.environment.sea)
    return [cell.sea(options.peak_enhancement, direction) for cell in options.scatter]


def compute_response(
    linear: LinearModel,
    wanted: list[Readout],
    options: ResponseOptions,
    progress: ScatterProgress | None = None,
    data: Sequence[DriftData] = (),
    water: model_pb2.Environment | None = None,
    *,
    blows: bool = False,
    details: Sequence[FatigueQuantity] = (),
) -> Response:
    """Computes operators, modes and statistics.

    Args:
        linear: equations about the static equilibrium, with modes, wave_grids() and scatter_seas().
        wanted: quantities to be computed from the motions.
        options: options of the response.
        progress: function that is called after every sea state of the long-term statistics.
        data: second-order forces, for slow drift; none without the grid for slow drift.
        water: depth and gravity, for slow drift.
        blows: whether there is a grid of gusts, which is the last one.
        details: outputs of the fatigue details.

    Raises:
        RaftupError: BAD_FIELD if periods or headings are outside the data.
    """
    operators, spectra, harmonics, *more = linear.equations.grids
    solver = SeaSolver(linear, spectra, harmonics)
    sea, *scatter = sea_states(spectra)
    _check_grids(linear, operators, sea, options)
    every: list[Quantities] = [*wanted, *details]
    short, drag = short_term(solver, sea, every) if not sea.is_still else ([], _no_drag(linear))
    at_grid = ResponseSolver(linear, operators)
    rao, drag, limits = _operators(at_grid, sea, drag, options)
    rao, carried = _without_uncarried(operators, rao)
    slow = None
    if data and water is not None and not sea.is_still:
        at_differences = ResponseSolver(linear, more[0])
        slow = slow_drift(linear, at_differences, drag.slope, sea, data, wanted, water, spectra)
    slope = None if sea.is_still else drag.slope
    gusts = gust_response(ResponseSolver(linear, more[-1]), slope, wanted) if blows else None
    long, count = _long_term(solver, scatter, every, progress), len(wanted)
    fatigue = FatigueStates(list(details), short[count:], [state[count:] for state in long])
    limits += [*carried, *_sea_limits(sea), *_drift_limits(linear, sea, data)]
    return Response(
        linear,
        wanted,
        at_grid.waves(),
        rao,
        natural_periods(linear.equations, drag.damping),
        sea,
        short[:count],
        [state[:count] for state in long],
        drag,
        slow,
        gusts,
        (*linear.limits, *limits, *_gust_limits(linear, gusts), *fatigue.limits),
        fatigue,
    )


def _check_grids(
    linear: LinearModel, operators: LinearGrid, sea: SeaState, options: ResponseOptions
) -> None:
    _check_waves(linear, operators)
    _check_sea(linear, sea, "environment.sea")
    _check_duration(sea, options)


def _check_duration(sea: SeaState, options: ResponseOptions) -> None:
    if sea.is_still and options.duration is not None:
        rule = "needs a sea for its statistics: environment.sea is still water"
        raise bad_field("duration", rule)


def _check_waves(linear: LinearModel, grid: LinearGrid) -> None:
    linear.check_omega(grid.omega, "periods")
    linear.check_directions(grid.wave_direction, "headings")


def _check_sea(linear: LinearModel, sea: SeaState, field: str) -> None:
    linear.check_directions(np.append(sea.directions, sea.harmonic_direction), field)


def _no_drag(linear: LinearModel) -> LinearDrag:
    return linear_drag(linear, np.zeros_like(linear.equations.mean_water_velocity))


def _operators(
    solver: ResponseSolver, sea: SeaState, drag: LinearDrag, options: ResponseOptions
) -> tuple[ComplexArray, LinearDrag, list[str]]:
    """The operators with quadratic damping linearized as requested, and notes on it."""
    if not solver.linear.equations.quadratic_damping.any():
        return solver.solve(), drag, []
    amplitude = options.amplitude
    if amplitude is None:
        amplitude = sea.regular_amplitude
    if amplitude is not None:
        rao, iterations, change = regular_responses(solver, amplitude)
        regular = replace(drag, iterations=iterations, change=change)
        text = f"quadratic damping is that in regular waves of {amplitude:g} m amplitude"
        return rao, regular, [text]
    if sea.is_still:
        text = "quadratic damping is left out: there is no sea, and no amplitude, to linearise it"
        return solver.solve(), drag, [text]
    text = (
        f"quadratic damping is that which takes the same energy in the model's sea "
        f"({drag.iterations} iterations, last change {drag.change:.1e})"
    )
    return solver.solve(drag.slope), drag, [text]


def _without_uncarried(grid: LinearGrid, rao: ComplexArray) -> tuple[ComplexArray, list[str]]:
    """Sets operators to NaN for waves that a current stops or moves out of the data; adds notes."""
    carried = grid.carried
    if carried.all():
        return rao, []
    text = (
        f"{np.count_nonzero(~carried)} of {carried.size} waves are not answered (NaN): the current "
        "stops them, or makes them in the water's own axes faster than the database goes"
    )
    return np.where(carried[:, :, None], rao, np.nan), [text]


def _sea_limits(sea: SeaState) -> list[str]:
    if sea.is_still:
        return ["environment.sea is still water: there are no statistics"]
    if sea.variance_outside <= _WORTH_SAYING * sea.variance:
        return []
    share = sea.variance_outside / (sea.variance + sea.variance_outside)
    return [
        f"{100.0 * share:.2g} % of the sea's energy lies outside the frequencies of the database "
        "and moves nothing here"
    ]


def _drift_limits(linear: LinearModel, sea: SeaState, data: Sequence[DriftData]) -> list[str]:
    """Effects that slow drift neglects."""
    if not data or sea.is_still:
        return []
    limits = [
        "slow drift is that of wave differences up to 0.4 rad/s about the equilibrium under mean "
        "drift; its maximum is that of a normal process, which slow drift with much damping is not"
    ]
    if linear.equations.has_current:
        limits.append(
            "drift forces on a current are those at the frequencies that the water sees, without "
            "wave drift damping, which the equilibrium has"
        )
    if len(sea.harmonic_omega):
        limits.append("single harmonics make no slow drift here")
    if len(sea.directions) > 1 and not all(one.joins_directions for one in data):
        limits.append("waves of different directions make no slow drift together here")
    if _has_disturbed_probes(linear):
        limits.append("disturbed probes feel no waves of bodies in slow drift")
    return limits


def _gust_limits(linear: LinearModel, gusts: GustResponse | None) -> list[str]:
    if gusts is None:
        return []
    limits = ["gusts move bodies in proportion to the change of the wind's speed about its mean"]
    if _has_disturbed_probes(linear):
        limits.append("disturbed probes feel no waves of bodies in gusts")
    return limits


def _has_disturbed_probes(linear: LinearModel) -> bool:
    return any(grid.probe_radiation is not None for grid in linear.equations.grids)


def _long_term(
    solver: SeaSolver,
    seas: list[SeaState],
    wanted: Sequence[Quantities],
    progress: ScatterProgress | None,
) -> list[list[ShortTerm]]:
    """Statistics of every quantity in every sea state of the scatter table."""
    states = []
    for done, sea in enumerate(seas, start=1):
        _check_sea(solver.linear, sea, "scatter")
        states.append(short_term(solver, sea, wanted)[0])
        if progress is not None:
            progress(done, len(seas))
    return states


def _main_direction(sea: model_pb2.Sea) -> float:
    """Direction of the first wave system of a sea [deg]; 0 in still water."""
    for system in sea.waves:
        if system.HasField("irregular"):
            return float(system.irregular.direction_deg)
        if system.HasField("regular"):
            return float(system.regular.direction_deg)
    return 0.0
