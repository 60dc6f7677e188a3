"""Numbers for a model from the main particulars of a ship."""

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
"""A YAML or JSON file of the fields of ShipParticulars, the same as a mapping, or the message."""

KNOT = 1852.0 / 3600.0
"""m/s."""

ROLL_PARTS = ("friction", "wave", "eddy", "bilge_keels")
"""Of roll damping, by their fields."""

RESISTANCE_PARTS = ("friction", "wave", "bulb", "transom", "appendages", "correlation")
"""Of resistance, by their fields; friction without its form factor."""

_Message = TypeVar("_Message", bound=Message)


class ParticularsError(ModelError):
    """Particulars of a ship that break rules."""

    SUBJECT = "the ship"


class Estimates:
    """The estimates of a server: formulas, which touch no session and change no model."""

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
        """Roll damping without forward speed by Ikeda's method, in its simple form.

        Example:
            client.estimates.roll_damping("ship.yaml", [0.45]).fits[0].quadratic

        Args:
            ship: particulars.
            omega: frequencies of the roll motion, rad/s.
            amplitude: of it, rad; default 5, 10 and 15 deg.
            water: density, gravity, kinematic_viscosity, SI.
            roll_inertia: (I + A)_44, kg m2, for p1 and p2.
            extrapolate: beyond the ranges of the regression as well.

        Raises:
            RaftupError: BAD_FIELD for particulars that are none, and for ranges that are left.
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
        """Resistance in calm deep water by Holtrop and Mennen (1982).

        Example:
            client.estimates.resistance("ship.yaml", [5.0, 7.5]).total

        Args:
            ship: particulars.
            speed: through the water, m/s.
            water: density, gravity, kinematic_viscosity, SI.
            extrapolate: beyond the ranges of the regression as well.

        Raises:
            RaftupError: BAD_FIELD for particulars that are none, and for ranges that are left.
        """
        request = EstimateResistanceRequest(
            ship=particulars(ship),
            water=_filled(EstimateWater(), dict(water or {}), "water"),
            speed=speed,
            extrapolate=extrapolate,
        )
        with rpc_errors():
            return self._stub.EstimateResistance(request, timeout=CALL_TIMEOUT)


def particulars(source: ShipSource, overrides: Mapping[str, Any] | None = None) -> ShipParticulars:
    """The main particulars of a ship from a file, a mapping or a message.

    Args:
        source: of them.
        overrides: values by the names of fields.

    Raises:
        ParticularsError: with every field that is unknown or has a value of another kind.
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
    """[omega, amplitude] N m s, by the names of ROLL_PARTS."""
    shape = len(answer.omega), len(answer.amplitude)
    return {name: np.array(getattr(answer, name)).reshape(shape) for name in ROLL_PARTS}
