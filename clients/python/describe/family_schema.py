"""JSON Schema of the part `family` of specifications for `raftup hydro family`."""

from __future__ import annotations

from typing import Any

from describe.parts import NAME, mapping, said
from describe.shapes import NUMBER, POSITIVE, RISING, WHOLE, list_of, reference, vector


def family_definitions() -> dict[str, Any]:
    """The definitions of a family, of one of its nodes and of positions."""
    return {"Family": _family(), "FamilyNode": _family_node(), "Positions": _positions()}


def _family() -> dict[str, Any]:
    by_body = {"type": "object", "additionalProperties": reference("Positions")}
    properties = {
        "positions": said("Positions of each body except the first, by its name.", by_body),
        "midpoints": said(
            "Whether the middle of every cell between positions is solved too: none does "
            "not solve it, check reports the error of interpolation there, refine divides "
            "cells whose error exceeds the tolerance by new lines of the grid, and "
            "refine_locally divides each of these cells alone. With axes none, the default, or "
            "check.",
            {"enum": ["none", "check", "refine", "refine_locally"]},
            default="check",
        ),
        "tolerance": said(
            "Largest error of added mass, damping and wave force by interpolation between "
            "positions, relative to the peaks of their dofs.",
            POSITIVE,
            default=0.02,
        ),
        "axes": said(
            "What one to three axes measure, in place of positions.",
            {
                "type": "array",
                "items": {"enum": ["draught", "trim", "speed", "joint_angle", "input"]},
                "minItems": 1,
                "maxItems": 3,
            },
        ),
        "nodes": said(
            "Databases over the axes, at least two.", list_of("FamilyNode") | {"minItems": 2}
        ),
        "max_nodes": said(
            "Largest number of positions after cells are divided.",
            {**WHOLE, "minimum": 1},
            default=200,
        ),
        "shortest_wave": said(
            "Length of the shortest relevant wave, which limits the steps between positions.",
            POSITIVE,
            **{"x-unit": "m", "x-default": "that of the highest frequency"},
        ),
    }
    kinds = {
        "oneOf": [
            {"required": ["positions"]},
            {"required": ["along", "spacing"]},
            {"required": ["axes", "nodes"]},
        ]
    }
    return said(
        "A family of databases over the positions of a body, along the track of a run, or over "
        "axes.",
        mapping(properties | _track()) | kinds,
    )


def _track() -> dict[str, Any]:
    """The fields of a family along the track of a run."""
    return {
        "along": said(
            "Path, relative to this file, of the result of a run with the positions and "
            "orientations of all bodies. Its track is that of the positions of the family, in "
            "place of positions.",
            NAME,
        ),
        "bodies": said(
            "Names of bodies of the run, by the names of hulls. Default: those of the hulls.",
            {"type": "object", "additionalProperties": NAME},
        ),
        "spacing": said(
            "Longest way of a body, relative to the first, from one node to the next.",
            POSITIVE,
            **{"x-unit": "m"},
        ),
        "heading_step_deg": said(
            "Largest turn of a body, relative to the first, from one node to the next.",
            POSITIVE,
            default=10,
            **{"x-unit": "deg"},
        ),
        "times": said(
            "Start and end of the part of the run that counts. Default: the whole run.",
            vector(2, **{"x-unit": "s"}),
        ),
        "margin": said(
            "Largest distance of the run from the track of its nodes, over x and y of all bodies.",
            POSITIVE,
            default=5,
            **{"x-unit": "m"},
        ),
    }


def _family_node() -> dict[str, Any]:
    moved = {
        "position": said(
            "Position of the mesh's origin in the frame of the database.",
            vector(3, **{"x-unit": "m"}),
        ),
        "mesh": said("Path, relative to this file, of the mesh.", NAME),
        "center_of_mass": said(
            "Center of mass in the frame of the mesh.", vector(3, **{"x-unit": "m"})
        ),
    }
    properties = {
        "at": said(
            "Values of the axes: a number, or one for each axis; trim and joint_angle in deg.",
            {"anyOf": [NUMBER, {"type": "array", "items": NUMBER, "minItems": 1}]},
        ),
        "bodies": said(
            "Changes of the hulls at this node, by the names of bodies. Default: none.",
            {"type": "object", "additionalProperties": mapping(moved)},
        ),
        "database": said(
            "Path, relative to this file, of a database that takes the place of a solution.", NAME
        ),
        "attitudes_deg": said(
            "Roll, pitch and heading of each body at rest. Default: upright.",
            {"type": "array", "items": vector(3), **{"x-unit": "deg"}},
        ),
    }
    return said("A node of a family over axes.", mapping(properties, "at"))


def _positions() -> dict[str, Any]:
    axis = {"anyOf": [NUMBER, RISING, reference("Range")]}
    pairs = {"type": "array", "items": vector(2), "minItems": 3}
    properties = {
        "x": said(
            "Distance along x from the center of mass of the first body to that of this "
            "body: one number, an ascending list, or a range.",
            axis,
            **{"x-unit": "m"},
        ),
        "y": said(
            "Distance along y from the center of mass of the first body to that of this "
            "body: one number, an ascending list, or a range.",
            axis,
            **{"x-unit": "m"},
        ),
        "heading_deg": said(
            "Heading relative to the first body: one number, an ascending list, or a range.",
            axis,
            default=0,
            **{"x-unit": "deg"},
        ),
        "places": said(
            "List of places [x, y] that do not all lie on a line, instead of `x` and `y`.",
            pairs,
            **{"x-unit": "m"},
        ),
    }
    return said(
        "Positions of a body: a grid of `x`, `y` and `heading_deg`, or `places` with the headings.",
        mapping(properties),
    )
