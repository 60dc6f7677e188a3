"""Servers for clients of xdyn, by gRPC and by JSON over WebSockets."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from typing import Any

import grpc

from raftup.base.errors import RaftupError
from raftup.xdyn import messages
from raftup.xdyn.frames import ANGLES, STATES
from raftup.xdyn.ship import Answer, Ship

_EULER = (*STATES[:10], *ANGLES)


@contextmanager
def serve_grpc(ship: Ship, address: str) -> Iterator[int]:
    """Runs xdyn's service Cosimulation for the duration of the block; yields the port.

    Its calls are step_quaternion, step_euler_321, and the older step, which returns the last state.

    Raises:
        RaftupError: UNAVAILABLE if the address cannot be used.
    """
    calls = {
        "step_quaternion": _method(ship, STATES, messages.CosimulationRequestQuaternion, _whole),
        "step_euler_321": _method(ship, _EULER, messages.CosimulationRequestEuler, _whole),
        "step": _method(ship, STATES, messages.CosimulationRequestQuaternion, _last_state),
    }
    server = grpc.server(ThreadPoolExecutor(max_workers=2))
    server.add_generic_rpc_handlers([grpc.method_handlers_generic_handler("Cosimulation", calls)])
    try:
        port = server.add_insecure_port(address)
    except RuntimeError as error:
        raise RaftupError(f"cannot listen at {address}: {error}", code="UNAVAILABLE") from error
    server.start()
    try:
        yield port
    finally:
        server.stop(1.0).wait()


def _method(
    ship: Ship, names: Sequence[str], request_class: Any, to_message: Callable[[Answer], Any]
) -> Any:
    def call(request: Any, context: grpc.ServicerContext) -> Any:
        try:
            lists = {name: getattr(request.states, name) for name in names}
            answer = ship.answer(_last_row(lists), float(request.Dt), dict(request.commands))
        except RaftupError as error:
            code = getattr(grpc.StatusCode, error.code, grpc.StatusCode.UNKNOWN)
            context.abort(code, str(error))
        return to_message(answer)

    return grpc.unary_unary_rpc_method_handler(
        call,
        request_deserializer=request_class.FromString,
        response_serializer=lambda message: message.SerializeToString(),
    )


def _last_row(lists: Mapping[str, Sequence[float]]) -> list[float]:
    """The last entry of each list; the lists must have equal lengths."""
    sizes = {name: len(values) for name, values in lists.items()}
    if len(set(sizes.values())) > 1:
        found = ", ".join(f"{name} {size}" for name, size in sizes.items())
        raise RaftupError(
            f"lists of states must have the same size: {found}", code="INVALID_ARGUMENT"
        )
    if not all(sizes.values()):
        raise RaftupError("there must be one state at least", code="INVALID_ARGUMENT")
    return [values[-1] for values in lists.values()]


def _whole(answer: Answer) -> Any:
    message = messages.CosimulationResponse(last_state=_last_state(answer))
    for name, values in zip((*STATES, *ANGLES), answer.rows.T, strict=True):
        getattr(message.all_states, name).extend(values.tolist())
    for name, observed in answer.observations.items():
        message.extra_observations[name].value.extend(observed)
    return message


def _last_state(answer: Answer) -> Any:
    numbers = dict(zip((*STATES, *ANGLES), answer.rows[-1].tolist(), strict=True))
    return messages.CosimulationState(**numbers)


@contextmanager
def serve_json(ship: Ship, host: str, port: int) -> Iterator[int]:
    """Serves JSON over WebSockets at any path for the duration of the block; yields the port.

    Raises:
        OSError: if the address cannot be used.
    """
    from aiohttp import web

    async def talk(request: web.Request) -> web.WebSocketResponse:
        socket = web.WebSocketResponse()
        await socket.prepare(request)
        async for message in socket:
            await socket.send_str(await asyncio.to_thread(answer_text, ship, str(message.data)))
        return socket

    async def start() -> tuple[web.AppRunner, int]:
        application = web.Application()
        application.router.add_get("/{path:.*}", talk)
        runner = web.AppRunner(application)
        await runner.setup()
        try:
            site = web.TCPSite(runner, host, port)
            await site.start()
        except OSError:
            await runner.cleanup()
            raise
        return runner, int(runner.addresses[0][1])

    loop = asyncio.new_event_loop()
    with ThreadPoolExecutor(max_workers=1) as thread:
        try:
            runner, bound = loop.run_until_complete(start())
            serving = thread.submit(loop.run_forever)
            try:
                yield bound
            finally:
                asyncio.run_coroutine_threadsafe(runner.cleanup(), loop).result(10.0)
                loop.call_soon_threadsafe(loop.stop)
                serving.result(10.0)
        finally:
            loop.close()


def answer_text(ship: Ship, text: str) -> str:
    """The answer to a request in JSON, or `{"error": ...}`.

    It is an object of arrays with one number for each state, from the requested one on: by the
    names of STATES and ANGLES, and in `extra_observations` by those of the observations.
    """
    try:
        request = json.loads(text)
        row, duration, commands, requested = _read(request)
        answer = ship.answer(row, duration, commands, requested)
    except json.JSONDecodeError as error:
        return json.dumps({"error": f"a request must be JSON: {error}"})
    except RaftupError as error:
        return json.dumps({"error": str(error)})
    count = len(answer.rows)
    document: dict[str, Any] = {
        name: values.tolist()
        for name, values in zip((*STATES, *ANGLES), answer.rows.T, strict=True)
    }
    document["extra_observations"] = {
        name: values if len(values) == count else values * count  # what is one for all states
        for name, values in answer.observations.items()
    }
    return json.dumps(document)


def _read(request: Any) -> tuple[list[float], float, dict[str, float], list[str] | None]:
    """State, duration, commands and observations of a request.

    States are a list of objects, or an object of lists as in an answer.
    """
    try:
        states, duration = request["states"], float(request["Dt"])
        commands = {str(name): float(v) for name, v in (request.get("commands") or {}).items()}
        requested = request.get("requested_output")
        if requested is not None and not isinstance(requested, list):
            raise TypeError(f"requested_output must be a list of names, is {requested!r}")
        names = None if requested is None else [str(name) for name in requested]
        if isinstance(states, dict):
            row = _last_row({name: states[name] for name in STATES})
            return [float(value) for value in row], duration, commands, names
        if not states:
            raise RaftupError("there must be one state at least", code="INVALID_ARGUMENT")
        return [float(states[-1][name]) for name in STATES], duration, commands, names
    except KeyError as error:
        raise RaftupError(f"a request must have {error}", code="INVALID_ARGUMENT") from error
    except (AttributeError, TypeError, ValueError) as error:
        raise RaftupError(
            f"a request must have numbers Dt, states and commands: {error}", code="INVALID_ARGUMENT"
        ) from error
