"""A connection whose other end is gone without a word: no FIN, no RST, as behind a cut cable."""

import os
import subprocess
import sys
import time
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import raftup

STEP = 0.02
SAMPLES = 6
KEEPALIVE = 1.0  # s, of the server here; 20 s where nothing is said
LEASE = 0.5  # s
PARTICIPANT = f"""
import sys
import numpy as np
import raftup
with raftup.connect(sys.argv[1]) as client:
    stream = client.session(sys.argv[2]).exchange(
        inputs=["push"], role=raftup.Role.PARTICIPANT, participant_id="far"
    )
    stream.send({STEP} * np.arange({SAMPLES}), 1e5 * np.ones(({SAMPLES}, 6)))
    print("sent", flush=True)
    while True:
        stream.receive()
"""


@dataclass(frozen=True)
class Cable:
    """A network namespace at the other end of a pair of virtual interfaces."""

    namespace: str
    interface: str
    here: str
    there: str

    def run(self, *command: str) -> subprocess.Popen[str]:
        """Starts a program at the other end."""
        return subprocess.Popen(
            ["ip", "netns", "exec", self.namespace, *command], stdout=subprocess.PIPE, text=True
        )

    def cut(self) -> None:
        _ip("link", "set", self.interface, "down")


def _ip(*arguments: str) -> None:
    subprocess.run(["ip", *arguments], check=True, capture_output=True)


@pytest.fixture
def cable() -> Iterator[Cable]:
    number = os.getpid() % 200
    cable = Cable(f"raftup-{number}", f"rt{number}", f"10.213.{number}.1", f"10.213.{number}.2")
    try:
        _ip("netns", "add", cable.namespace)
    except (OSError, subprocess.CalledProcessError):
        pytest.skip("network namespaces are not permitted here")
    try:
        inside = ("-n", cable.namespace)
        peer = ("type", "veth", "peer", "name", "far", "netns", cable.namespace)
        _ip("link", "add", cable.interface, *peer)
        _ip("address", "add", f"{cable.here}/24", "dev", cable.interface)
        _ip(*inside, "address", "add", f"{cable.there}/24", "dev", "far")
        _ip("link", "set", cable.interface, "up")
        _ip(*inside, "link", "set", "far", "up")
        yield cable
    finally:
        _ip("netns", "del", cable.namespace)


def connections(server: raftup.LocalServer) -> int:
    """Sockets of the server."""
    descriptors = Path(f"/proc/{server.process.pid}/fd")
    return sum(os.readlink(file).startswith("socket:") for file in descriptors.iterdir())


def model() -> dict[str, Any]:
    inertia = {"xx": 1e7, "yy": 1e7, "zz": 1e7}
    return {
        "bodies": [{"name": "buoy", "mass": 1e6, "gravity": False, "inertia": inertia}],
        "inputs": [{"name": "push", "external_force": {"body": "buoy"}}],
        "outputs": ["buoy.displacement"],
        "integration": {"step": STEP},
    }


def test_a_participant_behind_a_cut_cable_is_silent_replaced_and_forgotten(cable: Cable) -> None:
    far = raftup.Participant("far", ["push"], silence_policy="hold_last", silence_timeout=0.3)
    arguments = ["--insecure", f"--keepalive-ms={round(1000 * KEEPALIVE)}"]
    with (
        raftup.local_server(f"{cable.here}:0", arguments) as server,
        raftup.connect(server.address) as client,
        client.create_session(model(), participants=[far], lease=LEASE) as session,
    ):
        session.initialise()
        before = connections(server)
        lost = cable.run(sys.executable, "-c", PARTICIPANT, server.address, session.name)
        assert lost.stdout is not None
        assert lost.stdout.readline() == "sent\n"
        with session.exchange() as controller:
            controller.advance(SAMPLES)
            assert connections(server) == before + 1
            cable.cut()
            rows = controller.advance(20)
            # The step that the last sample covers, then the silence, then the policy.
            assert len(rows) == 20
            assert [notice.reason for notice in controller.notices] == ["PARTICIPANT_SILENT"]
            np.testing.assert_allclose(np.diff(rows["buoy.displacement"][:, 2], 2), 4e-5, rtol=1e-6)
            time.sleep(LEASE)
            with session.exchange(
                inputs=["push"], role=raftup.Role.PARTICIPANT, participant_id="far"
            ) as stream:
                stream.send(controller.time_ns * 1e-9, np.zeros(6))
                controller.advance(1)
        deadline = time.monotonic() + 10 * KEEPALIVE
        while connections(server) > before and time.monotonic() < deadline:
            time.sleep(0.05)
        assert connections(server) == before
        lost.kill()
        lost.communicate()
