"""Transmission of the simulated instruments of a session's bodies."""

from __future__ import annotations

import socket
from collections.abc import Callable, Mapping
from datetime import UTC, datetime, timedelta
from typing import Any

from raftup.base.errors import RaftupError, bad_field
from raftup.nmea.chart import Chart, Motion
from raftup.nmea.sentences import own_ship_sentences
from raftup.nmea.transponder import ShipData, Transponder
from raftup.remote.rows import NANOSECONDS, Rows
from raftup.remote.session import Session

_QUANTITIES = ("position", "orientation", "linear_velocity", "angular_velocity")


class Transmitter:
    """Sends sentences of the own ship and AIS reports of other ships for bodies of a session.

    It only reads, so that the session is not slowed down; rows that are not read in time are lost.
    """

    def __init__(
        self,
        session: Session,
        chart: Chart,
        own: str | None = None,
        ships: Mapping[str, ShipData] | None = None,
        interval: float = 1.0,
        begin: datetime | None = None,
    ) -> None:
        """Selects what is sent.

        Args:
            session: session of the bodies.
            chart: position of the session's world on the earth.
            own: body whose own-ship sentences are sent; default: the first body.
            ships: data of the ships with a transponder, by the name of the body.
            interval: s of simulation between own-ship sentences; rounded up to a step.
            begin: UTC at the start of the simulation; default: now minus the simulated time.

        Raises:
            RaftupError: BAD_FIELD if a body does not exist, or the interval is not > 0.
        """
        bodies = [body.name for body in session.model.bodies]
        self._own = bodies[0] if own is None else own
        self._transponders = {name: Transponder(ship) for name, ship in (ships or {}).items()}
        for name in (self._own, *self._transponders):
            if name not in bodies:
                raise bad_field("body", f"must be one of {', '.join(bodies)}, is {name!r}")
        if not interval > 0.0:
            raise bad_field("interval", f"must be > 0, is {interval:g}")
        self._session, self._chart = session, chart
        self._stride = max(1, round(interval * NANOSECONDS / session.step_ns))
        simulated = timedelta(seconds=session.status().time_ns / NANOSECONDS)
        self._begin = begin if begin is not None else datetime.now(UTC) - simulated

    def run(self, send: Callable[[str], None]) -> None:
        """Sends sentences until the session is deleted.

        Args:
            send: function that sends one sentence.
        """
        names = dict.fromkeys((self._own, *self._transponders))
        outputs = [f"{name}.{quantity}" for name in names for quantity in _QUANTITIES]
        try:
            with self._session.watch(
                outputs, output_stride=self._stride, policy="drop_oldest"
            ) as watch:
                for rows in watch:
                    for row in range(len(rows)):
                        self._send_row(rows.part(row, row + 1), send)
        except RaftupError as error:
            if error.reason != "SESSION_DELETED":
                raise

    def _send_row(self, row: Rows, send: Callable[[str], None]) -> None:
        time = float(row.time[0])
        when = self._begin + timedelta(seconds=time)
        for sentence in own_ship_sentences(self._motion(row, self._own), when):
            send(sentence)
        for name, transponder in self._transponders.items():
            for sentence in transponder.messages(time, self._motion(row, name), when):
                send(sentence)

    def _motion(self, row: Rows, body: str) -> Motion:
        return self._chart.motion(*(row[f"{body}.{quantity}"][0] for quantity in _QUANTITIES))


class Datagrams:
    """A callable that sends each sentence to an address by UDP."""

    def __init__(self, host: str, port: int) -> None:
        """Resolves the address.

        Raises:
            OSError: if there is no such host.
        """
        found = socket.getaddrinfo(host, port, type=socket.SOCK_DGRAM)
        family, kind, protocol, _, address = found[0]
        self._address: tuple[Any, ...] = address
        self._socket = socket.socket(family, kind, protocol)

    def __call__(self, sentence: str) -> None:
        """Sends one sentence with its line end."""
        self._socket.sendto(sentence.encode("ascii") + b"\r\n", self._address)
