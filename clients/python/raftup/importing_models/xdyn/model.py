"""Importer of xdyn's YAML models, whose axes are north, east, down.

Positions and vectors are turned by diag(1, -1, -1): x forward, y to port, z up. Angles phi, theta,
psi become phi, -theta, -psi.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from raftup.base.arrays import FloatArray
from raftup.importing_models.conversion import Conversion, ModelNames
from raftup.importing_models.finding import UnreadableError
from raftup.importing_models.format import ModelFormat
from raftup.importing_models.record import Field, Record, yaml_record
from raftup.importing_models.robots.robot import rounded
from raftup.importing_models.rotation import turned_inertia, zyx_matrix
from raftup.importing_models.source import SourceFile
from raftup.importing_models.xdyn.forces import XdynForces
from raftup.importing_models.xdyn.units import quantity, vector
from raftup.importing_models.xdyn.waves import convert_environment

_FLIP = np.array([1.0, -1.0, -1.0])
_FLIP6 = np.concatenate([_FLIP, _FLIP])
_STEP, _DURATION = 0.1, 60.0
"""Step and duration, which xdyn has on its command line [s]."""

_INERTIA = (
    "rigid body inertia matrix at the center of gravity and projected in the body frame",
    "rigid body inertia matrix at the center of buoyancy projected in the body frame",
    "rigid body inertia matrix at the center of gravity projected in the body frame",
)
_ADDED_MASS = (
    "added mass matrix at the center of gravity and projected in the body frame",
    "added mass matrix at the center of buoyancy projected in the body frame",
    "added mass matrix at the center of gravity projected in the body frame",
)
"""Names of the matrices; both are about the center of gravity, whatever the older names say."""


def looks_like_xdyn(file: SourceFile) -> bool:
    """Whether a file says how xdyn turns and has bodies."""
    return file.is_text and "rotations convention" in file.text and "bodies:" in file.text


def _convert(file: SourceFile, conversion: Conversion) -> None:
    root = yaml_record(file)
    rotations = root.need("rotations convention")
    words = "".join(str(one) for one in rotations.value or ()).replace(" ", "")
    if words not in ("psitheta'phi''",):
        raise UnreadableError(rotations.place, f"{rotations} must be [psi, theta', phi'']")
    conversion.taken(rotations, "bodies[].attitude_deg")
    model = conversion.model
    model |= {"name": file.path.stem, "environment": {}, "bodies": [], "loads": []}
    _constants(root.record("environmental constants"), conversion)
    convert_environment(root.records("environment models"), conversion)
    names = ModelNames()
    bodies = root.records("bodies")
    if not bodies:
        raise UnreadableError(root.place, "must have bodies")
    for record in bodies:
        _body(record, file, conversion, names)
    conversion.check_databases(file.place(0))
    _tell_commands(root, conversion)
    model["integration"] = {"step": _STEP, "duration": _DURATION}
    conversion.assumed(
        file.place(0), f"step {_STEP:g} s and duration {_DURATION:g} s", "integration"
    )
    if not model["loads"]:
        del model["loads"]
    conversion.leave_out_unused(root)


def _constants(constants: Record, conversion: Conversion) -> None:
    kinds = {"g": ("acceleration", "gravity"), "rho": ("density", "water_density")}
    for key, (kind, target) in kinds.items():
        value, found = quantity(constants, key, kind)
        conversion.model["environment"][target] = value
        conversion.taken(found, f"environment.{target}")
    if "nu" in constants:
        _, found = quantity(constants, "nu", "viscosity")
        conversion.taken(found, "", f"{found}: no force of the model depends on it")


def _tell_commands(root: Record, conversion: Conversion) -> None:
    for record in root.records("commands"):
        for one in list(record.unused()):
            conversion.left_out(one.place, f"{one}: commands of controlled forces")
            one.is_used = True
    for key in ("output", "outputs"):
        for record in root.records(key):
            for one in list(record.unused()):
                conversion.whole_without_effect(one, "files of results alone")


def matrix(record: Record) -> FloatArray:
    """Matrix [6, 6] of the fields `row 1` to `row 6`, in axes north, east, down."""
    frame = record.take("frame")
    if frame is not None:
        frame.text()
    return np.array([record.need(f"row {i}").numbers(6) for i in range(1, 7)])


def up_axes(ned: FloatArray) -> FloatArray:
    """A matrix [6, 6] or vector [6] of axes with z down in axes with z up."""
    turned: FloatArray = ned * _FLIP6 if ned.ndim == 1 else _FLIP6[:, None] * ned * _FLIP6
    return turned + 0.0


def _matrix_of(dynamics: Record, names: tuple[str, ...]) -> tuple[FloatArray, Record] | None:
    for name in names:
        if name in dynamics:
            inner = dynamics.record(name)
            return matrix(inner), inner
    return None


def _body(record: Record, file: SourceFile, conversion: Conversion, names: ModelNames) -> None:
    label = record.need("name")
    name = names.make(label.text(), "body")
    index = len(conversion.model["bodies"])
    path = f"bodies[{index}]"
    conversion.taken(label, f"{path}.name")
    dynamics = record.record("dynamics")
    center = _FLIP * np.array(vector(dynamics.record("centre of inertia"), "x y z", "length"))
    _tell_frame(dynamics.record("centre of inertia"), label, conversion)
    body: dict[str, Any] = {"name": name, **_mass(dynamics, conversion, path)}
    body["center_of_mass"] = rounded(center)
    conversion.taken(Field("centre of inertia", rounded(center), dynamics.place), path)
    point = dynamics.take("hydrodynamic forces calculation point in body frame")
    if point is not None:
        conversion.whole_without_effect(point, "forces are about the center of gravity")
    turn = _pose(record, body, conversion, path)
    _velocity(record, body, turn, center, label, conversion)
    conversion.model["bodies"].append(body)
    added = _matrix_of(dynamics, _ADDED_MASS)
    forces = XdynForces(record, body, file, conversion, names)
    forces.convert()
    if added is not None and not forces.has_database and np.any(added[0]):
        conversion.model.setdefault("added_mass_interactions", []).append(
            {
                "name": f"water_{name}",
                "body1": name,
                "frame": "body",
                "coriolis": "full",
                "body1_block": up_axes((added[0] + added[0].T) / 2.0).ravel().tolist(),
            }
        )
    if added is not None:
        where = "hydrodynamics" if forces.has_database else "added_mass_interactions"
        text = "added mass: that of the database" if forces.has_database else "added mass"
        tell = conversion.differs if forces.has_database else None
        if tell is not None:
            tell(added[1].place, text, where)
        else:
            conversion.taken(Field(text, "matrix", added[1].place), where)


def _tell_frame(record: Record, label: Field, conversion: Conversion) -> None:
    frame = record.take("frame")
    if frame is not None and frame.text() not in (label.text(), "NED", "mesh"):
        conversion.assumed(frame.place, f"{frame}: the frame of {label.text()}", "bodies")
    elif frame is not None:
        conversion.taken(frame, "bodies")


def _mass(dynamics: Record, conversion: Conversion, path: str) -> dict[str, Any]:
    read = _matrix_of(dynamics, _INERTIA)
    if read is None:
        raise UnreadableError(dynamics.place, f"dynamics must have the {_INERTIA[0]}")
    values, record = read
    mass = values[0, 0]
    expected = np.zeros((6, 6))
    expected[:3, :3] = mass * np.eye(3)
    expected[3:, 3:] = values[3:, 3:]
    if mass <= 0.0 or np.abs(values - expected).max() > 1e-9 * np.abs(values).max():
        raise UnreadableError(
            record.place, "the inertia matrix must be the mass times 1 and a tensor, uncoupled"
        )
    if "mass" in dynamics:
        given, found = quantity(dynamics, "mass", "mass")
        if abs(given - mass) > 1e-3 * mass:
            raise UnreadableError(found.place, f"{found}: the inertia matrix has {mass:g} kg")
        conversion.taken(found, f"{path}.mass")
    conversion.taken(Field("inertia matrix", mass, record.place), f"{path}.mass")
    tensor = values[3:, 3:] * np.outer(_FLIP, _FLIP)
    return {"mass": float(mass), "inertia": turned_inertia(tensor)}


def _pose(record: Record, body: dict[str, Any], conversion: Conversion, path: str) -> FloatArray:
    pose = record.record("initial position of body frame relative to NED")
    position = _FLIP * np.array(vector(pose, "x y z", "length"))
    phi, theta, psi = vector(pose, "phi theta psi", "angle")
    body["position"] = rounded(position)
    body["attitude_deg"] = rounded(np.degrees([phi, -theta, -psi]))
    frame = pose.need("frame")
    if frame.text() != "NED":
        raise UnreadableError(frame.place, f"{frame} must be NED")
    conversion.taken(Field("initial position", body["position"], pose.place), f"{path}.position")
    return zyx_matrix([phi, -theta, -psi])


def _velocity(
    record: Record,
    body: dict[str, Any],
    turn: FloatArray,
    center: FloatArray,
    label: Field,
    conversion: Conversion,
) -> None:
    """Velocity of the center of mass, from that of the origin in axes of the body."""
    velocity = record.record("initial velocity of body frame relative to NED")
    linear = _FLIP * np.array(vector(velocity, "u v w", "speed"))
    angular = _FLIP * np.array(vector(velocity, "p q r", "rate"))
    _tell_frame(velocity, label, conversion)
    body["linear_velocity"] = rounded(turn @ (linear + np.cross(angular, center)))
    body["angular_velocity"] = rounded(turn @ angular)
    what = Field("initial velocity", body["linear_velocity"], velocity.place)
    conversion.taken(what, "bodies[].linear_velocity")


XDYN = ModelFormat(
    name="xdyn",
    title="xdyn (.yml)",
    recognises=looks_like_xdyn,
    convert=_convert,
    options=frozenset({"databases"}),
)
