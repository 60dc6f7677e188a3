"""JSON Schema of study files, which hold a model or name its file."""

from __future__ import annotations

import copy
from typing import Any

from describe.model_schema import DIALECT
from raftup.study.specification import MOMENTS, WEIBULL_MAXIMUM

_STATISTICS = [*MOMENTS, WEIBULL_MAXIMUM]
_NAME = {"type": "string", "minLength": 1}
_NAMES = {
    "anyOf": [_NAME, {"type": "array", "items": _NAME, "minItems": 1}],
}


def _said(description: str, schema: dict[str, Any], **more: Any) -> dict[str, Any]:
    return {"description": description, **schema, **more}


def _mapping(properties: dict[str, Any], *required: str) -> dict[str, Any]:
    return {
        "type": "object",
        "additionalProperties": False,
        "properties": properties,
        "required": list(required),
    }


def _by_coordinate(value: dict[str, Any]) -> dict[str, Any]:
    return {"type": "object", "additionalProperties": value, "minProperties": 1}


def study_schema(model: dict[str, Any]) -> dict[str, Any]:
    """The schema; what belongs to models is that of model_schema().

    Args:
        model: schema of model files.
    """
    model = copy.deepcopy(model)
    definitions = model.pop("definitions")
    del model["$schema"]
    return {
        "$schema": DIALECT,
        "title": "Study of Raftup",
        "description": "A model over axes, of each case of which statistics are kept.",
        **_mapping(_fields(definitions["Limit"]), "model"),
        "definitions": {
            **definitions,
            "Axis": _axis(),
            "FatigueCurve": _fatigue_curve(),
            "Model": model,
        },
    }


def _fields(limit: dict[str, Any]) -> dict[str, Any]:
    model = {"anyOf": [_NAME, {"$ref": "#/definitions/Model"}]}
    observers = {"type": "array", "items": {"$ref": "#/definitions/ObserverFrame"}}
    curves = {"type": "array", "items": {"$ref": "#/definitions/FatigueCurve"}}
    axes = {"type": "object", "additionalProperties": {"$ref": "#/definitions/Axis"}}
    positive = {"type": "number", "exclusiveMinimum": 0, "x-unit": "s"}
    warm_up = {"type": "number", "minimum": 0, "x-unit": "s", "default": 0}
    share = {"type": "number", "exclusiveMinimum": 0, "exclusiveMaximum": 1, "default": 0.9}
    return {
        "model": _said("A model file, relative to this one, or the model itself.", model),
        "set": _said("Values of the model that are replaced, by path.", {"type": "object"}),
        "axes": _said("What changes from case to case; the last changes fastest.", axes),
        "duration": _said(
            "Simulated time of a case, warm-up included.",
            positive,
            **{"x-default": "that of the model"},
        ),
        "warm_up": _said("Time that does not count, less than the duration.", warm_up),
        "statistics": _said(
            f"What is kept of each number of each output: {', '.join(_STATISTICS)}.",
            _some_of(_STATISTICS),
            default=["mean", "std", "max"],
        ),
        "outputs": _said(
            "Whose statistics are kept.",
            _NAMES,
            **{"x-default": "the displacement of every body"},
        ),
        "observers": _said("Frames whose motion is read besides those of the model.", observers),
        "limits": _said(
            "Limits whose exceedance is counted.", {"type": "array", "items": _limit(limit)}
        ),
        "fatigue": _said("Curves by which rainflow cycles become damage.", curves),
        "confidence": _said("Of the intervals about extremes.", share),
    }


def _some_of(names: list[str]) -> dict[str, Any]:
    one = {"enum": names}
    return {"anyOf": [one, {"type": "array", "items": one, "minItems": 1}]}


def _limit(limit: dict[str, Any]) -> dict[str, Any]:
    allowed = {"type": "number", "minimum": 0, "maximum": 1, "default": 0}
    said = _said("Share of the time up to which a case counts as operable.", allowed)
    return {**limit, "properties": {**limit["properties"], "allowed": said}}


def _fatigue_curve() -> dict[str, Any]:
    positive = {"type": "number", "exclusiveMinimum": 0}
    properties = {
        "name": _said("Of the damage, unique.", _NAME),
        "output": _said("Name of an output.", _NAME),
        "component": _said(
            "Which of its numbers, from 0.", {"type": "integer", "minimum": 0, "default": 0}
        ),
        "slope": _said("m of N = intercept / range^m.", positive),
        "intercept": _said("Cycles to failure at range 1, in the output's unit^m.", positive),
    }
    curve = _mapping(properties, "name", "output", "slope", "intercept")
    return _said("Miner's sum: damage = sum range^slope / intercept.", curve)


def _axis() -> dict[str, Any]:
    """One of path and paths, one of the kinds of values."""
    places = {"type": "array", "minItems": 1}
    whole = {"type": "array", "items": {"type": "integer"}, "minItems": 2, "maxItems": 3}
    properties = {
        "path": _said("One field of the model, or several that get the same value.", _NAMES),
        "paths": _said("Fields that change together, by coordinate.", _by_coordinate(_NAMES)),
        "values": _said(
            "As they are, for several coordinates by coordinate, all as many.",
            {"anyOf": [places, _by_coordinate(places)]},
        ),
        "range": _said("[first, last] or [first, last, step] of whole numbers.", whole),
        "csv": _said("File with a column for each coordinate, relative to this one.", _NAME),
        "scatter": _said("Two coordinates and how often each pair occurs.", _scatter()),
        "samples": _said("Points that fill a box.", _samples()),
    }
    kinds = ("values", "range", "csv", "scatter", "samples")
    return {
        **_said("One dimension of the study.", _mapping(properties)),
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
        "properties": {"occurrence": _said("[first][second]", table)},
        "additionalProperties": rising,
        "required": ["occurrence"],
        "minProperties": 3,
        "maxProperties": 3,
    }


def _samples() -> dict[str, Any]:
    pair = {"type": "array", "items": {"type": "number"}, "minItems": 2, "maxItems": 2}
    positive = {"type": "integer", "minimum": 1}
    properties = {
        "method": _said("How they are drawn.", {"enum": ["latin_hypercube", "sobol"]}),
        "count": _said("How many; of sobol a power of 2.", positive),
        "seed": _said("Of the draw.", {"type": "integer", "minimum": 0, "default": 0}),
        "bounds": _said("[low, high] of every coordinate.", _by_coordinate(pair)),
    }
    return _mapping(properties, "method", "count", "bounds")
