"""Decay tests: a body is released away from its equilibrium; damping is fitted to its motion."""

from __future__ import annotations

import json
import math
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

import numpy as np

from raftup._generated.model_pb2 import Model
from raftup.base.arrays import FloatArray
from raftup.base.errors import RaftupError, bad_field
from raftup.remote.client import Client
from raftup.remote.coefficients import DOFS
from raftup.trials.calm import calm
from raftup.trials.decay_fit import TERMS, DecayFit, fit_decay, strongest_frequency
from raftup.trials.figures import number
from raftup.trials.release import (
    dof_index,
    hold_off,
    keep_references,
    mode_of,
    place_at_rest,
)
from raftup.trials.ship import find_body

if TYPE_CHECKING:
    import xarray as xr

PERIODS = 12
"""Default duration in natural periods."""

SKIP = 1
"""Half periods after the release that a fit ignores: the radiation memory is empty at first."""

_ROWS = 80  # a period
_LEAST_ROWS = 20
_LARGEST_TURN = math.radians(90.0)


@dataclass(frozen=True)
class Question:
    """Body, dof and offset of a decay test.

    Attributes:
        dof: surge to yaw.
        offset: offset from the equilibrium [m or rad].
        body: name of the body; empty = the only one that is moved by forces.
        duration: s; None = 12 periods of the linear model.
        terms: damping terms that are fitted, from TERMS.
        skip: number of half periods after the release that the fit ignores.
        weather: whether waves, current and wind of the model are kept.
    """

    dof: str
    offset: float
    body: str = ""
    duration: float | None = None
    terms: tuple[str, ...] = TERMS
    skip: int = SKIP
    weather: bool = False

    @property
    def turns(self) -> bool:
        """Whether the dof is a rotation, in rad."""
        return self.dof in DOFS[3:]

    @property
    def unit(self) -> str:
        """Unit of the motion."""
        return "rad" if self.turns else "m"


@dataclass(frozen=True)
class DecayTest:
    """The result of a decay test: motion and fitted coefficients.

    Attributes:
        question: body, dof and offset, with the name of the body.
        result: result of the run, as from raftup.run().
        time: [n] s since the release.
        motion: [n] m or rad: displacement of the body in the dof.
        fit: decay fitted to the motion after the skipped half periods.
        linear_period: natural period of the undamped linear model [s]; NaN if unknown.
        model: model of the run, which `raftup run` can repeat.
        notes: notes for the user.
    """

    question: Question
    result: xr.Dataset
    time: FloatArray
    motion: FloatArray
    fit: DecayFit
    linear_period: float
    model: Model
    notes: tuple[str, ...]

    @property
    def ratio(self) -> float:
        """Damping ratio at the amplitude of the release."""
        return self.fit.decay.ratio(abs(self.question.offset))

    @property
    def fitted(self) -> FloatArray:
        """The fitted decay [n] at the times of the record; NaN in the part that the fit ignores."""
        absent = len(self.time) - len(self.fit.fitted)
        return np.concatenate([np.full(absent, np.nan), self.fit.fitted])

    def document(self) -> dict[str, Any]:
        """The test as plain values; null for unknown numbers."""
        decay, errors = self.fit.decay, self.fit.errors
        units = coefficient_units(self.question.unit)
        return {
            "trial": "decay",
            "body": self.question.body,
            "dof": self.question.dof,
            "offset": self.question.offset,
            "unit": self.question.unit,
            "period": number(self.fit.period),
            "linear_period": number(self.linear_period),
            "damping_ratio": self.ratio,
            "coefficients": {
                name: {
                    "value": getattr(decay, name),
                    "standard_error": errors[name],
                    "unit": unit,
                    "fitted": name in ("omega", "mean") or name in self.question.terms,
                }
                for name, unit in units.items()
            },
            "fitted_from": float(self.time[len(self.time) - len(self.fit.fitted)]),
            "residual": self.fit.residual,
            "decrements": [
                {"amplitude": float(amplitude), "damping_ratio": float(ratio)}
                for amplitude, ratio in self.fit.decrements()
            ],
            "notes": list(self.notes),
        }

    def dataset(self) -> xr.Dataset:
        """Result of the run with the fitted curve, coefficients and decrements."""
        unit = self.question.unit
        about = {"units": unit, "long_name": "fitted decay"}
        data = self.result.assign(fitted_motion=(("time",), self.fitted, about))
        swings = self.fit.decrements()
        data = data.assign(
            swing_amplitude=(("swing",), swings[:, 0], {"units": unit}),
            swing_damping_ratio=(("swing",), swings[:, 1], {"units": "1"}),
        )
        for name, coefficient_unit in coefficient_units(unit).items():
            about = {"units": coefficient_unit, "long_name": f"{name} of the fitted decay"}
            data[name] = ((), getattr(self.fit.decay, name), about)
            error = {"units": coefficient_unit, "long_name": f"standard error of {name}"}
            data[f"{name}_standard_error"] = ((), self.fit.errors[name], error)
        data.attrs["trial"] = json.dumps(self.document())
        return data


def coefficient_units(unit: str) -> dict[str, str]:
    """Unit of each fitted coefficient, by its name.

    Args:
        unit: unit of the motion.
    """
    return {
        "omega": "rad/s",
        "p1": "1/s",
        "p2": "1" if unit == "rad" else f"1/{unit}",
        "p3": "s" if unit == "rad" else f"s/{unit}2",
        "mean": unit,
    }


def decay_test(client: Client, model: Model, question: Question) -> DecayTest:
    """Releases a body, records its motion and fits its damping.

    All bodies start in the equilibrium of the model at zero velocity; the body is offset in one
    dof.

    Args:
        client: client of any server.
        model: model that breaks no rule of the schema.
        question: body, dof and offset.

    Raises:
        RaftupError: BAD_FIELD if the model or the question is not suitable; also if there is no
            equilibrium, as for Client.linearize().
    """
    index = _check(question)
    own, dropped = calm(model, weather=question.weather)
    body = find_body(own, question.body, "a decay test")
    place = [one.name for one in own.bodies].index(body.name)
    if body.free and not body.free[index]:
        rule = f"must leave {question.dof} free for its decay, holds it"
        raise bad_field(f"bodies[{place}].free", rule)
    mean = client.linearize(own, modes=True)
    mode = mode_of(mean, body.name, index)
    period = 2.0 * math.pi / mode.omega if mode else math.nan
    keep_references(own, client.check_model(own).model)
    place_at_rest(own, mean)
    rest = mean.bodies[mean.body_names.index(body.name)]
    hold_off(own, rest, index, question.offset)
    _record(own, body.name, _duration(question, body.name, period), period)
    result, motion = _run(client, own, body.name, index)
    asked = replace(question, body=body.name)
    fit = _fit(result.time.values, motion, asked)
    return DecayTest(
        question=asked,
        result=result,
        time=result.time.values,
        motion=motion,
        fit=fit,
        linear_period=period,
        model=own,
        notes=(*_notes(dropped, own, body.name), *_warnings(result), *_negative(fit)),
    )


def _check(question: Question) -> int:
    index = dof_index(question.dof)
    if index is None:
        raise bad_field("--dof", f"must be one of {', '.join(DOFS)}, is {question.dof!r}")
    if not math.isfinite(question.offset):
        raise bad_field("--from", f"must be a finite number, is {question.offset:g}")
    if question.offset == 0.0:
        raise bad_field("--from", f"must not be 0, is {question.offset:g}")
    if question.turns and abs(question.offset) > _LARGEST_TURN:
        degrees = math.degrees(question.offset)
        raise bad_field("--from", f"must be within 90 deg, is {degrees:g}")
    duration = question.duration
    if duration is not None and not (math.isfinite(duration) and duration > 0.0):
        raise bad_field("--duration", f"must be > 0, is {duration:g}")
    if question.skip < 0:
        raise bad_field("--skip", f"must be >= 0, is {question.skip}")
    unknown = [term for term in question.terms if term not in TERMS]
    if unknown or not question.terms:
        given = ",".join(question.terms)
        raise bad_field("--terms", f"must be of {', '.join(TERMS)}, is {given!r}")
    return index


def _duration(question: Question, body: str, period: float) -> float:
    if question.duration is not None:
        return question.duration
    if math.isnan(period):
        rule = f"must be a motion that something brings back, nothing does {question.dof} of {body}"
        raise bad_field("--dof", f"{rule}: add a mooring or a spring, or give --duration")
    return PERIODS * period


def _record(model: Model, body: str, duration: float, period: float) -> None:
    """Sets the duration of a model, and lets it record the body's displacement with enough rows."""
    integration = model.integration
    every = 1
    if not math.isnan(period) and integration.step > 0.0:
        every = max(1, int(period / _ROWS / integration.step))
    integration.output_step = every * integration.step
    # A whole number of rows, to whole nanoseconds, so that raftup run ends with the last one.
    count = max(2, math.ceil(duration / integration.output_step)) if integration.step > 0.0 else 2
    integration.duration = round(count * integration.output_step, 9)
    integration.output_step = round(integration.output_step, 9)
    del model.outputs[:]
    model.outputs.append(f"{body}.displacement")


def _run(client: Client, model: Model, body: str, index: int) -> tuple[xr.Dataset, FloatArray]:
    from raftup.run import run  # which reads and writes results: xarray takes half a second

    result = run(model, client)
    return result, result.displacement.sel(body=body).isel(dof=index).values


def _fit(time: FloatArray, motion: FloatArray, question: Question) -> DecayFit:
    try:
        half = np.pi / strongest_frequency(time, motion)
        kept = time >= question.skip * half
        if np.count_nonzero(kept) < _LEAST_ROWS:
            raise bad_field("--skip", f"must leave two periods, is {question.skip}")
        return fit_decay(time[kept], motion[kept], question.terms)
    except RaftupError as error:
        rule = f"the record of {time[-1]:g} s cannot be fitted: {error}"
        error.args = (f"{rule}; --duration says another length",)
        raise


def _notes(dropped: Sequence[str], model: Model, body: str) -> list[str]:
    notes = []
    if dropped:
        notes.append(f"calm water: without {', '.join(dropped)} of the model; --weather keeps them")
    for group in model.hydrodynamics:
        if any(member.body == body for member in group.bodies):
            notes.append(
                f"waves radiated by {body} are in these coefficients: as roll_damping of group "
                f"{group.name} they would count twice"
            )
    return notes


def _warnings(result: xr.Dataset) -> list[str]:
    """Findings of severity warning about the model and its motion."""
    return [
        f"warning: {finding['message']}"
        for finding in json.loads(result.attrs["findings"])["model"]
        if finding["severity"] != "info"
    ]


def _negative(fit: DecayFit) -> list[str]:
    """Notes on negative damping, which adds energy."""
    names = [name for name in TERMS if getattr(fit.decay, name) < 0.0]
    if not names:
        return []
    one = " and ".join(names)
    return [f"{one} below 0 makes up for other terms alone: --terms with fewer tells them better"]
