"""A session to be steered by nodes of ROS 2, and what the tests of it share."""

import os
import threading
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

from conftest import eventually
from mcap.reader import make_reader
from rosbags.typesys import Stores, get_typestore

import raftup
from raftup.base.errors import RaftupError
from raftup.ros2 import Bridge, Network, read_topics
from raftup.ros2.messages import (
    Header,
    Vector3,
    Wrench,
    WrenchStamped,
    stamp_of,
)

STEP, MASS, GRAVITY = 0.01, 2.0e3, 9.80665


def domain_of_worker() -> int:
    """A domain of its own for each process of pytest-xdist."""
    worker = os.environ.get("PYTEST_XDIST_WORKER", "gw0").removeprefix("gw")
    return 101 + int(worker)


DOMAIN = domain_of_worker()


def tug(**changes: Any) -> dict[str, Any]:
    """A body that turns and moves, with a force and the speed of a winch as inputs."""
    return {
        "bodies": [
            {
                "name": "tug",
                "mass": MASS,
                "inertia": {"xx": 4e3, "yy": 4e3, "zz": 4e3},
                "gravity": False,
                "center_of_mass": [0.5, 0.0, -0.25],
                "position": [3.0, -2.0, 1.0],
                "attitude_deg": [0, 0, 90],
                "linear_velocity": [0.0, 1.0, 0.0],
                "angular_velocity": [0.0, 0.0, 0.2],
            }
        ],
        "loads": [
            {"name": "line", "point_spring": {"body1": "tug", "point2": [0, 50, 0]}
             | {"rest_length": 40, "stiffness": 100.0}}
        ],
        "inputs": [{"name": "push", "external_force": {"body": "tug"}}],
        "observers": [{"name": "mast", "body": "tug", "position": [0, 0, 5]}],
        "outputs": ["tug.position", "tug.orientation"],
        "integration": {"step": STEP, "duration": 10},
    } | changes  # fmt: skip


@contextmanager
def bridged(
    client: raftup.Client, network: Network, model: Any, **options: Any
) -> Iterator[tuple[raftup.Session, Bridge]]:
    how = options.pop("how", None)
    session = client.create_session(model)
    session.initialise()
    try:
        with Bridge(session, network, read_topics(session, how), **options) as bridge:
            yield session, bridge
    finally:
        with suppress(RaftupError):  # a test may have deleted it
            session.delete()


@contextmanager
def running(bridge: Bridge, steps: int | None = None) -> Iterator[None]:
    """The bridge in a thread of its own, which ends with its steps or its session."""
    errors: list[BaseException] = []

    def work() -> None:
        try:
            bridge.run(steps)
        except BaseException as error:
            errors.append(error)

    thread = threading.Thread(target=work)
    thread.start()
    try:
        yield
    finally:
        thread.join(60)
        assert not thread.is_alive()
        assert not errors, errors


def wrench(time_ns: int, force: Any, frame: str = "world", moment: Any = (0, 0, 0)) -> Any:
    parts = (Vector3(*map(float, part)) for part in (force, moment))
    return WrenchStamped(Header(stamp_of(time_ns), frame), Wrench(*parts))


def meets(writer: Any) -> None:
    eventually(lambda: writer.has_readers)


def read_bag(file: Path) -> list[tuple[str, int, Any]]:
    """Topic, time [ns] and message of a recording, by the reader of MCAP and types of rosbags."""
    store = get_typestore(Stores.ROS2_HUMBLE)
    with file.open("rb") as stream:
        return [
            (channel.topic, message.log_time, store.deserialize_cdr(message.data, schema.name))
            for schema, channel, message in make_reader(stream).iter_messages()
            if schema is not None
        ]
