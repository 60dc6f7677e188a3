"""Quantities computed from the motions of a linear model: bodies, joints, observers, gaps."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from raftup._generated import model_pb2
from raftup.base.arrays import ComplexArray, FloatArray
from raftup.base.errors import bad_field
from raftup.base.rotations import rotation_matrix
from raftup.frequency_domain.waves import PlaneWaves
from raftup.remote.coefficients import DOFS
from raftup.remote.linearisation import Linearisation

WORLD = "world"
"""Name that stands for the world in place of a body."""


@dataclass(frozen=True)
class Readout:
    """Quantities that are linear in the motions and in the wave elevation at given places.

    Attributes:
        prefix: prefix of their variables in a dataset; empty = the motions of the bodies.
        dimensions: dimensions of these variables.
        labels: labels of each dimension.
        matrix: [quantities, 6N] derivatives by the model's dofs; rows of NaN for missing
            quantities.
        order: 0 = multiplied by displacements, 2 = by accelerations.
        units: units of the quantities, without "per meter of wave amplitude".
        description: meaning in words.
        places: [quantities, 2] m, world: places whose wave elevation is added; None = none is
            added.
        at_probes: whether the quantities are those of the model's probes, whose disturbed ones feel
            the waves of the bodies.
    """

    prefix: str
    dimensions: tuple[str, ...]
    labels: tuple[tuple[str, ...], ...]
    matrix: FloatArray
    order: int
    units: str
    description: str
    places: FloatArray | None = None
    at_probes: bool = False

    @property
    def shape(self) -> tuple[int, ...]:
        """Length of each of its dimensions."""
        return tuple(len(labels) for labels in self.labels)

    def of(
        self, rao: ComplexArray, omega: FloatArray, waves: PlaneWaves | None = None
    ) -> ComplexArray:
        """Amplitudes [n, m, quantities] for motions [n, m, 6N] at omega [n].

        Args:
            rao: motions.
            omega: rad/s.
            waves: waves that cause the motions; None for other causes.
        """
        values = rao @ self.matrix.T
        if self.order == 2:
            values = -(omega**2)[:, None, None] * values
        if waves is not None and self.places is not None:
            values = values + waves.at(self.places)
        if waves is not None and self.at_probes and waves.of_bodies is not None:
            values = values + waves.of_bodies.at_probes(rao, omega)
        return np.asarray(values)


@dataclass(frozen=True)
class Gap:
    """Two points whose relative motion is computed.

    Attributes:
        name: name of the gap.
        body1: name of the first body, or `world`.
        point1: [3] m, point in the model frame of body 1.
        body2: name of the second body, or `world`.
        point2: [3] m, point in the model frame of body 2.
    """

    name: str
    body1: str
    point1: tuple[float, float, float]
    body2: str
    point2: tuple[float, float, float]


def parse_gap(text: str) -> Gap:
    """Parses a gap in the form of the command line, `NAME:BODY,x,y,z:BODY,x,y,z`.

    Raises:
        RaftupError: BAD_FIELD if the text has another form.
    """
    rule = f"must be NAME:BODY,x,y,z:BODY,x,y,z with metres in the model frames, got {text!r}"
    parts = text.split(":")
    if len(parts) != 3 or not parts[0]:
        raise bad_field("gap", rule)
    ends = [part.split(",") for part in parts[1:]]
    try:
        (body1, *first), (body2, *second) = ends
        x1, y1, z1 = map(float, first)
        x2, y2, z2 = map(float, second)
    except ValueError as error:
        raise bad_field("gap", rule) from error
    return Gap(parts[0], body1, (x1, y1, z1), body2, (x2, y2, z2))


def readouts(model: model_pb2.Model, linear: Linearisation, gaps: Sequence[Gap]) -> list[Readout]:
    """All quantities of a response, those of bodies first.

    Args:
        model: model with the value of every default.
        linear: linear equations with derivatives of outputs.
        gaps: gaps to be computed.

    Raises:
        RaftupError: BAD_FIELD if the body of a gap does not exist.
    """
    displacements = [_displacement(linear, body) for body in range(len(linear.body_names))]
    found = [
        Readout(
            "",
            ("body", "dof"),
            (linear.body_names, DOFS),
            np.concatenate(displacements),
            0,
            "m, rad",
            "as `displacement` of a result: of the centre of mass, rotation vector, from the rest "
            "pose in the axes of its heading",
        )
    ]
    if any(f"{joint.name}.position" in linear.outputs for joint in model.joints):
        found.append(_joint_positions(model, linear))
    if model.observers:
        found += _observers(model, linear)
    if model.probes:
        found.append(_probes(model, linear))
    if gaps:
        found += _gaps(gaps, linear)
    return found


def _displacement(linear: Linearisation, body: int) -> FloatArray:
    """Derivative [6, 6N] of the displacement of a body by the displacements of the equations.

    A body that holds modes of a flexible one has no such output: its displacement is q_1 to q_3.
    """
    output = linear.outputs.get(f"{linear.body_names[body]}.displacement")
    if output is not None:
        return output.by_displacement
    rows: FloatArray = np.eye(len(linear.mass))[6 * body : 6 * body + 6]
    return rows


def _joint_positions(model: model_pb2.Model, linear: Linearisation) -> Readout:
    matrix = np.full((len(model.joints), 3, len(linear.mass)), np.nan)
    for index, joint in enumerate(model.joints):
        output = linear.outputs.get(f"{joint.name}.position")
        if output is not None:
            matrix[index, : len(output.value)] = output.by_displacement
    return Readout(
        "joint_position_",
        ("joint", "free_dof"),
        (tuple(joint.name for joint in model.joints), ("0", "1", "2")),
        matrix.reshape(-1, len(linear.mass)),
        0,
        "m or rad",
        "free dofs of joints from their mean",
    )


def _observers(model: model_pb2.Model, linear: Linearisation) -> list[Readout]:
    names = tuple(frame.name for frame in model.observers)
    moved = [linear.outputs[f"{name}.position"].by_displacement for name in names]
    sped_up = [linear.outputs[f"{name}.linear_acceleration"].by_acceleration for name in names]
    where = "world axes, or those of the observer that it is relative to"
    return [
        Readout(
            f"observer_{kind}_",
            ("observer", "xyz"),
            (names, ("x", "y", "z")),
            np.concatenate(blocks),
            order,
            units,
            f"{text} of observers, {where}",
        )
        for kind, blocks, order, units, text in (
            ("displacement", moved, 0, "m", "motion from the mean"),
            ("acceleration", sped_up, 2, "m/s2", "acceleration, gravity not included"),
        )
    ]


def _probes(model: model_pb2.Model, linear: Linearisation) -> Readout:
    ends = [
        _end(probe.body or WORLD, tuple(probe.point) or (0.0, 0.0, 0.0), linear)
        for probe in model.probes
    ]
    return Readout(
        "relative_elevation_",
        ("probe",),
        (tuple(probe.name for probe in model.probes),),
        -np.array([motion[2] for _, motion in ends]),
        0,
        "m",
        "elevation of the sea less the heave of the probe, about the mean; at disturbed probes "
        "with the waves of the bodies, at others of the undisturbed sea",
        np.array([place[:2] for place, _ in ends]),
        at_probes=True,
    )


def _gaps(gaps: Sequence[Gap], linear: Linearisation) -> list[Readout]:
    motions, distances = [], []
    for gap in gaps:
        first, first_motion = _end(gap.body1, gap.point1, linear)
        second, second_motion = _end(gap.body2, gap.point2, linear)
        relative = first_motion - second_motion
        apart = first - second
        length = float(np.linalg.norm(apart))
        along = apart / length if length > 0.0 else np.full(3, np.nan)
        motions.append(relative)
        distances.append(along @ relative)
    names = tuple(gap.name for gap in gaps)
    text = "of the first point less that of the second, world axes"
    return [
        Readout(
            "relative_motion_",
            ("gap", "xyz"),
            (names, ("x", "y", "z")),
            np.concatenate(motions),
            0,
            "m",
            f"motion from the mean {text}",
        ),
        Readout(
            "distance_",
            ("gap",),
            (names,),
            np.array(distances),
            0,
            "m",
            "change of the distance between the two points; NaN where they coincide in the mean",
        ),
    ]


def _end(name: str, point: Sequence[float], linear: Linearisation) -> tuple[FloatArray, FloatArray]:
    """Mean position [3] m of a point and its derivatives by the dofs [3, 6N], world."""
    motion = np.zeros((3, len(linear.mass)))
    if name == WORLD:
        return np.array(point), motion
    if name not in linear.body_names:
        names = ", ".join((*linear.body_names, WORLD))
        raise bad_field("gap", f"must name one of the bodies {names}, got {name!r}")
    index = linear.body_names.index(name)
    body = linear.bodies[index]
    place = body.position + rotation_matrix(body.orientation) @ np.array(point)
    x, y, z = place - body.center_of_mass
    turn = rotation_matrix(_about_z(body.rest_heading))
    motion[:, 6 * index : 6 * index + 3] = turn
    motion[:, 6 * index + 3 : 6 * index + 6] = (
        -np.array([[0, -z, y], [z, 0, -x], [-y, x, 0]]) @ turn
    )
    return place, motion


def _about_z(angle: float) -> FloatArray:
    """The unit quaternion of a rotation [rad] about z."""
    return np.array([np.cos(0.5 * angle), 0.0, 0.0, np.sin(0.5 * angle)])
