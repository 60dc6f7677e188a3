"""An FMU, MoorDyn and an autopilot in Python move one body, the first two as processes."""

import subprocess
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import numpy as np
import pytest
import yaml
from command_line import start
from conftest import eventually

import raftup
from raftup.participants.follow import follow
from raftup.remote.rows import Rows

from .fmu_spring import build_spring
from .test_moordyn import DEPTH, OFFSET, TAUT, lines_file, moored

STEP, STEPS = 0.02, 100
MAP = {
    "inputs": {
        "position": {"output": "buoy.position", "component": 2},
        "speed": {"output": "buoy.linear_velocity", "component": 2},
    },
    "outputs": {"force": {"input": "thrust", "component": 2}},
    "parameters": {"stiffness": 5.0e3, "damping": 2.0e3},
}


class Autopilot:
    """Pushes the buoy towards a height; a Follower without a state."""

    inputs = ["pilot"]  # noqa: RUF012 - of the protocol
    outputs = ["buoy.position"]  # noqa: RUF012

    def begin(self, rows: Rows) -> Any:
        return self.answer(rows)

    def answer(self, rows: Rows) -> Any:
        height = rows["buoy.position"][-1, 2]
        return np.array([0.0, 0.0, 1.0e3 * (0.05 - height), 0.0, 0.0, 0.0])

    def accept(self) -> None:
        pass


def model() -> dict[str, Any]:
    stretch = (DEPTH - TAUT["length"]) / TAUT["length"]
    lift = {"body": "buoy", "force": [0, 0, TAUT["axial_stiffness"] * stretch]}
    document = moored(STEP, [0, 0, OFFSET], [{"name": "lift", "constant_force": lift}])
    names = ("mooring", "thrust", "pilot")
    inputs = [{"name": name, "external_force": {"body": "buoy"}} for name in names]
    return document | {"inputs": inputs}


class Together:
    """A session with the three programs; a context manager."""

    def __init__(self, server: raftup.LocalServer, client: raftup.Client, folder: Path) -> None:
        self._server, self._folder = server, folder
        owners = {"moordyn": "mooring", "fmu": "thrust", "autopilot": "pilot"}
        self.session = client.create_session(
            model(),
            participants=[raftup.Participant(name, [owners[name]]) for name in owners],
            lease=0.2,
        )
        self.session.initialise()
        self._pool = ThreadPoolExecutor()
        pilot = Autopilot()
        self._piloted = self._pool.submit(follow, self.session, pilot, "autopilot", False)
        lines = ("lines.txt", "--body=buoy", "--input=mooring")
        self._processes = [self._start("moordyn", *lines)]

    def start_fmu(self) -> subprocess.Popen[str]:
        """Starts it, or a successor."""
        self._processes.append(self._start("fmu", "spring_damper.fmu", "--map=map.yaml"))
        return self._processes[-1]

    def _start(self, kind: str, *arguments: str) -> subprocess.Popen[str]:
        address = f"--server={self._server.address}"
        return start(
            "participant", kind, self.session.name, *arguments, address, folder=self._folder
        )

    def end(self) -> list[int]:
        """Deletes the session, and gives how the processes ended."""
        self.session.delete()
        for process in self._processes:
            process.communicate(timeout=60)
        self._piloted.result(30)
        self._pool.shutdown()
        return [process.returncode for process in self._processes]


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    build_spring(tmp_path)
    lines_file(tmp_path, TAUT, [0, 0, -DEPTH], [0, 0, 0])
    (tmp_path / "map.yaml").write_text(yaml.safe_dump(MAP))
    return tmp_path


def test_one_of_three_programs_may_be_killed_and_nothing_changes(
    server: raftup.LocalServer, client: raftup.Client, folder: Path
) -> None:
    positions = []
    for kill in (False, True):
        together = Together(server, client, folder)
        with together.session.exchange(output_stride=1) as controller:
            fmu = together.start_fmu()
            rows = [controller.advance(STEPS // 2)]
            if kill:
                fmu.kill()
                fmu.communicate()
            controller.request(STEPS // 2)
            if kill:
                eventually(lambda: "fmu" in together.session.status().waiting_for)  # noqa: B023
                together.start_fmu()
            rows.append(controller.receive())
        codes = together.end()
        assert codes == ([0, -9, 0] if kill else [0, 0])
        positions.append(np.concatenate([part["buoy.position"] for part in rows]))
    assert len(positions[0]) == STEPS
    np.testing.assert_array_equal(positions[0], positions[1])
