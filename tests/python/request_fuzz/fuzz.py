"""The run: seeds, stories of changed requests, faults with the requests that lead to them."""

from __future__ import annotations

import copy
import json
import math
import random
import re
import time
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import grpc
from google.protobuf.json_format import MessageToDict, ParseDict
from google.protobuf.message import Message

from raftup._generated import (
    caller_pb2,
    change_pb2,
    checkpoint_pb2,
    contact_query_pb2,
    database_pb2,
    exchange_pb2,
    linearisation_pb2,
    model_export_pb2,
    model_pb2,
    progress_pb2,
    sea_components_pb2,
    session_pb2,
    values_pb2,
    watch_pb2,
)
from request_fuzz.mutations import mutate
from request_fuzz.seeds import valid_models
from request_fuzz.stories import choose, creation, life_of, sound_requests
from request_fuzz.watched_server import Answer, Call, WatchedServer

_SHARE_OF_MODELS = 0.6
"""Of the stories, those that begin with a changed model; the others change the calls."""
_CALLS_OF_A_SESSION = 8
_MODULES = (
    *(caller_pb2, change_pb2, checkpoint_pb2, contact_query_pb2, database_pb2, exchange_pb2),
    *(linearisation_pb2, model_export_pb2, model_pb2, progress_pb2, sea_components_pb2),
    *(session_pb2, values_pb2, watch_pb2),
)


@dataclass(frozen=True)
class Fault:
    """What went wrong, and the file with the calls that led to it."""

    method: str
    text: str
    file: Path


class Fuzz:
    """A run with a seed: the same seed asks the same things of the same server."""

    def __init__(self, seed: int, found: Path) -> None:
        self._rng = random.Random(seed)
        self._found = found
        self._kinds: set[str] = set()
        self._calls: list[tuple[Call, list[str]]] = []
        self.counts: Counter[str] = Counter()
        self.faults: list[Fault] = []

    def run(self, seconds: float) -> None:
        """Tells stories for so long, after the seeds are made."""
        self._server = WatchedServer()
        try:
            models = valid_models(self._server.client, self._server.sessions)
            end = time.monotonic() + seconds
            while time.monotonic() < end:
                model = self._rng.choice(models)
                self._calls = []
                if self._rng.random() < _SHARE_OF_MODELS:
                    self._tell_of_model(model)
                else:
                    self._tell_of_calls(model)
        finally:
            self._server.close()

    def summary(self) -> str:
        """How many calls were made and how they ended, and every fault with its file."""
        codes = ", ".join(f"{count} {code}" for code, count in self.counts.most_common())
        lines = [f"{self.counts.total()} calls: {codes}", f"{len(self.faults)} faults"]
        return "\n".join(
            [*lines, *(f"{fault.method}: {fault.text} ({fault.file})" for fault in self.faults)]
        )

    # --- stories ----------------------------------------------------------------------------------

    def _tell_of_model(self, model: model_pb2.Model) -> None:
        """A session of a changed model, as far as it comes."""
        request = creation(copy.deepcopy(model), self._new_id())
        changed = mutate([request.session.spec.model], self._rng)
        answer = self._ask(Call("CreateSession", [request]), changed)
        if answer.code is grpc.StatusCode.OK and not answer.fault:
            self._live(answer.messages[0].session.name)

    def _tell_of_calls(self, model: model_pb2.Model) -> None:
        """Changed calls to a session of a sound model."""
        request = creation(model, self._new_id())
        if self._rng.random() < 0.2:
            self._ask(Call("CreateSession", [request]), mutate([request], self._rng))
            request = creation(model, self._new_id())
        answer = self._ask(Call("CreateSession", [request]), [])
        if answer.code is not grpc.StatusCode.OK or answer.fault:
            return
        name = answer.messages[0].session.name
        sound = sound_requests(name, answer.messages[0].session.spec.model)
        if self._rng.random() < 0.8:
            begin = session_pb2.InitializeSessionRequest(name=name)
            if self._ask(Call("InitializeSession", [begin]), []).fault:
                return
        for _ in range(_CALLS_OF_A_SESSION):
            call = choose(sound, self._rng)
            if self._ask(call, mutate(list(call.messages), self._rng)).fault:
                return
        self._ask(Call("DeleteSession", [session_pb2.DeleteSessionRequest(name=name)]), [])

    def _live(self, name: str) -> None:
        """Steps, reads and linearises a session, and takes it away."""
        asked = values_pb2.ListVariablesRequest(session=name)
        listed = self._ask(Call("ListVariables", [asked]), [])
        if listed.fault or not listed.messages:
            return
        variables = listed.messages[0].variables
        outputs = [v.name for v in variables if v.causality == values_pb2.CAUSALITY_OUTPUT]
        for call in life_of(name, outputs):
            answer = self._ask(call, [])
            if answer.fault:
                return
            self._check_finite(call, answer)
        self._ask(Call("DeleteSession", [session_pb2.DeleteSessionRequest(name=name)]), [])

    def _new_id(self) -> str:
        return f"fuzz-{self._rng.getrandbits(64):x}"

    # --- judgement --------------------------------------------------------------------------------

    def _ask(self, call: Call, changed: Sequence[str]) -> Answer:
        self._calls.append((call, list(changed)))
        answer = self._server.call(call)
        self.counts[answer.code.name] += 1
        if not answer.fault:
            return answer
        self._note(call, answer.fault)
        if answer.code is grpc.StatusCode.DEADLINE_EXCEEDED or self._server.process.poll():
            late = self._server.restart()
            if late:
                self._note(call, late)
        return answer

    def _check_finite(self, call: Call, answer: Answer) -> None:
        """Whatever a step or a reading gives is a number."""
        if call.method not in ("StepSession", "ReadValues") or not answer.messages:
            return
        reply = answer.messages[0]
        values = reply.frame.values if call.method == "StepSession" else reply.values
        if not all(map(math.isfinite, values)):
            self._note(call, "an output is no finite number")

    def _note(self, call: Call, text: str) -> None:
        """Keeps a fault with its calls, the first of each kind."""
        kind = re.sub(r"[0-9.e+-]+", "#", f"{call.method} {text}")[:120]
        if kind in self._kinds:
            return
        self._kinds.add(kind)
        self._found.mkdir(parents=True, exist_ok=True)
        file = self._found / f"{len(self.faults):04}.json"
        file.write_text(json.dumps([_as_dict(*entry) for entry in self._calls], indent=1))
        self.faults.append(Fault(call.method, text[:400], file))


def _as_dict(call: Call, changed: Sequence[str]) -> dict[str, object]:
    messages = [
        {
            "type": message.DESCRIPTOR.name,
            "value": MessageToDict(message, preserving_proto_field_name=True),
        }
        for message in call.messages
    ]
    return {"method": call.method, "changed": list(changed), "messages": messages}


def replay(file: Path) -> int:
    """Makes the calls of a fault again, to a new server.

    Returns:
        1 where one of them goes wrong.
    """
    server = WatchedServer()
    wrong = 0
    try:
        for entry in json.loads(file.read_text()):
            messages = [
                ParseDict(message["value"], _type_of(message["type"])())
                for message in entry["messages"]
            ]
            answer = server.call(Call(entry["method"], messages))
            print(entry["method"], entry["changed"], answer.code.name, answer.details[:300])
            if answer.fault:
                print("  fault:", answer.fault[:300])
                wrong = 1
            if server.process.poll() is not None:
                break
    finally:
        server.close()
    return wrong


def _type_of(name: str) -> type[Message]:
    found = next(getattr(module, name) for module in _MODULES if hasattr(module, name))
    assert isinstance(found, type)
    assert issubclass(found, Message)
    return found
