"""JSON Schema of the specifications for `raftup hydro solve` and `raftup hydro family`."""

from __future__ import annotations

from typing import Any

from describe.family_schema import family_definitions
from describe.mode_schema import beam, modes
from describe.model_schema import DIALECT
from describe.parts import NAME, mapping, said
from describe.shapes import NUMBER, POSITIVE, RISING, WHOLE, list_of, reference, vector


def hydro_schema() -> dict[str, Any]:
    """The schema of a specification; only raftup hydro family uses the field `family`."""
    return {
        "$schema": DIALECT,
        "title": "Hydrodynamics that Raftup solves",
        "description": "Hulls, water and waves for `raftup hydro solve`; `raftup hydro family` "
        "also needs the positions of a body.",
        **mapping(_fields(), "bodies"),
        "definitions": {
            "Hull": _hull(),
            "Modes": modes(),
            "Beam": beam(),
            "Lid": _lid(),
            "MeanDrift": _mean_drift(),
            "QtfPairs": _qtf_pairs(),
            "QtfSums": _qtf_sums(),
            "DampingLid": _damping_lid(),
            "FieldPoint": _field_point(),
            "Frequencies": _frequencies(),
            "Array": _array(),
            **family_definitions(),
            "Range": said(
                "Numbers with equal steps between them.",
                mapping(_range(), "first", "last", "count"),
            ),
        },
    }


def _range() -> dict[str, Any]:
    return {
        "first": said("First number.", NUMBER),
        "last": said("Last number, greater than the first.", NUMBER),
        "count": said(
            "Number of values, both ends included.", {**WHOLE, "minimum": 2, "maximum": 10000}
        ),
    }


def _fields() -> dict[str, Any]:
    directions = {**RISING, "x-unit": "deg", "x-default": "every 15 deg"}
    return {
        "bodies": said(
            "Hulls, at least one, with unique names.", list_of("Hull") | {"minItems": 1}
        ),
        "water_density": said(
            "Density of the water.", POSITIVE, default=1025, **{"x-unit": "kg/m3"}
        ),
        "gravity": said(
            "Acceleration of gravity.", POSITIVE, default=9.80665, **{"x-unit": "m/s2"}
        ),
        "water_depth": said(
            "Depth of the water.", POSITIVE, **{"x-unit": "m", "x-default": "deep water"}
        ),
        "frequencies": said(
            "Wave frequencies at which the problem is solved; infinite frequency is always added.",
            reference("Frequencies"),
        ),
        "wave_directions_deg": said(
            "Directions that the waves travel to, ascending, within less than 360 deg.", directions
        ),
        "damping_lids": said(
            "Rectangles of the free surface with damping, which reduces resonances in gaps; "
            "only for `raftup hydro solve`.",
            list_of("DampingLid"),
        ),
        "field_points": said(
            "Points of the still water at which scattered and radiated waves are computed, for "
            "disturbed probes; of solve alone.",
            list_of("FieldPoint"),
        ),
        "qtf_difference": said(
            "Pairs of waves for which difference-frequency forces on all bodies are computed; "
            "requires `mean_drift` of at least one of them; only for `raftup hydro solve`.",
            reference("QtfPairs"),
        ),
        "qtf_sum": said(
            "Waves of which all pairs are computed for sum-frequency forces on the only body, with "
            "the integral over the free surface. Requires `mean_drift` of the body, which has a "
            "single waterline that every ray from its middle meets once; only for `raftup hydro "
            "solve`. Default: they are not computed.",
            reference("QtfSums"),
        ),
        "speeds": said(
            "Speeds of the bodies along the x axis of the database, from 0 ascending, at which the "
            "excitation force is computed too, for runs with forward_speed.mode uniform_flow; only "
            "for `raftup hydro solve`.",
            {**RISING, "x-unit": "m/s"},
        ),
        "check_convergence": said(
            "Whether one frequency is solved again with panels of half the size, to "
            "estimate the error; only for `raftup hydro solve`.",
            {"type": "boolean"},
            **{"x-default": "true if it takes little time"},
        ),
        "array": said(
            "Positions of one of the bodies, which stands there many times; only for "
            "`raftup hydro solve`.",
            reference("Array"),
        ),
        "family": said(
            "Positions of the second body, or axes; only for `raftup hydro family`.",
            reference("Family"),
        ),
    }


def _hull() -> dict[str, Any]:
    properties = {
        "name": said("Unique name of the body in the database.", NAME),
        "mesh": said(
            "Path, relative to this file, of a mesh file with the panels of the wetted surface.",
            NAME,
        ),
        "center_of_mass": said(
            "Center of mass in the frame of the mesh; the coefficients refer to this point.",
            vector(3, **{"x-unit": "m"}),
        ),
        "position": said(
            "Position of the mesh's origin in the frame of the database.",
            vector(3, default=[0, 0, 0], **{"x-unit": "m"}),
        ),
        "heading_deg": said(
            "Direction of the mesh's x axis in the frame of the database; the six dofs "
            "remain along the axes of the database.",
            NUMBER,
            default=0,
            **{"x-unit": "deg"},
        ),
        "lid": said(
            "Panels on the free surface inside the hull, which suppress irregular "
            "frequencies: auto generates them, none omits them, and a mapping specifies "
            "them.",
            {"anyOf": [{"enum": ["auto", "none"]}, reference("Lid")]},
            default="auto",
        ),
        "mean_drift": said(
            "Properties of the freely floating body, with which mean drift forces are "
            "computed; `held` for a body that does not move. Default: they are not computed.",
            {"anyOf": [{"enum": ["held"]}, reference("MeanDrift")]},
        ),
        "qtf_difference": said(
            "Pairs of waves for which difference-frequency forces of a body alone are computed; "
            "requires `mean_drift`. For several bodies it is given beside `bodies`. Default: they "
            "are not computed.",
            reference("QtfPairs"),
        ),
        "sections": said(
            "Planes across the hull, x in the frame of the mesh, ascending: the forces on the part "
            "ahead of each are computed, for section loads; only for `raftup hydro solve`.",
            {**RISING, "x-unit": "m"},
            default=[],
        ),
        "modes": said(
            "Modes in which the hull bends or twists: their columns and rows are computed with "
            "those of the rigid hull. Does not go with `heading_deg`, `mean_drift`, `array`, "
            "`speeds`; only for `raftup hydro solve`. Default: the hull is rigid.",
            reference("Modes"),
        ),
    }
    return said("A body with its hull.", mapping(properties, "name", "mesh", "center_of_mass"))


def _lid() -> dict[str, Any]:
    properties = {
        "mesh": said(
            "Path, relative to this file, of a mesh file with the panels of the lid in "
            "the frame of the hull's mesh.",
            NAME,
        ),
        "panel_size": said(
            "Size of the panels of a lid that is generated.", POSITIVE, **{"x-unit": "m"}
        ),
    }
    one = {"oneOf": [{"required": ["mesh"]}, {"required": ["panel_size"]}]}
    return said(
        "An interior lid, with either `mesh` or `panel_size`.", {**mapping(properties), **one}
    )


def _mean_drift() -> dict[str, Any]:
    properties = {
        "radii_of_gyration": said(
            "Radii of gyration in roll, pitch and yaw about the center of mass, each > 0.",
            vector(3, **{"x-unit": "m"}),
        ),
        "roll_damping": said(
            "Damping of roll as a fraction of critical damping, without the damping by "
            "radiated waves.",
            {**NUMBER, "minimum": 0},
            default=0,
        ),
    }
    return said(
        "Properties of a body that floats freely, for mean drift forces. Beside it, bodies "
        "without these properties are held in place.",
        mapping(properties, "radii_of_gyration"),
    )


def _qtf_pairs() -> dict[str, Any]:
    bandwidth = said(
        "Largest difference between the frequencies of the two waves of a pair, at least one step.",
        POSITIVE,
        **{"x-unit": "rad/s", "x-default": "an eighth of the highest frequency"},
    )
    return said(
        "Frequencies of the waves of the pairs in rad/s, with equal steps. Default: the "
        "range and number of `frequencies`.",
        mapping({**_range(), "bandwidth": bandwidth, "between_directions": _between_directions()}),
    )


def _qtf_sums() -> dict[str, Any]:
    return said(
        "Frequencies of the waves in rad/s, with equal steps; the panels must resolve waves of "
        "twice the last. Default: the range and number of `frequencies`.",
        mapping({**_range(), "between_directions": _between_directions()}),
    )


def _between_directions() -> dict[str, Any]:
    return said(
        "Whether waves of two directions are paired as well, for method full with `directions: "
        "filed`.",
        {"type": "boolean"},
        default=False,
    )


def _damping_lid() -> dict[str, Any]:
    corner = vector(2, **{"x-unit": "m"})
    properties = {
        "low": said("Corner with the smallest x and y, in the frame of the database.", corner),
        "high": said("Opposite corner, in the frame of the database.", corner),
        "panel_size": said("Size of the panels of the rectangle.", POSITIVE, **{"x-unit": "m"}),
        "damping": said(
            "Damping epsilon in the condition phi_z = omega^2/g (1 + i epsilon) phi on the "
            "rectangle.",
            POSITIVE,
        ),
    }
    return said("A rectangle of the free surface with damping.", mapping(properties, *properties))


def _field_point() -> dict[str, Any]:
    properties = {
        "body": said("Name of the body that the point belongs to and moves with.", NAME),
        "point": said(
            "In the frame of the mesh of that body, in the still water plane, outside the hulls.",
            vector(3, **{"x-unit": "m"}),
        ),
    }
    return said("A point of the still water.", mapping(properties, *properties))


def _frequencies() -> dict[str, Any]:
    properties = {
        "omega": said("Frequencies, ascending, > 0.", RISING, **{"x-unit": "rad/s"}),
        "period": said(
            "Wave periods, ascending, > 0, instead of `omega`.", RISING, **{"x-unit": "s"}
        ),
        **_range(),
        "peak_period": said(
            "Peak period of the relevant seas, used if the frequencies are chosen automatically.",
            POSITIVE,
            **{"x-unit": "s"},
        ),
        "refine": said(
            "Whether frequencies are added where added mass, damping or wave force between "
            "frequencies is not known to the tolerance.",
            {"type": "boolean"},
            **{"x-default": "true if no frequencies are given"},
        ),
        "tolerance": said(
            "Largest estimated error of added mass, damping and wave force between frequencies, "
            "relative to the scale of the dof.",
            POSITIVE,
            default=0.02,
        ),
        "max_count": said(
            "Largest number of frequencies after refinement.", {**WHOLE, "minimum": 2}, default=60
        ),
    }
    return said(
        "Frequencies given by `omega`, by `period`, or by `first`, `last` and `count` "
        "in rad/s. Default: chosen from the sizes of the hulls and their panels.",
        mapping(properties),
    )


def _array() -> dict[str, Any]:
    place = {"type": "array", "items": NUMBER, "minItems": 2, "maxItems": 3}
    properties = {
        "positions": said(
            "Positions of the mesh's origin, [x, y] in m or [x, y, heading_deg]; together with the "
            "other bodies at most 100. The circles around two hulls must not overlap.",
            {"type": "array", "items": place, "minItems": 2, "maxItems": 100},
        ),
        "body": said(
            "Name of the body that stands at the positions; all others stand once.",
            NAME,
            **{"x-default": "the only body"},
        ),
        "names": said(
            "Names of the bodies, one for each position.",
            {"type": "array", "items": NAME},
            **{"x-default": "the name of the body with the numbers 1, 2, ..."},
        ),
        "tolerance": said(
            "Error of the waves between the hulls, relative to the largest.",
            {**NUMBER, "minimum": 1e-8, "maximum": 1e-2},
            default=5e-4,
        ),
        "max_hours": said(
            "Longest processor time of the solution in h; an array that would take more is refused "
            "before it is solved.",
            POSITIVE,
            default=12.0,
        ),
        "file": said(
            "array: a file in single precision with half of each symmetric matrix; database: the "
            "same file as for other hulls.",
            {"enum": ["array", "database"]},
            default="array",
        ),
    }
    return said(
        "An array of equal hulls, solved by the waves between them.",
        mapping(properties, "positions"),
    )
