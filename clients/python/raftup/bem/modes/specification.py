"""The part `modes` of a body in a specification: a beam with stations, or a file with shapes."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from raftup.base.arrays import FloatArray
from raftup.base.fields import Fields
from raftup.bem.beam import ELEMENTS, Plane

_MOST_MODES = 30  # ten carriers; the third part of the elements of a beam is known well
_DAMPING_RATIO = 0.005  # of welded steel hulls in bending
_PLANES = ("vertical", "horizontal", "torsion")


@dataclass(frozen=True)
class BeamModes:
    """Modes of a free beam along the x axis of a hull, from a table of its stations.

    Attributes:
        count: number of modes.
        plane: plane in which the beam bends, or torsion.
        neutral_axis_z: m in the frame of the mesh, of the axis about which sections turn.
        x: [n] m in the frame of the mesh, ascending.
        mass_per_length: [n] kg/m.
        stiffness: [n] N m2, EI or, in torsion, GJ.
        mass_z: [n] m, heights of the centers of the mass.
        roll_radius: [n] m, radii of gyration about the centers of the mass; only in torsion.
        damping_ratio: of each mode, of the structure in air.
        shear_stiffness: [n] N, G A_s; none for a beam that is rigid in shear.
    """

    count: int
    plane: Plane
    neutral_axis_z: float
    x: FloatArray
    mass_per_length: FloatArray
    stiffness: FloatArray
    mass_z: FloatArray
    roll_radius: FloatArray
    damping_ratio: float
    shear_stiffness: FloatArray | None = None


@dataclass(frozen=True)
class FileModes:
    """Modes whose shapes and matrices are in a file.

    Attributes:
        file: netCDF-4 or HDF5 file.
        damping_ratio: of each mode, if the file has no damping.
    """

    file: Path
    damping_ratio: float


def read_modes(fields: Fields, folder: Path, center_z: float) -> BeamModes | FileModes | None:
    """Reads the part `modes` of a body; None if there is none. Notes broken rules.

    Args:
        fields: fields of the body.
        folder: folder to which the path of a file is relative.
        center_z: m in the frame of the mesh, height of the center of mass.
    """
    part = fields.part("modes")
    if part is None:
        return None
    ratio = part.number("damping_ratio", _DAMPING_RATIO)
    if not 0.0 <= ratio < 1.0:
        part.refuse("damping_ratio", f"must be >= 0 and < 1, is {ratio:g}")
    given = [name for name in ("beam", "file") if part.has(name)]
    modes: BeamModes | FileModes | None = None
    if len(given) != 1:
        part.refuse("", f"must have one of beam and file, has {given or 'none'}")
    elif given == ["file"]:
        file = folder / part.text("file")
        if not file.is_file():
            part.refuse("file", f"file must exist, is {str(file)!r}")
        modes = FileModes(file, ratio)
    else:
        beam = part.part("beam")
        assert beam is not None
        modes = _read_beam(beam, ratio, center_z)
        beam.close()
    part.close()
    return modes


def refuse_beside_modes(fields: Fields, beside: dict[str, bool]) -> None:
    """Refuses the fields of a body that do not go with modes.

    Args:
        fields: fields of the body.
        beside: whether each field is given.
    """
    reasons = {
        "heading_deg": "must be 0 beside modes, whose axes are those of the mesh",
        "mean_drift": "does not go with modes: the free body would have to bend",
        "qtf_difference": "does not go with modes: the free body would have to bend",
    }
    for name, given in beside.items():
        if given:
            fields.refuse(name, reasons[name])


def _read_beam(fields: Fields, ratio: float, center_z: float) -> BeamModes:
    plane: Any = fields.value("plane") or "vertical"
    if plane not in _PLANES:
        fields.refuse("plane", f"must be one of {', '.join(_PLANES)}, is {plane!r}")
        plane = "vertical"
    torsion = plane == "torsion"
    count = fields.count("count")
    if count > min(_MOST_MODES, ELEMENTS // 2):
        fields.refuse("count", f"must be <= {_MOST_MODES}, is {count}")
        count = 1
    x = fields.ascending("x")
    if len(x) < 2:
        fields.refuse("x", "must have two stations or more")
        x = np.array([0.0, 1.0])
    stiffness = "torsional_stiffness" if torsion else "bending_stiffness"
    shear = None
    if torsion and fields.has("shear_stiffness"):
        fields.refuse("shear_stiffness", "must be omitted in torsion")
    elif fields.has("shear_stiffness"):
        shear = _at_stations(fields, "shear_stiffness", len(x), above=0.0)
    return BeamModes(
        count=count,
        plane=plane,
        neutral_axis_z=fields.number("neutral_axis_z"),
        x=x,
        mass_per_length=_at_stations(fields, "mass_per_length", len(x), above=0.0),
        stiffness=_at_stations(fields, stiffness, len(x), above=0.0),
        mass_z=_at_stations(fields, "mass_z", len(x), default=center_z),
        roll_radius=_at_stations(fields, "roll_radius", len(x), above=0.0)
        if torsion
        else np.zeros(len(x)),
        damping_ratio=ratio,
        shear_stiffness=shear,
    )


def _at_stations(
    fields: Fields, name: str, count: int, *, above: float = -np.inf, default: float | None = None
) -> FloatArray:
    """A number at each station, from a list of them or from one for all."""
    if not isinstance(fields.value(name), list):
        return np.full(count, fields.number(name, default, above=above))
    numbers = fields.vector(name, count)
    if not (numbers > above).all():
        fields.refuse(name, f"must be > {above:g} at each station, is {numbers.min():g}")
        numbers = np.full(count, max(above, 0.0) + 1.0)
    return numbers
