"""The platform of ElastoDyn as a rigid body, with or without the mass of its turbine."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from raftup.base.arrays import FloatArray
from raftup.base.rotations import angles_of_matrix
from raftup.importing_models.conversion import Conversion, positive
from raftup.importing_models.finding import UnreadableError
from raftup.importing_models.openfast.file import FastFile
from raftup.importing_models.rotation import turned_inertia, zyx_matrix

_TURBINE_MASS = (
    *("tipmass(1)", "tipmass(2)", "tipmass(3)", "hubmass", "hubiner", "geniner", "nacmass"),
    *("nacyiner", "yawbrmass", "rotspeed", "bldfile(1)", "bldfile(2)", "bldfile(3)", "twrfile"),
)
"""Fields of masses of the turbine; all other fields of it belong to these parts."""

_TURBINE = (
    *("echo", "method", "dt", "flapdof1", "flapdof2", "edgedof", "teetdof", "drtrdof", "gendof"),
    *("yawdof", "twfadof1", "twfadof2", "twssdof1", "twssdof2", "oopdefl", "ipdefl", "teetdefl"),
    *("blpitch(1)", "blpitch(2)", "blpitch(3)", "azimuth", "nacyaw", "ttdspfa", "ttdspss", "numbl"),
    *("tiprad", "hubrad", "precone(1)", "precone(2)", "precone(3)", "hubcm", "undsling", "delta3"),
    *("azimb1up", "overhang", "shftgagl", "shfttilt", "naccmxn", "naccmyn", "naccmzn", "ncimuxn"),
    *("ncimuyn", "ncimuzn", "twr2shft", "towerht", "towerbsht", "bldnodes", "teetmod", "teetdmpp"),
    *("teetdmp", "teetcdmp", "teetsstp", "teethstp", "teetsssp", "teethssp", "yawfrctmod"),
    *("m_csmax", "m_fcsmax", "m_mcsmax", "m_cd", "m_fcd", "m_mcd", "sig_v", "sig_v2", "omgcut"),
    *("gboxeff", "gbratio", "dttorspr", "dttordmp", "furling", "furlfile", "twrnodes", "sumprint"),
    *("outfile", "tabdelim", "outfmt", "tstart", "decfact", "ntwgages", "twrgagnd", "nblgages"),
    *("bldgagnd", "bldnd_bladesout", "bldnd_bloutnd"),
)
"""Other fields of the turbine and of its results."""

_DOFS = ("ptfmsgdof", "ptfmswdof", "ptfmhvdof", "ptfmrdof", "ptfmpdof", "ptfmydof")


@dataclass(frozen=True)
class _Part:
    """A part of the turbine: mass [kg], center [3] m from the mean sea level, inertia [3, 3]."""

    mass: float
    center: FloatArray
    inertia: FloatArray


def convert_platform(elasto: FastFile, conversion: Conversion) -> dict[str, Any]:
    """The body of the platform; its model frame is that of the mean sea level at rest.

    Returns:
        The body of the model.
    """
    record = elasto.record
    mass = record.need("ptfmmass")
    conversion.taken(mass, "bodies[0].mass")
    center = np.array([record.need(f"ptfmcm{axis}t").number() for axis in "xyz"])
    moments = [record.need(f"ptfm{axis}iner").number() for axis in "rpy"]
    tensor = np.diag(moments)
    for name, i, j in (("xy", 0, 1), ("xz", 0, 2), ("yz", 1, 2)):
        # the file has minus the integral, which is the entry of the tensor
        tensor[i, j] = tensor[j, i] = record.number(f"ptfm{name}iner", 0.0)
    for name in ("cmxt", "cmyt", "cmzt"):
        conversion.taken(record.need(f"ptfm{name}"), "bodies[0].center_of_mass")
    for name in ("r", "p", "y", "xy", "xz", "yz"):
        found = record.take(f"ptfm{name}iner")
        if found is not None:
            conversion.taken(found, "bodies[0].inertia")
    platform = _Part(positive(mass, "kg"), center, tensor)
    if conversion.options.rigid_turbine:
        platform = _with_turbine(platform, elasto, conversion)
    body: dict[str, Any] = {"name": "platform", "mass": platform.mass}
    body["center_of_mass"] = platform.center.tolist()
    body["inertia"] = turned_inertia(platform.inertia)
    body |= _pose(elasto, conversion) | _free(elasto, conversion)
    _tell_turbine(elasto, conversion)
    return body


def _pose(elasto: FastFile, conversion: Conversion) -> dict[str, Any]:
    """Pose at the start: displacements are those of the reference point."""
    record = elasto.record
    reference = np.array([0.0, 0.0, record.number("ptfmrefzt", 0.0)])
    names = ("ptfmsurge", "ptfmsway", "ptfmheave", "ptfmroll", "ptfmpitch", "ptfmyaw")
    values = []
    for name in names:
        found = record.take(name)
        values.append(0.0 if found is None else found.number())
        if found is not None:
            conversion.taken(found, "bodies[0].position")
    found = record.take("ptfmrefzt")
    if found is not None:
        conversion.taken(found, "bodies[0].position")
    turn = zyx_matrix([float(np.radians(angle)) for angle in values[3:]])
    position = np.array(values[:3]) + reference - turn @ reference
    pose: dict[str, Any] = {"position": [float(value) + 0.0 for value in position]}
    pose["attitude_deg"] = [float(a) + 0.0 for a in np.degrees(angles_of_matrix(turn))]
    return pose


def _free(elasto: FastFile, conversion: Conversion) -> dict[str, Any]:
    fields = [elasto.record.need(name) for name in _DOFS]
    for found in fields:
        conversion.taken(found, "bodies[0].free")
    return {"free": [found.flag() for found in fields]}


def _tell_turbine(elasto: FastFile, conversion: Conversion) -> None:
    record = elasto.record
    lumped = conversion.options.rigid_turbine
    for name in _TURBINE_MASS:
        found = record.take(name)
        if found is None:
            continue
        if found.value in (0.0, "unused", ""):
            conversion.taken(found, "", f"{found}: nothing")
        elif lumped and name in ("geniner", "hubiner", "rotspeed"):
            conversion.left_out(found.place, f"{found}: the turbine does not turn")
        elif lumped:
            conversion.taken(found, "bodies[0].mass")
        else:
            conversion.left_out(found.place, f"{found}: part of the turbine; see --rigid-turbine")
    where = "whose parts are rigid" if lumped else "which is left out"
    for name in _TURBINE:
        found = record.fields.get(name)
        if found is not None:
            conversion.whole_without_effect(found, f"of the turbine, {where}")


def _with_turbine(platform: _Part, elasto: FastFile, conversion: Conversion) -> _Part:
    """Adds tower, nacelle, and rotor as a point mass to the platform."""
    record = elasto.record
    top = np.array([0.0, 0.0, record.need("towerht").number()])
    tilt = float(np.radians(record.number("shfttilt", 0.0)))
    overhang = record.number("overhang", 0.0)
    shaft = np.array([overhang * np.cos(tilt), 0.0, overhang * np.sin(tilt)])
    apex = top + np.array([0.0, 0.0, record.number("twr2shft", 0.0)]) + shaft
    nacelle = record.number("nacmass", 0.0)
    offset = np.array([record.number(f"naccm{axis}n", 0.0) for axis in "xyz"])
    # NacYIner is about the yaw axis
    about_z = record.number("nacyiner", 0.0) - nacelle * float(offset[:2] @ offset[:2])
    rotor = record.number("hubmass", 0.0)
    for blade in range(1, round(record.number("numbl", 0.0)) + 1):
        rotor += _blade_mass(elasto, blade, conversion)
        rotor += record.number(f"tipmass({blade})", 0.0)
    none = np.zeros((3, 3))
    parts = [
        platform,
        _tower(elasto, conversion),
        _Part(nacelle, top + offset, np.diag([0.0, 0.0, max(about_z, 0.0)])),
        _Part(record.number("yawbrmass", 0.0), top, none),
        _Part(rotor, apex, none),
    ]
    conversion.differs(
        record.place, f"rotor of {rotor:.6g} kg as a point mass, tower rigid", "bodies[0].mass"
    )
    return _sum(parts)


def _sum(parts: list[_Part]) -> _Part:
    mass = sum(part.mass for part in parts)
    center = sum((part.mass * part.center for part in parts), np.zeros(3)) / mass
    tensor = np.zeros((3, 3))
    for part in parts:
        arm = part.center - center
        tensor += part.inertia + part.mass * (float(arm @ arm) * np.eye(3) - np.outer(arm, arm))
    return _Part(mass, center, tensor)


def _distribution(
    elasto: FastFile, named_by: str, column: str, factor: str, conversion: Conversion
) -> tuple[FloatArray, FloatArray]:
    """Fractions of the length and masses per length [kg/m] of a tower or blade file."""
    named = elasto.record.need(named_by)
    opened = FastFile(conversion.read_named(elasto.file, named.text(), named.place))
    kind = "HtFract" if column == "tmassden" else "BlFract"
    count = opened.record.need("ntwinpst" if column == "tmassden" else "nblinpst").whole()
    if not 2 <= count <= 1000:
        raise UnreadableError(opened.record.place, "must have 2 to 1000 stations")
    rows = opened.table(kind, count)
    share = np.array([row.need(kind.lower()).number() for row in rows])
    density = np.array([row.need(column).number() for row in rows])
    return share, density * opened.record.need(factor).number()


def _tower(elasto: FastFile, conversion: Conversion) -> _Part:
    low, high = (elasto.record.need(name).number() for name in ("towerbsht", "towerht"))
    share, density = _distribution(elasto, "twrfile", "tmassden", "adjtwma", conversion)
    z = low + share * (high - low)
    length = abs(high - low)
    mass = float(np.trapezoid(density, share)) * length
    if mass <= 0.0:
        return _Part(0.0, np.array([0.0, 0.0, low]), np.zeros((3, 3)))
    middle = float(np.trapezoid(density * z, share)) * length / mass
    second = float(np.trapezoid(density * (z - middle) ** 2, share)) * length
    return _Part(mass, np.array([0.0, 0.0, middle]), np.diag([second, second, 0.0]))


def _blade_mass(elasto: FastFile, blade: int, conversion: Conversion) -> float:
    record = elasto.record
    share, density = _distribution(elasto, f"bldfile({blade})", "bmassden", "adjblms", conversion)
    length = record.need("tiprad").number() - record.need("hubrad").number()
    return float(np.trapezoid(density, share)) * length
