"""A program at the other end of UDP as a participant of a session."""

from __future__ import annotations

import socket
import time
from dataclasses import asdict, dataclass

import numpy as np

from raftup.base.arrays import FloatArray
from raftup.base.closing import Closing
from raftup.base.errors import RaftupError
from raftup.remote.rows import Rows
from raftup.remote.session import Session
from raftup.udp.packets import Packet, pack, unpack
from raftup.udp.signals import Signals

_LARGEST = 65_536  # bytes: no datagram is larger
_LOOK = 1.0  # s of waiting, after which the session is asked whether it is still there


@dataclass
class Counts:
    """What has come and what has not.

    Attributes:
        sent: packets that were sent.
        taken: packets whose values were used.
        late: packets for a time that has passed, which were dropped.
        lost: packets that the numbers of later ones show to be missing, or to come out of order.
        refused: packets of another form, of another sender, for a time to come, or not finite.
        held: steps for which no packet came before the deadline; they kept the values before, at
            first those of the session.
    """

    sent: int = 0
    taken: int = 0
    late: int = 0
    lost: int = 0
    refused: int = 0
    held: int = 0

    def __str__(self) -> str:
        return ", ".join(f"{count} {name}" for name, count in asdict(self).items())


class UdpPartner(Closing):
    """Sends a packet after each step and waits for the one that answers it; a Follower.

    An answer has the time of the packet that it answers. It acts during the next step.

    Attributes:
        counts: packets so far.
        refusal: rule that the last refused packet broke; empty if there is none.
    """

    def __init__(
        self,
        session: Session,
        signals: Signals,
        listen: tuple[str, int],
        to: tuple[str, int],
        deadline: float | None = None,
    ) -> None:
        """Opens the sockets.

        Args:
            session: session in which it takes part.
            signals: order of the numbers.
            listen: address and port on which answers are received; port 0 = any free one.
            to: host and port of the program; packets of other hosts are refused.
            deadline: wall clock time for which a step waits [s]; None = without end.

        Raises:
            OSError: if there is no such host, or the port is in use.
        """
        self.inputs, self.outputs = list(signals.inputs), list(signals.outputs)
        self.counts = Counts()
        self.refusal = ""
        self._session, self._signals, self._deadline = session, signals, deadline
        family, kind, protocol, _, address = socket.getaddrinfo(*to, type=socket.SOCK_DGRAM)[0]
        self._to = address
        self._socket = socket.socket(family, kind, protocol)
        try:
            self._socket.bind(listen)
        except OSError as error:
            self._socket.close()
            error.filename = f"UDP port {listen[1]} of {listen[0]}"
            raise
        self._values = signals.values(np.zeros(len(signals.received)))
        self._next_sequence: int | None = None

    @property
    def port(self) -> int:
        """Port on which answers are received."""
        return int(self._socket.getsockname()[1])

    def begin(self, rows: Rows) -> FloatArray:
        """Values [columns] of the inputs at the present time."""
        present = self._session.read(self.inputs)
        self._values = np.concatenate([present[name][-1] for name in self.inputs])
        return self.answer(rows)

    def answer(self, rows: Rows) -> FloatArray:
        """Values [columns] of the inputs after the newest row."""
        time_ns = int(rows.time_ns[-1])
        packet = Packet(self.counts.sent, time_ns, self._signals.numbers(rows))
        self._socket.sendto(pack(packet), self._to)
        self.counts.sent += 1
        end = None if self._deadline is None else time.monotonic() + self._deadline
        while True:
            left = None if end is None else end - time.monotonic()
            if left is not None and left <= 0.0:
                self.counts.held += 1
                return self._values
            data = self._receive(_LOOK if left is None else min(left, _LOOK))
            if data is not None and self._take(data, time_ns):
                return self._values

    def accept(self) -> None:
        """Nothing is kept of a step."""

    def close(self) -> None:
        """Closes the socket."""
        self._socket.close()

    def _receive(self, patience: float) -> bytes | None:
        """The next datagram of the program; None if there is none in time, or one of another.

        Raises:
            RaftupError: SESSION_DELETED if the session has gone meanwhile.
        """
        self._socket.settimeout(patience)
        try:
            data, sender = self._socket.recvfrom(_LARGEST)
        except TimeoutError:
            if patience >= _LOOK:
                self._look()
            return None
        except ConnectionError:  # nobody listens yet at the other end
            return None
        if sender[0] != self._to[0]:
            self._refuse(f"must come from {self._to[0]}, came from {sender[0]}")
            return None
        return data

    def _look(self) -> None:
        try:
            self._session.status()
        except RaftupError as error:
            if error.code == "NOT_FOUND":
                raise RaftupError(str(error), code=error.code, reason="SESSION_DELETED") from error
            raise

    def _take(self, data: bytes, time_ns: int) -> bool:
        """Whether the bytes are the answer for a time; counts them."""
        try:
            packet = unpack(data, len(self._signals.received))
        except ValueError as error:
            self._refuse(str(error))
            return False
        if self._next_sequence is not None:
            self.counts.lost += max(0, packet.sequence - self._next_sequence)
        self._next_sequence = packet.sequence + 1
        if packet.time_ns < time_ns:
            self.counts.late += 1
            return False
        if packet.time_ns > time_ns:
            rule = f"must have the time {time_ns} ns that it answers, has {packet.time_ns} ns"
            self._refuse(rule)
            return False
        self._values = self._signals.values(packet.values)
        self.counts.taken += 1
        return True

    def _refuse(self, rule: str) -> None:
        self.counts.refused += 1
        self.refusal = f"a packet {rule}"
