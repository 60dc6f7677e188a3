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
        "A model, the axes along which it is varied, and the statistics that are stored "
        "for every case.",
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
        "model": said("Path of the model file, relative to this file, or the model itself.", model),
        "set": said(
            "Values that replace those of the model in all cases, by their paths.",
            {"type": "object"},
        ),
        "axes": said(
            "Axes along which the model is varied, by name; the last changes fastest.", axes
        ),
        "duration": said(
            "Simulated time of each case, warm-up included.",
            positive,
            **{"x-default": "that of the model"},
        ),
        "warm_up": said(
            "Time at the start that is left out of the statistics, less than the duration.", warm_up
        ),
        "statistics": said(
            "Statistics that are stored for every component of an output: "
            f"{', '.join(_STATISTICS)}.",
            _some_of(_STATISTICS),
            default=["mean", "std", "max"],
        ),
        "outputs": said(
            "Name of an output, or a list of names, whose statistics are stored.",
            _NAMES,
            **{"x-default": "the displacement of every body"},
        ),
        "observers": said(
            "Observer frames that are added to those of the model, for outputs such as the "
            "motion at a point.",
            observers,
        ),
        "limits": said(
            "Limits of outputs; the share of the time in which each is exceeded is stored.",
            {"type": "array", "items": _limit(limit)},
        ),
        "fatigue": said(
            "Fatigue details, for which damage or equivalent loads are computed from "
            "rainflow cycles.",
            curves,
        ),
        "extremes": said(
            "Estimates of the largest and smallest values of single components of outputs.",
            extremes,
        ),
        "confidence": said(
            "Probability of the confidence intervals of the estimated extremes.", share
        ),
    }


def _some_of(names: list[str]) -> dict[str, Any]:
    one = {"enum": names}
    return {"anyOf": [one, {"type": "array", "items": one, "minItems": 1}]}


def _limit(limit: dict[str, Any]) -> dict[str, Any]:
    allowed = {"type": "number", "minimum": 0, "maximum": 1, "default": 0}
    share = said(
        "Share of the time in which the limit may be exceeded in an operable case.", allowed
    )
    return {**limit, "properties": {**limit["properties"], "allowed": share}}


def _axis() -> dict[str, Any]:
    """The schema of an axis, which has either path or paths, and one of the kinds of values."""
    places = {"type": "array", "minItems": 1}
    whole = {"type": "array", "items": {"type": "integer"}, "minItems": 2, "maxItems": 3}
    properties = {
        "path": said(
            "Path of a field of the model, or a list of paths of fields that all get the "
            "same value.",
            _NAMES,
        ),
        "paths": said(
            "Paths of fields that are varied together, by the name of the coordinate.",
            _by_coordinate(_NAMES),
        ),
        "values": said(
            "List of the values; with `paths`, lists of equal length by coordinate.",
            {"anyOf": [places, _by_coordinate(places)]},
        ),
        "range": said(
            "Whole numbers [first, last] or [first, last, step], both ends included.", whole
        ),
        "csv": said(
            "Path, relative to this file, of a CSV file with a column for each coordinate "
            "and, optionally, the column `probability`.",
            NAME,
        ),
        "scatter": said(
            "Scatter table of two coordinates: the values of each, by its name, and the "
            "number of occurrences of each pair.",
            _scatter(),
        ),
        "samples": said(
            "Sample points that fill a box, which has a range for each coordinate.", _samples()
        ),
        "contour": said(
            "Sea states of an environmental contour, for two coordinates: wave height and period.",
            {"allOf": [{"$ref": "#/definitions/Contour"}]},
        ),
    }
    kinds = ("values", "range", "csv", "scatter", "samples", "contour")
    return {
        **said("An axis, which is one dimension of the study.", mapping(properties)),
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
        "properties": {
            "occurrence": said(
                "Number of occurrences, with a row for each value of the first coordinate and a "
                "column for each value of the second.",
                table,
            )
        },
        "additionalProperties": rising,
        "required": ["occurrence"],
        "minProperties": 3,
        "maxProperties": 3,
    }


def _samples() -> dict[str, Any]:
    pair = {"type": "array", "items": {"type": "number"}, "minItems": 2, "maxItems": 2}
    positive = {"type": "integer", "minimum": 1}
    properties = {
        "method": said("Method of sampling.", {"enum": ["latin_hypercube", "sobol"]}),
        "count": said("Number of points; for sobol a power of 2.", positive),
        "seed": said(
            "Seed of the random numbers for the points.",
            {"type": "integer", "minimum": 0, "default": 0},
        ),
        "bounds": said("Range [low, high] of each coordinate, by its name.", _by_coordinate(pair)),
    }
    return mapping(properties, "method", "count", "bounds")
