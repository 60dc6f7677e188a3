"""JSON Schema of what `raftup hydro solve` and `raftup hydro family` solve."""

from __future__ import annotations

from typing import Any

from describe.model_schema import DIALECT
from describe.parts import NAME, mapping, said

_NUMBER: dict[str, Any] = {"type": "number"}
_POSITIVE: dict[str, Any] = {"type": "number", "exclusiveMinimum": 0}
_WHOLE: dict[str, Any] = {"type": "integer"}
_RISING = {"type": "array", "items": _NUMBER, "minItems": 1}


def hydro_schema() -> dict[str, Any]:
    """The schema of a specification; `family` is of raftup hydro family alone."""
    return {
        "$schema": DIALECT,
        "title": "Hydrodynamics that Raftup solves",
        "description": "Hulls, water and waves of raftup hydro solve; with positions of raftup "
        "hydro family.",
        **mapping(_fields(), "bodies"),
        "definitions": {
            "Hull": _hull(),
            "Lid": _lid(),
            "MeanDrift": _mean_drift(),
            "QtfPairs": _qtf_pairs(),
            "DampingLid": _damping_lid(),
            "FieldPoint": _field_point(),
            "Frequencies": _frequencies(),
            "Family": _family(),
            "Positions": _positions(),
            "Range": said("Numbers in equal steps.", mapping(_range(), "first", "last", "count")),
        },
    }


def _vector(size: int, **more: Any) -> dict[str, Any]:
    return {"type": "array", "items": _NUMBER, "minItems": size, "maxItems": size, **more}


def _reference(name: str) -> dict[str, Any]:
    return {"$ref": f"#/definitions/{name}"}


def _list_of(name: str) -> dict[str, Any]:
    return {"type": "array", "items": _reference(name)}


def _range() -> dict[str, Any]:
    return {
        "first": said("The first number.", _NUMBER),
        "last": said("The last number, above the first.", _NUMBER),
        "count": said("How many, ends included.", {**_WHOLE, "minimum": 2, "maximum": 10000}),
    }


def _fields() -> dict[str, Any]:
    directions = {**_RISING, "x-unit": "deg", "x-default": "every 15 deg"}
    return {
        "bodies": said(
            "The hulls, one at least; names unique.", _list_of("Hull") | {"minItems": 1}
        ),
        "water_density": said("Of the water.", _POSITIVE, default=1025, **{"x-unit": "kg/m3"}),
        "gravity": said("Of the place.", _POSITIVE, default=9.80665, **{"x-unit": "m/s2"}),
        "water_depth": said(
            "Of the water.", _POSITIVE, **{"x-unit": "m", "x-default": "deep water"}
        ),
        "frequencies": said("At which to solve; infinity always is.", _reference("Frequencies")),
        "wave_directions_deg": said(
            "Where waves go, ascending, over less than 360 deg.", directions
        ),
        "damping_lids": said(
            "Rectangles of the free surface against gap resonances; of solve alone.",
            _list_of("DampingLid"),
        ),
        "field_points": said(
            "Points of the still water at which scattered and radiated waves are computed, for "
            "disturbed probes; of solve alone.",
            _list_of("FieldPoint"),
        ),
        "check_convergence": said(
            "Whether one frequency is solved again with panels of half the size; of solve alone.",
            {"type": "boolean"},
            **{"x-default": "where that is cheap"},
        ),
        "family": said("Positions of the second body, of family alone.", _reference("Family")),
    }


def _hull() -> dict[str, Any]:
    properties = {
        "name": said("In the database, unique.", NAME),
        "mesh": said("File of the panels of its wet surface, relative to this one.", NAME),
        "center_of_mass": said(
            "In the frame of the mesh; coefficients are about it.", _vector(3, **{"x-unit": "m"})
        ),
        "position": said(
            "Where the origin of the mesh goes in the frame of the database.",
            _vector(3, default=[0, 0, 0], **{"x-unit": "m"}),
        ),
        "heading_deg": said(
            "Of the x axis of the mesh; the six dofs stay along the axes of the database.",
            _NUMBER,
            default=0,
            **{"x-unit": "deg"},
        ),
        "lid": said(
            "Panels on the free surface inside the hull, against irregular frequencies: made here "
            "(auto), absent (none), or as they are given.",
            {"anyOf": [{"enum": ["auto", "none"]}, _reference("Lid")]},
            default="auto",
        ),
        "mean_drift": said("How it floats, for mean drift forces.", _reference("MeanDrift")),
        "qtf_difference": said(
            "Pairs of waves for difference-frequency forces; needs mean_drift.",
            _reference("QtfPairs"),
        ),
    }
    return said("One body.", mapping(properties, "name", "mesh", "center_of_mass"))


def _lid() -> dict[str, Any]:
    properties = {
        "mesh": said("File of a lid in the frame of the hull's mesh.", NAME),
        "panel_size": said("Of a lid that is made here.", _POSITIVE, **{"x-unit": "m"}),
    }
    one = {"oneOf": [{"required": ["mesh"]}, {"required": ["panel_size"]}]}
    return said("One of mesh and panel_size.", {**mapping(properties), **one})


def _mean_drift() -> dict[str, Any]:
    properties = {
        "radii_of_gyration": said(
            "Of roll, pitch and yaw, about the centre of mass, > 0.", _vector(3, **{"x-unit": "m"})
        ),
        "roll_damping": said(
            "Of the critical damping of roll, that of the waves not included.",
            {**_NUMBER, "minimum": 0},
            default=0,
        ),
    }
    return said("Of one body that floats alone.", mapping(properties, "radii_of_gyration"))


def _qtf_pairs() -> dict[str, Any]:
    bandwidth = said(
        "What the two waves of a pair differ by at most, not less than a step.",
        _POSITIVE,
        **{"x-unit": "rad/s", "x-default": "an eighth of the highest frequency"},
    )
    return said(
        "Frequencies of the pairs in equal steps [rad/s]; default those of `frequencies`.",
        mapping({**_range(), "bandwidth": bandwidth}),
    )


def _damping_lid() -> dict[str, Any]:
    corner = _vector(2, **{"x-unit": "m"})
    properties = {
        "low": said("Corner of least x and y, in the frame of the database.", corner),
        "high": said("The opposite corner.", corner),
        "panel_size": said("Of its panels.", _POSITIVE, **{"x-unit": "m"}),
        "damping": said("epsilon of phi_z = omega^2/g (1 + i epsilon) phi.", _POSITIVE),
    }
    return said("A rectangle of the free surface.", mapping(properties, *properties))


def _field_point() -> dict[str, Any]:
    properties = {
        "body": said("Name of the body that the point belongs to and moves with.", NAME),
        "point": said(
            "In the frame of the mesh of that body, in the still water plane, outside the hulls.",
            _vector(3, **{"x-unit": "m"}),
        ),
    }
    return said("A point of the still water.", mapping(properties, *properties))


def _frequencies() -> dict[str, Any]:
    properties = {
        "omega": said("Ascending, > 0.", _RISING, **{"x-unit": "rad/s"}),
        "period": said("Ascending, > 0, in the place of omega.", _RISING, **{"x-unit": "s"}),
        **_range(),
        "peak_period": said(
            "Of the seas that matter, for frequencies that are chosen here.",
            _POSITIVE,
            **{"x-unit": "s"},
        ),
        "refine": said(
            "Whether intervals are halved where A, B or X bends.",
            {"type": "boolean"},
            **{"x-default": "where none are given"},
        ),
        "tolerance": said(
            "What linear interpolation may miss, relative to the dof's scale.",
            _POSITIVE,
            default=0.02,
        ),
        "max_count": said("After refinement.", {**_WHOLE, "minimum": 2}, default=120),
    }
    return said(
        "One of omega, period and first, last, count [rad/s]; none: chosen from the hulls.",
        mapping(properties),
    )


def _family() -> dict[str, Any]:
    by_body = {"type": "object", "additionalProperties": _reference("Positions")}
    properties = {
        "positions": said("Of each body but the first, by its name.", by_body),
        "midpoints": said(
            "Whether the middle of every cell is solved too: to tell what blending misses there "
            "(check), or to split cells where that is above the tolerance.",
            {"enum": ["none", "check", "refine", "refine_locally"]},
            default="check",
        ),
        "tolerance": said(
            "Of A, B and X, relative to the peaks of their dofs.", _POSITIVE, default=0.02
        ),
        "max_nodes": said("After splitting.", {**_WHOLE, "minimum": 1}, default=200),
        "shortest_wave": said(
            "That counts.", _POSITIVE, **{"x-unit": "m", "x-default": "of the highest frequency"}
        ),
    }
    return said("Databases over positions of a body.", mapping(properties, "positions"))


def _positions() -> dict[str, Any]:
    axis = {"anyOf": [_NUMBER, _RISING, _reference("Range")]}
    pairs = {"type": "array", "items": _vector(2), "minItems": 3}
    properties = {
        "x": said("One, several that ascend, or a range.", axis, **{"x-unit": "m"}),
        "y": said("The same.", axis, **{"x-unit": "m"}),
        "heading_deg": said("The same.", axis, default=0, **{"x-unit": "deg"}),
        "places": said("[x, y] not on a line, in the place of x and y.", pairs, **{"x-unit": "m"}),
    }
    return said("A grid of x, y and heading, or places with headings.", mapping(properties))
