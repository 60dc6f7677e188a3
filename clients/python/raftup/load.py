"""Load tests of a server: a program steps sessions at given times and measures the answers."""

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
    """Number and kind of the sessions in a load test of a server.

    Attributes:
        sessions: number of sessions that are stepped at the same time.
        steps: number of steps per message.
        rate: messages per second to each session, sent at fixed times even if answers are late; 0 =
            each message is sent when the one before is answered.
        duration: s of wall clock that are measured.
        warm_up: s of wall clock before the measurement.
        inputs: names of held inputs; every message contains a sample of each.
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
    """A model of bodies on springs, each with a held force input `push_1`, `push_2`, ...

    Args:
        bodies: number of bodies, >= 1.
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
    """Puts load on a server with sessions that are deleted afterwards.

    Args:
        client: client of the server, whose address and identity are used.
        model: model of the sessions; its databases are named as on the server.
        scenario: number and kind of the sessions.

    Returns:
        The output of the program raftup-load: counts, throughput, and in microseconds the quantiles
        and the histogram of the latency, from the time a message was due to its answer. `delay_us`
        is the part before the message left the program; if it is most of the latency, the program
        should run on another machine than the server.

    Raises:
        RaftupError: if the server refuses the sessions or ends a stream.
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
