"""Valid models to begin with: examples, and one of every kind."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import grpc
from google.protobuf.json_format import ParseDict, ParseError

import raftup
from raftup._generated import model_pb2, session_pb2
from raftup._generated.session_pb2_grpc import SessionServiceStub

ROOT = Path(__file__).resolve().parents[3]
_EXAMPLES = ROOT / "clients" / "examples" / "models"
_KINDS = ROOT / "tests" / "server" / "model" / "kind_examples.cpp"
_LOADS = ROOT / "tests" / "support" / "examples" / "loads"
_NAMES = [
    *("hemisphere_regular", "two_body_heave", "berthing", "tug_and_tow", "turning_circle"),
    *("dp_supply", "deck_cargo", "slewing_crane", "log_raft", "forced_by_client", "external_sea"),
]
_INERTIA = {"xx": 4e5, "yy": 5e5, "zz": 6e5}


def kind_examples() -> dict[str, dict[str, Any]]:
    """The examples of every kind of a oneof, by its name, as C++ tests have them."""
    found: dict[str, dict[str, Any]] = {}
    for name, text in re.findall(
        r'\{"(\w+)",\s*R"\((.*?)\)"\}', _KINDS.read_text(encoding="utf-8"), re.DOTALL
    ):
        found.setdefault(name, {})[name] = json.loads(text)
    for path in sorted(_LOADS.glob("*.json")):
        if path.stem != "mooring_system":  # of a server with MoorDyn
            example = json.loads(path.read_text(encoding="utf-8"))["example"]
            found.setdefault(path.stem, {})[path.stem] = example
    return found


def _vessels(**given: Any) -> dict[str, Any]:
    """Two vessels on springs, a hinge, a body that is moved; with a load, a drive, an input."""
    held = {
        "body": "tug",
        "stiffness": [4e4, 4e4, 4e4, 1e6, 1e6, 1e6],
        "damping": [1e3, 1e3, 1e3, 1e4, 1e4, 1e4],
    }
    body = {"mass": 5e4, "inertia": _INERTIA, "gravity": False, "attitude_deg": [2, 3, 15]}
    shapes = [
        {"name": "belt", "material": "rubber", "box": {"size": [1, 1, 1]}},
        {
            "name": "bed",
            "material": "rubber",
            "height_field": {
                "columns": 3,
                "rows": 2,
                "size": [4, 4],
                "heights": [0, 0, 1, 1, 0, 0],
            },
        },
    ]
    thruster = {"body": "hull", "azimuth_rate_deg": 10, "max_thrust": 1e5}
    return {
        "environment": {"wind": {"speed": 9, "direction_deg": 50, "spectrum": "WIND_SPECTRUM_NPD"}},
        "materials": [{"name": "rubber"}],
        "contact_readers": [{"name": "touch"}],
        "bodies": [
            {"name": "hull", **body, "linear_velocity": [0.3, 0.1, 0.2]},
            {"name": "tug", **body, "position": [20, 0, 0]},
            {"name": "leaf", **body},
            {"name": "ghost", **body, "position": [50, 0, 0], "motion": "MOTION_KINEMATIC"}
            | {"shapes": shapes},
        ],
        "joints": [
            {"name": "door", "type": "JOINT_TYPE_HINGE", "body1": "leaf", "body2": "hull"}
            | {"position": [0, 0, 4], "drives": [given.get("drive", {"motor": {"speed": 0.01}})]}
        ],
        "loads": [
            {"name": "tug_mooring", "linear_mooring": held},
            {"name": "line", **given.get("load", {"winch": kind_examples()["winch"]["winch"]})},
            {"name": "wheel", "rudder": {"body": "hull", "area": 1, "height": 1}},
            {"name": "bow", "thruster": {**thruster, "point": [30, 0, 0]}},
            {"name": "stern", "thruster": {**thruster, "point": [-30, 0, 0]}},
        ],
        "inputs": [{"name": "given", **given.get("input", {"external_force": {"body": "hull"}})}],
        "integration": {"step": 0.01},
    }


def _touched(shape: dict[str, Any]) -> dict[str, Any]:
    """A crate that stands a centimetre deep in a shape of the world."""
    crate = {"name": "wood", "material": "rubber", "density": 700, "box": {"size": [1.2, 1.1, 1]}}
    return {
        "materials": [{"name": "rubber", "stiffness": 1e5}],
        "shapes": [{"name": "it", "material": "rubber", **shape}],
        "contact_readers": [{"name": "touch", "side1": "crate"}],
        "bodies": [{"name": "crate", "position": [0, 0, 1.49], "shapes": [crate]}],
        "integration": {"step": 0.01},
    }


def _in_waves(waves: dict[str, Any]) -> dict[str, Any]:
    return {
        "environment": {"sea": {"waves": [waves]}},
        "bodies": [{"name": "hull", "mass": 1e3, "inertia": _INERTIA, "gravity": False}],
        "observers": [{"name": "deck", "body": "hull"}],
        "integration": {"step": 0.01},
    }


def _of_kinds() -> list[dict[str, Any]]:
    """Of each example, the model in which it is valid is among these."""
    models = []
    for example in kind_examples().values():
        models += [_vessels(load=example), _vessels(drive=example), _vessels(input=example)]
        irregular = {**example, "component_count": 40, "direction_deg": 10}
        models += [_touched(example), _in_waves(example), _in_waves({"irregular": irregular})]
    return models


def valid_models(client: raftup.Client, stub: SessionServiceStub) -> list[model_pb2.Model]:
    """Models that the server builds, with every default written out."""
    models = []
    for name in _NAMES:
        session = client.create_session(_EXAMPLES / f"{name}.yaml")
        reply = stub.GetSession(session_pb2.GetSessionRequest(name=session.name))
        models.append(reply.session.spec.model)
        session.delete()
    for given in _of_kinds():
        try:
            message = ParseDict(given, model_pb2.Model())
        except ParseError:
            continue  # no kind of this oneof
        models += _built(message, stub)
    return models


def _built(message: model_pb2.Model, stub: SessionServiceStub) -> list[model_pb2.Model]:
    session = session_pb2.Session(spec=session_pb2.SessionSpec(model=message))
    try:
        reply = stub.CreateSession(
            session_pb2.CreateSessionRequest(session=session, validate_only=True)
        )
    except grpc.RpcError:
        return []
    return [reply.session.spec.model]
