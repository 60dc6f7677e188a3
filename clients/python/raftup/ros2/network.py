"""Topics of ROS 2 by DDS.

A topic `/clock` of ROS 2 is `rt/clock` in DDS.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from cyclonedds.core import Policy, Qos
from cyclonedds.domain import Domain, DomainParticipant
from cyclonedds.pub import DataWriter
from cyclonedds.sub import DataReader
from cyclonedds.topic import Topic
from cyclonedds.util import duration

from raftup.base.closing import Closing
from raftup.base.errors import bad_field

MOST_DOMAIN = 232
"""Largest domain: ports of higher ones do not exist."""

_DEPTH = 1000  # messages that wait for a slow reader: a second at 1 kHz
_BLOCKING = 0.1  # s for which a write may wait for a slow reader
_LOOPBACK = """
<CycloneDDS><Domain Id="any">
  <General>
    <Interfaces><NetworkInterface address="127.0.0.1"/></Interfaces>
    <AllowMulticast>false</AllowMulticast>
  </General>
  <Discovery>
    <ParticipantIndex>auto</ParticipantIndex>
    <MaxAutoParticipantIndex>32</MaxAutoParticipantIndex>
    <Peers><Peer address="127.0.0.1"/></Peers>
  </Discovery>
</Domain></CycloneDDS>
"""
"""Nodes of this machine alone, as ROS 2 has them with ROS_LOCALHOST_ONLY."""


class Writer:
    """A topic on which messages are published.

    Attributes:
        topic: name of the topic in ROS 2.
        kind: type of its messages.
    """

    def __init__(self, topic: str, kind: type[Any], writer: Any) -> None:
        self.topic, self.kind, self._writer = topic, kind, writer

    def write(self, message: Any) -> None:
        """Publishes a message."""
        self._writer.write(message)

    @property
    def has_readers(self) -> bool:
        """Whether a node listens."""
        return bool(self._writer.get_matched_subscriptions())


class Reader:
    """A topic whose messages are received.

    Attributes:
        topic: name of the topic in ROS 2.
        kind: type of its messages.
    """

    def __init__(self, topic: str, kind: type[Any], reader: Any) -> None:
        self.topic, self.kind, self._reader = topic, kind, reader

    def take(self) -> Iterator[Any]:
        """The messages that have come since the last call, in their order."""
        for message in self._reader.take(_DEPTH):
            if isinstance(message, self.kind):  # not the end of a writer
                yield message


class Network(Closing):
    """A participant of a domain of DDS."""

    def __init__(self, domain: int = 0, loopback: bool = True) -> None:
        """Joins a domain.

        Args:
            domain: number of the domain, ROS_DOMAIN_ID of the other nodes.
            loopback: whether nodes of this machine alone are reached; otherwise the configuration
                of Cyclone DDS (CYCLONEDDS_URI) says which.

        Raises:
            RaftupError: BAD_FIELD if the domain is not from 0 to MOST_DOMAIN.
        """
        if not 0 <= domain <= MOST_DOMAIN:
            raise bad_field("domain", f"must be from 0 to {MOST_DOMAIN}, is {domain}")
        self._domain = Domain(domain, _LOOPBACK) if loopback else None
        self._participant: Any = DomainParticipant(domain)
        self._qos = Qos(
            Policy.Reliability.Reliable(duration(seconds=_BLOCKING)),
            Policy.Durability.Volatile,
            Policy.History.KeepLast(_DEPTH),
        )

    def writer(self, topic: str, kind: type[Any]) -> Writer:
        """Announces a topic of messages that will be published."""
        return Writer(topic, kind, DataWriter(self._participant, self._topic(topic, kind)))

    def reader(self, topic: str, kind: type[Any]) -> Reader:
        """Subscribes to a topic."""
        return Reader(topic, kind, DataReader(self._participant, self._topic(topic, kind)))

    def close(self) -> None:
        """Leaves the domain."""
        self._participant = None
        self._domain = None

    def _topic(self, topic: str, kind: type[Any]) -> Any:
        return Topic(self._participant, f"rt{topic}", kind, qos=self._qos)
