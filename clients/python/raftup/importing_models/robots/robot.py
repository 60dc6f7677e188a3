"""Links and joints of robots, as URDF and SDF describe them, and their conversion to a model."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

import numpy as np

from raftup.base.arrays import FloatArray
from raftup.base.rotations import angles_of_matrix
from raftup.importing_models.conversion import Conversion, ModelNames
from raftup.importing_models.finding import Place, UnreadableError
from raftup.importing_models.rotation import turned_inertia, zyx_matrix

STEP, DURATION = 0.01, 60.0
"""Step and duration of a model whose source has none [s]."""


@dataclass(frozen=True)
class Pose:
    """A frame in another one: rotation matrix [3, 3] and position [3] m."""

    turn: FloatArray
    position: FloatArray

    def __matmul__(self, inner: Pose) -> Pose:
        return Pose(self.turn @ inner.turn, self.position + self.turn @ inner.position)

    def inverse(self) -> Pose:
        """The outer frame in the inner one."""
        return Pose(self.turn.T, -self.turn.T @ self.position)

    def point(self, local: FloatArray) -> FloatArray:
        """A point of the inner frame in the outer one."""
        return self.position + self.turn @ local

    def angles_deg(self) -> list[float]:
        """Roll, pitch, yaw in degrees."""
        return [float(one) + 0.0 for one in np.round(np.degrees(angles_of_matrix(self.turn)), 12)]


def pose_of(numbers: list[float]) -> Pose:
    """Pose of x y z [m] and roll pitch yaw [rad]."""
    return Pose(zyx_matrix(numbers[3:]), np.array(numbers[:3]))


IDENTITY = pose_of([0.0] * 6)


@dataclass
class RobotShape:
    """A solid of a link.

    Attributes:
        kind: box, sphere, cylinder, capsule.
        size: its fields in a model: size, radius, height.
        pose: its frame in that of its link.
        name: its name in the source.
    """

    kind: str
    size: dict[str, Any]
    pose: Pose
    name: str


@dataclass
class RobotLink:
    """A link.

    Attributes:
        name: its name in the source.
        place: where it stands.
        pose: its frame in the world.
        mass: kg; 0 for a link that only carries frames.
        center: center of mass in the frame of the link [m].
        inertia: tensor about the center of mass, axes of the link [3, 3] kg m2.
        shapes: solids of the link.
        added_mass: matrix [6, 6] about the center of mass, axes of the link; None = none.
        linear_damping, quadratic_damping: matrices [6, 6] likewise; None = none.
        visual_mesh: path of a mesh that draws it, relative to the model; empty = none.
        is_static: whether it stands still.
    """

    name: str
    place: Place
    pose: Pose
    mass: float = 0.0
    center: FloatArray = field(default_factory=lambda: np.zeros(3))
    inertia: FloatArray = field(default_factory=lambda: np.zeros((3, 3)))
    shapes: list[RobotShape] = field(default_factory=list)
    added_mass: FloatArray | None = None
    linear_damping: FloatArray | None = None
    quadratic_damping: FloatArray | None = None
    visual_mesh: str = ""
    is_static: bool = False


@dataclass
class RobotJoint:
    """A joint; its pose and axis are those of the world.

    Attributes:
        name: its name in the source.
        place: where it stands.
        kind: fixed, or a type of joints of a model.
        parent: name of a link, or `world`.
        child: name of a link.
        position: m, world.
        axis: direction in the world; empty for a ball.
        axis2: second direction of a universal joint; empty otherwise.
        drives: drives of a model.
    """

    name: str
    place: Place
    kind: str
    parent: str
    child: str
    position: list[float]
    axis: list[float] = field(default_factory=list)
    axis2: list[float] = field(default_factory=list)
    drives: list[dict[str, Any]] = field(default_factory=list)


WORLD = "world"


class Robot:
    """Links and joints that become bodies and joints of a model."""

    def __init__(self, links: list[RobotLink], joints: list[RobotJoint]) -> None:
        """Checks that each link has one parent and that joints name links.

        Raises:
            UnreadableError: at a joint that breaks a rule.
        """
        self.links = {link.name: link for link in links}
        self.joints = joints
        parents: dict[str, RobotJoint] = {}
        for joint in joints:
            for name in (joint.parent, joint.child):
                if name not in self.links and name != WORLD:
                    raise UnreadableError(joint.place, f"joint {joint.name}: no link {name}")
            before = parents.get(joint.child)
            if before is not None:
                raise UnreadableError(
                    joint.place,
                    f"link {joint.child} has two parents, by the joints {before.name} and "
                    f"{joint.name}: loops are not imported",
                )
            parents[joint.child] = joint
        self._parents = parents
        self.roots = {name: self._root(name) for name in self.links}

    def _root(self, name: str) -> str:
        """Link, or world, to which a link is fixed over any number of fixed joints."""
        seen = [name]
        while True:
            joint = self._parents.get(seen[-1])
            if joint is None or joint.kind != "fixed":
                return seen[-1]
            if joint.parent == WORLD:
                return WORLD
            if joint.parent in seen:
                raise UnreadableError(joint.place, f"joint {joint.name} closes a loop")
            seen.append(joint.parent)

    def convert(self, conversion: Conversion, names: ModelNames) -> dict[str, str]:
        """Adds bodies and joints to the model.

        Returns:
            Name of the body of each link; empty for links that are fixed to the world.
        """
        bodies: dict[str, str] = {WORLD: ""}
        for root in dict.fromkeys(self.roots.values()):
            if root == WORLD:
                continue
            parts = [self.links[name] for name, of in self.roots.items() if of == root]
            bodies[root] = names.make(root, "body")
            conversion.model["bodies"].append(_body(bodies[root], self.links[root], parts))
        joints = [
            self._joint(joint, bodies, names) for joint in self.joints if joint.kind != "fixed"
        ]
        joints = [one for one in joints if one is not None and conversion.joins_moving(one)]
        if joints:
            conversion.model["joints"] = conversion.model.get("joints", []) + joints
        return {name: bodies[root] for name, root in self.roots.items()}

    def _joint(
        self, joint: RobotJoint, bodies: dict[str, str], names: ModelNames
    ) -> dict[str, Any] | None:
        child = bodies[self.roots[joint.child]]
        parent = "" if joint.parent == WORLD else bodies[self.roots[joint.parent]]
        if not child or child == parent:
            raise UnreadableError(joint.place, f"joint {joint.name} must move its child")
        if joint.kind == "free":
            return None
        # a dof measures body 1 relative to body 2, as child relative to parent
        sides = {"body1": child} | ({"body2": parent} if parent else {})
        result: dict[str, Any] = {"name": names.make(joint.name, "joint"), "type": joint.kind}
        result |= sides | {"position": joint.position}
        for key, axis in (("axis", joint.axis), ("axis2", joint.axis2)):
            if axis:
                result[key] = axis
        return result | ({"drives": joint.drives} if joint.drives else {})


def _body(name: str, root: RobotLink, parts: list[RobotLink]) -> dict[str, Any]:
    """A body in the frame of its root link: masses added, tensors by parallel axes."""
    mass = sum(part.mass for part in parts)
    body: dict[str, Any] = {"name": name}
    if all(part.is_static for part in parts):
        body["motion"] = "static"
    elif mass <= 0.0:
        raise UnreadableError(root.place, f"link {root.name} must have a mass, or be fixed to one")
    places = [(root.pose.inverse() @ part.pose, part) for part in parts]
    if mass > 0.0:
        center = sum((p.mass * at.point(p.center) for at, p in places), np.zeros(3)) / mass
        tensor = np.zeros((3, 3))
        for at, part in places:
            arm = at.point(part.center) - center
            tensor += at.turn @ part.inertia @ at.turn.T
            tensor += part.mass * (float(arm @ arm) * np.eye(3) - np.outer(arm, arm))
        body |= {"mass": mass, "center_of_mass": rounded(center)}
        body["inertia"] = turned_inertia(tensor)
    body["position"] = rounded(root.pose.position)
    body["attitude_deg"] = root.pose.angles_deg()
    shapes = [_shape(at @ one.pose, one) for at, part in places for one in part.shapes]
    if shapes:
        body["shapes"] = shapes
    meshes = [(part.visual_mesh, at) for at, part in places if part.visual_mesh]
    if len(meshes) == 1 and np.allclose(meshes[0][1].turn, np.eye(3)):
        body["visual_mesh"] = {"mesh": meshes[0][0], "position": rounded(meshes[0][1].position)}
    return body


def _shape(at: Pose, shape: RobotShape) -> dict[str, Any]:
    result: dict[str, Any] = {shape.kind: shape.size, "position": rounded(at.position)}
    # the mass is that of the link; a density must be given, but has no effect
    return result | {"attitude_deg": at.angles_deg(), "density": 1000.0, "counts_mass": False}


def rounded(vector: FloatArray) -> list[float]:
    """A vector without the rounding errors of rotations, below 1e-12."""
    return [float(one) + 0.0 for one in np.round(vector, 12)]
