"""A response as an xarray.Dataset with names, units and provenance."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
import xarray as xr

from raftup.base.arrays import FloatArray
from raftup.frequency_domain.computation import THREE_HOURS, Response, ResponseOptions
from raftup.frequency_domain.fatigue import FatigueQuantity, FatigueStates
from raftup.frequency_domain.gusts import GustResponse
from raftup.frequency_domain.long_term import (
    RETURN_PERIODS,
    YEAR,
    long_term_extremes,
    mean_standard_deviation,
)
from raftup.frequency_domain.readouts import Readout
from raftup.frequency_domain.short_term import ShortTerm
from raftup.frequency_domain.slow_drift import SlowDrift
from raftup.frequency_domain.tension_readouts import OutputReadout

Variables = dict[str, Any]
"""Variables for xarray.Dataset; adding them one by one would align each with all others."""

_PHASOR = (
    "x = Re{a rao exp(i omega t)} for the wave eta = a cos(omega t - k (x cos b + y sin b)), b = "
    "wave_direction: where the waves go, counter-clockwise from the world's x axis"
)


def response_dataset(
    found: Response, options: ResponseOptions, attributes: Mapping[str, Any]
) -> xr.Dataset:
    """Makes a dataset of a response.

    Args:
        found: computed response.
        options: options with which it was computed.
        attributes: attributes about the model: its text, databases, findings.
    """
    coordinates: Variables = {
        "complex": ["re", "im"],
        "omega": ("omega", found.omega, {"units": "rad s-1", "long_name": "frequency"}),
        "wave_direction": (
            "wave_direction",
            found.directions,
            {"units": "rad", "long_name": "where the waves go, 0 along +x"},
        ),
        "period": ("omega", 2.0 * np.pi / found.omega, {"units": "s"}),
        "xyz": ["x", "y", "z"],
    }
    data: Variables = {}
    for readout in found.readouts:
        coordinates |= zip(readout.dimensions, map(list, readout.labels), strict=True)
        _add(
            data,
            readout,
            "rao",
            ("complex", "omega", "wave_direction"),
            _operator(found, readout),
            f"{readout.units}, per m of wave amplitude",
            "response amplitude operator",
        )
        if isinstance(readout, OutputReadout):
            _add(data, readout, "mean", (), readout.mean, readout.units, "in equilibrium")
    _add_mean(data, found)
    _add_modes(data, found)
    if found.short:
        _add_short_term(data, found, options)
    if found.slow is not None:
        _add_slow_drift(data, found, found.slow, options)
    if found.gusts is not None:
        _add_gusts(data, found, found.gusts, options)
    if found.long:
        _add_long_term(data, found, options)
    if found.fatigue.limits:
        _add_fatigue(data, found.fatigue, options)
    about = {
        "Conventions": "CF-1.10",
        **attributes,
        "limits": json.dumps(found.limits),
        "phasor": _PHASOR,
        "radiation_data": options.data,
        "drag_iterations": np.int32(found.drag.iterations),
        "drag_change": found.drag.change,
    }
    return xr.Dataset(data, coordinates, about)


def _operator(found: Response, readout: Readout) -> FloatArray:
    values = readout.of(found.rao, found.omega, found.waves)
    return np.array([values.real, values.imag])


def _add(
    data: Variables,
    readout: Readout,
    name: str,
    dimensions: tuple[str, ...],
    values: FloatArray,
    units: str,
    what: str,
) -> None:
    """Adds a variable [*dimensions, quantities], with the quantities in their own dimensions."""
    shaped = values.reshape(*values.shape[:-1], *readout.shape)
    about = {"units": units, "long_name": f"{what}: {readout.description}"}
    data[readout.prefix + name] = ((*dimensions, *readout.dimensions), shaped, about)


def _add_mean(data: Variables, found: Response) -> None:
    bodies = found.linear.equations.bodies
    data["mean_position"] = (
        ("body", "xyz"),
        np.array([body.position for body in bodies]),
        {"units": "m", "long_name": "of the model frame in static equilibrium, world axes"},
    )
    data["mean_displacement"] = (
        ("body", "dof"),
        np.array([body.displacement for body in bodies]),
        {"units": "m, rad", "long_name": "of the static equilibrium from the rest pose"},
    )


def _add_modes(data: Variables, found: Response) -> None:
    shapes = np.array([mode.shape for mode in found.modes]).reshape(
        -1, len(found.linear.body_names), 6
    )
    data["natural_period"] = (
        ("mode",),
        [mode.period for mode in found.modes],
        {"units": "s", "long_name": "undamped, added mass at the mode's own frequency"},
    )
    data["damping_ratio"] = (
        ("mode",),
        [mode.damping_ratio for mode in found.modes],
        {"units": "1", "long_name": "of critical, radiation and linear damping at that frequency"},
    )
    data["mode_shape"] = (
        ("mode", "body", "dof"),
        shapes,
        {"units": "m, rad", "long_name": "largest motion = 1"},
    )
    names = [f"{mode.body} {mode.dof}" for mode in found.modes]
    data["mode_name"] = (
        ("mode",),
        np.array(names, dtype=object),
        {"long_name": "motion with the most energy"},
    )


def _add_short_term(data: Variables, found: Response, options: ResponseOptions) -> None:
    sea = found.sea
    data["spectrum_omega"] = (
        "spectrum_omega",
        sea.omega,
        {"units": "rad s-1", "long_name": "frequency of spectra"},
    )
    data["wave_spectrum"] = (
        ("spectrum_omega",),
        sea.density.sum(axis=0),
        {"units": "m2 s rad-1", "long_name": "elevation; single harmonics are not in it"},
    )
    data["wave_standard_deviation"] = (
        (),
        np.sqrt(sea.variance),
        {
            "units": "m",
            "long_name": "of the elevation, within the frequencies of the database, in the mean "
            "over all places",
        },
    )
    for readout, state in zip(found.readouts, found.short, strict=True):
        spectrum = f"square of ({readout.units}), s rad-1"
        _add(
            data,
            readout,
            "response_spectrum",
            ("spectrum_omega",),
            state.spectrum,
            spectrum,
            "one-sided density of variance",
        )
        for name, (values, units, what) in _statistics(state, readout, options).items():
            if name == "most_probable_maximum" and sea.has_one_frequency:
                what = "amplitude: in waves of one frequency no duration has a higher maximum"
            _add(data, readout, name, (), values, units, what)


def _statistics(
    state: ShortTerm, readout: Readout, options: ResponseOptions
) -> dict[str, tuple[FloatArray, str, str]]:
    duration = options.duration or THREE_HOURS
    return {
        "standard_deviation": (state.standard_deviation, readout.units, "in the model's sea"),
        "mean_period": (state.mean_period, "s", "between zero up-crossings"),
        "most_probable_maximum": (
            state.most_probable_maximum(duration),
            readout.units,
            f"most probable maximum in {duration / 3600.0:g} h",
        ),
    }


def _add_slow_drift(
    data: Variables, found: Response, slow: SlowDrift, options: ResponseOptions
) -> None:
    """Adds slow drift: forces in the dof axes of the bodies, and every readout."""
    bodies = (len(found.linear.body_names), 6)
    data["slow_drift_omega"] = (
        "slow_drift_omega",
        slow.omega,
        {"units": "rad s-1", "long_name": "difference of wave frequencies"},
    )
    data["mean_drift_force"] = (
        ("body", "dof"),
        np.array([body.mean_drift_force for body in found.linear.equations.bodies]),
        {"units": "N, N m", "long_name": "of the sea on the bodies in equilibrium under it"},
    )
    data["slow_drift_force_spectrum"] = (
        ("slow_drift_omega", "body", "dof"),
        slow.force_spectrum.reshape(-1, *bodies),
        {"units": "square of (N, N m), s rad-1", "long_name": "one-sided density of variance"},
    )
    for readout, state in zip(found.readouts, slow.states, strict=True):
        spectrum = f"square of ({readout.units}), s rad-1"
        dimensions = ("slow_drift_omega",)
        what = "one-sided density of variance of slow drift"
        _add(data, readout, "slow_drift_spectrum", dimensions, state.spectrum, spectrum, what)
        for name, (values, units, about) in _statistics(state, readout, options).items():
            _add(data, readout, f"slow_drift_{name}", (), values, units, f"slow drift, {about}")


def _add_gusts(
    data: Variables, found: Response, gusts: GustResponse, options: ResponseOptions
) -> None:
    """Adds gusts: forces in the dof axes of the bodies, and every readout."""
    data["gust_omega"] = (
        "gust_omega",
        gusts.omega,
        {"units": "rad s-1", "long_name": "frequency of gusts"},
    )
    data["gust_force_spectrum"] = (
        ("gust_omega", "body", "dof"),
        gusts.force_spectrum.reshape(-1, len(found.linear.body_names), 6),
        {"units": "square of (N, N m), s rad-1", "long_name": "one-sided density of variance"},
    )
    for readout, state in zip(found.readouts, gusts.states, strict=True):
        spectrum = f"square of ({readout.units}), s rad-1"
        what = "one-sided density of variance in gusts"
        _add(data, readout, "gust_spectrum", ("gust_omega",), state.spectrum, spectrum, what)
        for name, (values, units, about) in _statistics(state, readout, options).items():
            about = about.replace("in the model's sea", "of motions")
            _add(data, readout, f"gust_{name}", (), values, units, f"in gusts, {about}")


def _add_fatigue(data: Variables, fatigue: FatigueStates, options: ResponseOptions) -> None:
    """Adds the fatigue of every detail: in the sea for the duration, and in a year."""
    details = fatigue.quantities
    names = np.array([one.detail.name for one in details], dtype=object)
    units = "; ".join(one.units for one in details)
    data["fatigue_detail"] = (("fatigue_detail",), names, {"long_name": "details of fatigue"})
    means = {"units": units, "long_name": "of the output in equilibrium"}
    data["fatigue_mean"] = (("fatigue_detail",), [one.mean for one in details], means)
    kinds = "of a load the equivalent load, in the unit of the output times the scale"
    if fatigue.short:
        duration = options.duration or THREE_HOURS
        deviations = [float(state.standard_deviation[0]) for state in fatigue.short]
        about = {"units": units, "long_name": "of the output in the model's sea"}
        data["fatigue_standard_deviation"] = (("fatigue_detail",), deviations, about)
        text = f"Miner's sum in {duration / 3600.0:g} h of the model's sea; {kinds}"
        data["fatigue_damage"] = _amounts(details, fatigue.sums(fatigue.short, duration), text)
    if fatigue.long:
        rows = np.array([fatigue.sums(states, YEAR) for states in fatigue.long])
        sums = np.array([cell.probability for cell in options.scatter]) @ rows
        text = f"Miner's sum in a year; {kinds}, for a year"
        data["yearly_fatigue_damage"] = _amounts(details, list(sums), text)


def _amounts(
    details: Sequence[FatigueQuantity], sums: Sequence[float], text: str
) -> tuple[tuple[str], list[float], dict[str, str]]:
    powers = [1.0 / one.detail.exponent for one in details]
    values = [total**power for total, power in zip(sums, powers, strict=True)]
    return (("fatigue_detail",), values, {"units": "1", "long_name": f"narrow-banded: {text}"})


def _add_long_term(data: Variables, found: Response, options: ResponseOptions) -> None:
    cells = options.scatter
    data["return_period"] = ("return_period", np.array(RETURN_PERIODS), {"units": "year"})
    data["scatter_probability"] = (
        ("sea_state",),
        [cell.probability for cell in cells],
        {"units": "1", "long_name": "share of the time"},
    )
    for name, units in (("significant_wave_height", "m"), ("peak_period", "s")):
        values = [getattr(cell, name) for cell in cells]
        data[f"scatter_{name}"] = (("sea_state",), values, {"units": units})
    for place, readout in enumerate(found.readouts):
        states = [state[place] for state in found.long]
        _add(
            data,
            readout,
            "long_term_extreme",
            ("return_period",),
            long_term_extremes(cells, states, RETURN_PERIODS),
            readout.units,
            "from the mean, exceeded once in the return period in the mean",
        )
        _add(
            data,
            readout,
            "long_term_standard_deviation",
            (),
            mean_standard_deviation(cells, states),
            readout.units,
            "over all time",
        )
