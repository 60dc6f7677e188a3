"""Constraints, PTOs and moorings of WEC-Sim as joints and loads."""

from __future__ import annotations

from typing import Any

from raftup.importing_models.conversion import Conversion, ModelNames
from raftup.importing_models.finding import UnreadableError
from raftup.importing_models.moordyn.model import mooring_loads
from raftup.importing_models.moordyn.text import read_moordyn
from raftup.importing_models.record import Field, Record
from raftup.importing_models.source import SourceFile
from raftup.importing_models.wec_sim.blocks import WORLD, Blocks, Connection
from raftup.importing_models.wec_sim.input import WecSimInput, matrix

_JOINTS = {
    "floating(3dof)": ("planar", "y"),
    "planar": ("planar", "y"),
    "translational": ("prismatic", "z"),
    "prismatic": ("prismatic", "z"),
    "heave": ("prismatic", "z"),
    "rotational": ("hinge", "y"),
    "hinge": ("hinge", "y"),
    "spherical": ("ball", "z"),
    "ball": ("ball", "z"),
    "fixed": ("lock", "z"),
    "lock": ("lock", "z"),
}
"""Joint of each block, and which of its directions y and z is the axis of the joint."""

_FREE = ("floating(6dof)", "free")


def convert_joints(
    read: WecSimInput, blocks: Blocks, bodies: list[str], conversion: Conversion, names: ModelNames
) -> None:
    """Adds the constraints and PTOs of an input file to the joints of the model."""
    joints: list[dict[str, Any]] = []
    for record in (*read.all("constraint"), *read.all("pto")):
        connection = blocks.connections.get(record.name)
        if connection is None:
            raise UnreadableError(
                record.place, f"{record.name} must be a block of the Simulink file or of --joints"
            )
        joint = _joint(record, connection, bodies, conversion, f"joints[{len(joints)}]")
        if joint is not None and not conversion.joins_moving(joint):
            conversion.taken(
                record.need("class"), "", f"{record.name}: between bodies that stand still"
            )
        elif joint is not None:
            label = record.need("class").value or record.name
            joints.append({"name": names.make(str(label), "joint")} | joint)
        conversion.leave_out_unused(record)
    if joints:
        conversion.model["joints"] = joints


def _joint(
    record: Record, connection: Connection, bodies: list[str], conversion: Conversion, path: str
) -> dict[str, Any] | None:
    created = record.need("class")
    kind = "".join(connection.kind.lower().split()).removesuffix("pto")
    if kind in _FREE:
        conversion.taken(created, "", f"{record.name}: {connection.kind} holds nothing")
        return None
    if kind not in _JOINTS:
        raise UnreadableError(
            connection.place, f"{record.name}: the block {connection.kind} has no counterpart"
        )
    joint_type, direction = _JOINTS[kind]
    conversion.taken(created, path, f"{record.name}: {connection.kind}")
    joint: dict[str, Any] = {"type": joint_type, **_sides(record, connection, bodies)}
    place = record.take("location")
    joint["position"] = [0.0, 0.0, 0.0] if place is None else place.numbers(3)
    if place is not None:
        conversion.taken(place, f"{path}.position")
    joint["axis"] = _axis(record, direction, conversion, path)
    if joint_type == "planar":
        joint["axis2"] = [1.0, 0.0, 0.0] if joint["axis"] == [0.0, 1.0, 0.0] else None
        joint = {key: value for key, value in joint.items() if value is not None}
    drives = _drives(record, conversion, path)
    if drives:
        dof = {"dof": 2} if joint_type == "planar" else {}
        joint["drives"] = [dof | drive for drive in drives]
    return joint


def _sides(record: Record, connection: Connection, bodies: list[str]) -> dict[str, str]:
    ends = connection.ends
    for end in ends:
        if not 0 <= end <= len(bodies):
            raise UnreadableError(connection.place, f"{record.name} must connect bodies that exist")
    if len(ends) != 2 or ends[0] == ends[1]:
        raise UnreadableError(
            connection.place, f"{record.name} must connect two bodies, or a body and the world"
        )
    if WORLD in ends:
        return {"body1": bodies[max(ends) - 1]}
    return {"body1": bodies[ends[0] - 1], "body2": bodies[ends[1] - 1]}


def _axis(record: Record, direction: str, conversion: Conversion, path: str) -> list[float]:
    axes = {"y": [0.0, 1.0, 0.0], "z": [0.0, 0.0, 1.0]}
    for key in axes:
        found = record.take(f"orientation.{key}")
        if found is not None:
            axes[key] = found.numbers(3)
            conversion.taken(found, f"{path}.axis" if key == direction else "")
    return axes[direction]


def _drives(record: Record, conversion: Conversion, path: str) -> list[dict[str, Any]]:
    spring = {}
    for key, name in (("stiffness", "stiffness"), ("damping", "damping")):
        found = record.take(key)
        if found is not None:
            value = found.number()
            conversion.taken(found, f"{path}.drives[0].spring_damper.{name}")
            if value:
                spring[name] = value
    rest = record.take("equilibriumPosition")
    if rest is not None:
        if rest.number() != 0.0:
            conversion.assumed(
                rest.place, f"{rest}: counted from body 2 to body 1", f"{path}.drives[0]"
            )
            spring["rest"] = rest.number()
        else:
            conversion.taken(rest, f"{path}.drives[0].spring_damper.rest")
    _zero_fields(record, conversion)
    drives: list[dict[str, Any]] = [{"spring_damper": spring}] if spring else []
    stops = _stops(record, conversion, path)
    return drives + ([{"range": stops}] if stops else [])


def _zero_fields(record: Record, conversion: Conversion) -> None:
    """Tells fields that are zero as without effect."""
    for key in ("pretension", "initial.displacement", "extension.PositionTargetSpecify"):
        found = record.fields.get(key)
        if found is not None and all(value in (0.0, "0") for value in _flat(found)):
            found.is_used = True
            conversion.taken(found, "", f"{found}: without effect")


def _flat(found: Field) -> list[Any]:
    return found.value if isinstance(found.value, list) else [found.value]


def _stops(record: Record, conversion: Conversion, path: str) -> dict[str, float]:
    """End stops of a PTO, which are springs in WEC-Sim and rigid in the model."""
    stops = {}
    for side, key in (("lower", "minimum"), ("upper", "maximum")):
        on = record.take(f"hardStops.{side}LimitSpecify")
        bound = record.take(f"hardStops.{side}LimitBound")
        rest = [
            record.take(f"hardStops.{side}Limit{part}")
            for part in ("Stiffness", "Damping", "TransitionRegionWidth")
        ]
        if on is None or not on.flag():
            for found in (on, bound, *rest):
                if found is not None:
                    conversion.taken(found, "", f"{found}: the stop is off")
            continue
        if bound is None:
            raise UnreadableError(on.place, f"{on}: hardStops.{side}LimitBound must be given")
        stops[key] = bound.number()
        conversion.differs(
            bound.place, f"{bound}: a rigid stop in place of a spring", f"{path}.range.{key}"
        )
        for found in rest:
            if found is not None:
                conversion.differs(found.place, f"{found}: the stop is rigid", f"{path}.range")
    if stops:
        stops = {"minimum": -1e6, "maximum": 1e6} | stops
    return stops


def convert_moorings(
    read: WecSimInput,
    blocks: Blocks,
    bodies: list[str],
    centers: list[list[float] | None],
    file: SourceFile,
    conversion: Conversion,
) -> None:
    """Adds mooring matrices and the lines of MoorDyn to the loads of the model."""
    loads = conversion.model.setdefault("loads", [])
    for record in read.all("mooring"):
        connection = blocks.connections.get(record.name)
        ends = [end for end in (connection.ends if connection else ()) if end != WORLD]
        if len(ends) != 1 or not 0 < ends[0] <= len(bodies):
            raise UnreadableError(record.place, f"{record.name} must be connected to one body")
        body = bodies[ends[0] - 1]
        name = record.name.replace("(", "_").rstrip(")")
        conversion.taken(record.need("class"), "loads")
        lines = record.take("moorDyn")
        if lines is not None and lines.flag():
            named = record.take("moorDynInputFile") or Field(
                f"{record.name}.moorDynInputFile", "Mooring/lines.txt", record.place
            )
            conversion.taken(lines, "loads")
            text = read_moordyn(conversion.read_named(file, named.text(), named.place))
            mooring = mooring_loads(text, conversion, body, name)
            _check_frame(record, centers[ends[0] - 1], conversion)
            loads += mooring.loads
        else:
            loads.append(
                {"name": name, "linear_mooring": {"body": body} | _matrix(record, conversion)}
            )
        conversion.leave_out_unused(record)


def _check_frame(record: Record, center: list[float] | None, conversion: Conversion) -> None:
    if center is None or any(abs(value) > 1e-9 for value in center):
        conversion.assumed(
            record.place,
            f"{record.name}: the fairleads of MoorDyn count from the center of gravity of the body",
            "loads",
        )


def _matrix(record: Record, conversion: Conversion) -> dict[str, Any]:
    load: dict[str, Any] = {}
    for key, name in (("matrix.stiffness", "stiffness"), ("matrix.damping", "damping")):
        found = record.take(key)
        if found is not None:
            load[name] = matrix(found)
            conversion.taken(found, f"linear_mooring.{name}")
    preload = record.take("matrix.preTension")
    if preload is not None:
        load["preload"] = preload.numbers(6)
        conversion.taken(preload, "linear_mooring.preload")
    place = record.take("location")
    if place is not None and any(place.numbers(3)):
        conversion.differs(
            place.place,
            f"{place}: matrices act at the center of gravity of the body",
            "linear_mooring",
        )
    elif place is not None:
        conversion.taken(place, "")
    return load
