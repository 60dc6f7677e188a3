"""Importer of SDF: models of a world or alone, with the water of gz-sim's plugins."""

from __future__ import annotations

import math
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
from raftup.importing_models.robots.sdf_water import SdfWater
from raftup.importing_models.robots.urdf import find_mesh, friction_drives, tell_contacts
from raftup.importing_models.source import SourceFile
from raftup.importing_models.xml_tree import XmlElement, parse_xml

_JOINTS = {
    "revolute": "hinge",
    "continuous": "hinge",
    "prismatic": "prismatic",
    "fixed": "fixed",
    "ball": "ball",
    "universal": "universal",
}
_BEGINNING = 4096
"""Bytes within which the root element begins."""

_UNLIMITED = 1e15
"""Limit of a joint from which on SDF means none."""

_PICTURES = ("light", "gui", "scene", "audio", "wind", "atmosphere", "magnetic_field")


def looks_like_sdf(file: SourceFile) -> bool:
    """Whether the root element is `sdf`."""
    return b"<sdf" in file.data[:_BEGINNING]


def _convert(file: SourceFile, conversion: Conversion) -> None:
    root = parse_xml(file.data, file.name)
    root.is_used = True
    root.attribute("version", "")
    world = root.take("world") or root
    model = conversion.model
    name = world.attribute("name", file.path.stem)
    model |= {"name": name, "environment": {}, "bodies": [], "loads": []}
    water = SdfWater(conversion)
    _physics(world, water, conversion)
    names = ModelNames()
    models = world.all("model")
    if not models:
        raise UnreadableError(world.place, "must have a model")
    for element in models:
        _Model(element, file, conversion).convert(names, water)
    for tag in _PICTURES:
        for element in world.all(tag):
            element.use_whole()
            conversion.taken(Field(tag, "", element.place), "", f"{tag}: pictures and air alone")
    if not model["loads"]:
        del model["loads"]
    for one in root.unused():
        conversion.left_out(one.place, f"{one}: no counterpart")


def _physics(world: XmlElement, water: SdfWater, conversion: Conversion) -> None:
    step = STEP
    physics = world.take("physics")
    if physics is not None:
        found = physics.take("max_step_size")
        if found is not None:
            step = found.number()
            conversion.taken(Field("max_step_size", step, found.place), "integration.step")
        for one in physics.children:
            if not one.is_used:
                one.use_whole()
                text = f"physics.{one.tag}: the solver of Gazebo alone"
                conversion.taken(Field(one.tag, "", one.place), "", text)
        physics.used_attributes.update(physics.attributes)
    if step <= 0.0:
        raise UnreadableError(world.place, "max_step_size must be above 0 s")
    conversion.model["integration"] = {"step": step, "duration": DURATION}
    conversion.assumed(world.place, f"duration {DURATION:g} s", "integration.duration")
    gravity = world.take("gravity")
    if gravity is not None:
        x, y, z = gravity.numbers(3)
        if x != 0.0 or y != 0.0 or z >= 0.0:
            raise UnreadableError(gravity.place, "gravity must point down, along -z")
        conversion.model["environment"]["gravity"] = -z
        conversion.taken(Field("gravity", [x, y, z], gravity.place), "environment.gravity")
    for plugin in list(world.children):
        if plugin.tag == "plugin":
            water.read_world_plugin(plugin)


class _Model:
    """One model of a world."""

    def __init__(self, element: XmlElement, file: SourceFile, conversion: Conversion) -> None:
        self._element, self._file, self._conversion = element, file, conversion
        self._name = element.attribute("name")
        pose = element.take("pose")
        self._pose = IDENTITY if pose is None else pose_of(pose.numbers(6))
        if pose is not None and pose.attribute("relative_to", "world") not in ("world", ""):
            raise UnreadableError(pose.place, "the pose of a model must be relative to the world")
        self._frames: dict[str, XmlElement] = {}
        self._poses: dict[str, Pose] = {"": self._pose, "__model__": self._pose, "world": IDENTITY}

    def convert(self, names: ModelNames, water: SdfWater) -> None:
        """Adds the bodies, joints and loads of this model."""
        static = self._element.take("static")
        is_static = static is not None and Field("static", static.text, static.place).flag()
        elements = self._element.all("link") + self._element.all("frame")
        for element in elements:
            self._frames[element.attribute("name")] = element
        links = [self._link(one, is_static) for one in elements if one.tag == "link"]
        if not links:
            raise UnreadableError(self._element.place, f"model {self._name} must have links")
        joints = [self._joint(one) for one in self._element.all("joint")]
        robot = Robot(links, joints)
        for plugin in self._element.children:
            if plugin.tag == "plugin":
                water.read_model_plugin(plugin, robot)
        bodies = robot.convert(self._conversion, names)
        water.convert(robot, bodies, names)
        tell_contacts(links, self._conversion)
        for tag in ("self_collide", "allow_auto_disable", "enable_wind"):
            found = self._element.take(tag)
            if found is not None:
                text = f"{tag}: contacts, sleep and wind of Gazebo alone"
                self._conversion.taken(Field(tag, "", found.place), "", text)

    def _pose_of(self, name: str, depth: int = 0) -> Pose:
        """Pose in the world of a link or frame."""
        if name in self._poses:
            return self._poses[name]
        element = self._frames.get(name)
        if element is None or depth > len(self._frames):
            raise UnreadableError(self._element.place, f"no frame {name}, or a loop of frames")
        base = element.attribute("attached_to", "") if element.tag == "frame" else ""
        pose = element.take("pose")
        local = IDENTITY
        if pose is not None:
            base = pose.attribute("relative_to", base)
            local = pose_of(pose.numbers(6))
        self._poses[name] = self._pose_of(base, depth + 1) @ local
        return self._poses[name]

    def _inner_pose(self, element: XmlElement) -> Pose:
        """Pose of an element in its link."""
        pose = element.take("pose")
        if pose is None:
            return IDENTITY
        if pose.attribute("relative_to", ""):
            raise UnreadableError(pose.place, "must be relative to its link")
        return pose_of(pose.numbers(6))

    def _link(self, element: XmlElement, is_static: bool) -> RobotLink:
        name = element.attribute("name")
        link = RobotLink(name, element.place, self._pose_of(name), is_static=is_static)
        self._conversion.taken(Field("link", name, element.place), "bodies")
        inertial = element.take("inertial")
        if inertial is not None:
            self._inertial(inertial, link)
        elif not is_static:
            link.mass, link.inertia = 1.0, np.eye(3)
            self._conversion.assumed(
                element.place, f"link {name}: mass 1 kg, SDF's default", "bodies[].mass"
            )
        for collision in element.all("collision"):
            self._collision(collision, link)
        for visual in element.all("visual"):
            self._visual(visual, link)
        for tag in ("enable_wind", "self_collide", "kinematic", "gravity", "velocity_decay"):
            found = element.take(tag)
            if found is not None and tag != "gravity":
                text = f"{tag}: settings of Gazebo alone"
                self._conversion.taken(Field(tag, "", found.place), "", text)
            elif found is not None and not Field(tag, found.text, found.place).flag():
                raise UnreadableError(found.place, f"link {name}: set `gravity` of the body")
        return link

    def _inertial(self, inertial: XmlElement, link: RobotLink) -> None:
        at = self._inner_pose(inertial)
        mass = inertial.take("mass")
        link.mass = 1.0 if mass is None else mass.number()
        if link.mass <= 0.0:
            raise UnreadableError(inertial.place, f"link {link.name}: mass must be above 0 kg")
        tensor = np.eye(3)
        inertia = inertial.take("inertia")
        if inertia is not None:
            tensor = _tensor(inertia)
        link.center = at.position
        link.inertia = at.turn @ tensor @ at.turn.T
        self._conversion.taken(Field("mass", link.mass, inertial.place), "bodies[].mass")
        added = inertial.take("fluid_added_mass")
        if added is not None:
            link.added_mass = _added_mass(added)
            what = Field("fluid_added_mass", link.name, added.place)
            self._conversion.taken(what, "added_mass_interactions")

    def _collision(self, collision: XmlElement, link: RobotLink) -> None:
        name = collision.attribute("name", link.name)
        at = self._inner_pose(collision)
        shape = _shape(collision.need("geometry"), at, name)
        surface = collision.take("surface")
        if surface is not None:
            surface.use_whole()
            text = f"surface of {name}: the shape touches nothing"
            self._conversion.taken(Field("surface", "", surface.place), "", text)
        if shape is None:
            self._conversion.left_out(collision.place, f"collision {name}: plane or mesh")
            collision.use_whole()
        else:
            link.shapes.append(shape)
            self._conversion.taken(Field("collision", name, collision.place), "bodies[].shapes")

    def _visual(self, visual: XmlElement, link: RobotLink) -> None:
        plain = visual.take("pose") is None
        meshes = [one for one in visual.descendants() if one.tag == "mesh"]
        visual.use_whole()
        for mesh in meshes:
            uri = mesh.need("uri").words()
            scale = mesh.take("scale")
            found = find_mesh(uri, self._file, self._conversion)
            same = scale is None or scale.numbers(3) == [1.0, 1.0, 1.0]
            if found is not None and same and plain:
                link.visual_mesh = self._conversion.reference(found)
                self._conversion.taken(Field("visual", uri, visual.place), "bodies[].visual_mesh")
                return
        name = visual.attribute("name", link.name)
        self._conversion.taken(
            Field("visual", name, visual.place), "", f"visual {name}: pictures alone"
        )

    def _joint(self, element: XmlElement) -> RobotJoint:
        name, kind = element.attribute("name"), element.attribute("type")
        if kind not in _JOINTS:
            raise UnreadableError(
                element.place, f"joint {name}: the type {kind} has no counterpart"
            )
        parent, child = element.need("parent").words(), element.need("child").words()
        base = self._pose_of(child)
        pose = element.take("pose")
        if pose is not None:
            base = self._pose_of(pose.attribute("relative_to", child)) @ pose_of(pose.numbers(6))
        joint = RobotJoint(
            name, element.place, _JOINTS[kind], parent, child, rounded(base.position)
        )
        self._conversion.taken(Field("joint", f"{name} {kind}", element.place), "joints")
        for tag in ("axis", "axis2"):
            axis = element.take(tag)
            if axis is not None:
                self._axis(axis, tag, base, joint, kind)
        if joint.kind in ("hinge", "prismatic", "universal") and not joint.axis:
            joint.axis = rounded(base.turn @ np.array([0.0, 0.0, 1.0]))
        return joint

    def _axis(self, axis: XmlElement, tag: str, base: Pose, joint: RobotJoint, kind: str) -> None:
        direction, frame = np.array([0.0, 0.0, 1.0]), base
        xyz = axis.take("xyz")
        if xyz is not None:
            direction = np.array(xyz.numbers(3))
            expressed = xyz.attribute("expressed_in", "")
            frame = self._pose_of(expressed) if expressed else base
        if math.hypot(*direction) == 0.0:
            raise UnreadableError(axis.place, f"joint {joint.name}: axis must not be zero")
        turned = rounded(frame.turn @ direction)
        joint.axis, joint.axis2 = (turned, joint.axis2) if tag == "axis" else (joint.axis, turned)
        dynamics, limit = axis.take("dynamics"), axis.take("limit")
        dof = {"dof": 1} if tag == "axis2" else {}
        drives: list[dict[str, Any]] = []
        if dynamics is not None:
            keys = {"damping": "damping", "friction": "friction", "spring_stiffness": "stiffness"}
            keys["spring_reference"] = "rest"
            values = {}
            for key, target in keys.items():
                found = dynamics.take(key)
                if found is not None:
                    values[target] = found.number()
            drives += friction_drives(values)
        if limit is not None:
            drives += self._limit(limit, kind)
        joint.drives += [dof | drive for drive in drives]

    def _limit(self, limit: XmlElement, kind: str) -> list[dict[str, Any]]:
        bounds = []
        for tag in ("lower", "upper"):
            found = limit.take(tag)
            text = "" if found is None else found.text.strip().lower()
            infinite = found is None or "inf" in text or abs(found.number()) >= _UNLIMITED
            bounds.append(None if found is None or infinite else found.number())
        for tag in ("effort", "velocity", "stiffness", "dissipation"):
            found = limit.take(tag)
            if found is not None:
                text = f"limit.{tag}: of a controller or of the stop alone"
                self._conversion.taken(Field(tag, "", found.place), "", text)
        if bounds == [None, None] or kind == "continuous":
            return []
        if None in bounds:
            raise UnreadableError(limit.place, "limit must have both lower and upper, or none")
        return [{"range": {"minimum": bounds[0], "maximum": bounds[1]}}]


def _tensor(element: XmlElement) -> FloatArray:
    values = []
    for tag in ("ixx", "ixy", "ixz", "iyy", "iyz", "izz"):
        found = element.take(tag)
        values.append((1.0 if tag[1] == tag[2] else 0.0) if found is None else found.number())
    xx, xy, xz, yy, yz, zz = values
    return np.array([[xx, xy, xz], [xy, yy, yz], [xz, yz, zz]])


def _added_mass(element: XmlElement) -> FloatArray:
    """Matrix [6, 6] of the entries xx, xy ... rr, whose rows are x y z p q r."""
    matrix = np.zeros((6, 6))
    letters = "xyzpqr"
    for i, one in enumerate(letters):
        for j in range(i, 6):
            found = element.take(f"{one}{letters[j]}")
            if found is not None:
                matrix[i, j] = matrix[j, i] = found.number()
    return matrix


def _shape(geometry: XmlElement, at: Pose, name: str) -> RobotShape | None:
    for tag in ("box", "sphere", "cylinder", "capsule"):
        found = geometry.take(tag)
        if found is None:
            continue
        if tag == "box":
            return RobotShape(tag, {"size": found.need("size").numbers(3)}, at, name)
        size = {"radius": found.need("radius").number()}
        if tag != "sphere":
            size["height"] = found.need("length").number()
        return RobotShape(tag, size, at, name)
    return None


SDF = ModelFormat(
    name="sdf",
    title="SDF (.sdf)",
    recognises=looks_like_sdf,
    convert=_convert,
    options=frozenset({"search_paths"}),
)
