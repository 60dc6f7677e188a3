"""Importer of URDF: links, joints and collision shapes of a robot."""

from __future__ import annotations

import math
from pathlib import Path
from typing import Any

import numpy as np

from raftup.base.arrays import FloatArray
from raftup.importing_models.conversion import Conversion, ModelNames
from raftup.importing_models.finding import UnreadableError
from raftup.importing_models.format import ModelFormat
from raftup.importing_models.record import Field
from raftup.importing_models.robots.robot import (
    DURATION,
    IDENTITY,
    STEP,
    Pose,
    Robot,
    RobotJoint,
    RobotLink,
    RobotShape,
    pose_of,
    rounded,
)
from raftup.importing_models.source import SourceFile
from raftup.importing_models.xml_tree import XmlElement, parse_xml

_JOINTS = {
    "revolute": "hinge",
    "continuous": "hinge",
    "prismatic": "prismatic",
    "fixed": "fixed",
    "floating": "free",
    "planar": "planar",
}
_BEGINNING = 4096
"""Bytes within which the root element begins."""


def looks_like_urdf(file: SourceFile) -> bool:
    """Whether the root element is `robot`."""
    return b"<robot" in file.data[:_BEGINNING]


def _convert(file: SourceFile, conversion: Conversion) -> None:
    root = parse_xml(file.data, file.name)
    root.is_used = True
    name = root.attribute("name", file.path.stem)
    conversion.model |= {"name": name, "environment": {}, "bodies": []}
    links = [_link(element, file, conversion) for element in root.all("link")]
    if not links:
        raise UnreadableError(root.place, "robot must have links")
    by_name = {link.name: link for link in links}
    joints = [_joint(element, conversion) for element in root.all("joint")]
    robot = Robot(links, [joint for joint, _ in joints])
    _place(by_name, joints)
    robot.convert(conversion, ModelNames())
    tell_contacts(links, conversion)
    for tag, reason in (("material", "pictures"), ("gazebo", "settings of Gazebo")):
        for element in root.all(tag) if tag == "material" else ():
            element.use_whole()
            conversion.taken(Field(tag, reason, element.place), "", f"{tag}: {reason} alone")
    conversion.model["integration"] = {"step": STEP, "duration": DURATION}
    conversion.assumed(root.place, f"step {STEP:g} s and duration {DURATION:g} s", "integration")
    for one in root.unused():
        conversion.left_out(one.place, f"{one}: no counterpart")


def tell_contacts(links: list[RobotLink], conversion: Conversion) -> None:
    """Tells that shapes touch nothing, since they have no material."""
    for link in links:
        if link.shapes:
            conversion.differs(
                link.place,
                f"link {link.name}: its shapes touch nothing until they have a material",
                "bodies[].shapes",
            )


def _origin(element: XmlElement) -> Pose:
    origin = element.take("origin")
    if origin is None:
        return IDENTITY
    numbers = [0.0] * 6
    for start, name in ((0, "xyz"), (3, "rpy")):
        if name in origin.attributes:
            numbers[start : start + 3] = origin.numbers(3, name)
    return pose_of(numbers)


def _link(element: XmlElement, file: SourceFile, conversion: Conversion) -> RobotLink:
    link = RobotLink(element.attribute("name"), element.place, IDENTITY)
    conversion.taken(Field("link", link.name, element.place), "bodies")
    inertial = element.take("inertial")
    if inertial is not None:
        at = _origin(inertial)
        link.mass = inertial.need("mass").number("value")
        link.center = at.position
        tensor = _tensor(inertial.need("inertia"))
        link.inertia = at.turn @ tensor @ at.turn.T
        conversion.taken(Field("mass", link.mass, inertial.place), "bodies[].mass")
        if link.mass < 0.0:
            raise UnreadableError(inertial.place, f"link {link.name}: mass must not be negative")
    for collision in element.all("collision"):
        label = collision.attribute("name", link.name)
        at = _origin(collision)
        shape = _shape(collision.need("geometry"), at, label, conversion)
        if shape is not None:
            link.shapes.append(shape)
            conversion.taken(Field("collision", label, collision.place), "bodies[].shapes")
    for visual in element.all("visual"):
        _visual(visual, link, file, conversion)
    return link


def _tensor(element: XmlElement) -> FloatArray:
    xx, xy, xz, yy, yz, zz = (
        element.number(name) if name in element.attributes else 0.0
        for name in ("ixx", "ixy", "ixz", "iyy", "iyz", "izz")
    )
    return np.array([[xx, xy, xz], [xy, yy, yz], [xz, yz, zz]])


def _shape(geometry: XmlElement, at: Pose, name: str, conversion: Conversion) -> RobotShape | None:
    box, ball = geometry.take("box"), geometry.take("sphere")
    cylinder, mesh = geometry.take("cylinder"), geometry.take("mesh")
    if box is not None:
        return RobotShape("box", {"size": box.numbers(3, "size")}, at, name)
    if ball is not None:
        return RobotShape("sphere", {"radius": ball.number("radius")}, at, name)
    if cylinder is not None:
        size = {"radius": cylinder.number("radius"), "height": cylinder.number("length")}
        return RobotShape("cylinder", size, at, name)
    if mesh is not None:
        mesh.use_whole()
        text = " ".join(f"{key} {value}" for key, value in mesh.attributes.items())
        conversion.left_out(mesh.place, f"collision {name}: mesh {text}")
        return None
    raise UnreadableError(geometry.place, "geometry must be a box, cylinder, sphere or mesh")


def _visual(visual: XmlElement, link: RobotLink, file: SourceFile, conversion: Conversion) -> None:
    """A mesh of the right size draws the body; everything else is a picture."""
    at = _origin(visual)
    meshes = [one for one in visual.descendants() if one.tag == "mesh"]
    visual.use_whole()
    text = "visual"
    for mesh in meshes:
        name, scale = mesh.attributes.get("filename", ""), mesh.attributes.get("scale", "1 1 1")
        text = f"visual {name}, scale {scale}"
        found = find_mesh(name, file, conversion)
        sizes = Field("scale", scale.split(), mesh.place).numbers(3)
        turned = not np.allclose(at.turn, np.eye(3)) or bool(np.any(at.position))
        if found is not None and sizes == [1.0, 1.0, 1.0] and not turned:
            link.visual_mesh = conversion.reference(found)
            conversion.taken(Field("visual", name, visual.place), "bodies[].visual_mesh")
            return
    conversion.taken(Field("visual", "", visual.place), "", f"{text}: pictures alone")


def find_mesh(name: str, file: SourceFile, conversion: Conversion) -> Path | None:
    """A mesh that the source names and that a model can show, or None.

    `package://NAME/path` and `model://NAME/path` are sought in the folders of --path.
    """
    prefix, separator, rest = name.partition("://")
    places = [file.named(name)]
    if separator and prefix in ("package", "model"):
        inner = rest.partition("/")[2]
        places = [
            folder / part for folder in conversion.options.search_paths for part in (rest, inner)
        ]
    for path in places:
        if path.suffix.lower() in (".stl", ".obj", ".gdf") and path.is_file():
            return path
    return None


def _joint(element: XmlElement, conversion: Conversion) -> tuple[RobotJoint, Pose]:
    """A joint with the pose of its child in its parent; world poses follow later."""
    name, kind = element.attribute("name"), element.attribute("type")
    if kind not in _JOINTS:
        raise UnreadableError(element.place, f"joint {name}: the type {kind} has no counterpart")
    parent = element.need("parent").attribute("link")
    child = element.need("child").attribute("link")
    axis = element.take("axis")
    local = [1.0, 0.0, 0.0] if axis is None else axis.numbers(3, "xyz")
    joint = RobotJoint(name, element.place, _JOINTS[kind], parent, child, [], local)
    conversion.taken(Field("joint", f"{name} {kind}", element.place), "joints")
    limit, dynamics = element.take("limit"), element.take("dynamics")
    if dynamics is not None:
        keys = [key for key in ("damping", "friction") if key in dynamics.attributes]
        values: dict[str, float] = {key: dynamics.number(key) for key in keys}
        joint.drives += friction_drives(values)
    if limit is not None:
        joint.drives += _limit(limit, kind, conversion)
    for tag in ("calibration", "safety_controller"):
        extra = element.take(tag)
        if extra is not None:
            extra.use_whole()
            conversion.taken(Field(tag, "", extra.place), "", f"{tag}: of a controller alone")
    return joint, _origin(element)


def friction_drives(values: dict[str, float]) -> list[dict[str, Any]]:
    """Drives of a joint by its damping, spring and friction; those of 0 are left away."""
    drives: list[dict[str, Any]] = []
    spring = {key: values[key] for key in ("stiffness", "damping") if values.get(key, 0.0) != 0.0}
    if spring:
        if values.get("rest", 0.0) != 0.0:
            spring["rest"] = values["rest"]
        drives.append({"spring_damper": spring})
    if values.get("friction", 0.0) != 0.0:
        drives.append({"friction": {"force": values["friction"]}})
    return drives


def _limit(limit: XmlElement, kind: str, conversion: Conversion) -> list[dict[str, Any]]:
    values = {
        key: limit.number(key) if key in limit.attributes else 0.0 for key in ("lower", "upper")
    }
    for key in ("effort", "velocity"):
        if key in limit.attributes:
            text = f"limit.{key} = {limit.attribute(key)}: of a controller alone"
            conversion.taken(Field(f"limit.{key}", "", limit.place), "", text)
    if kind == "continuous":
        return []
    return [{"range": {"minimum": values["lower"], "maximum": values["upper"]}}]


def _place(links: dict[str, RobotLink], joints: list[tuple[RobotJoint, Pose]]) -> None:
    """Poses of links in the world, from the root outwards, and those of joints."""
    waiting = list(joints)
    known = set(links) - {joint.child for joint, _ in joints} | {"world"}
    while waiting:
        ready = [one for one in waiting if one[0].parent in known]
        if not ready:
            raise UnreadableError(waiting[0][0].place, f"joint {waiting[0][0].name} closes a loop")
        for joint, at in ready:
            parent = IDENTITY if joint.parent not in links else links[joint.parent].pose
            pose = parent @ at
            links[joint.child].pose = pose
            joint.position = rounded(pose.position)
            axis = pose.turn @ np.array(joint.axis)
            if joint.kind not in ("fixed", "free") and math.hypot(*axis) == 0.0:
                raise UnreadableError(joint.place, f"joint {joint.name}: axis must not be zero")
            joint.axis = rounded(axis)
            known.add(joint.child)
        waiting = [one for one in waiting if one not in ready]


URDF = ModelFormat(
    name="urdf",
    title="URDF (.urdf)",
    recognises=looks_like_urdf,
    convert=_convert,
    options=frozenset({"search_paths"}),
)
