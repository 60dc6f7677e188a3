"""Importer of SEA-Stack and HydroChrono, whose setup file names all other files."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

import numpy as np

from raftup.base.arrays import FloatArray
from raftup.base.rotations import angles_of_matrix
from raftup.importing_models.conversion import Conversion, ModelNames, positive
from raftup.importing_models.finding import UnreadableError
from raftup.importing_models.format import ModelFormat
from raftup.importing_models.record import Field, Record, yaml_record
from raftup.importing_models.rotation import turned_inertia, xyz_matrix
from raftup.importing_models.sea_stack.hydro import convert_hydro
from raftup.importing_models.source import SourceFile

_JOINTS = {
    "REVOLUTE": "hinge",
    "PRISMATIC": "prismatic",
    "SPHERICAL": "ball",
    "UNIVERSAL": "universal",
    "CYLINDRICAL": "cylindrical",
    "LOCK": "lock",
}
_PICTURES = {"visualization": "pictures", "output": "files of results"}


@dataclass
class _Parts:
    """Bodies of the model file while they are converted.

    Attributes:
        angle: radians of one unit of the file's angles.
        names: name in the model of each body of the file; empty for a body that is the world.
        turns: rotation matrix of each body of the model, from its axes to the world's.
        places: origin of each body of the model.
    """

    angle: float
    names: dict[str, str] = field(default_factory=dict)
    turns: dict[str, FloatArray] = field(default_factory=dict)
    places: dict[str, FloatArray] = field(default_factory=dict)

    def name(self, found: Field) -> str:
        """Name in the model of the body that a field names; empty for the world."""
        text = found.text()
        if text not in self.names:
            raise UnreadableError(found.place, f"{found} must be one of {', '.join(self.names)}")
        return self.names[text]

    def local(self, body: str, point: list[float]) -> list[float]:
        """A point of the world in the model frame of a body; unchanged for the world."""
        if not body:
            return point
        local = self.turns[body].T @ (np.array(point) - self.places[body])
        return [float(value) + 0.0 for value in np.round(local, 12)]


def looks_like_sea_stack(file: SourceFile) -> bool:
    """Whether a file names a model file and a simulation file."""
    return file.is_text and "model_file:" in file.text and "simulation_file:" in file.text


def _convert(file: SourceFile, conversion: Conversion) -> None:
    setup = yaml_record(file)
    conversion.without_effect(setup, {"output_directory": "files of results"})
    files = {}
    for key in ("model_file", "simulation_file", "hydro_file"):
        named = setup.need(key)
        files[key] = conversion.read_named(file, named.text(), named.place)
        conversion.taken(named, "")
    root = yaml_record(files["model_file"])
    hydro = yaml_record(files["hydro_file"])
    simulation = yaml_record(files["simulation_file"])
    source = root.record("model")
    model = conversion.model
    model |= {"name": file.path.name.partition(".")[0], "environment": {}, "bodies": []}
    name = source.take("name")
    if name is not None:
        model["name"] = name.text()
        conversion.taken(name, "name")
    for record in (root, simulation):
        conversion.without_effect(record, {"chrono-version": "version of the file"})
    conversion.without_effect(source, {"data_path": "places of pictures"})
    floating = {str(one.fields["name"].value) for one in _hydro_bodies(hydro)}
    parts = _Parts(_angle_unit(source, conversion))
    names = ModelNames()
    bodies, joints = source.records("bodies"), source.records("joints")
    for record in bodies:
        _convert_body(record, bodies, joints, floating, parts, conversion, names)
    _convert_joints(joints, parts, conversion, names)
    _convert_actuators(source, parts, conversion, names)
    _convert_simulation(simulation.record("simulation"), conversion)
    convert_hydro(hydro.record("hydrodynamics"), files["hydro_file"], parts.names, conversion)
    for record in (setup, root, simulation, hydro):
        conversion.leave_out_unused(record)


def _hydro_bodies(hydro: Record) -> list[Record]:
    bodies = hydro.record("hydrodynamics").records("bodies")
    if not bodies:
        raise UnreadableError(hydro.place, "hydrodynamics must have bodies")
    for record in bodies:
        record.need("name")
    return bodies


def _angle_unit(source: Record, conversion: Conversion) -> float:
    found = source.take("angle_degrees")
    if found is None:
        conversion.assumed(source.place, "angles are in degrees: no angle_degrees", "bodies")
        return float(np.pi / 180.0)
    conversion.taken(found, "bodies")
    return float(np.pi / 180.0) if found.flag() else 1.0


def _convert_body(
    record: Record,
    bodies: list[Record],
    joints: list[Record],
    floating: set[str],
    parts: _Parts,
    conversion: Conversion,
    names: ModelNames,
) -> None:
    label = record.need("name")
    if label.text() in parts.names:
        raise UnreadableError(label.place, f"{label} must be unique")
    conversion.without_effect(record, _PICTURES)
    fixed = record.take("fixed")
    is_fixed = fixed is not None and fixed.flag()
    if fixed is not None:
        conversion.taken(fixed, "bodies[].motion")
    if is_fixed and label.text() not in floating:
        parts.names[label.text()] = ""
        for one in [label, *record.unused()]:
            conversion.whole_without_effect(one, "a fixed body without water is the world")
        return
    name = names.make(label.text(), "body")
    index = len(conversion.model["bodies"])
    conversion.taken(label, f"bodies[{index}].name")
    body: dict[str, Any] = {"name": name}
    if is_fixed:
        body["motion"] = "static"
    place = record.need("location")
    body["position"] = place.numbers(3)
    conversion.taken(place, f"bodies[{index}].position")
    turn = record.take("orientation")
    matrix = np.eye(3)
    if turn is not None:
        matrix = xyz_matrix([angle * parts.angle for angle in turn.numbers(3)])
        body["attitude_deg"] = [float(a) + 0.0 for a in np.degrees(angles_of_matrix(matrix))]
        conversion.taken(turn, f"bodies[{index}].attitude_deg")
    body |= _mass(record, parts.angle, conversion, f"bodies[{index}]")
    conversion.model["bodies"].append(body)
    parts.names[label.text()] = name
    parts.turns[name], parts.places[name] = matrix, np.array(body["position"])


def _mass(record: Record, angle: float, conversion: Conversion, path: str) -> dict[str, Any]:
    mass = record.need("mass")
    conversion.taken(mass, f"{path}.mass")
    center = record.record("com")
    place, turn = center.take("location"), center.take("orientation")
    moments, products = record.record("inertia").need("moments"), None
    products = record.record("inertia").take("products")
    xx, yy, zz = moments.numbers(3)
    xy, xz, yz = (0.0, 0.0, 0.0) if products is None else products.numbers(3)
    tensor = np.array([[xx, xy, xz], [xy, yy, yz], [xz, yz, zz]])
    conversion.taken(moments, f"{path}.inertia")
    if products is not None and any((xy, xz, yz)):
        conversion.assumed(
            products.place, f"{products}: entries xy, xz, yz of the tensor", f"{path}.inertia"
        )
    elif products is not None:
        conversion.taken(products, f"{path}.inertia")
    body: dict[str, Any] = {"mass": positive(mass, "kg")}
    if place is not None:
        body["center_of_mass"] = place.numbers(3)
        conversion.taken(place, f"{path}.center_of_mass")
    if turn is not None:
        tensor_turn = xyz_matrix([one * angle for one in turn.numbers(3)])
        tensor = tensor_turn @ tensor @ tensor_turn.T
        conversion.taken(turn, f"{path}.inertia")
    return body | {"inertia": turned_inertia(tensor)}


def _sides(record: Record, parts: _Parts) -> tuple[str, str, bool]:
    """Bodies of a joint or actuator, the world second, and whether they are exchanged for it."""
    one, other = parts.name(record.need("body1")), parts.name(record.need("body2"))
    if one == other:
        raise UnreadableError(record.place, f"{record.name} must be between two bodies")
    return (one, other, False) if one else (other, one, True)


def _convert_joints(
    joints: list[Record], parts: _Parts, conversion: Conversion, names: ModelNames
) -> None:
    converted: list[dict[str, Any]] = []
    for record in joints:
        path = f"joints[{len(converted)}]"
        kind = record.need("type")
        if kind.text().upper() not in _JOINTS:
            raise UnreadableError(kind.place, f"{kind} must be one of {', '.join(_JOINTS)}")
        one, other, _ = _sides(record, parts)
        label, place = record.need("name"), record.need("location")
        joint: dict[str, Any] = {"name": names.make(label.text(), "joint")}
        joint |= {"type": _JOINTS[kind.text().upper()], "body1": one}
        joint |= {"body2": other} if other else {}
        joint["position"] = place.numbers(3)
        for key, target in (("axis", "axis"), ("axis1", "axis"), ("axis2", "axis2")):
            found = record.take(key)
            if found is not None:
                joint[target] = found.numbers(3)
                conversion.taken(found, f"{path}.{target}")
        needed = {"hinge": 1, "prismatic": 1, "cylindrical": 1, "universal": 2}
        if sum(key in joint for key in ("axis", "axis2")) < needed.get(joint["type"], 0):
            raise UnreadableError(record.place, f"{record.name} must have its axis")
        for found in (label, kind, place, record.need("body1"), record.need("body2")):
            conversion.taken(found, path)
        conversion.without_effect(record, _PICTURES)
        if conversion.joins_moving(joint):
            converted.append(joint)
    if converted:
        conversion.model["joints"] = converted


def _convert_actuators(
    source: Record, parts: _Parts, conversion: Conversion, names: ModelNames
) -> None:
    loads: list[dict[str, Any]] = []
    for record in source.records("tsdas"):
        loads.append(_point_spring(record, parts, conversion, names, f"loads[{len(loads)}]"))
    for record in source.records("rsdas"):
        _add_drive(record, parts, conversion)
    if loads:
        conversion.model["loads"] = loads


def _spring_numbers(record: Record, conversion: Conversion, path: str) -> tuple[float, float]:
    values = []
    for key in ("spring_coefficient", "damping_coefficient"):
        found = record.take(key)
        values.append(0.0 if found is None else found.number())
        if found is not None:
            conversion.taken(found, path)
    for key in ("type", "name", "body1", "body2"):
        found = record.take(key)
        if found is not None:
            conversion.taken(found, path)
    conversion.without_effect(record, _PICTURES)
    return values[0], values[1]


def _point_spring(
    record: Record, parts: _Parts, conversion: Conversion, names: ModelNames, path: str
) -> dict[str, Any]:
    one, other, exchanged = _sides(record, parts)
    points = [record.need("point1"), record.need("point2")]
    stiffness, damping = _spring_numbers(record, conversion, path)
    first, second = reversed(points) if exchanged else points
    spring: dict[str, Any] = {"body1": one, "point1": parts.local(one, first.numbers(3))}
    spring |= {"body2": other} if other else {}
    spring |= {"point2": parts.local(other, second.numbers(3))}
    spring |= {"stiffness": stiffness, "damping": damping}
    length = record.take("free_length")
    if length is not None:
        spring["rest_length"] = length.number()
        conversion.taken(length, f"{path}.rest_length")
    for found in points:
        conversion.taken(found, path)
    return {"name": names.make(record.need("name").text(), "spring"), "point_spring": spring}


def _add_drive(record: Record, parts: _Parts, conversion: Conversion) -> None:
    """A rotational actuator as a drive of the hinge between its bodies, with the same axis."""
    one, other, exchanged = _sides(record, parts)
    stiffness, damping = _spring_numbers(record, conversion, "joints[].drives")
    axis = np.array(record.need("axis").numbers(3))
    free = record.take("free_angle")
    for joint in conversion.model.get("joints", []):
        same = {joint["body1"], joint.get("body2", "")} == {one, other}
        if (
            not same
            or joint["type"] != "hinge"
            or np.linalg.norm(np.cross(axis, joint["axis"]))
            > 1e-9 * np.linalg.norm(axis) * np.linalg.norm(joint["axis"])
        ):
            continue
        spring = {"stiffness": stiffness, "damping": damping}
        if free is not None:
            conversion.taken(free, "joints[].drives[].spring_damper.rest")
        if free is not None and free.number() != 0.0:
            spring["rest"] = free.number() * parts.angle * (-1.0 if exchanged else 1.0)
        joint.setdefault("drives", []).append({"spring_damper": spring})
        conversion.taken(record.need("axis"), "joints[].drives")
        place = record.take("location")
        if place is not None:
            conversion.taken(place, "joints[].drives")
        return
    raise UnreadableError(
        record.place, f"{record.name} must act on a REVOLUTE joint of its bodies and axis"
    )


_SIMULATION = {
    "visualization": "pictures",
    "enforce_realtime": "speed of the run",
    "solver": "the linear equations of Chrono",
    "contact_method": "contacts of shapes",
    "output": "files of results",
}


def _convert_simulation(record: Record, conversion: Conversion) -> None:
    step, end = record.need("time_step"), record.need("end_time")
    conversion.taken(step, "integration.step")
    conversion.taken(end, "integration.duration")
    model = conversion.model
    model["integration"] = {"step": positive(step, "s"), "duration": positive(end, "s")}
    gravity = record.take("gravity")
    if gravity is not None:
        x, y, z = gravity.numbers(3)
        if x != 0.0 or y != 0.0 or z >= 0.0:
            raise UnreadableError(gravity.place, f"{gravity} must point down, along -z")
        model["environment"]["gravity"] = -z
        conversion.taken(gravity, "environment.gravity")
    integrator = record.take("integrator")
    if integrator is not None:
        conversion.differs(
            integrator.place, "simulation.integrator: a stepper of its own", "integration.stepper"
        )
        conversion.whole_without_effect(integrator, "the steps of Chrono alone")
    conversion.without_effect(record, _SIMULATION)


SEA_STACK = ModelFormat(
    name="sea_stack",
    title="SEA-Stack and HydroChrono (.setup.yaml)",
    recognises=looks_like_sea_stack,
    convert=_convert,
    options=frozenset({"databases", "lines_as"}),
)
