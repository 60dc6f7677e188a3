"""From a model to its linear equations about rest."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np

from raftup._generated import model_pb2
from raftup.coefficients import Coefficients, FloatArray, IntegerArray
from raftup.errors import ModelError, Violation
from raftup.frequency_domain.linear_model import HydrodynamicGroup, LinearModel
from raftup.frequency_domain.loads import RestBody, linearise_spring, matrix_of


def linearise(model: model_pb2.Model, coefficients: Mapping[str, Coefficients]) -> LinearModel:
    """The linear equations of a model about its rest pose.

    Left out, as in every frequency-domain prediction: quadratic damping, slack of lines, and the
    change of loads with the mean offset.

    Args:
        model: names and references that hold, as a server accepted them.
        coefficients: of every group, by the group's `database`.

    Raises:
        ModelError: for joints, which this prediction does not know.
    """
    if model.joints:
        raise ModelError([Violation("joints", "the frequency domain knows no joints")])
    return _Assembly(model, coefficients).linear_model()


class _Assembly:
    """Sums the parts of a model into the matrices of a LinearModel."""

    def __init__(self, model: model_pb2.Model, coefficients: Mapping[str, Coefficients]) -> None:
        self.model = model
        self.names = [body.name for body in model.bodies]
        size = 6 * len(self.names)
        self.mass, self.added_mass, self.damping, self.stiffness = (
            np.zeros((size, size)) for _ in range(4)
        )
        self.headings = np.array([_yaw(body) for body in model.bodies])
        self.volumes: dict[int, float] = {}
        self.rest = [_rest_without_database(body) for body in model.bodies]
        self.groups = [self._group(group, coefficients) for group in model.hydrodynamics]

    def linear_model(self) -> LinearModel:
        for index, body in enumerate(self.model.bodies):
            self._add_inertia(index, body)
        for interaction in self.model.added_mass_interactions:
            self._add_interaction(interaction)
        for load in self.model.loads:
            self._add_load(load)
        return LinearModel(
            tuple(self.names),
            self.mass,
            self.added_mass,
            self.damping,
            self.stiffness,
            self._free_basis(),
            tuple(self.groups),
        )

    def _group(
        self, group: model_pb2.HydrodynamicGroup, coefficients: Mapping[str, Coefficients]
    ) -> HydrodynamicGroup:
        table = coefficients[group.database]
        heading = np.deg2rad(group.heading_deg)
        origin = np.array(list(group.origin) or [0.0, 0.0])
        turn = _rotation_z(heading)
        dofs: list[int] = []
        database_dofs: list[int] = []
        for place, member in enumerate(group.bodies):
            index = self.names.index(member.body)
            source = table.body_index(member.database_body, member.body, place)
            water = table.bodies[source]
            body = self.model.bodies[index]
            center = np.append(origin, 0.0) + turn @ water.center_of_gravity
            offset = np.array(list(body.center_of_mass) or [0.0] * 3)
            self.rest[index] = RestBody(center, center - turn @ offset, turn)
            self.headings[index] = heading
            self.volumes[index] = water.displaced_volume * table.water_density
            here = slice(6 * index, 6 * index + 6)
            if group.hydrostatics.mode != model_pb2.HYDROSTATICS_MODE_NONE:
                self.stiffness[here, here] += water.hydrostatic_stiffness
            self.damping[here, here] += matrix_of(np.array(member.linear_damping))
            dofs += range(6 * index, 6 * index + 6)
            database_dofs += range(6 * source, 6 * source + 6)
        interaction = group.body_interaction if group.HasField("body_interaction") else True
        return HydrodynamicGroup(
            table, np.array(dofs), np.array(database_dofs), origin, float(heading), interaction
        )

    def _add_inertia(self, index: int, body: model_pb2.Body) -> None:
        mass = body.mass if body.HasField("mass") else self.volumes[index]
        i = body.inertia
        inertia = np.array([[i.xx, i.xy, i.xz], [i.xy, i.yy, i.yz], [i.xz, i.yz, i.zz]])
        here = 6 * index
        self.mass[here : here + 3, here : here + 3] = mass * np.eye(3)
        self.mass[here + 3 : here + 6, here + 3 : here + 6] = inertia

    def _add_interaction(self, interaction: model_pb2.AddedMassInteraction) -> None:
        if interaction.HasField("enabled") and not interaction.enabled:
            return
        first = self._dofs(interaction.body1)
        self.added_mass[np.ix_(first, first)] += matrix_of(np.array(interaction.body1_block))
        if interaction.body2:
            second = self._dofs(interaction.body2)
            off_diagonal = matrix_of(np.array(interaction.off_diagonal_block))
            self.added_mass[np.ix_(second, second)] += matrix_of(np.array(interaction.body2_block))
            self.added_mass[np.ix_(first, second)] += off_diagonal
            self.added_mass[np.ix_(second, first)] += off_diagonal.T

    def _add_load(self, load: model_pb2.Load) -> None:
        if load.HasField("linear_mooring"):
            mooring = load.linear_mooring
            dofs = self._dofs(mooring.body)
            self.stiffness[np.ix_(dofs, dofs)] += matrix_of(np.array(mooring.stiffness))
            self.damping[np.ix_(dofs, dofs)] += matrix_of(np.array(mooring.damping))
        elif load.HasField("point_spring"):
            spring = load.point_spring
            bodies = [spring.body1] + ([spring.body2] if spring.body2 else [])
            rest = [self.rest[self.names.index(name)] for name in bodies]
            linear = linearise_spring(spring, rest[0], rest[1] if len(rest) > 1 else None)
            dofs = np.concatenate([self._dofs(name) for name in bodies])
            self._add_world(self.stiffness, dofs, linear.stiffness[: len(dofs), : len(dofs)])
            self._add_world(self.damping, dofs, linear.damping[: len(dofs), : len(dofs)])

    def _add_world(self, total: FloatArray, dofs: IntegerArray, block: FloatArray) -> None:
        """Adds a block given in world axes, turned to the heading axes of its bodies."""
        turn = self._turn()[np.ix_(dofs, dofs)]
        total[np.ix_(dofs, dofs)] += turn.T @ block @ turn

    def _turn(self) -> FloatArray:
        """From heading axes to world axes, [6N, 6N]."""
        turn = np.zeros_like(self.mass)
        for place, heading in enumerate(np.repeat(self.headings, 2)):
            turn[3 * place : 3 * place + 3, 3 * place : 3 * place + 3] = _rotation_z(heading)
        return turn

    def _free_basis(self) -> FloatArray:
        free = [
            flag
            for body in self.model.bodies
            for flag in (
                [False] * 6
                if body.motion in (model_pb2.MOTION_STATIC, model_pb2.MOTION_KINEMATIC)
                else list(body.free) or [True] * 6
            )
        ]
        return self._turn().T[:, np.array(free, dtype=bool)]

    def _dofs(self, body: str) -> IntegerArray:
        start = 6 * self.names.index(body)
        return np.arange(start, start + 6)


def _yaw(body: model_pb2.Body) -> float:
    return float(np.deg2rad(body.attitude_deg[2])) if len(body.attitude_deg) else 0.0


def _rotation_z(angle: float) -> FloatArray:
    c, s = float(np.cos(angle)), float(np.sin(angle))
    return np.array([[c, -s, 0.0], [s, c, 0.0], [0.0, 0.0, 1.0]])


def _rest_without_database(body: model_pb2.Body) -> RestBody:
    axes = _rotation_z(_yaw(body))
    origin = np.array(list(body.position) or [0.0] * 3)
    offset = np.array(list(body.center_of_mass) or [0.0] * 3)
    return RestBody(origin + axes @ offset, origin, axes)
