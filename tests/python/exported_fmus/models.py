"""Models that tests export as FMUs."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

from conftest import MODELS

import raftup
from raftup.fmu import FmiVersion, export_fmu

OK, DISCARD, ERROR = 0, 2, 3
HINGED: dict[str, Any] = {
    "bodies": [
        {"name": name, "mass": 1e4, "inertia": {"xx": 1e4, "yy": 2e4, "zz": 2e4}}
        | {"position": [at, 0, 0], "linear_velocity": [0, 0, speed], "gravity": False}
        for name, at, speed in (("barge1", 0.0, 0.3), ("barge2", 10.0, -0.2))
    ],
    "joints": [
        {"name": "hinge", "type": "JOINT_TYPE_HINGE", "body1": "barge1", "body2": "barge2"}
        | {"position": [5, 0, 0], "axis": [0, 1, 0]}
    ],
    "loads": [
        {"name": "spring", "linear_mooring": {"body": "barge1", "stiffness": [1e4] * 6}},
    ],
    "inputs": [{"name": "push", "external_force": {"body": "barge2"}}],
    "outputs": ["barge1.position", "barge2.orientation", "hinge.force"],
    "integration": {"step": 0.02, "duration": 10},
}

Made = Callable[[Any], Path]


def source_of(model: Any) -> Any:
    """An example by its file's name, or a model as it is."""
    return MODELS / f"{model}.yaml" if isinstance(model, str) else model


def exporter(client: raftup.Client, folder: Path, version: FmiVersion) -> Made:
    """Exports a model, by its file's name or as a mapping, once."""
    known = dict[str, Path]()

    def make(model: Any) -> Path:
        name = model if isinstance(model, str) else model.get("name", "hinged")
        if name not in known:
            with client.create_session(source_of(model)) as session:
                export_fmu(session, folder / f"{name}.fmu", version, platforms=["linux64"])
            known[name] = folder / f"{name}.fmu"
        return known[name]

    return make


def rows_of_session(client: raftup.Client, model: Any, count: int, **options: Any) -> Any:
    """The model's outputs at the start and after each step; options of the session."""
    with client.create_session(source_of(model), **options) as session:
        session.initialise()
        rows = [session.read().values[0]]
        with session.exchange(output_stride=1) as exchange:
            rows += list(exchange.advance(count).values)
    return rows
