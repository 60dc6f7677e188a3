"""Messages and recordings for ROS 2, by definitions and bags of `rosbags`."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest
import yaml
from mcap.reader import make_reader
from rosbags.typesys import Stores, get_types_from_msg, get_typestore

import raftup
from raftup.base.errors import SpecificationError
from raftup.base.rotations import rotation_matrix
from raftup.ros2 import Network, Recording, messages, read_topics
from raftup.ros2.inputs import wrench_values
from raftup.ros2.messages import (
    definition,
    nanoseconds_of,
    ros_name,
)
from raftup.ros2.motions import QUANTITIES

from .ros2_nodes import DOMAIN, GRAVITY, bridged, read_bag, tug

KINDS = [
    kind
    for kind in vars(messages).values()
    if isinstance(kind, type) and "::" in getattr(kind, "__idl_typename__", "")
]


@pytest.fixture(scope="module")
def network() -> Iterator[Network]:
    with Network(DOMAIN) as joined:
        yield joined


def test_messages_are_those_of_ros_2() -> None:
    """Names, fields and order of every type are those of the packages; so are the bytes."""
    store = get_typestore(Stores.ROS2_HUMBLE)
    for kind in KINDS:
        name = ros_name(kind)
        assert name in store.types, name
        own = get_types_from_msg(definition(kind), name)
        for inner, (_, fields) in own.items():
            # constants aside, of which there are none in these types
            assert fields == store.fielddefs[inner][1], inner
        message = kind()
        read = store.deserialize_cdr(message.serialize(), name)
        assert store.serialize_cdr(read, name).tobytes() == message.serialize(), name


def test_poses_and_velocities_are_those_of_the_session(
    client: raftup.Client, network: Network, tmp_path: Path
) -> None:
    file = tmp_path / "bag.mcap"
    with (
        Recording(file) as recording,
        bridged(client, network, tug(), recording=recording, with_ned=True) as (session, bridge),
    ):
        bridge.run(5)
        names = [f"{one}.{quantity}" for one in ("tug", "mast") for quantity in QUANTITIES]
        rows = session.read([*names, "line.tension"])
    found = {topic: message for topic, _, message in read_bag(file)}  # the newest of each
    assert nanoseconds_of(found["/clock"].clock) == 50_000_000
    odom, imu = found["/tug/odom"], found["/tug/imu"]
    pose = odom.pose.pose
    w, x, y, z = rows["tug.orientation"][-1]
    assert (pose.orientation.x, pose.orientation.y, pose.orientation.z, pose.orientation.w) == (
        x, y, z, w,
    )  # fmt: skip
    assert abs(pose.orientation.w) == pytest.approx(np.cos(np.radians(45)), abs=0.01)
    assert [pose.position.x, pose.position.y, pose.position.z] == rows["tug.position"][-1].tolist()
    assert (odom.header.frame_id, odom.child_frame_id) == ("world", "tug")
    # the observer at the mast tells the motion of another point; the origin lies 5 m below it
    axes = rotation_matrix(rows["tug.orientation"][-1])
    turning, arm = rows["tug.angular_velocity"][-1], axes @ np.array([0.0, 0.0, -5.0])
    origin = rows["mast.linear_velocity"][-1] + np.cross(turning, arm)
    twist = odom.twist.twist
    np.testing.assert_allclose(
        [twist.linear.x, twist.linear.y, twist.linear.z], axes.T @ origin, rtol=1e-12, atol=1e-12
    )
    np.testing.assert_allclose(twist.angular.z, 0.2, rtol=0.05)
    accelerated = (
        rows["mast.linear_acceleration"][-1]
        + np.cross(rows["tug.angular_acceleration"][-1], arm)
        + np.cross(turning, np.cross(turning, arm))
    )
    force = axes.T @ (accelerated + np.array([0, 0, GRAVITY]))
    read = imu.linear_acceleration
    np.testing.assert_allclose([read.x, read.y, read.z], force, rtol=1e-9, atol=1e-9)
    assert not np.any(imu.orientation_covariance)
    assert found["/line/tension"].data == float(rows["line.tension"][-1, 0])
    children = [one.child_frame_id for one in found["/tf"].transforms]
    assert children == ["tug", "mast", "world_ned"]
    ned = found["/tf"].transforms[-1].transform.rotation
    turned = rotation_matrix(np.array([ned.w, ned.x, ned.y, ned.z]))
    # north is y, east is x, down is -z of the world
    np.testing.assert_allclose(turned, [[0, 1, 0], [1, 0, 0], [0, 0, -1]], atol=1e-15)


def test_a_recording_opens_with_the_tools_of_ros_2(
    client: raftup.Client, network: Network, tmp_path: Path
) -> None:
    from rosbags.highlevel import AnyReader

    file = tmp_path / "bag" / "bag_0.mcap"
    file.parent.mkdir()
    with (
        Recording(file) as recording,
        bridged(client, network, tug(), recording=recording, rate=50.0) as (_, bridge),
    ):
        bridge.run(10)
    with file.open("rb") as stream:
        reader = make_reader(stream)
        assert reader.get_header().profile == "ros2"
        summary = reader.get_summary()
        assert summary is not None
        topics = {channel.topic for channel in summary.channels.values()}
        statistics = summary.statistics
    assert {"/clock", "/tf", "/tug/odom", "/mast/imu", "/line/tension"} <= topics
    assert statistics is not None
    assert statistics.message_count == len(read_bag(file))
    assert [at for topic, at, _ in read_bag(file) if topic == "/clock"] == [
        20_000_000 * k for k in range(6)
    ]
    (file.parent / "metadata.yaml").write_text(yaml.safe_dump(metadata(file, statistics, summary)))
    with AnyReader([file.parent], default_typestore=get_typestore(Stores.EMPTY)) as bag:
        kinds = {one.topic: one.msgtype for one in bag.connections}
        read = [bag.deserialize(raw, one.msgtype) for one, _, raw in bag.messages()]
    assert kinds["/tug/odom"] == "nav_msgs/msg/Odometry"
    assert len(read) == statistics.message_count


def metadata(file: Path, statistics: Any, summary: Any) -> dict[str, Any]:
    """What `ros2 bag reindex` writes beside a recording."""
    counts = statistics.channel_message_counts
    return {
        "rosbag2_bagfile_information": {
            "version": 5,
            "storage_identifier": "mcap",
            "relative_file_paths": [file.name],
            "duration": {
                "nanoseconds": statistics.message_end_time - statistics.message_start_time
            },
            "starting_time": {"nanoseconds_since_epoch": statistics.message_start_time},
            "message_count": statistics.message_count,
            "topics_with_message_count": [
                {
                    "topic_metadata": {
                        "name": channel.topic,
                        "type": summary.schemas[channel.schema_id].name,
                        "serialization_format": "cdr",
                        "offered_qos_profiles": "",
                    },
                    "message_count": counts.get(key, 0),
                }
                for key, channel in summary.channels.items()
            ],
            "compression_format": "",
            "compression_mode": "",
        }
    }


def test_a_force_at_the_origin_acts_by_its_axes_and_arm() -> None:
    """Half a turn about z and a center of mass 2 m ahead of the origin."""
    turned, center = np.array([0.0, 0.0, 0.0, 1.0]), np.array([2.0, 0.0, 0.0])
    push = np.array([0.0, 10.0, 0.0, 0.0, 0.0, 1.0])  # to port at the origin, 1 N m about z
    in_world = wrench_values(push, True, False, turned, center)
    # about the center of mass the force to port, 2 m astern of it, turns clockwise: -20 N m
    np.testing.assert_allclose(in_world, [0, -10, 0, 0, 0, 1 - 20], atol=1e-12)
    in_body = wrench_values(push, True, True, turned, center)
    np.testing.assert_allclose(in_body, [0, 10, 0, 0, 0, -19], atol=1e-12)
    from_world = wrench_values(in_world * 0 + push, False, True, turned, center)
    np.testing.assert_allclose(from_world, [0, -10, 0, 0, 0, 1 + 20], atol=1e-12)
    same = wrench_values(push, False, False, turned, np.zeros(3))
    assert same.tolist() == push.tolist()


def test_topics_are_those_of_the_map_or_of_the_model(client: raftup.Client) -> None:
    with client.create_session(tug()) as session:
        told = read_topics(session)
        assert [one.topic for one in told.outputs] == ["/line/tension"]
        assert [(one.topic, one.input) for one in told.inputs] == [("/tug/wrench", "push")]
        how = {
            "publish": {"/tug/height": {"output": "tug.position", "component": 2}},
            "subscribe": {"/push": {"input": "push"}},
        }
        named = read_topics(session, how)
        assert [(one.topic, one.component) for one in named.outputs] == [("/tug/height", 2)]
        assert [one.topic for one in named.inputs] == ["/push"]
        for wrong, rule in (
            ({"publish": {"height": {"output": "tug.position"}}}, "height: must be a topic as"),
            ({"publish": {"/a": {"output": "tug.height"}}}, "publish./a.output: must be one of"),
            (
                {"publish": {"/a": {"output": "tug.position", "component": 3}}},
                "publish./a.component: must be less than 3, is 3",
            ),
            ({"subscribe": {"/a": {"input": "pull"}}}, "subscribe./a.input: must be one of push"),
            (
                {"subscribe": {"/a": {"input": "push"}, "/b": {"input": "push"}}},
                "subscribe./b.input: must be written by one topic, 'push' is by two",
            ),
            ({"rate": 3}, "rate: must be one of publish, subscribe; no such field"),
        ):
            with pytest.raises(SpecificationError) as refused:
                read_topics(session, wrong)
            assert rule in str(refused.value)
