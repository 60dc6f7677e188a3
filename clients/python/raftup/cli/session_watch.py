"""The command raftup sessions watch: a table that follows sessions."""

from __future__ import annotations

import json
import threading
import time
from collections import deque
from contextlib import suppress
from typing import Any

from rich.console import Group, RenderableType
from rich.live import Live
from rich.table import Table

from raftup.base.errors import RaftupError
from raftup.cli.documents import (
    participants_text,
    session_document,
    session_documents,
    state_text,
)
from raftup.cli.terminal import terminal
from raftup.remote.client import Client
from raftup.remote.contacts import ContactEvent
from raftup.remote.rows import Rows
from raftup.remote.session import Session

_VALUES_SHOWN = 7  # of a variable: a pose
_EVENTS_SHOWN = 5


def watch_sessions(
    client: Client, name: str | None, interval: float, count: int | None, as_json: bool
) -> None:
    """Shows the state of sessions at intervals.

    Args:
        client: client of the server.
        name: `sessions/{id}` of a session that is followed to its end; None = all.
        interval: wall clock time between updates [s].
        count: number of updates; None = until the session ends, or the program is interrupted.
        as_json: prints a line of JSON per update instead of a table.
    """
    looks = _Looks(client, client.session(name) if name else None)
    try:
        if as_json:
            _write_lines(looks, interval, count)
        else:
            _show_live(looks, interval, count)
    finally:
        looks.close()


def _write_lines(looks: _Looks, interval: float, count: int | None) -> None:
    while (documents := looks.next_documents()) is not None:
        print(json.dumps(documents), flush=True)
        if looks.number == count:
            return
        time.sleep(interval)


def _show_live(looks: _Looks, interval: float, count: int | None) -> None:
    with Live(console=terminal(), auto_refresh=False) as live:
        while (documents := looks.next_documents()) is not None:
            live.update(_render(documents, looks.values(), looks.contact_events()), refresh=True)
            if looks.number == count:
                return
            time.sleep(interval)


class _Looks:
    """States of the sessions, with the real-time factor between two updates."""

    def __init__(self, client: Client, session: Session | None) -> None:
        self._client = client
        self._session = session
        self._former: dict[str, tuple[float, float]] = {}  # wall clock and simulated time
        self._values = _NewestValues(session) if session is not None else None
        self._contact_events: deque[ContactEvent] = deque(maxlen=_EVENTS_SHOWN)
        self.number = 0

    def close(self) -> None:
        """Ends the watch of a session."""
        if self._values is not None:
            self._values.close()

    def next_documents(self) -> list[dict[str, Any]] | None:
        """States of the sessions now; None if the watched session no longer exists."""
        try:
            documents = (
                session_documents(self._client)
                if self._session is None
                else [session_document(self._session.status())]
            )
        except RaftupError as error:
            if error.code == "NOT_FOUND" and self.number > 0:
                return None
            raise
        self.number += 1
        now = time.monotonic()
        for one in documents:
            one["real_time_factor"] = self._factor(one["name"], now, one["time"])
        if self._values is not None:
            new = self._values.new_contact_events()
            documents[0]["contact_events"] = [event.document() for event in new]
            self._contact_events.extend(new)
        self._former = {one["name"]: (now, one["time"]) for one in documents}
        return documents

    def _factor(self, name: str, now: float, simulated: float) -> float | None:
        if name not in self._former:
            return None
        before, simulated_before = self._former[name]
        return (simulated - simulated_before) / (now - before)

    def values(self) -> Rows | None:
        """The newest row of the watched session."""
        return self._values.rows if self._values is not None else None

    def contact_events(self) -> list[ContactEvent]:
        """The newest contact events of the watched session."""
        return list(self._contact_events)


class _NewestValues:
    """Receives the outputs of one session in a thread."""

    def __init__(self, session: Session) -> None:
        self.rows: Rows | None = None
        self._watch = session.watch(policy="latest")
        threading.Thread(target=self._follow, daemon=True).start()

    def _follow(self) -> None:
        with suppress(RaftupError):  # ends with the session, the server, or close()
            for rows in self._watch:
                if len(rows):
                    self.rows = rows

    def new_contact_events(self) -> list[ContactEvent]:
        """Contact events since the last call."""
        events = []
        with suppress(IndexError):  # they may come meanwhile
            while True:
                events.append(self._watch.contact_events.popleft())
        return events

    def close(self) -> None:
        self._watch.close()


def _render(
    documents: list[dict[str, Any]], values: Rows | None, events: list[ContactEvent]
) -> RenderableType:
    table = Table(
        "session", "state", "step", "time [s]", "x real time", "computed [s]", "waited [s]",
        "waits for", "participants",
    )  # fmt: skip
    for one in documents:
        factor = one["real_time_factor"]
        table.add_row(
            one["name"],
            state_text(one),
            str(one["step_index"]),
            f"{one['time']:.2f}",
            "-" if factor is None else f"{factor:.3g}",
            f"{one['compute_time']:.3f}",
            f"{one['wait_time']:.3f}",
            ", ".join(one["waiting_for"]) or "-",
            participants_text(one),
        )
    parts: list[RenderableType] = [table]
    if values is not None:
        parts.append(_value_table(values))
    if events:
        parts.append(_event_table(events))
    return Group(*parts)


def _event_table(events: list[ContactEvent]) -> Table:
    table = Table("contact", "at [s]", "shapes", "point [m]", "normal speed [m/s]")
    for event in events:
        point = "  ".join(f"{number:9.4g}" for number in event.point)
        shapes = f"{event.shape1}  {event.shape2}"
        table.add_row(event.kind, f"{event.time:.3f}", shapes, point, f"{event.normal_speed:.3g}")
    return table


def _value_table(rows: Rows) -> Table:
    table = Table("output", "unit", f"at {rows.time[-1]:.2f} s")
    for variable in rows.columns.variables:
        numbers = rows[variable.name][-1][:_VALUES_SHOWN]
        more = " ..." if variable.size > _VALUES_SHOWN else ""
        text = "  ".join(f"{number:11.4g}" for number in numbers) + more
        table.add_row(variable.name, variable.unit, text)
    return table
