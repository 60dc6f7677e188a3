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
        "A model with numbers or series that are known from elsewhere.",
        mapping(_fields(), "model", "source", "checks"),
        {"Check": _check(), "Term": _term()},
    )


def _fields() -> dict[str, Any]:
    model = {"anyOf": [NAME, {"$ref": "#/definitions/Model"}]}
    checks = {"type": "array", "items": {"$ref": "#/definitions/Check"}, "minItems": 1}
    return {
        "name": said("Short, unique in a book.", NAME, **{"x-default": "that of the file"}),
        "title": said("For people.", NAME, **{"x-default": "the name"}),
        "subject": said("What it is about: cases of one subject stand together.", NAME),
        "source": said("Where the numbers are from.", NAME),
        "reason": said("Why the case may be outside its tolerances; it then fails no book.", NAME),
        "model": said("A model file, relative to this one, or the model itself.", model),
        "set": said("Values of the model that are replaced, by path.", {"type": "object"}),
        "checks": said("What is compared.", checks),
    }


def _check() -> dict[str, Any]:
    """The schema of a check, which has one of KINDS and one of the tolerances."""
    seconds = {**_NUMBER, "x-unit": "s"}
    expected = {"anyOf": [_NUMBER, {"const": RESPONSE}]}
    term = {"anyOf": [NAME, {"$ref": "#/definitions/Term"}]}
    terms = {"anyOf": [*term["anyOf"], {"type": "array", "items": term, "minItems": 1}]}
    properties = {
        "name": said("For people.", NAME),
        "variable": said("Name of an output.", NAME),
        "component": said("Which of its numbers, from 0.", _INDEX),
        "at": said("The value at a time, linear between rows.", seconds),
        "measure": said("One number of the whole series.", {"enum": list(MEASURES)}),
        "harmonic": said("Amplitude of the motion of this period.", {**_POSITIVE, "x-unit": "s"}),
        "crossing": said("The value where another number first passes a value.", _crossing()),
        "series": said(
            "A known series; the error is the root mean square difference over that of the series.",
            _series(),
        ),
        "balance": said(
            "Output whose integral is the change of the variable; the error is relative to the "
            "largest of its parts.",
            NAME,
        ),
        "plus": said("Added to the variable, one or a list; a name: its first number.", terms),
        "from": said("Earlier rows do not count in a measure or a harmonic.", seconds, default=0),
        "expected": said(
            "A number in the unit of the output; response, of a harmonic of a displacement in one "
            "regular wave: what the frequency domain says. None of a series or balance.",
            expected,
        ),
        "tolerance": said("Largest error, in the unit of the output.", _POSITIVE),
        "relative_tolerance": said("Largest error over what is expected.", _POSITIVE),
    }
    one_kind = {"oneOf": [{"required": [kind]} for kind in KINDS]}
    tolerances = ("tolerance", "relative_tolerance")
    one_tolerance = {"oneOf": [{"required": [name]} for name in tolerances]}
    return {
        **said("A number or series that is known.", mapping(properties, "name", "variable")),
        "allOf": [one_kind, one_tolerance],
    }


def _term() -> dict[str, Any]:
    properties = {
        "variable": said("Name of an output.", NAME),
        "component": said("Which of its numbers, from 0.", _INDEX),
        "factor": said("By which it counts: -1 for a difference.", _NUMBER, default=1),
    }
    meaning = "A number of an output that is added to that of a check."
    return said(meaning, mapping(properties, "variable"))


def _crossing() -> dict[str, Any]:
    properties = {
        "variable": said("Name of an output.", NAME),
        "component": said("Which of its numbers, from 0.", _INDEX),
        "value": said("That is passed, from either side.", _NUMBER),
    }
    return mapping(properties, "variable", "value")


def _series() -> dict[str, Any]:
    properties = {
        "csv": said("File whose first row names its columns, relative to this one.", NAME),
        "time": said("Column of the times [s], ascending.", NAME, default="time"),
        "value": said("Column of the values.", NAME, default="value"),
    }
    return mapping(properties, "csv")
