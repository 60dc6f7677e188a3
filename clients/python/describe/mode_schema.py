"""JSON Schema of the modes of a hull in specifications for `raftup hydro solve`."""

from __future__ import annotations

from typing import Any

from describe.parts import NAME, mapping, said

_NUMBER: dict[str, Any] = {"type": "number"}
_POSITIVE: dict[str, Any] = {"type": "number", "exclusiveMinimum": 0}


def modes() -> dict[str, Any]:
    """The part `modes` of a body."""
    properties = {
        "beam": said(
            "Modes of a free beam along the x axis of the hull.", {"$ref": "#/definitions/Beam"}
        ),
        "file": said(
            "Path, relative to this file, of a netCDF-4 or HDF5 file with `points` [n, 3] m in the "
            "frame of the mesh, `shape` [m, n, 3], `stiffness` and `gravity_stiffness` [m, m] or "
            "[m] N/m, and either `point_mass` [n] kg or `modal_mass` [m, m] or [m] kg with "
            "`rigid_mass` [m, 6] kg, kg m; it may have `divergence` [m, n] 1/m and `damping_ratio` "
            "[m].",
            NAME,
        ),
        "damping_ratio": said(
            "Damping of the structure relative to critical damping in air, in each mode.",
            {"type": "number", "minimum": 0, "exclusiveMaximum": 1},
            default=0.005,
        ),
    }
    one = {"oneOf": [{"required": ["beam"]}, {"required": ["file"]}]}
    return said(
        "Modes of a flexible hull, with either `beam` or `file`.", {**mapping(properties), **one}
    )


def beam() -> dict[str, Any]:
    """The beam of a hull."""
    properties = {
        "count": said(
            "Number of modes, the lowest ones.", {"type": "integer", "minimum": 1, "maximum": 30}
        ),
        "plane": said(
            "Plane in which the beam bends, or torsion about its axis.",
            {"enum": ["vertical", "horizontal", "torsion"]},
            default="vertical",
        ),
        "neutral_axis_z": said(
            "Height of the neutral axis, or of the axis of twist, in the frame of the mesh.",
            _NUMBER,
            **{"x-unit": "m"},
        ),
        "x": said(
            "Stations in the frame of the mesh, ascending, from one end of the beam to the other; "
            "between them the table is linear.",
            {"type": "array", "items": _NUMBER, "minItems": 2},
            **{"x-unit": "m"},
        ),
        "mass_per_length": said(
            "Mass per length at each station, or one for all. Its integral is the displaced mass, "
            "its center that of mass, to .5 %.",
            _each(_POSITIVE),
            **{"x-unit": "kg/m"},
        ),
        "mass_z": said(
            "Height of the center of the mass at each station, or one for all, in the frame of the "
            "mesh. Default: that of center_of_mass.",
            _each(_NUMBER),
            **{"x-unit": "m"},
        ),
        "bending_stiffness": said(
            "EI at each station, or one for all; not in torsion.",
            _each(_POSITIVE),
            **{"x-unit": "N m2"},
        ),
        "shear_stiffness": said(
            "G A_s, shear modulus times the area that carries the shear force, at each station, or "
            "one for all; not in torsion. Default: rigid in shear.",
            _each(_POSITIVE),
            **{"x-unit": "N"},
        ),
        "torsional_stiffness": said(
            "GJ at each station, or one for all; only in torsion.",
            _each(_POSITIVE),
            **{"x-unit": "N m2"},
        ),
        "roll_radius": said(
            "Radius of gyration about the x axis through the center of the mass at each station, "
            "or one for all; only in torsion.",
            _each(_POSITIVE),
            **{"x-unit": "m"},
        ),
    }
    required = ("count", "neutral_axis_z", "x", "mass_per_length")
    return said("A beam with a table of its stations.", mapping(properties, *required))


def _each(number: dict[str, Any]) -> dict[str, Any]:
    return {"anyOf": [number, {"type": "array", "items": number, "minItems": 2}]}
