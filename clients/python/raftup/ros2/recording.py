"""Recordings of messages in the format MCAP, which tools of ROS 2 read.

Source: the specification of MCAP and its profile `ros2`.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

from mcap.writer import Writer as McapWriter

from raftup.base.closing import Closing
from raftup.base.files import check_place
from raftup.base.version import __version__
from raftup.ros2.messages import definition, ros_name


class Recording(Closing):
    """A file with every message, at the time of the simulation."""

    def __init__(self, file: Path) -> None:
        """Begins the file.

        Raises:
            OSError: if it cannot be written.
        """
        check_place(file)
        self._stream = file.open("wb")
        self._writer: Any = McapWriter(self._stream)
        self._writer.start(profile="ros2", library=f"raftup {__version__}")
        self._channels: dict[str, int] = {}
        self._schemas: dict[str, int] = {}
        self._sequence: dict[str, int] = {}

    def add(self, topic: str, message: Any, time_ns: int) -> None:
        """Adds a message of a topic at a time [ns]."""
        if topic not in self._channels:
            self._channels[topic] = self._channel(topic, type(message))
        number = self._sequence.get(topic, 0)
        self._sequence[topic] = number + 1
        self._writer.add_message(
            channel_id=self._channels[topic],
            log_time=time_ns,
            publish_time=time_ns,
            sequence=number,
            data=message.serialize(),
        )

    def close(self) -> None:
        """Completes the file."""
        self._writer.finish()
        self._stream.close()

    def _channel(self, topic: str, kind: type[Any]) -> int:
        name = ros_name(kind)
        if name not in self._schemas:
            self._schemas[name] = self._writer.register_schema(
                name=name, encoding="ros2msg", data=definition(kind).encode()
            )
        return int(
            self._writer.register_channel(
                topic=topic, message_encoding="cdr", schema_id=self._schemas[name]
            )
        )
