"""From a model to its linear equations about a mean position."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import numpy as np

from raftup._generated import model_pb2
from raftup.coefficients import Coefficients, FloatArray, IntegerArray
from raftup.errors import ModelError, Violation
from raftup.frequency_domain.body_states import derivative, rotation_z
from raftup.frequency_domain.current import Current, Flow, require_linear_flow
from raftup.frequency_domain.equilibrium import (
    Equilibrium,
    at_rest_poses,
    constraint_rows,
    find_equilibrium,
    null_space,
    stiffness,
)
from raftup.frequency_domain.excitation import BodyExcitation
from raftup.frequency_domain.force_system import ForceSystem, force_system
from raftup.frequency_domain.linear_model import ExcitedBody, HydrodynamicGroup, LinearModel
from raftup.frequency_domain.loads import matrix_of
from raftup.frequency_domain.placement import Placement, place, vector
from raftup.frequency_domain.radiation import radiation_of


def linearise(
    model: model_pb2.Model,
    coefficients: Mapping[str, Coefficients],
    *,
    at_equilibrium: bool = False,
    radiation: str = "file",
) -> LinearModel:
    """The linear equations of a model.

    Loads are taken by their tangents and joints by their rows there, mean loads and reactions
    included. What is left out stands in LinearModel.limits; quadratic damping is kept apart.

    Args:
        model: names and references that hold, as a server accepted them.
        coefficients: of every group, by the group's `database`.
        at_equilibrium: about the static equilibrium, which is found first; else about the pose that
            displacements are measured from.
        radiation: "memory" = A and B of what the simulation's radiation memory is made of; "file" =
            those of the database, linear in frequency.

    Raises:
        ModelError: where there is no equilibrium, a database has neither A nor A_inf, or added mass
            is given in axes that these equations do not have.
        RaftupError: BAD_FIELD for a current together with a moment of Munk.
    """
    require_linear_flow(model)
    require_heading_axes(model)
    placement = place(model, coefficients)
    system = force_system(model, coefficients, placement)
    mean = find_equilibrium(system) if at_equilibrium else at_rest_poses(system)
    return _Assembly(model, coefficients, system, mean).linear_model(radiation)


def require_heading_axes(model: model_pb2.Model) -> None:
    """Refuses added mass in axes of the world or of a body: it is taken in those of a heading here.

    Raises:
        ModelError: with the path of every such frame.
    """
    frames = [
        (f"hydrodynamics[{index}].added_mass.frame", group.added_mass.frame)
        for index, group in enumerate(model.hydrodynamics)
    ] + [
        (f"added_mass_interactions[{index}].frame", item.frame)
        for index, item in enumerate(model.added_mass_interactions)
        if not item.HasField("enabled") or item.enabled
    ]
    refused = {model_pb2.HYDRO_FRAME_WORLD: "world", model_pb2.HYDRO_FRAME_BODY: "body"}
    rule = "must be heading (of a pair also first_body) for a response and natural periods, is"
    violations = [
        Violation(path, f"{rule} {refused[frame]}") for path, frame in frames if frame in refused
    ]
    if violations:
        raise ModelError(violations)


class _Assembly:
    """Turns what acts at a mean position into the matrices of a LinearModel."""

    def __init__(
        self,
        model: model_pb2.Model,
        coefficients: Mapping[str, Coefficients],
        system: ForceSystem,
        mean: Equilibrium,
    ) -> None:
        self.model = model
        self.coefficients = coefficients
        self.system = system
        self.mean = mean
        self.placement: Placement = system.placement
        self.rest_headings = np.array([pose.heading for pose in self.placement.rest])
        axes = mean.states.axes
        self.headings = np.arctan2(axes[:, 1, 0], axes[:, 0, 0])
        self.to_world = _turns(self.rest_headings)

    def linear_model(self, radiation: str) -> LinearModel:
        states = self.mean.states
        damping = -derivative(self.system.undragged_wrenches(states.sped_up_each()))
        inertias = [self._inertia(index) for index in range(len(self.placement.names))]
        decays = [
            _decay(body, inertia) for body, inertia in zip(self._bodies, inertias, strict=True)
        ]
        local = self.to_world.T
        return LinearModel(
            self.placement.names,
            local @ self._from_body_axes(inertias) @ local.T,
            self._interactions(),
            local @ (damping + self._from_body_axes(decays)) @ local.T,
            self._quadratic_damping(),
            local @ stiffness(self.system, states, self.mean.reactions) @ local.T,
            local @ self._free_basis(),
            tuple(self._group(index, radiation) for index in range(len(self.model.hydrodynamics))),
            states,
            self.to_world,
            Flow.of(
                Current.of(self.model.environment.current),
                self.system.current,
                self.headings,
                self.rest_headings,
            ),
            (*self.system.limits, *self.mean.findings),
        )

    @property
    def _bodies(self) -> list[model_pb2.Body]:
        return list(self.model.bodies)

    def _inertia(self, index: int) -> FloatArray:
        """[6, 6] in body axes: the masses of Body.mass_coefficients included."""
        body = self.model.bodies[index]
        tensor = body.inertia
        inertia = np.array(
            [
                [tensor.xx, tensor.xy, tensor.xz],
                [tensor.xy, tensor.yy, tensor.yz],
                [tensor.xz, tensor.yz, tensor.zz],
            ]
        )
        size = np.sqrt(1.0 + vector(body.inertia_coefficients))
        matrix = np.zeros((6, 6))
        masses = self.system.masses[index] * (1.0 + vector(body.mass_coefficients))
        matrix[:3, :3] = np.diag(masses)
        matrix[3:, 3:] = size[:, None] * inertia * size
        return matrix

    def _from_body_axes(self, blocks: list[FloatArray]) -> FloatArray:
        """Blocks [6, 6] of all bodies, given in body axes, in those of the world [6N, 6N]."""
        total = np.zeros_like(self.to_world)
        for index, block in enumerate(blocks):
            turn = _both(self.mean.states.axes[index])
            here = slice(6 * index, 6 * index + 6)
            total[here, here] = turn @ block @ turn.T
        return total

    def _interactions(self) -> FloatArray:
        """A of interactions given without a database, in the axes of the rest headings."""
        total = np.zeros_like(self.to_world)
        for interaction in self.model.added_mass_interactions:
            if interaction.HasField("enabled") and not interaction.enabled:
                continue
            first, second = interaction.body1, interaction.body2 or interaction.body1
            turn1, turn2 = self._turn(first), self._turn(second)
            self._add(total, first, first, turn1, interaction.body1_block, turn1)
            if interaction.body2:
                self._add(total, second, second, turn2, interaction.body2_block, turn2)
                by_first = interaction.frame == model_pb2.HYDRO_FRAME_FIRST_BODY
                column = self._from_first(first, second) if by_first else turn2
                block = interaction.off_diagonal_block
                self._add(total, first, second, turn1, block, column)
                self._add(total, second, first, column, matrix_of(block).T.ravel().tolist(), turn1)
        return total

    def _add(
        self,
        total: FloatArray,
        row: str,
        column: str,
        left: FloatArray,
        block: Sequence[float],
        right: FloatArray,
    ) -> None:
        place = np.ix_(self._dofs(row), self._dofs(column))
        total[place] += left @ matrix_of(block) @ right.T

    def _turn(self, body: str) -> FloatArray:
        """[6, 6] from the axes of a body's mean heading to those of its dofs."""
        index = self.placement.index(body)
        angle = float(self.headings[index] - self.rest_headings[index])
        return _both(rotation_z(angle))

    def _from_first(self, first: str, second: str) -> FloatArray:
        """[6, 6] from the axes of the first body's mean heading to those of the second's dofs."""
        angle = self.headings[self.placement.index(first)]
        rest = self.rest_headings[self.placement.index(second)]
        return _both(rotation_z(float(angle - rest)))

    def _quadratic_damping(self) -> FloatArray:
        total = np.zeros_like(self.to_world)
        for body, member in self.placement.memberships.items():
            given = self.model.hydrodynamics[member.group].bodies[member.member].quadratic_damping
            here = slice(6 * body, 6 * body + 6)
            total[here, here] = matrix_of(given)
        return total

    def _free_basis(self) -> FloatArray:
        """What neither bodies nor joints hold, world axes [6N, free dofs]."""
        if not self.system.rows:
            return np.eye(len(self.to_world))[:, ~self.system.held]
        return null_space(constraint_rows(self.system, self.mean.states)[1])

    def _group(self, index: int, radiation: str) -> HydrodynamicGroup:
        group = self.model.hydrodynamics[index]
        table = self.coefficients[group.database]
        members = {
            body: member
            for body, member in self.placement.memberships.items()
            if member.group == index
        }
        blocks = [self._dofs(self.placement.names[body]) for body in members]
        filed = [6 * member.database_body + np.arange(6) for member in members.values()]
        turn = np.zeros((6 * len(members), 6 * len(members)))
        for order, body in enumerate(members):
            here = slice(6 * order, 6 * order + 6)
            turn[here, here] = self._turn(self.placement.names[body])
        return HydrodynamicGroup(
            group.name,
            (float(table.omega[0]), float(table.omega[-1])),
            radiation_of(table, np.concatenate(filed), group, radiation),
            np.concatenate(blocks),
            turn,
            tuple(self._excited(body, index) for body in members if self._feels(body, index)),
        )

    def _feels(self, body: int, group: int) -> bool:
        """Whether a body of a group is moved by the waves."""
        message = self.model.hydrodynamics[group]
        name = self.placement.names[body]
        replaced = any(
            kind.replaces_excitation and kind.body == name
            for item in self.model.inputs
            for kind in (item.external_force, item.wave_field)
        )
        enabled = not message.excitation.HasField("enabled") or message.excitation.enabled
        return enabled and not replaced and self.coefficients[message.database].excitation.size > 0

    def _excited(self, body: int, group: int) -> ExcitedBody:
        message = self.model.hydrodynamics[group]
        table = self.coefficients[message.database]
        excitation = message.excitation
        moving = not excitation.HasField("at_body_position") or excitation.at_body_position
        rest = self.placement.rest[body]
        name = self.placement.names[body]
        return ExcitedBody(
            name,
            self._dofs(name),
            BodyExcitation.of(table, self.placement.memberships[body].database_body),
            self.mean.states.center[body] if moving else rest.center,
            float(self.headings[body]) if moving else rest.heading,
            self._turn(name) if moving else np.eye(6),
        )

    def _dofs(self, body: str) -> IntegerArray:
        start = 6 * self.placement.index(body)
        return np.arange(start, start + 6)


def _both(rotation: FloatArray) -> FloatArray:
    """[6, 6] that turns both halves of a twist or wrench."""
    turn = np.zeros((6, 6))
    turn[:3, :3] = turn[3:, 3:] = rotation
    return turn


def _turns(headings: FloatArray) -> FloatArray:
    """Rotations about z along the diagonal, two for each heading [rad]."""
    total = np.zeros((6 * len(headings), 6 * len(headings)))
    for index, heading in enumerate(np.repeat(headings, 2)):
        here = slice(3 * index, 3 * index + 3)
        total[here, here] = rotation_z(float(heading))
    return total


def _decay(body: model_pb2.Body, inertia: FloatArray) -> FloatArray:
    """The damping [6, 6] of Body.linear_velocity_damping and its twin, body axes, small steps."""
    rates = np.concatenate(
        [vector(body.linear_velocity_damping), vector(body.angular_velocity_damping)]
    )
    damping: FloatArray = 0.5 * (rates[:, None] * inertia + inertia * rates)
    return damping
