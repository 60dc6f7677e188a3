"""FMUs of a system, each in a process of its own, while the session runs."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from types import TracebackType
from typing import Self

import yaml

from raftup.base.errors import RaftupError
from raftup.base.files import temporary_folder
from raftup.commands import Command
from raftup.remote.client import Client
from raftup.remote.participant import Participant
from raftup.remote.routing import new_session_id
from raftup.ssp.system import SspSystem, read_system

_LOOK = 0.1  # s, between two looks at session and programs
_PATIENCE = 10.0  # s, in which a program ends after its session


class SystemPrograms:
    """The FMUs of a system, which take part in a session from its creation to its end.

    Attributes:
        model: model file.
        participants: declarations of the FMUs.
        session_id: id that the session must have.
    """

    def __init__(self, system: SspSystem, client: Client, folder: Path, session_id: str) -> None:
        self.model = system.model
        self.session_id = session_id or new_session_id()
        self.participants = [
            Participant(f"fmu{k}", inputs=one.session_inputs)
            for k, one in enumerate(system.components)
        ]
        self._system, self._client, self._folder = system, client, folder
        self._ended = threading.Event()
        self._failure = ""
        self._thread = threading.Thread(target=self._attend, daemon=True)

    def __enter__(self) -> Self:
        self._thread.start()
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self._ended.set()
        self._thread.join()
        if self._failure and (error is None or isinstance(error, RaftupError)):
            raise RaftupError(self._failure, code="ABORTED") from error

    def _attend(self) -> None:
        """Starts the programs when there is a session, and ends it if one of them fails."""
        name = f"sessions/{self.session_id}"
        while not self._ended.wait(_LOOK):
            with suppress(RaftupError):
                self._client.session(name)
                break
        count = 0 if self._ended.is_set() else len(self._system.components)
        programs = [self._start(k) for k in range(count)]
        while not self._ended.wait(_LOOK):
            for program, one in zip(programs, self._system.components, strict=True):
                if not program.is_running:
                    self._look_at(program, one.name)
        if self._failure:
            with suppress(RaftupError):
                self._client.session(name).delete()
        for program in programs:
            program.end(_PATIENCE)

    def _look_at(self, program: Command, name: str) -> None:
        """Notes how a program has ended; one that ends with its session has not failed."""
        try:
            program.wait()
        except RaftupError as error:
            self._failure = f"the FMU {name} has ended: {error}"
        self._ended.set()

    def _start(self, index: int) -> Command:
        one = self._system.components[index]
        how = self._folder / f"map{index}.yaml"
        how.write_text(yaml.safe_dump(one.map, sort_keys=False), encoding="utf-8")
        words = ["participant", "fmu", self.session_id, str(one.file), "--map", str(how)]
        return Command([*words, "--id", f"fmu{index}"], self._folder, self._client)


@contextmanager
def programs_of(file: Path, client: Client, session_id: str = "") -> Iterator[SystemPrograms]:
    """Reads a system and lets its FMUs take part in the session that the block creates.

    Args:
        file: SSP file.
        client: connection to the server of the session.
        session_id: id of the session; default: a random one.

    Raises:
        RaftupError: ABORTED with its words, if an FMU fails; the errors of read_system().
    """
    with temporary_folder("raftup-ssp-") as folder:
        unpacked = folder / "system"
        unpacked.mkdir()
        system = read_system(file, unpacked, client)
        with SystemPrograms(system, client, folder, session_id) as programs:
            yield programs
