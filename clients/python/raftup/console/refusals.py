"""Errors as pages show them: what was refused, and each violation at its line."""

from __future__ import annotations

import re
from collections.abc import Awaitable, Callable
from typing import Any, TypeVar

import yaml
from aiohttp import web

from raftup.base.errors import RaftupError
from raftup.base.yaml12 import line_numbers

READING_PATIENCE = 20.0
"""Of the gateway, with a text that a page sends [s]."""

_MODEL_PATH = "session.spec.model."

Pages = TypeVar("Pages")
PageHandler = Callable[[Pages, web.Request], Awaitable[web.Response]]


def refusing(handler: PageHandler[Pages]) -> PageHandler[Pages]:
    """A handler whose RaftupError becomes an answer that the page shows."""

    async def answered(pages: Pages, request: web.Request) -> web.Response:
        try:
            return await handler(pages, request)
        except RaftupError as error:
            return refusal(error)

    return answered


def refusal(error: RaftupError, text: str = "") -> web.Response:
    """An error that the page shows at its place.

    Args:
        error: what was refused, and why.
        text: of the model, whose lines are named.
    """
    try:
        lines = line_numbers(text, READING_PATIENCE)
    except yaml.YAMLError:
        lines = {}
    violations: list[dict[str, Any]] = []
    for violation in error.violations:
        path = violation.path.removeprefix(_MODEL_PATH)
        line = line_of(path, lines)
        violations.append({"path": path, "description": violation.description, "line": line})
    message = str(error).partition("\n")[0]
    return web.json_response({"refusal": message, "violations": violations})


def line_of(path: str, lines: dict[str, int]) -> int | None:
    """The line of a field, or of the nearest one around it that is written; None without any.

    Args:
        path: `bodies[1].mass`, or "line 3".
        lines: as line_numbers() gives them.
    """
    if path.startswith("line "):
        return int(path.removeprefix("line "))
    while path and path not in lines:
        path = re.sub(r"(\[\d+\]|\.?[^.\[]*)$", "", path)
    return lines.get(path)
