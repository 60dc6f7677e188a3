"""A session among nodes of ROS 2 by Cyclone DDS: inputs, lock step, orders, loss."""

import os
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest
import yaml
from command_line import command, start
from conftest import eventually

import raftup
from raftup.base.errors import RaftupError
from raftup.ros2 import Bridge, Network, TopicMap, messages, read_topics
from raftup.ros2.inputs import Inputs
from raftup.ros2.messages import (
    Float64,
    String,
    WrenchStamped,
    nanoseconds_of,
)

from .ros2_nodes import (
    DOMAIN,
    STEP,
    bridged,
    meets,
    read_bag,
    running,
    tug,
    wrench,
)


@pytest.fixture(scope="module")
def network() -> Iterator[Network]:
    with Network(DOMAIN) as joined:
        yield joined


def forces(count: int) -> Any:
    """Forces [count, 3] N that no interpolation hits by accident."""
    at = STEP * np.arange(count)
    return np.column_stack([1e3 * np.sin(3 * at), 500.0 * np.cos(5 * at), 100.0 * at])


def test_lock_step_has_the_bytes_of_a_run(
    client: raftup.Client, network: Network, tmp_path: Path
) -> None:
    """A node that answers each clock, also twice or late, and a run with the same table."""
    steps, pushes = 150, forces(150)
    model = tug()
    model["bodies"][0]["center_of_mass"] = [0, 0, 0]
    wanted = ["tug.position", "tug.orientation"]
    table = "time [s]," + ",".join(f"f{k}" for k in range(6)) + "\n"
    for k, push in enumerate(pushes):
        table += f"{k * STEP!r}," + ",".join(repr(float(one)) for one in (*push, 0, 0, 0)) + "\n"
    (tmp_path / "push.csv").write_text(table)
    source = {"table": {"file": str(tmp_path / "push.csv")}}
    by_table = {**model, "inputs": [{**model["inputs"][0], "source": source}]}
    by_table["integration"] = {"step": STEP, "duration": steps * STEP, "output_step": STEP}
    expected = raftup.run(by_table, client, outputs=wanted)

    clock = network.reader("/clock", messages.Clock)
    writer = network.writer("/tug/wrench", WrenchStamped)
    with bridged(client, network, model, lock_step="/tug/wrench") as (session, bridge):
        meets(writer)
        ended = threading.Event()

        def answer() -> None:
            while not ended.is_set():
                for message in clock.take():
                    now = nanoseconds_of(message.clock)
                    k = round(now / STEP / 1e9)
                    if k < steps:
                        if k % 10 == 3:
                            writer.write(wrench(now - 10_000_000, [9e9] * 3))  # too old
                        writer.write(wrench(now, pushes[k]))
                        if k % 10 == 7:
                            writer.write(wrench(now, [-9e9] * 3))  # a second one
                time.sleep(0.0005)

        node = threading.Thread(target=answer)
        node.start()
        try:
            with (
                session.watch(wanted, output_stride=1, policy="drop_oldest") as watch,
                running(bridge, steps),
            ):
                rows = collected(watch, steps)
        finally:
            ended.set()
            node.join()
    assert bridge.counts.steps == steps
    assert bridge.counts.old >= steps // 10
    assert bridge.counts.refused == 0
    np.testing.assert_array_equal(rows["tug.position"], expected.position.values[1:, 0])
    np.testing.assert_array_equal(rows["tug.orientation"], expected.orientation.values[1:, 0])


def collected(watch: Any, count: int) -> raftup.Rows:
    parts = [next(watch)]
    while sum(map(len, parts)) < count:
        parts.append(next(watch))
    return raftup.Rows.concatenate(parts)


def test_messages_that_come_early_wait(client: raftup.Client, network: Network) -> None:
    """All messages of the run before its first step, in any order."""
    steps = 20
    pushes = forces(steps)
    writer = network.writer("/tug/wrench", WrenchStamped)
    with bridged(client, network, tug(), lock_step="/tug/wrench") as (session, bridge):
        meets(writer)
        for k in np.random.default_rng(1).permutation(steps):
            writer.write(wrench(int(k) * 10_000_000, pushes[k], "world"))
        bridge.run(steps)
        place = session.read(["tug.position"])["tug.position"][-1]
    with bridged(client, network, tug(), lock_step="/tug/wrench") as (session, bridge):
        meets(writer)
        for k in range(steps):
            writer.write(wrench(k * 10_000_000, pushes[k], "world"))
        bridge.run(steps)
        again = session.read(["tug.position"])["tug.position"][-1]
    assert place.tolist() == again.tolist()


def test_what_is_not_finite_or_of_another_frame_is_refused(
    client: raftup.Client, network: Network
) -> None:
    writer = network.writer("/tug/wrench", WrenchStamped)
    with client.create_session(tug()) as session:
        topics = read_topics(session)
        inputs = Inputs(network, topics.inputs, {"tug": np.zeros(3)}, {"push": np.zeros(6)})
        meets(writer)
        poses = {"tug": np.array([1.0, 0, 0, 0])}
        writer.write(wrench(0, [1, 2, 3], "world"))
        writer.write(wrench(0, [np.nan, 0, 0], "world"))
        writer.write(wrench(0, [7, 7, 7], "buoy"))

        def all_came() -> bool:
            inputs.take(poses)
            return inputs.counts.taken + inputs.counts.refused == 3

        eventually(all_came)
        assert inputs.counts.refused == 2
        assert inputs.values["push"].tolist() == [1, 2, 3, 0, 0, 0]  # it is held
        assert inputs.refusal == "/tug/wrench must have the frame tug or world, has 'buoy'"


def test_orders_pause_step_reset_and_restore(client: raftup.Client, network: Network) -> None:
    orders = network.writer("/raftup/control", String)
    replies = network.reader("/raftup/reply", String)
    told: list[str] = []

    def order(text: str) -> str:
        before = len(told)
        orders.write(String(text))

        def replied() -> bool:
            told.extend(one.data for one in replies.take())
            return len(told) > before

        eventually(replied)
        return told[-1]

    with bridged(client, network, tug()) as (session, bridge):
        meets(orders)
        eventually(lambda: bridge._writers["/raftup/reply"].has_readers)
        with running(bridge):
            assert order("pause") == "pause"
            here = session.status().step_index
            time.sleep(0.1)
            assert session.status().step_index == here
            order("step 25")
            eventually(lambda: session.status().step_index == here + 25)
            name = order("checkpoint before").removeprefix("checkpoint ")
            place = session.read(["tug.position"])["tug.position"][-1].tolist()
            order("step 5")
            eventually(lambda: session.status().step_index == here + 30)
            order(f"restore {name}")
            assert session.status().step_index == here + 25
            assert session.read(["tug.position"])["tug.position"][-1].tolist() == place
            order(f"restore {name.rpartition('/')[2]}")
            assert "must be pause, resume, step N" in order("fly")
            assert "restore none: " in order("restore none")
            order("reset")
            assert session.status().step_index == 0
            order("step 2")
            eventually(lambda: session.status().step_index == 2)
            order("resume")
            eventually(lambda: session.status().step_index > 10)
            session.delete()
    assert bridge.counts.steps > 40


def test_a_node_loses_no_message_at_a_kilohertz(client: raftup.Client, network: Network) -> None:
    """Another process counts the stamps of 3 s, or of a minute in slow tests."""
    seconds = 60 if os.environ.get("RAFTUP_SLOW_TESTS") else 3
    model = tug(integration={"step": 0.001, "duration": 100})
    script = COUNTING.format(domain=DOMAIN, count=1000 * seconds + 1)
    node = subprocess.Popen([sys.executable, "-c", script], stdout=subprocess.PIPE, text=True)
    with bridged(client, network, model, pace=1.0) as (_, bridge):
        eventually(lambda: bridge._writers["/tug/odom"].has_readers)
        bridge.run(1000 * seconds)
        out, _ = node.communicate(timeout=60)
    assert out.split() == [str(1000 * seconds + 1), "0", str(1_000_000_000 * seconds)]


COUNTING = """
import time
from raftup.ros2 import Network
from raftup.ros2.messages import Odometry, nanoseconds_of
with Network({domain}) as network:
    reader = network.reader("/tug/odom", Odometry)
    times, end = [], time.monotonic() + 120
    while len(times) < {count} and time.monotonic() < end:
        times += [nanoseconds_of(one.header.stamp) for one in reader.take()]
        time.sleep(0.001)
print(len(times), sum(b - a != 1_000_000 for a, b in zip(times, times[1:])), times[-1])
"""


def test_what_cannot_be_is_refused(client: raftup.Client, network: Network) -> None:
    with pytest.raises(RaftupError, match="domain must be from 0 to 232, is 233"):
        Network(233)
    with client.create_session(tug()) as session:
        session.initialise()
        topics = read_topics(session)
        for options, rule in (
            ({"lock_step": "/buoy/wrench"}, "--lock-step must be one of /tug/wrench"),
            ({"pace": -1.0}, "--pace must be finite and >= 0, is -1"),
            ({"rate": float("nan")}, "--rate must be finite and >= 0, is nan"),
        ):
            with pytest.raises(RaftupError, match=rule):
                Bridge(session, network, topics, **options)
    model = tug()
    model["bodies"][0]["name"] = "world"
    model["loads"], model["observers"], model["outputs"] = [], [], ["world.position"]
    model["inputs"] = [{"name": "push", "external_force": {"body": "world"}}]
    with client.create_session(model) as session:
        session.initialise()
        with pytest.raises(RaftupError, match="must give a frame of its own"):
            Bridge(session, network, TopicMap((), ()))


def test_the_command_makes_and_deletes_its_session(
    server: raftup.LocalServer, client: raftup.Client, tmp_path: Path
) -> None:
    (tmp_path / "tug.yaml").write_text(yaml.safe_dump(tug()))
    done = command("ros2", "tug1", "--model=tug.yaml", "--frame=up", folder=tmp_path)
    assert done.returncode == 2
    assert "must be enu or ned" in done.stderr
    process = start(
        "ros2", "tug1", "--model=tug.yaml", f"--domain={DOMAIN}", f"--server={server.address}",
        "--record=tug.mcap", folder=tmp_path,
    )  # fmt: skip
    assert process.stderr is not None
    assert "sessions/tug1 steps among nodes of domain" in process.stderr.readline()
    eventually(lambda: client.session("sessions/tug1").status().step_index > 20)
    process.terminate()
    _, errors = process.communicate(timeout=60)
    assert process.returncode == 128 + 15, errors
    assert "steps, " in errors
    assert "sessions/tug1" not in [one.name for one in client.list_sessions()]
    assert len(read_bag(tmp_path / "tug.mcap")) > 100


def test_a_joint_is_not_let_go_before_a_message_says_so(
    client: raftup.Client, network: Network
) -> None:
    model = tug(
        joints=[{"name": "bollard", "type": "JOINT_TYPE_BALL", "body1": "tug"}],
        inputs=[{"name": "hold", "joint_enabled": "bollard"}],
    )
    writer = network.writer("/hold/cmd", Float64)
    with bridged(client, network, model) as (session, bridge):
        meets(writer)
        bridge.run(3)
        assert session.read(["hold"])["hold"][-1].tolist() == [1.0]
        writer.write(Float64(0.0))

        def let_go() -> bool:
            bridge.run(bridge.counts.steps + 1)
            return bridge.counts.taken == 1

        eventually(let_go)
        assert session.read(["hold"])["hold"][-1].tolist() == [0.0]
        bridge._order("reset")
        bridge.run(bridge.counts.steps + 2)
        assert session.read(["hold"])["hold"][-1].tolist() == [1.0]


def test_a_number_is_an_input_of_a_load(client: raftup.Client, network: Network) -> None:
    model = tug(
        loads=[
            {"name": "winch", "winch": {"body1": "tug", "point2": [0, 50, 0]}
             | {"length": 45, "stiffness": 1e4, "speed": 0.0}}
        ],
        inputs=[{"name": "haul", "load_command": {"load": "winch", "channel": "speed"}}],
    )  # fmt: skip
    writer = network.writer("/winch/cmd", Float64)
    with client.create_session(model) as session:
        session.initialise()
        with Bridge(session, network, read_topics(session)) as bridge:
            meets(writer)
            writer.write(Float64(0.5))

            def came() -> bool:
                bridge._inputs.take({})
                return bridge.counts.taken == 1

            eventually(came)
            assert bridge._inputs.values["haul"].tolist() == [0.5]
            bridge.run(3)


def test_a_bridge_that_is_killed_has_a_successor(
    server: raftup.LocalServer, client: raftup.Client, tmp_path: Path
) -> None:
    with client.create_session(tug(), lease=0.3) as session:
        session.initialise()
        words = ("ros2", session.name, f"--domain={DOMAIN}", f"--server={server.address}")
        for _ in range(2):
            here = session.status().step_index
            process = start(*words, "--pace=0", folder=tmp_path)
            eventually(lambda here=here: session.status().step_index > here + 20)  # type: ignore[misc]
            process.kill()
            process.communicate(timeout=60)
            time.sleep(0.5)  # longer than the lease
        place = session.read(["tug.position"])["tug.position"][-1]
        assert np.isfinite(place).all()
