"""Messages of ROS 2 as types of DDS.

The names and fields are those of the packages of ROS 2. A type `geometry_msgs/msg/Vector3` is
called `geometry_msgs::msg::dds_::Vector3_` in DDS.
"""

# No deferred annotations: the package cyclonedds reads the types of the fields themselves.

from collections.abc import Sequence
from dataclasses import dataclass, field, fields
from typing import TYPE_CHECKING, Any

from cyclonedds.idl import IdlStruct
from cyclonedds.idl.types import array, float64, int32, sequence, uint32

if TYPE_CHECKING:
    Matrix3 = Sequence[float]
    Matrix6 = Sequence[float]
    Numbers = Sequence[float]
    Texts = Sequence[str]
else:
    Matrix3, Matrix6 = array[float64, 9], array[float64, 36]
    Numbers, Texts = sequence[float64], sequence[str]


@dataclass
class Time(IdlStruct, typename="builtin_interfaces::msg::dds_::Time_"):
    """Time of a simulation [s, ns]."""

    sec: int32 = 0
    nanosec: uint32 = 0


@dataclass
class Header(IdlStruct, typename="std_msgs::msg::dds_::Header_"):
    """Time and frame of a message."""

    stamp: Time = field(default_factory=Time)
    frame_id: str = ""


@dataclass
class String(IdlStruct, typename="std_msgs::msg::dds_::String_"):
    """A text."""

    data: str = ""


@dataclass
class Float64(IdlStruct, typename="std_msgs::msg::dds_::Float64_"):
    """A number."""

    data: float64 = 0.0


@dataclass
class Clock(IdlStruct, typename="rosgraph_msgs::msg::dds_::Clock_"):
    """Time of the simulation, for nodes with `use_sim_time`."""

    clock: Time = field(default_factory=Time)


@dataclass
class Vector3(IdlStruct, typename="geometry_msgs::msg::dds_::Vector3_"):
    """A vector."""

    x: float64 = 0.0
    y: float64 = 0.0
    z: float64 = 0.0


@dataclass
class Point(IdlStruct, typename="geometry_msgs::msg::dds_::Point_"):
    """A point [m]."""

    x: float64 = 0.0
    y: float64 = 0.0
    z: float64 = 0.0


@dataclass
class Quaternion(IdlStruct, typename="geometry_msgs::msg::dds_::Quaternion_"):
    """A unit quaternion with the scalar last."""

    x: float64 = 0.0
    y: float64 = 0.0
    z: float64 = 0.0
    w: float64 = 1.0


@dataclass
class Transform(IdlStruct, typename="geometry_msgs::msg::dds_::Transform_"):
    """Position and orientation of a frame in another."""

    translation: Vector3 = field(default_factory=Vector3)
    rotation: Quaternion = field(default_factory=Quaternion)


@dataclass
class TransformStamped(IdlStruct, typename="geometry_msgs::msg::dds_::TransformStamped_"):
    """A transform with its time and frames."""

    header: Header = field(default_factory=Header)
    child_frame_id: str = ""
    transform: Transform = field(default_factory=Transform)


if TYPE_CHECKING:
    Transforms = Sequence[TransformStamped]
else:
    Transforms = sequence[TransformStamped]


@dataclass
class TFMessage(IdlStruct, typename="tf2_msgs::msg::dds_::TFMessage_"):
    """Several transforms."""

    transforms: Transforms = field(default_factory=list)


@dataclass
class Pose(IdlStruct, typename="geometry_msgs::msg::dds_::Pose_"):
    """Position and orientation."""

    position: Point = field(default_factory=Point)
    orientation: Quaternion = field(default_factory=Quaternion)


@dataclass
class PoseWithCovariance(IdlStruct, typename="geometry_msgs::msg::dds_::PoseWithCovariance_"):
    """A pose and its covariance."""

    pose: Pose = field(default_factory=Pose)
    covariance: Matrix6 = field(default_factory=lambda: [0.0] * 36)


@dataclass
class Twist(IdlStruct, typename="geometry_msgs::msg::dds_::Twist_"):
    """Velocity [m/s] and angular velocity [rad/s]."""

    linear: Vector3 = field(default_factory=Vector3)
    angular: Vector3 = field(default_factory=Vector3)


@dataclass
class TwistWithCovariance(IdlStruct, typename="geometry_msgs::msg::dds_::TwistWithCovariance_"):
    """A twist and its covariance."""

    twist: Twist = field(default_factory=Twist)
    covariance: Matrix6 = field(default_factory=lambda: [0.0] * 36)


@dataclass
class Odometry(IdlStruct, typename="nav_msgs::msg::dds_::Odometry_"):
    """Pose in the frame of the header, twist in the child frame."""

    header: Header = field(default_factory=Header)
    child_frame_id: str = ""
    pose: PoseWithCovariance = field(default_factory=PoseWithCovariance)
    twist: TwistWithCovariance = field(default_factory=TwistWithCovariance)


@dataclass
class Imu(IdlStruct, typename="sensor_msgs::msg::dds_::Imu_"):
    """What an inertial measurement unit reads, in its own axes."""

    header: Header = field(default_factory=Header)
    orientation: Quaternion = field(default_factory=Quaternion)
    orientation_covariance: Matrix3 = field(default_factory=lambda: [0.0] * 9)
    angular_velocity: Vector3 = field(default_factory=Vector3)
    angular_velocity_covariance: Matrix3 = field(default_factory=lambda: [0.0] * 9)
    linear_acceleration: Vector3 = field(default_factory=Vector3)
    linear_acceleration_covariance: Matrix3 = field(default_factory=lambda: [0.0] * 9)


@dataclass
class JointState(IdlStruct, typename="sensor_msgs::msg::dds_::JointState_"):
    """Positions and velocities of the dofs of joints."""

    header: Header = field(default_factory=Header)
    name: Texts = field(default_factory=list)
    position: Numbers = field(default_factory=list)
    velocity: Numbers = field(default_factory=list)
    effort: Numbers = field(default_factory=list)


@dataclass
class Wrench(IdlStruct, typename="geometry_msgs::msg::dds_::Wrench_"):
    """Force [N] and moment [N m]."""

    force: Vector3 = field(default_factory=Vector3)
    torque: Vector3 = field(default_factory=Vector3)


@dataclass
class WrenchStamped(IdlStruct, typename="geometry_msgs::msg::dds_::WrenchStamped_"):
    """A wrench with its time and axes."""

    header: Header = field(default_factory=Header)
    wrench: Wrench = field(default_factory=Wrench)


NANOSECONDS = 1_000_000_000
"""Nanoseconds per second."""

_RULE = "=" * 80  # between the definitions of types in one text


def ros_name(kind: type[Any]) -> str:
    """Name of a type in ROS 2: `geometry_msgs/msg/Vector3`."""
    package, _, _, name = kind.__idl_typename__.split("::")
    return f"{package}/msg/{name.removesuffix('_')}"


def definition(kind: type[Any]) -> str:
    """Definition of a type and of all types inside it, as recordings have it."""
    found: list[type[Any]] = []
    _collect(kind, found)
    texts = [_lines(kind)]
    for inner in found[1:]:
        package, _, name = ros_name(inner).split("/")
        texts.append(f"{_RULE}\nMSG: {package}/{name}\n{_lines(inner)}")
    return "".join(texts)


def _collect(kind: type[Any], found: list[type[Any]]) -> None:
    if kind in found:
        return
    found.append(kind)
    for one in fields(kind):
        element, _ = _element(one.type)
        if hasattr(element, "__idl_typename__"):
            _collect(element, found)


def _lines(kind: type[Any]) -> str:
    lines = []
    for one in fields(kind):
        element, suffix = _element(one.type)
        if hasattr(element, "__idl_typename__"):
            package, _, name = ros_name(element).split("/")
            text = f"{package}/{name}"
        else:
            text = "string" if element is str else _plain_name(element)
        lines.append(f"{text}{suffix} {one.name}\n")
    return "".join(lines)


def _element(kind: Any) -> tuple[Any, str]:
    """Type of the elements of a field, and what follows it in a definition: `[]`, `[9]`."""
    for note in getattr(kind, "__metadata__", ()):
        inner = getattr(note, "subtype", None)
        if inner is not None:
            length = getattr(note, "length", None)
            return inner, f"[{length}]" if length else "[]"
    return kind, ""


def _plain_name(kind: Any) -> str:
    return str(kind.__metadata__[0])


def stamp_of(time_ns: int) -> Time:
    """A time [ns] as a stamp."""
    return Time(*divmod(time_ns, NANOSECONDS))


def nanoseconds_of(stamp: Time) -> int:
    """A stamp as a time [ns]."""
    return stamp.sec * NANOSECONDS + stamp.nanosec
