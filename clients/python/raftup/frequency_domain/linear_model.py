"""Linear equations of a server, prepared for statistics."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from raftup.base.arrays import BooleanArray, ComplexArray, FloatArray
from raftup.base.errors import ModelError, RaftupError, bad_field
from raftup.model.load import ModelSource
from raftup.remote.client import Client
from raftup.remote.linearisation import ExcitedBody, Linearisation

_SAME_DIRECTION = 1e-6  # rad; files round degrees to single precision
_ROUNDING = 1e-9  # of a frequency
_TURN = 2.0 * np.pi
_MODES_REFUSED = "modes must be asked of"  # the beginning of the server's message

RADIATION_DATA = {"memory": "memory", "file": "file"}
"""Option `radiation` of Linearize for each value of the option `data` of a response."""


@dataclass(frozen=True)
class LinearModel:
    """[-omega^2 (M + A) + i omega (B + D) + C + Z] x = X, with separate quadratic damping.

    Attributes:
        equations: linear equations as computed by the server.
        limits: effects that they neglect, one sentence each.
    """

    equations: Linearisation
    limits: tuple[str, ...]

    @property
    def body_names(self) -> tuple[str, ...]:
        """Names of the bodies, in the order of the dofs."""
        return self.equations.body_names

    @property
    def resting_slope(self) -> FloatArray:
        """`2 |nu|` [6N] m/s, rad/s: slope of `|nu| nu` at the mean velocity through the water."""
        return 2.0 * np.abs(self.equations.mean_water_velocity)

    def drag_damping(self, slope: FloatArray) -> FloatArray:
        """W^T Q diag(c) W [..., 6N, 6N]: damping by the drag Q c nu, c [..., 6N] m/s, rad/s."""
        turn = self.equations.water_velocity_by_velocity
        return np.asarray(turn.T @ self._drag(slope) @ turn)

    def drag_stiffness(self, slope: FloatArray) -> FloatArray:
        """W^T Q diag(c) S: stiffness by the drag Q c nu, from rotations of bodies in a current."""
        turn = self.equations.water_velocity_by_velocity
        return np.asarray(
            turn.T @ self._drag(slope) @ self.equations.water_velocity_by_displacement
        )

    def _drag(self, slope: FloatArray) -> FloatArray:
        return np.asarray(self.equations.quadratic_damping * slope[..., None, :])

    def water_velocity(self, motion: ComplexArray, omega: FloatArray) -> ComplexArray:
        """Oscillating velocity through the water [n, ..., 6N] of motions at omega [n] rad/s."""
        rates = motion * (1j * omega).reshape(-1, *[1] * (motion.ndim - 1))
        by_velocity = self.equations.water_velocity_by_velocity
        by_displacement = self.equations.water_velocity_by_displacement
        return np.asarray(rates @ by_velocity.T + motion @ by_displacement.T)

    def check_omega(self, omega: FloatArray, field: str) -> None:
        """Refuses frequencies [rad/s] outside the data; `field` is the option with the frequencies.

        Raises:
            RaftupError: BAD_FIELD with the period that lies outside.
        """
        if self.equations.omega_range is None:
            return
        low, high = self.equations.omega_range
        outside = omega[(omega < low * (1.0 - _ROUNDING)) | (omega > high * (1.0 + _ROUNDING))]
        if len(outside):
            raise bad_field(
                field,
                f"must lie within the frequencies of the database, {2 * np.pi / high:.4g} to "
                f"{2 * np.pi / low:.4g} s, got {2 * np.pi / outside[0]:.4g} s",
            )

    def check_directions(self, directions: FloatArray, field: str) -> None:
        """Refuses wave directions [rad] outside the data; `field` is the option that has them."""
        for body in self.equations.excited:
            outside = directions[~_contains(body, directions)]
            if len(outside):
                first, last = np.rad2deg(body.wave_direction[[0, -1]]).round(6)
                raise bad_field(
                    field,
                    f"must lie within the wave directions of the database, {first:.4g} to "
                    f"{last:.4g} deg at body {body.name}, got {np.rad2deg(outside[0]):.6g} deg",
                )


def _contains(body: ExcitedBody, directions: FloatArray) -> BooleanArray:
    """Whether a body has data for each direction [m] rad, to rounding."""
    if body.covers_circle:
        return np.ones(len(directions), dtype=bool)
    first, last = body.wave_direction[[0, -1]]
    past = (directions - first + _SAME_DIRECTION) % _TURN
    return np.asarray(past <= last - first + 2.0 * _SAME_DIRECTION)


def linearise(client: Client, model: ModelSource, **wanted: Any) -> LinearModel:
    """Computes the linear equations of a model, by default about its static equilibrium.

    Args:
        client: client of the server that computes the equations.
        model: model file, mapping or message.
        **wanted: attributes of LinearizeOptions.

    Raises:
        ModelError: with every rule that the model breaks; also if there is no equilibrium.
    """
    equations = client.linearize(model, **wanted)
    return LinearModel(equations, tuple(finding.message for finding in equations.findings))


def linearise_with_modes(client: Client, model: ModelSource, **wanted: Any) -> LinearModel:
    """Computes the linear equations with modes; without them where a server refuses so many.

    Args:
        client: client of the server that computes the equations.
        model: model file, mapping or message.
        **wanted: attributes of LinearizeOptions, except `modes`.

    Returns:
        The equations; among their limits is why there are no modes.

    Raises:
        ModelError: as linearise() does.
        RaftupError: QUOTA_LIMIT for another reason than the number of modes.
    """
    try:
        return linearise(client, model, modes=True, **wanted)
    except RaftupError as error:
        if error.reason != "QUOTA_LIMIT" or not str(error).startswith(_MODES_REFUSED):
            raise
        linear = linearise(client, model, **wanted)
        return with_limits(linear, [f"natural modes are left out: {error}"])


def linearise_if_balanced(client: Client, model: ModelSource, **wanted: Any) -> LinearModel | None:
    """Computes the linear equations as linearise() does; None if there is no static equilibrium."""
    try:
        return linearise(client, model, **wanted)
    except ModelError:
        return None


def with_limits(linear: LinearModel, further: list[str]) -> LinearModel:
    """The same equations with further neglected effects."""
    return replace(linear, limits=(*linear.limits, *further))
