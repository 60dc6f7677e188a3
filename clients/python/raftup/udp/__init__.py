"""Programs that exchange numbers with a session by UDP, in packets of a fixed form."""

from raftup.udp.packets import HEADER, Packet, pack, unpack
from raftup.udp.partner import Counts, UdpPartner
from raftup.udp.signals import Signals, read_signals

__all__ = [
    "HEADER",
    "Counts",
    "Packet",
    "Signals",
    "UdpPartner",
    "pack",
    "read_signals",
    "unpack",
]
