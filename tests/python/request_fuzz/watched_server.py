"""A server whose end, silence, memory and answers are watched."""

from __future__ import annotations

import os
import resource
import signal
import subprocess
import time
from collections.abc import Iterator, Sequence
from contextlib import ExitStack
from dataclasses import dataclass, field
from typing import Any

import grpc
from google.protobuf.message import Message

import raftup
from raftup._generated import exchange_pb2, session_pb2
from raftup._generated.database_pb2_grpc import DatabaseServiceStub
from raftup._generated.estimate_pb2_grpc import EstimateServiceStub
from raftup._generated.session_pb2_grpc import SessionServiceStub

_SLOWDOWN = float(os.environ.get("RAFTUP_FUZZ_SLOWDOWN", "1"))
LONGEST = 10.0 * _SLOWDOWN
"""Seconds of the server's own time, within which a call must be answered. The longest known takes
8: Linearize seeks the equilibrium of two ships with a stiff line through the water surface, whose
statics are solved anew for every difference."""
_PATIENCE = 60.0 * _SLOWDOWN  # s by the clock: other programs may have the processor
_STREAM = 0.4 * _SLOWDOWN  # s that a stream may stay open: many have nothing more to say
_MOST_MEMORY = 2 << 30  # bytes in use after a call
_ADDRESSES = 8 << 30  # bytes that the server may have: more would take this machine down
_SANITIZED = 64 << 30  # bytes of addresses that only a sanitizer takes
_STOP = 30.0  # s for SIGTERM
_FAULTY = (grpc.StatusCode.INTERNAL, grpc.StatusCode.UNKNOWN)


@dataclass(frozen=True)
class Call:
    """One call and what it sends: one message, or those of a stream."""

    method: str
    messages: Sequence[Message]


@dataclass
class Answer:
    """What came back, and what is wrong with it."""

    code: grpc.StatusCode = grpc.StatusCode.OK
    details: str = ""
    messages: list[Any] = field(default_factory=list)
    fault: str = ""


class WatchedServer:
    """A raftupd on a socket of its own, started anew where it ends or does not answer."""

    def __init__(self) -> None:
        self._open = ExitStack()
        self.process: subprocess.Popen[bytes]
        self.client: raftup.Client
        self.start()

    def start(self) -> None:
        """Starts it, and connects."""
        self._open = ExitStack()
        server = self._open.enter_context(raftup.local_server())
        self.process = server.process
        if self._figure("VmSize") < _SANITIZED:
            resource.prlimit(self.process.pid, resource.RLIMIT_AS, (_ADDRESSES, _ADDRESSES))
        self.client = self._open.enter_context(raftup.connect(server.address))
        channel = self._open.enter_context(
            grpc.insecure_channel(server.address, options=[("grpc.max_receive_message_length", -1)])
        )
        self.sessions = SessionServiceStub(channel)
        self.databases = DatabaseServiceStub(channel)
        self.estimates = EstimateServiceStub(channel)

    def close(self) -> None:
        self._open.close()

    def call(self, call: Call) -> Answer:
        """Makes a call, and judges it."""
        before = self._cpu_seconds()
        answer = self._answer(call)
        if self.process.poll() is not None:
            answer.fault = f"the server died: {self.process.returncode}"
        elif answer.code in _FAULTY:
            answer.fault = f"{answer.code.name}: {answer.details}"
        elif self._cpu_seconds() - before > LONGEST or (
            answer.code == grpc.StatusCode.DEADLINE_EXCEEDED and not _is_stream(call)
        ):
            answer.fault = f"no answer within {LONGEST} s"
        elif self._figure("VmRSS") > _MOST_MEMORY:
            answer.fault = f"{self._figure('VmRSS') >> 20} MiB in use"
        return answer

    def restart(self) -> str:
        """Ends it by SIGTERM and starts another.

        Returns:
            what is wrong with the end.
        """
        fault = ""
        if self.process.poll() is None:
            self.process.send_signal(signal.SIGTERM)
            try:
                code = self.process.wait(_STOP)
                fault = "" if code == 0 else f"SIGTERM ended it with {code}"
            except subprocess.TimeoutExpired:
                fault = f"SIGTERM does not end it within {_STOP} s"
                self.process.kill()
        self.close()
        self.start()
        return fault

    def _answer(self, call: Call) -> Answer:
        stubs = (self.databases, self.estimates, self.sessions)
        method = next(getattr(stub, call.method) for stub in stubs if hasattr(stub, call.method))
        sends_stream = call.method in ("Exchange", "UploadDatabase", "ImportCheckpoint")
        request = _sent(call) if sends_stream else call.messages[0]
        answer = Answer()
        try:
            reply = method(request, timeout=_STREAM if _is_stream(call) else _PATIENCE)
            answer.messages = [reply] if isinstance(reply, Message) else _some(reply)
        except grpc.RpcError as error:
            answer.code, answer.details = error.code(), error.details() or ""
        return answer

    def _cpu_seconds(self) -> float:
        try:
            with open(f"/proc/{self.process.pid}/stat", encoding="ascii") as file:
                fields = file.read().rpartition(")")[2].split()
        except OSError:
            return 0.0
        return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")

    def _figure(self, name: str) -> int:
        """A size of the process in bytes; 0 of one that is gone."""
        try:
            with open(f"/proc/{self.process.pid}/status", encoding="ascii") as file:
                lines = file.read().splitlines()
        except OSError:
            return 0
        sizes = [int(line.split()[1]) << 10 for line in lines if line.startswith(f"{name}:")]
        return sizes[0] if sizes else 0


def _is_stream(call: Call) -> bool:
    return call.method in ("Exchange", "WatchSession")


def _sent(call: Call) -> Iterator[Message]:
    """The messages one after another; an Exchange stays open for its answers."""
    yield from call.messages
    if call.method == "Exchange":
        time.sleep(0.1)


def _some(reply: Any) -> list[Any]:
    """The first answers of a stream, which then ends."""
    messages = []
    for message in reply:
        messages.append(message)
        if len(messages) == 2 and isinstance(message, session_pb2.WatchSessionResponse):
            break
        if len(messages) > 1000 and isinstance(message, exchange_pb2.ExchangeResponse):
            break
    reply.cancel()
    return messages
