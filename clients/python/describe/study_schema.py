"""JSON Schema of study files, which contain a model or the path of its file."""

from __future__ import annotations

import copy
from typing import Any

from describe.fatigue_schema import fatigue_definitions
from describe.model_schema import DIALECT
from describe.parts import NAME, mapping, said
from raftup.study.specification import MOMENTS, WEIBULL_MAXIMUM

_STATISTICS = [*MOMENTS, WEIBULL_MAXIMUM]
_NAMES = {
    "anyOf": [NAME, {"type": "array", "items": NAME, "minItems": 1}],
}


def _by_coordinate(value: dict[str, Any]) -> dict[str, Any]:
    return {"type": "object", "additionalProperties": value, "minProperties": 1}


def around_model(
    model: dict[str, Any],
    title: str,
    description: str,
    fields: dict[str, Any],
    definitions: dict[str, Any],
) -> dict[str, Any]:
    """The schema of a file with a field that contains a model or the path of its file.

    Args:
        model: schema of model files.
        title: title of the schema.
        description: description of the kind of file.
        fields: schema of the fields, from mapping(); it refers to the model as
            `#/definitions/Model`.
        definitions: further definitions by name.
    """
    model = copy.deepcopy(model)
    of_model = model.pop("definitions")
    del model["$schema"]
    return {
        "$schema": DIALECT,
        "title": title,
        "description": description,
        **fields,
        "definitions": {**of_model, **definitions, "Model": model},
    }


def study_schema(model: dict[str, Any]) -> dict[str, Any]:
    """The schema of study files.

    Args:
        model: schema of model files, from model_schema().
    """
    return around_model(
        model,
        "Study of Raftup",
        "A model over axes, of each case of which statistics are kept.",
        mapping(_fields(model["definitions"]["Limit"]), "model"),
        {"Axis": _axis(), **fatigue_definitions()},
    )


def _fields(limit: dict[str, Any]) -> dict[str, Any]:
    model = {"anyOf": [NAME, {"$ref": "#/definitions/Model"}]}
    observers = {"type": "array", "items": {"$ref": "#/definitions/ObserverFrame"}}
    curves = {"type": "array", "items": {"$ref": "#/definitions/FatigueCurve"}}
    extremes = {"type": "array", "items": {"$ref": "#/definitions/Extreme"}}
    axes = {"type": "object", "additionalProperties": {"$ref": "#/definitions/Axis"}}
    positive = {"type": "number", "exclusiveMinimum": 0, "x-unit": "s"}
    warm_up = {"type": "number", "minimum": 0, "x-unit": "s", "default": 0}
    share = {"type": "number", "exclusiveMinimum": 0, "exclusiveMaximum": 1, "default": 0.9}
    return {
        "model": said("A model file, relative to this one, or the model itself.", model),
        "set": said("Values of the model that are replaced, by path.", {"type": "object"}),
        "axes": said("What changes from case to case; the last changes fastest.", axes),
        "duration": said(
            "Simulated time of a case, warm-up included.",
            positive,
            **{"x-default": "that of the model"},
        ),
        "warm_up": said("Time that does not count, less than the duration.", warm_up),
        "statistics": said(
            f"What is kept of each number of each output: {', '.join(_STATISTICS)}.",
            _some_of(_STATISTICS),
            default=["mean", "std", "max"],
        ),
        "outputs": said(
            "Whose statistics are kept.",
            _NAMES,
            **{"x-default": "the displacement of every body"},
        ),
        "observers": said("Frames whose motion is read besides those of the model.", observers),
        "limits": said(
            "Limits whose exceedance is counted.", {"type": "array", "items": _limit(limit)}
        ),
        "fatigue": said("Details whose rainflow cycles become damage or a load.", curves),
        "extremes": said("Largest and smallest values to expect of single numbers.", extremes),
        "confidence": said("Of the intervals about extremes.", share),
    }


def _some_of(names: list[str]) -> dict[str, Any]:
    one = {"enum": names}
    return {"anyOf": [one, {"type": "array", "items": one, "minItems": 1}]}


def _limit(limit: dict[str, Any]) -> dict[str, Any]:
    allowed = {"type": "number", "minimum": 0, "maximum": 1, "default": 0}
    share = said("Share of the time up to which a case counts as operable.", allowed)
    return {**limit, "properties": {**limit["properties"], "allowed": share}}


def _axis() -> dict[str, Any]:
    """The schema of an axis, which has either path or paths, and one of the kinds of values."""
    places = {"type": "array", "minItems": 1}
    whole = {"type": "array", "items": {"type": "integer"}, "minItems": 2, "maxItems": 3}
    properties = {
        "path": said("One field of the model, or several that get the same value.", _NAMES),
        "paths": said("Fields that change together, by coordinate.", _by_coordinate(_NAMES)),
        "values": said(
            "As they are, for several coordinates by coordinate, all as many.",
            {"anyOf": [places, _by_coordinate(places)]},
        ),
        "range": said("[first, last] or [first, last, step] of whole numbers.", whole),
        "csv": said("File with a column for each coordinate, relative to this one.", NAME),
        "scatter": said("Two coordinates and how often each pair occurs.", _scatter()),
        "samples": said("Points that fill a box.", _samples()),
        "contour": said(
            "Sea states that come once in some years, of two coordinates.",
            {"allOf": [{"$ref": "#/definitions/Contour"}]},
        ),
    }
    kinds = ("values", "range", "csv", "scatter", "samples", "contour")
    return {
        **said("One dimension of the study.", mapping(properties)),
        "allOf": [
            {"oneOf": [{"required": ["path"]}, {"required": ["paths"]}]},
            {"oneOf": [{"required": [kind]} for kind in kinds]},
        ],
    }


def _scatter() -> dict[str, Any]:
    rising = {"type": "array", "items": {"type": "number"}, "minItems": 1}
    table = {"type": "array", "items": rising, "minItems": 1}
    return {
        "type": "object",
        "properties": {"occurrence": said("[first][second]", table)},
        "additionalProperties": rising,
        "required": ["occurrence"],
        "minProperties": 3,
        "maxProperties": 3,
    }


def _samples() -> dict[str, Any]:
    pair = {"type": "array", "items": {"type": "number"}, "minItems": 2, "maxItems": 2}
    positive = {"type": "integer", "minimum": 1}
    properties = {
        "method": said("How they are drawn.", {"enum": ["latin_hypercube", "sobol"]}),
        "count": said("How many; of sobol a power of 2.", positive),
        "seed": said("Of the draw.", {"type": "integer", "minimum": 0, "default": 0}),
        "bounds": said("[low, high] of every coordinate.", _by_coordinate(pair)),
    }
    return mapping(properties, "method", "count", "bounds")
