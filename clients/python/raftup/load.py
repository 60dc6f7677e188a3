"""Load on a server: sessions that are stepped on time, by a program that measures the answers."""

from __future__ import annotations

import json
import subprocess
import tempfile
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from google.protobuf.json_format import MessageToJson

from raftup.base.errors import RaftupError
from raftup.local.programs import find_program
from raftup.model import Model
from raftup.remote.client import Client

_SESSIONS_PER_CONNECTION = 16
_END_TIMEOUT = 60.0  # s, to delete its sessions
_BAD_INPUT = 2


@dataclass(frozen=True)
class LoadScenario:
    """Number and kind of sessions in a test of a server under load.

    Attributes:
        sessions: stepped at once.
        steps: of every message.
        rate: messages per second to each session, sent on time whatever the server does;
            0 = each as soon as the one before is answered.
        duration: s, measured.
        warm_up: s, before.
        inputs: held inputs of which every message brings a sample.
    """

    sessions: int = 1
    steps: int = 1
    rate: float = 0.0
    duration: float = 5.0
    warm_up: float = 1.0
    inputs: Sequence[str] = field(default_factory=list)

    def arguments(self) -> list[str]:
        """The scenario as arguments of the program raftup-load."""
        connections = -(-self.sessions // _SESSIONS_PER_CONNECTION)
        return [
            f"--sessions={self.sessions}",
            f"--steps={self.steps}",
            f"--rate={self.rate:g}",
            f"--duration={self.duration:g}",
            f"--warm-up={self.warm_up:g}",
            f"--connections={connections}",
            *(f"--input={name}" for name in self.inputs),
        ]


def load_model(bodies: int) -> dict[str, Any]:
    """Bodies on springs, each with a held force `push_1`, `push_2`, ...

    Args:
        bodies: >= 1.
    """
    inertia = {"xx": 1e7, "yy": 1e7, "zz": 1e7}
    stiffness = [1e5, 1e5, 1e6, 1e6, 1e6, 1e6]
    names = [f"body_{number}" for number in range(1, bodies + 1)]
    return {
        "name": f"{bodies} bodies on springs",
        "bodies": [
            {"name": name, "mass": 1e6, "gravity": False, "inertia": inertia} for name in names
        ],
        "loads": [
            {"name": f"spring_{name}", "linear_mooring": {"body": name, "stiffness": stiffness}}
            for name in names
        ],
        "inputs": [
            {"name": name.replace("body", "push"), "external_force": {"body": name}}
            for name in names
        ],
        "integration": {"step": 0.02},
    }


def run_load(client: Client, model: Model, scenario: LoadScenario) -> dict[str, Any]:
    """Puts load on the client's server, on sessions that are deleted afterwards.

    Args:
        client: says where the server is and who we are.
        model: as the server has it: databases by their names there.
        scenario: what to carry.

    Returns:
        what raftup-load prints: counts, throughput, and in microseconds the quantiles and the
        histogram of the latency, from when a message was due to its answer. `delay_us` is the part
        before it left this program: where that is most of it, measure from a machine of its own.

    Raises:
        RaftupError: where the server refuses the sessions or ends a stream.
    """
    program = find_program("raftup-load", "clients/load", "RAFTUP_LOAD_BINARY")
    with tempfile.TemporaryDirectory(prefix="raftup-load-") as folder:
        file = Path(folder) / "model.json"
        file.write_text(MessageToJson(model, preserving_proto_field_name=True), encoding="utf-8")
        command = [str(program), f"--server={client.address}", f"--model={file}"]
        command += scenario.arguments() + _identity_arguments(client, Path(folder))
        output, errors, code = _run(command)
    if code:
        raise RaftupError(
            errors.strip().removeprefix("raftup-load: ") or f"raftup-load ended with {code}",
            code="INVALID_ARGUMENT" if code == _BAD_INPUT else "UNAVAILABLE",
        )
    result: dict[str, Any] = json.loads(output)
    return result


def _identity_arguments(client: Client, folder: Path) -> list[str]:
    identity = client.identity
    files = {"ca": identity.ca, "certificate": identity.certificate, "key": identity.key}
    if identity.token is not None:
        token = folder / "token"  # the folder is ours alone
        token.write_text(identity.token, encoding="utf-8")
        files["token-file"] = token
    return [f"--{name}={file}" for name, file in files.items() if file is not None]


def _run(command: Sequence[str]) -> tuple[str, str, int]:
    process = subprocess.Popen(
        command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, start_new_session=True
    )
    try:
        output, errors = process.communicate()
    except BaseException:
        process.terminate()  # it deletes its sessions
        process.communicate(timeout=_END_TIMEOUT)
        raise
    return output, errors, process.returncode
