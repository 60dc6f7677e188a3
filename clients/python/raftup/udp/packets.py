"""Packets: a header of 32 bytes and numbers, all little-endian."""

from __future__ import annotations

import struct
from dataclasses import dataclass

import numpy as np

from raftup.base.arrays import FloatArray

HEADER = struct.Struct("<4sHHQqII")
"""Magic, version, 0, sequence, time [ns], count, 0."""

MAGIC = b"RFTP"
"""First bytes of a packet."""

VERSION = 1
"""Version of the form of packets."""

MOST_NUMBERS = (65_507 - HEADER.size) // 8
"""Numbers in the largest datagram of UDP over IPv4, which has 65 507 bytes."""


@dataclass(frozen=True)
class Packet:
    """Contents of a packet.

    Attributes:
        sequence: number of the packet of its sender, from 0.
        time_ns: simulation time to which the values belong [ns].
        values: [count] finite numbers.
    """

    sequence: int
    time_ns: int
    values: FloatArray


def pack(packet: Packet) -> bytes:
    """Bytes of a packet."""
    values = np.asarray(packet.values, dtype="<f8")
    head = HEADER.pack(MAGIC, VERSION, 0, packet.sequence, packet.time_ns, len(values), 0)
    return head + values.tobytes()


def unpack(data: bytes, count: int) -> Packet:
    """Contents of the bytes of a packet.

    Args:
        data: one datagram.
        count: number of values that it must have.

    Raises:
        ValueError: with the rule that the bytes break.
    """
    if len(data) < HEADER.size:
        raise ValueError(f"must have at least {HEADER.size} bytes, has {len(data)}")
    magic, version, _, sequence, time_ns, said, _ = HEADER.unpack_from(data)
    if magic != MAGIC:
        raise ValueError(f"must begin with {MAGIC.decode()}, begins with {magic!r}")
    if version != VERSION:
        raise ValueError(f"must be of version {VERSION}, is of version {version}")
    if said != count:
        raise ValueError(f"must have {count} numbers, says {said}")
    if len(data) != HEADER.size + 8 * count:
        raise ValueError(f"must have {HEADER.size + 8 * count} bytes, has {len(data)}")
    values = np.frombuffer(data, "<f8", count, HEADER.size).astype(float)
    if not np.isfinite(values).all():
        raise ValueError("must have finite numbers")
    return Packet(sequence, time_ns, values)
