"""JSON Schema of reference cases, whose files contain a model or the path of its file."""

from __future__ import annotations

from typing import Any

from describe.parts import NAME, mapping, said
from describe.study_schema import around_model
from raftup.validation.specification import KINDS, MEASURES, RESPONSE

_INDEX = {"type": "integer", "minimum": 0, "default": 0}
_NUMBER = {"type": "number"}
_POSITIVE = {"type": "number", "exclusiveMinimum": 0}


def validation_schema(model: dict[str, Any]) -> dict[str, Any]:
    """The schema of the files of reference cases.

    Args:
        model: schema of model files, from model_schema().
    """
    return around_model(
        model,
        "Reference case of Raftup",
        "A model with numbers or time series that are known from another source.",
        mapping(_fields(), "model", "source", "checks"),
        {"Check": _check(), "Term": _term()},
    )


def _fields() -> dict[str, Any]:
    model = {"anyOf": [NAME, {"$ref": "#/definitions/Model"}]}
    checks = {"type": "array", "items": {"$ref": "#/definitions/Check"}, "minItems": 1}
    return {
        "name": said("Short name, unique in a report.", NAME, **{"x-default": "name of the file"}),
        "title": said(
            "Title for readers of the report.", NAME, **{"x-default": "the name of the case"}
        ),
        "subject": said(
            "Heading under which the case is listed, together with other cases of this subject.",
            NAME,
        ),
        "source": said("Source of the known numbers.", NAME),
        "reason": said(
            "Known reason why the case may be outside its tolerances; the validation then "
            "does not fail because of it.",
            NAME,
        ),
        "model": said("Path of the model file, relative to this file, or the model itself.", model),
        "set": said("Values that replace those of the model, by their paths.", {"type": "object"}),
        "checks": said("Comparisons with the known numbers, at least one.", checks),
    }


def _check() -> dict[str, Any]:
    """The schema of a check, which has one of KINDS and one of the tolerances."""
    seconds = {**_NUMBER, "x-unit": "s"}
    expected = {"anyOf": [_NUMBER, {"const": RESPONSE}]}
    term = {"anyOf": [NAME, {"$ref": "#/definitions/Term"}]}
    terms = {"anyOf": [*term["anyOf"], {"type": "array", "items": term, "minItems": 1}]}
    properties = {
        "name": said("Name of the check, for readers of the report.", NAME),
        "variable": said("Name of the output that is compared.", NAME),
        "component": said("Index of the component of the output, from 0.", _INDEX),
        "at": said(
            "Time at which the value is compared, interpolated linearly between rows.", seconds
        ),
        "measure": said(
            "Measure of the whole time series that is compared.", {"enum": list(MEASURES)}
        ),
        "harmonic": said(
            "Period of the harmonic whose amplitude is compared.", {**_POSITIVE, "x-unit": "s"}
        ),
        "crossing": said(
            "First time at which another component passes a value; the variable is compared "
            "at this time.",
            _crossing(),
        ),
        "series": said(
            "Known time series; the error is the root mean square of the difference divided "
            "by that of the series.",
            _series(),
        ),
        "balance": said(
            "Name of the output whose integral is the change of the variable; the error is "
            "relative to the largest of its parts.",
            NAME,
        ),
        "plus": said(
            "Component of an output, or a list of them, that is added to the variable; a "
            "name alone stands for its first component.",
            terms,
        ),
        "from": said(
            "Time from which rows are used for a measure or a harmonic.", seconds, default=0
        ),
        "expected": said(
            "Known number in the unit of the output; absent for a series or balance. The "
            "word response stands for the result in the frequency domain, for a "
            "displacement: the harmonic in one regular wave, or the measure std in one "
            "irregular sea.",
            expected,
        ),
        "tolerance": said("Largest permitted error, in the unit of the output.", _POSITIVE),
        "relative_tolerance": said(
            "Largest permitted error, relative to the expected number.", _POSITIVE
        ),
    }
    one_kind = {"oneOf": [{"required": [kind]} for kind in KINDS]}
    tolerances = ("tolerance", "relative_tolerance")
    one_tolerance = {"oneOf": [{"required": [name]} for name in tolerances]}
    return {
        **said(
            "A comparison with a known number or time series.",
            mapping(properties, "name", "variable"),
        ),
        "allOf": [one_kind, one_tolerance],
    }


def _term() -> dict[str, Any]:
    properties = {
        "variable": said("Name of the output.", NAME),
        "component": said("Index of the component of the output, from 0.", _INDEX),
        "factor": said("Factor of the component, such as -1 for a difference.", _NUMBER, default=1),
    }
    meaning = "A component of an output that is added to the variable of a check."
    return said(meaning, mapping(properties, "variable"))


def _crossing() -> dict[str, Any]:
    properties = {
        "variable": said("Name of the output that passes the value.", NAME),
        "component": said("Index of the component of the output, from 0.", _INDEX),
        "value": said("Value that is passed, from either side.", _NUMBER),
    }
    return mapping(properties, "variable", "value")


def _series() -> dict[str, Any]:
    properties = {
        "csv": said(
            "Path, relative to this file, of a CSV file whose first row contains the "
            "names of its columns.",
            NAME,
        ),
        "time": said("Name of the column of the times in s, ascending.", NAME, default="time"),
        "value": said("Name of the column of the values.", NAME, default="value"),
    }
    return mapping(properties, "csv")
