"""Commands of raftup in processes of their own, which write what a user's command writes."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path
from tempfile import NamedTemporaryFile, _TemporaryFileWrapper
from typing import TYPE_CHECKING, TypeAlias

from raftup.base.errors import RaftupError

if TYPE_CHECKING:
    from raftup.remote.client import Client

_File: TypeAlias = "_TemporaryFileWrapper[str]"


class Command:
    """A running command of raftup.

    Its process has no input, and its output is not that of this program, on whose standard output
    a protocol may be spoken.
    """

    def __init__(
        self, arguments: Sequence[str], folder: Path, client: Client | None = None
    ) -> None:
        """Starts the command.

        Args:
            arguments: the words after `raftup`.
            folder: working directory.
            client: connection to the server that the command uses; None = the command's default.
        """
        self._token: _File | None = None
        self._is_cancelled = False
        environment = dict(os.environ)
        if client is not None:
            environment |= self._server(client)
        self._errors = NamedTemporaryFile("w+", prefix="raftup-", encoding="utf-8")  # noqa: SIM115
        self._process = subprocess.Popen(
            [sys.executable, "-m", "raftup", *arguments],
            cwd=folder,
            env=environment,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            stderr=self._errors,
        )

    @property
    def is_running(self) -> bool:
        """Whether it has not ended."""
        return self._process.poll() is None

    def wait(self) -> None:
        """Waits for its end.

        Raises:
            RaftupError: INVALID_ARGUMENT or ABORTED with what it has told, if it fails.
        """
        code = self._process.wait()
        self._errors.seek(0)
        told = self._errors.read().strip()
        self._errors.close()
        if self._token is not None:
            self._token.close()
        if code:
            kind = "INVALID_ARGUMENT" if code == 2 else "ABORTED"
            ended = f"the command ended with the code {code}"
            if code < 0:
                ended = "interrupted" if self._is_cancelled else f"it was ended by signal {-code}"
            message = told.removeprefix("raftup: ") or ended
            raise RaftupError(message, code=kind)

    def cancel(self) -> None:
        """Asks it to end as Ctrl-C does; partial results are kept."""
        self._is_cancelled = True
        self._process.terminate()

    def end(self, patience: float) -> None:
        """Waits for its end for at most `patience` [s], then kills it."""
        try:
            self._process.wait(patience)
        except subprocess.TimeoutExpired:
            self._process.kill()
            self._process.wait()

    def _server(self, client: Client) -> dict[str, str]:
        """Variables of the environment by which the command reaches the server of a client."""
        identity = client.identity
        variables = {"RAFTUP_SERVER": client.address}
        for name, file in (
            ("RAFTUP_CA", identity.ca),
            ("RAFTUP_CERTIFICATE", identity.certificate),
            ("RAFTUP_KEY", identity.key),
        ):
            if file is not None:
                variables[name] = str(Path(file).resolve())
        if identity.token is not None:
            token = NamedTemporaryFile("w", prefix="raftup-", encoding="utf-8")  # noqa: SIM115
            token.write(identity.token)
            token.flush()
            variables["RAFTUP_TOKEN_FILE"] = token.name
            self._token = token
        return variables
