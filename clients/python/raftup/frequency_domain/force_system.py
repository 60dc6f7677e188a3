"""Everything that acts on the bodies of a model in still water, as laws of their states."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np

from raftup._generated import model_pb2
from raftup.coefficients import BooleanArray, Coefficients, FloatArray
from raftup.frequency_domain.body_states import BodyStates, NumberArray
from raftup.frequency_domain.current import Current
from raftup.frequency_domain.joints import HeldRow, linear_joint
from raftup.frequency_domain.loads import (
    Law,
    damping_law,
    drag_law,
    hydrostatic_law,
    load_law,
    matrix_of,
)
from raftup.frequency_domain.placement import Membership, Placement

_STANDARD_GRAVITY = 9.80665  # m/s2
_SEAWATER_DENSITY = 1025.0  # kg/m3


@dataclass(frozen=True)
class Water:
    """Attributes: gravity m/s2, density kg/m3: those of the model, else of its first database."""

    gravity: float
    density: float

    @classmethod
    def of(cls, model: model_pb2.Model, coefficients: Mapping[str, Coefficients]) -> Water:
        """Of a model."""
        environment = model.environment
        first = next((coefficients[group.database] for group in model.hydrodynamics), None)
        gravity = first.gravity if first else _STANDARD_GRAVITY
        density = first.water_density if first else _SEAWATER_DENSITY
        return cls(
            environment.gravity if environment.HasField("gravity") else gravity,
            environment.water_density if environment.HasField("water_density") else density,
        )


@dataclass(frozen=True)
class ForceSystem:
    """Loads and constraints of a model.

    Attributes:
        placement: of the bodies.
        masses: [N] kg, that of displaced water where the model gives none.
        laws: of every load, weight and buoyancy among them.
        drag: of quadratic damping, which gives a mean load in a current and none without.
        current: [N, 3] m/s, world: past each body.
        rows: held exactly by joints.
        held: [6N] which world dofs are held by the bodies themselves.
        limits: what a linear model leaves out, a sentence each.
    """

    placement: Placement
    masses: FloatArray
    laws: tuple[Law, ...]
    drag: tuple[Law, ...]
    current: FloatArray
    rows: tuple[HeldRow, ...]
    held: BooleanArray
    limits: tuple[str, ...]

    def wrenches(self, at: BodyStates) -> NumberArray:
        """The sum of all laws [..., N, 6] N, N m, world axes at the centres of mass."""
        total = self.undragged_wrenches(at)
        for law in self.drag:
            total = total + law(at)
        return total

    def undragged_wrenches(self, at: BodyStates) -> NumberArray:
        """The same without drag, whose damping depends on the sea."""
        shape = np.broadcast_shapes(at.center.shape[:-1], at.velocity.shape[:-1])
        total: NumberArray = np.zeros((*shape, 6))
        for law in self.laws:
            total = total + law(at)
        return total

    def reactions(self, forces: FloatArray, at: BodyStates) -> NumberArray:
        """Wrenches [..., N, 6] of given forces [rows] of the rows."""
        total: NumberArray = np.zeros((*at.center.shape[:-1], 6))
        for row, force in zip(self.rows, forces, strict=True):
            total = total + row.wrench(float(force), at)
        return total


def force_system(
    model: model_pb2.Model, coefficients: Mapping[str, Coefficients], placement: Placement
) -> ForceSystem:
    """Loads and constraints of a model; its waves are none of them.

    Args:
        model: names and references that hold, as a server accepted them.
        coefficients: of every group, by the group's `database`.
        placement: of its bodies.
    """
    water = Water.of(model, coefficients)
    masses = np.array(
        [
            _mass(body, placement.memberships.get(index), water)
            for index, body in enumerate(model.bodies)
        ]
    )
    current = _current_at_bodies(model, placement)
    laws, drag = [_weight(model, masses, water)], []
    for body, member in placement.memberships.items():
        laws += _water_laws(model, body, member, placement, water, current[body])
        given = matrix_of(_member(model, member).quadratic_damping)
        if given.any() and current[body].any():
            drag.append(drag_law(body, given, current[body]))
    laws += [load_law(load, placement) for load in model.loads]
    joints = [linear_joint(joint, placement, model.integration.step) for joint in model.joints]
    laws += [law for joint in joints for law in joint.laws]
    limits = [limit for joint in joints for limit in joint.limits]
    return ForceSystem(
        placement,
        masses,
        tuple(laws),
        tuple(drag),
        current,
        tuple(row for joint in joints for row in joint.rows),
        np.concatenate([_held_dofs(body) for body in model.bodies]),
        (*limits, *_other_limits(model)),
    )


def _mass(body: model_pb2.Body, member: Membership | None, water: Water) -> float:
    if body.HasField("mass") or member is None:
        return body.mass
    return member.data.displaced_volume * water.density


def _weight(model: model_pb2.Model, masses: FloatArray, water: Water) -> Law:
    heavy = np.array([not body.HasField("gravity") or body.gravity for body in model.bodies])
    weights = np.zeros((len(masses), 6))
    weights[:, 2] = -water.gravity * masses * heavy
    return lambda at: weights + np.zeros((*at.center.shape[:-1], 6))


def _current_at_bodies(model: model_pb2.Model, placement: Placement) -> FloatArray:
    """[N, 3] m/s, world: at the centre of buoyancy at rest; still past a body without water."""
    current = Current.of(model.environment.current)
    past = np.zeros((len(placement.names), 3))
    for body, member in placement.memberships.items():
        past[body] = current.at(max(-float(member.data.center_of_buoyancy[2]), 0.0))
    return past


def _member(model: model_pb2.Model, member: Membership) -> model_pb2.DatabaseBody:
    return model.hydrodynamics[member.group].bodies[member.member]


def _water_laws(
    model: model_pb2.Model,
    body: int,
    member: Membership,
    placement: Placement,
    water: Water,
    current: FloatArray,
) -> list[Law]:
    group = model.hydrodynamics[member.group]
    data = member.data
    laws = [damping_law(body, matrix_of(_member(model, member).linear_damping), current)]
    if group.hydrostatics.mode != model_pb2.HYDROSTATICS_MODE_NONE:
        force = np.array([0.0, 0.0, water.density * water.gravity * data.displaced_volume])
        arm = data.center_of_buoyancy - data.center_of_gravity
        buoyancy = np.concatenate([force, np.cross(arm, force)])
        rest = placement.rest[body]
        laws.append(hydrostatic_law(body, data.hydrostatic_stiffness, rest, buoyancy))
    return laws


def _held_dofs(body: model_pb2.Body) -> BooleanArray:
    if body.motion in (model_pb2.MOTION_STATIC, model_pb2.MOTION_KINEMATIC):
        return np.ones(6, dtype=bool)
    return ~np.array(list(body.free) or [True] * 6)


def _other_limits(model: model_pb2.Model) -> list[str]:
    limits = []
    for body in model.bodies:
        moving = any(body.linear_velocity) or any(body.angular_velocity)
        if body.motion == model_pb2.MOTION_KINEMATIC and moving:
            limits.append(f"body {body.name} stands still here, at its place at t = 0")
    for load in model.loads:
        if load.HasField("point_spring") and load.point_spring.tension_only:
            limits.append(f"line {load.name} is linear: tight or slack as in the mean")
        if load.HasField("winch"):
            limits.append(
                f"winch {load.name} is linear: "
                + ("its tension stays" if load.winch.HasField("force") else "its drum stands still")
            )
    if not Current.of(model.environment.current).is_still:
        limits.append(
            "current: the steady flow past the hulls is left out, A, B and X are those of zero "
            "speed; mean drag is that of the current alone"
        )
    for group in model.hydrodynamics:
        if group.hydrostatics.mode == model_pb2.HYDROSTATICS_MODE_NONLINEAR:
            limits.append(f"hydrostatics of {group.name} are those of the database, linear")
    limits += [f"input {item.name} gives nothing here" for item in model.inputs]
    return limits
