#!/usr/bin/env python3
"""The image as a container: ready, a database read in its sandbox, a session that outlives it.

    check.py IMAGE

Needs buildah, which runs the container in a chroot of its own, and a Python with the package
raftup. The container shares this machine's network and listens on loopback.
"""

import argparse
import signal
import subprocess
import tempfile
import time
import urllib.error
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import raftup

MODEL = Path(__file__).resolve().parents[2] / "clients/examples/models/hemisphere_regular.yaml"
SERVER = "127.0.0.1:50581"
ADMIN = "127.0.0.1:50582"
USER = 950  # of the image
PATIENCE = 30.0  # s
STEPS = 100


def is_ready() -> bool:
    try:
        with urllib.request.urlopen(f"http://{ADMIN}/readyz") as answer:
            return bool(answer.status == 200)
    except urllib.error.URLError:
        return False


@contextmanager
def running(container: str, data: Path) -> Iterator[None]:
    """The container's raftupd, until SIGTERM ends it with 0."""
    options = (
        f"--listen={SERVER}",
        f"--admin={ADMIN}",
        "--config=/etc/raftup/raftupd.toml",
    )
    volume = f"--volume={data}:/var/lib/raftup"
    process = subprocess.Popen(
        ["buildah", "run", volume, container, "--", "/usr/bin/raftupd", *options],
        stderr=subprocess.PIPE,
        text=True,
    )
    try:
        deadline = time.monotonic() + PATIENCE
        while not is_ready():
            assert process.poll() is None, process.communicate()[1]
            assert time.monotonic() < deadline, "not ready"
            time.sleep(0.05)
        yield
    finally:
        subprocess.run(["pkill", "-TERM", "-u", str(USER), "-x", "raftupd"], check=True)
        process.wait(PATIENCE)
    assert process.returncode in (0, -signal.SIGTERM), process.returncode


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("image")
    image = parser.parse_args().image
    container = subprocess.run(
        ["buildah", "from", "--pull-never", image],
        check=True,
        capture_output=True,
        text=True,
    ).stdout.strip()
    try:
        with tempfile.TemporaryDirectory() as folder:
            data = Path(folder)
            data.chmod(0o777)
            with running(container, data), raftup.connect(SERVER) as client:
                session = client.create_session(MODEL, durability="disk_step")
                session.initialise()
                session.advance(STEPS)
                before = session.read(["hemisphere.displacement"])
            with running(container, data), raftup.connect(SERVER) as client:
                again = client.session(session.name)
                after = again.read(["hemisphere.displacement"])
                assert (after.values == before.values).all(), "the session came back otherwise"
                again.advance(STEPS, STEPS)
    finally:
        subprocess.run(["buildah", "rm", container], check=True, capture_output=True)
    print("ready, read a database, stopped; its successor had the session, bit for bit")


if __name__ == "__main__":
    main()
