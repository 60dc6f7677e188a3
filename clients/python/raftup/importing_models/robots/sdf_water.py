"""Water of gz-sim's plugins: buoyancy of collision shapes, hydrodynamics, thrusters."""

from __future__ import annotations

import math
import re
from typing import Any

import numpy as np

from raftup.base.arrays import FloatArray
from raftup.importing_models.conversion import Conversion, ModelNames
from raftup.importing_models.finding import UnreadableError
from raftup.importing_models.record import Field
from raftup.importing_models.robots.robot import Robot, RobotLink, rounded
from raftup.importing_models.solid_mesh import obj_text, solid_triangles, solid_volume
from raftup.importing_models.xml_tree import XmlElement

_ROWS = {letter: row for row, letter in enumerate("xyzkmn")}
_COLUMNS = {letter: column for column, letter in enumerate("UVWPQR")}
_ADDED = re.compile(r"([xyzkmn])Dot([UVWPQR])$")
_LINEAR = re.compile(r"([xyzkmn])([UVWPQR])$")
_QUADRATIC = re.compile(r"([xyzkmn])([UVWPQR])abs([UVWPQR])$")
_THRUST = 1000.0
"""Largest thrust of gz-sim's plugin where it says none [N]."""


class SdfWater:
    """Buoyancy, hydrodynamics and thrusters of a world, read from plugins and then converted."""

    def __init__(self, conversion: Conversion) -> None:
        self._conversion = conversion
        self._floats = False
        self._thrusters: list[XmlElement] = []

    def read_world_plugin(self, plugin: XmlElement) -> None:
        """Reads a plugin of the world; others than buoyancy stay unread."""
        label = plugin.attributes.get("filename", "") + plugin.attributes.get("name", "")
        if "buoyancy" not in label.lower():
            self._tell_other(plugin, label)
            return
        plugin.is_used = True
        plugin.used_attributes.update(plugin.attributes)
        self._floats = True
        environment = self._conversion.model["environment"]
        density = plugin.take("uniform_fluid_density")
        graded = plugin.take("graded_buoyancy")
        if density is not None:
            environment["water_density"] = density.number()
            self._conversion.differs(
                density.place, "uniform fluid: the water ends at z = 0", "environment"
            )
        elif graded is not None:
            environment["water_density"] = graded.need("default_density").number()
            changes = graded.all("density_change")
            if not changes:
                self._conversion.differs(
                    graded.place, "water without air above: it ends at z = 0", "environment"
                )
            for change in changes:
                height, air = change.need("above_depth"), change.need("density")
                if height.number() != 0.0 or air.number() > 10.0:
                    raise UnreadableError(change.place, "the water must end at above_depth 0")
            what = Field("graded_buoyancy", environment["water_density"], graded.place)
            self._conversion.taken(what, "environment.water_density")
        else:
            environment["water_density"] = 1000.0
            self._conversion.assumed(
                plugin.place, "water of 1000 kg/m3, the plugin's default", "environment"
            )

    def read_model_plugin(self, plugin: XmlElement, robot: Robot) -> None:
        """Reads a plugin of a model; others than hydrodynamics and thrusters stay unread."""
        label = plugin.attributes.get("filename", "") + plugin.attributes.get("name", "")
        if "hydrodynamics" in label.lower():
            self._hydrodynamics(plugin, robot)
        elif "thruster" in label.lower():
            plugin.is_used = True
            plugin.used_attributes.update(plugin.attributes)
            self._thrusters.append(plugin)
        else:
            self._tell_other(plugin, label)

    def _tell_other(self, plugin: XmlElement, label: str) -> None:
        words = ("physics", "scene", "user-commands", "statepublisher", "state-publisher", "imu")
        if any(word in label.lower() for word in (*words, "sensors", "posepublisher", "broadcast")):
            plugin.use_whole()
            what = Field("plugin", label, plugin.place)
            self._conversion.taken(what, "", f"plugin {label}: messages and pictures alone")

    def _hydrodynamics(self, plugin: XmlElement, robot: Robot) -> None:
        plugin.is_used = True
        plugin.used_attributes.update(plugin.attributes)
        link = robot.links.get(plugin.need("link_name").words())
        if link is None:
            raise UnreadableError(plugin.place, "link_name must be a link of the model")
        added, linear, quadratic = (np.zeros((6, 6)) for _ in range(3))
        for element in plugin.children:
            matrix, place = self._entry(element.tag, added, linear, quadratic)
            if matrix is not None:
                element.is_used = True
                matrix[place] = -element.number()  # the plugin has the derivative of the force
                what = Field(element.tag, element.number(), element.place)
                self._conversion.taken(what, "hydrodynamics")
        for tag in ("disable_added_mass", "disable_coriolis", "water_density"):
            found = plugin.take(tag)
            if found is not None:
                text = f"{tag} = {found.words()}: the water is that of the world"
                self._conversion.differs(found.place, text, "environment")
        if added.any():
            if link.added_mass is not None:
                self._conversion.refused(
                    plugin.place,
                    f"link {link.name}: fluid_added_mass and the plugin's Dot coefficients would "
                    "count the added mass twice: remove one of them",
                )
            link.added_mass = added
        link.linear_damping = linear if linear.any() else None
        link.quadratic_damping = quadratic if quadratic.any() else None

    def _entry(
        self, tag: str, added: FloatArray, linear: FloatArray, quadratic: FloatArray
    ) -> tuple[FloatArray | None, tuple[int, int]]:
        """Matrix and place of a coefficient; None for one that has no counterpart."""
        for pattern, matrix in ((_ADDED, added), (_LINEAR, linear), (_QUADRATIC, quadratic)):
            match = pattern.match(tag)
            if match is None:
                continue
            groups = match.groups()
            if len(groups) == 3 and groups[1] != groups[2]:
                return None, (0, 0)
            return matrix, (_ROWS[groups[0]], _COLUMNS[groups[1]])
        return None, (0, 0)

    def convert(self, robot: Robot, bodies: dict[str, str], names: ModelNames) -> None:
        """Adds loads, groups and added mass of a model's links."""
        for link in robot.links.values():
            body = bodies[link.name]
            if not body:
                continue
            fixed = robot.roots[link.name] != link.name
            if fixed and (link.added_mass is not None or link.linear_damping is not None):
                raise UnreadableError(
                    link.place, f"link {link.name} is fixed to another one: its water is not moved"
                )
            self._added_mass(link, body)
            damped = self._damping(link, body)
            if self._floats and link.shapes and not link.is_static:
                self._buoyancy(link, robot, body, damped, names)
        for plugin in self._thrusters:
            self._thruster(plugin, robot, bodies, names)
        self._thrusters = []

    def _added_mass(self, link: RobotLink, body: str) -> None:
        if link.added_mass is None:
            return
        interactions = self._conversion.model.setdefault("added_mass_interactions", [])
        interactions.append(
            {
                "name": f"water_{body}",
                "body1": body,
                "frame": "body",
                "coriolis": "full",
                "body1_block": [float(one) + 0.0 for one in link.added_mass.ravel()],
            }
        )

    def _damping(self, link: RobotLink, body: str) -> bool:
        matrices = {"damping": link.linear_damping, "quadratic_damping": link.quadratic_damping}
        coefficients = {
            name: [float(one) + 0.0 for one in matrix.ravel()]
            for name, matrix in matrices.items()
            if matrix is not None
        }
        if not coefficients:
            return False
        groups = self._conversion.model.setdefault("hydrodynamics", [])
        groups.append(
            {
                "name": f"damping_{body}",
                "bodies": [{"body": body}],
                "coefficients": coefficients,
            }
        )
        self._conversion.differs(
            link.place,
            f"link {link.name}: damping turns with the heading, not with roll and pitch",
            "hydrodynamics[].coefficients",
        )
        return True

    def _buoyancy(
        self, link: RobotLink, robot: Robot, body: str, damped: bool, names: ModelNames
    ) -> None:
        """Pressure on a mesh of the shapes, or a constant force on a damped body below water."""
        root = robot.links[robot.roots[link.name]]
        at = root.pose.inverse() @ link.pose
        parts, volume, moment = [], 0.0, np.zeros(3)
        for shape in link.shapes:
            pose = at @ shape.pose
            triangles = solid_triangles(shape.kind, shape.size)
            parts.append(triangles @ pose.turn.T + pose.position)
            size = solid_volume(shape.kind, shape.size)
            volume, moment = volume + size, moment + size * pose.position
        mesh = np.concatenate(parts)
        highest = float((root.pose.position + mesh.reshape(-1, 3) @ root.pose.turn.T)[:, 2].max())
        environment = self._conversion.model["environment"]
        path = f"loads[{len(self._conversion.model['loads'])}]"
        if damped and highest <= 0.0:
            lift = environment["water_density"] * environment.get("gravity", 9.80665) * volume
            force = {"force": [0.0, 0.0, lift], "point": rounded(moment / volume)}
            load: dict[str, Any] = {"constant_force": {"body": body} | force}
            self._conversion.differs(
                link.place, f"link {link.name}: its buoyancy is constant, below the surface", path
            )
        elif damped:
            raise UnreadableError(
                link.place,
                f"link {link.name} is at the surface and has hydrodynamics, which exclude each "
                "other here: remove the plugin, import, and add drag to the hull",
            )
        else:
            name = f"{self._conversion.stem}_{body}_{link.name}.obj".replace("/", "_")
            self._conversion.files[name] = obj_text(mesh).encode()
            load = {"hull": {"body": body, "mesh": name}}
            self._conversion.taken(Field("buoyancy", link.name, link.place), path)
        label = names.make(f"buoyancy_{link.name}", "buoyancy")
        self._conversion.model["loads"].append({"name": label} | load)

    def _thruster(
        self, plugin: XmlElement, robot: Robot, bodies: dict[str, str], names: ModelNames
    ) -> None:
        wanted = plugin.need("joint_name").words()
        joint = next((one for one in robot.joints if one.name == wanted), None)
        if joint is None:
            raise UnreadableError(plugin.place, f"no joint {wanted}")
        link = robot.links[joint.child]
        root = robot.links[robot.roots[link.name]]
        body = bodies[link.name]
        axis = root.pose.turn.T @ np.array(joint.axis)
        if not body or math.hypot(axis[0], axis[1]) < 1e-9 * math.hypot(*axis):
            plugin.use_whole()
            self._conversion.left_out(plugin.place, f"thruster of {wanted}: its axis is vertical")
            return
        limits = {}
        for tag, key, default in (
            ("max_thrust_cmd", "max_thrust", _THRUST),
            ("min_thrust_cmd", "min_thrust", -_THRUST),
        ):
            found = plugin.take(tag)
            limits[key] = default if found is None else found.number()
        point = root.pose.inverse().point(np.array(joint.position))
        thruster: dict[str, Any] = {"body": body, "point": rounded(point)}
        thruster["azimuth_deg"] = float(np.round(math.degrees(math.atan2(axis[1], axis[0])), 12))
        self._conversion.model["loads"].append(
            {"name": names.make(f"thruster_{wanted}", "thruster"), "thruster": thruster | limits}
        )
        self._conversion.differs(
            plugin.place,
            f"thruster of {wanted}: commanded by its thrust, without the speed of its propeller",
            "loads[].thruster",
        )
        plugin.use_whole()
