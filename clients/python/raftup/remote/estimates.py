"""Estimates of roll damping, resistance and squat from the main particulars of a ship."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, TypeAlias, TypeVar

import numpy as np
from google.protobuf.message import Message

from raftup._generated.estimate_pb2 import (
    EstimateResistanceRequest,
    EstimateResistanceResponse,
    EstimateRollDampingRequest,
    EstimateRollDampingResponse,
    EstimateSquatRequest,
    EstimateSquatResponse,
    EstimateWater,
    ShipParticulars,
)
from raftup._generated.estimate_pb2_grpc import EstimateServiceStub
from raftup.base.arrays import FloatArray
from raftup.base.documents import read_document
from raftup.base.errors import ModelError
from raftup.model.convert import fill_message
from raftup.model.overrides import apply_overrides
from raftup.remote.rpc import CALL_TIMEOUT, rpc_errors

ShipSource: TypeAlias = "str | Path | Mapping[str, Any] | ShipParticulars"
"""Main particulars of a ship: a YAML or JSON file, a mapping, or the message ShipParticulars."""

KNOT = 1852.0 / 3600.0
"""One knot in m/s."""

ROLL_PARTS = ("friction", "wave", "eddy", "bilge_keels")
"""Names of the parts of roll damping, as in the fields of the message."""

RESISTANCE_PARTS = ("friction", "wave", "bulb", "transom", "appendages", "correlation")
"""Names of the parts of resistance, as in the fields of the message.

`friction` is without the form factor.
"""

_Message = TypeVar("_Message", bound=Message)


class ParticularsError(ModelError):
    """Error of particulars of a ship that break rules."""

    SUBJECT = "the ship"


class Estimates:
    """Estimates by formulas that a server computes. They involve no session and change no model."""

    def __init__(self, stub: EstimateServiceStub) -> None:
        self._stub = stub

    def roll_damping(
        self,
        ship: ShipSource,
        omega: Sequence[float],
        amplitude: Sequence[float] = (),
        *,
        water: Mapping[str, float] | None = None,
        roll_inertia: float | None = None,
        extrapolate: bool = False,
    ) -> EstimateRollDampingResponse:
        """Estimates the roll damping of a ship without forward speed by Ikeda's simple method.

        Example:
            client.estimates.roll_damping("ship.yaml", [0.45]).fits[0].quadratic

        Args:
            ship: main particulars of the ship.
            omega: rad/s, frequencies of the roll motion.
            amplitude: rad, amplitudes of the roll motion; default 5, 10 and 15 deg.
            water: properties of the water by the names density, gravity, kinematic_viscosity; SI.
            roll_inertia: kg m2, moment of inertia with added mass (I + A)_44; needed for the
                coefficients p1 and p2.
            extrapolate: evaluates the regression beyond its ranges as well.

        Raises:
            RaftupError: BAD_FIELD if particulars are invalid, or outside the ranges of the
                regression.
        """
        request = EstimateRollDampingRequest(
            ship=particulars(ship),
            water=_filled(EstimateWater(), dict(water or {}), "water"),
            omega=omega,
            amplitude=amplitude,
            roll_inertia=roll_inertia,
            extrapolate=extrapolate,
        )
        with rpc_errors():
            return self._stub.EstimateRollDamping(request, timeout=CALL_TIMEOUT)

    def resistance(
        self,
        ship: ShipSource,
        speed: Sequence[float],
        *,
        water: Mapping[str, float] | None = None,
        extrapolate: bool = False,
    ) -> EstimateResistanceResponse:
        """Estimates the resistance in calm deep water by the method of Holtrop and Mennen (1982).

        Example:
            client.estimates.resistance("ship.yaml", [5.0, 7.5]).total

        Args:
            ship: main particulars of the ship.
            speed: m/s, speeds through the water.
            water: properties of the water by the names density, gravity, kinematic_viscosity; SI.
            extrapolate: evaluates the regression beyond its ranges as well.

        Raises:
            RaftupError: BAD_FIELD if particulars are invalid, or outside the ranges of the
                regression.
        """
        request = EstimateResistanceRequest(
            ship=particulars(ship),
            water=_filled(EstimateWater(), dict(water or {}), "water"),
            speed=speed,
            extrapolate=extrapolate,
        )
        with rpc_errors():
            return self._stub.EstimateResistance(request, timeout=CALL_TIMEOUT)

    def squat(
        self,
        ship: ShipSource,
        speed: Sequence[float],
        water_depth: float,
        *,
        water: Mapping[str, float] | None = None,
    ) -> EstimateSquatResponse:
        """Estimates the sinkage of the bow in open shallow water by the formula of ICORELS (1980).

        Example:
            client.estimates.squat("ship.yaml", [5.0, 7.5], 14.0).sinkage

        Args:
            ship: main particulars of the ship: length, and displaced_volume or breadth, draught
                and block_coefficient.
            speed: m/s, speeds through the water.
            water_depth: m, depth of the water.
            water: properties of the water by the name gravity; SI.

        Raises:
            RaftupError: BAD_FIELD if particulars are invalid, or for a speed above
                .7 sqrt(gravity water_depth), where the formula ends.
        """
        request = EstimateSquatRequest(
            ship=particulars(ship),
            water=_filled(EstimateWater(), dict(water or {}), "water"),
            water_depth=water_depth,
            speed=speed,
        )
        with rpc_errors():
            return self._stub.EstimateSquat(request, timeout=CALL_TIMEOUT)


def particulars(source: ShipSource, overrides: Mapping[str, Any] | None = None) -> ShipParticulars:
    """Reads the main particulars of a ship from a file, a mapping or a message.

    Args:
        source: file, mapping or message.
        overrides: values that replace particulars, by the names of their fields.

    Raises:
        ParticularsError: with every field that is unknown or has a value of the wrong type.
    """
    ship = ShipParticulars()
    if isinstance(source, ShipParticulars):
        ship.CopyFrom(source)
        return ship
    document, _ = read_document(source, ParticularsError)
    violations = apply_overrides(document, overrides or {}) or fill_message(ship, document)
    if violations:
        raise ParticularsError(violations)
    return ship


def _filled(message: _Message, values: Mapping[str, Any], path: str) -> _Message:
    violations = fill_message(message, values, path)
    if violations:
        raise ParticularsError(violations)
    return message


def roll_parts(answer: EstimateRollDampingResponse) -> dict[str, FloatArray]:
    """Roll damping coefficient [omega, amplitude] N m s of each of ROLL_PARTS, by name."""
    shape = len(answer.omega), len(answer.amplitude)
    return {name: np.array(getattr(answer, name)).reshape(shape) for name in ROLL_PARTS}
