"""Initial state of a decay test: a body held away from its equilibrium."""

from __future__ import annotations

import math
from collections.abc import Mapping

import numpy as np

from raftup._generated.model_pb2 import Body, Model
from raftup.base.arrays import FloatArray
from raftup.base.rotations import angles_of_matrix, rotation_matrix
from raftup.remote.coefficients import DOFS
from raftup.remote.linearisation import LinearBody, Linearisation, LinearMode

_LEAST_SHARE = 0.1  # of a mode's energy
_SLOWEST = 1e-6  # rad/s: slower is round-off


_FROM_POSES = ("linear_mooring", "point_spring", "winch", "bushing", "damper", "rope", "fender")
"""Kinds of loads with defaults that depend on the poses at t = 0."""


def keep_references(model: Model, whole: Model) -> None:
    """Writes defaults that depend on initial poses into a model, before bodies are moved.

    Unstretched positions of springs, lengths of lines and positions of joints thus remain
    unchanged.

    Args:
        model: model that is changed.
        whole: the same model with the value of every default, from a session.
    """
    for load, complete in zip(model.loads, whole.loads, strict=True):
        if load.WhichOneof("kind") in _FROM_POSES:
            load.CopyFrom(complete)
    for joint, complete_joint in zip(model.joints, whole.joints, strict=True):
        joint.CopyFrom(complete_joint)


def place_at_rest(model: Model, mean: Linearisation) -> None:
    """Places all bodies that are moved by forces in their mean positions, with zero velocity.

    Args:
        model: model that is changed.
        mean: linear equations with the mean positions.
    """
    places = {body.name: body for body in mean.bodies}
    for body in model.bodies:
        if body.name in places:
            place = places[body.name]
            _put(body, place.position, rotation_matrix(place.orientation))


def hold_off(model: Model, mean: LinearBody, dof: int, offset: float) -> None:
    """Moves a body away from its mean position, along or about an axis of its heading at rest.

    It is rotated about its center of mass, so that its output `displacement` changes by the offset.

    Args:
        model: model that is changed.
        mean: mean position of the body.
        dof: 0 to 5.
        offset: m or rad.
    """
    cosine, sine = math.cos(mean.rest_heading), math.sin(mean.rest_heading)
    axes = np.array([[cosine, sine, 0.0], [-sine, cosine, 0.0], [0.0, 0.0, 1.0]])
    body = next(one for one in model.bodies if one.name == mean.name)
    turn = rotation_matrix(mean.orientation)
    center = np.asarray(mean.center_of_mass, dtype=float)
    arm = turn.T @ (center - mean.position)
    if dof < 3:
        _put(body, mean.position + offset * axes[dof], turn)
        return
    half = 0.5 * offset
    turned = rotation_matrix(np.array([math.cos(half), *(math.sin(half) * axes[dof - 3])])) @ turn
    _put(body, center - turned @ arm, turned)


def _put(body: Body, position: FloatArray, turn: FloatArray) -> None:
    """Sets a pose and zero velocity, with roll, pitch and yaw as in Body.attitude_deg."""
    body.ClearField("linear_velocity")
    body.ClearField("angular_velocity")
    body.position[:] = [float(value) for value in position]
    body.attitude_deg[:] = np.degrees(angles_of_matrix(turn)).tolist()


def mode_of(mean: Linearisation, body: str, dof: int) -> LinearMode | None:
    """The undamped mode in which a dof has the largest share; None if there is no restoring force.

    The share is x_k^2 (M + A)_kk over the modal mass.

    Args:
        mean: linear equations with modes.
        body: name of the body.
        dof: 0 to 5.
    """
    place = 6 * mean.body_names.index(body) + dof
    mass = float((mean.mass + mean.added_mass_infinite)[place, place])
    shares: Mapping[int, float] = {
        index: mode.shape[place] ** 2 * mass / mode.modal_mass
        for index, mode in enumerate(mean.modes)
        if mode.omega > _SLOWEST and mode.modal_mass > 0.0
    }
    best = max(shares, key=lambda index: shares[index], default=None)
    if best is None or shares[best] < _LEAST_SHARE:
        return None
    return mean.modes[best]


def dof_index(name: str) -> int | None:
    """0 to 5 for surge to yaw; None for another word."""
    return DOFS.index(name) if name in DOFS else None
