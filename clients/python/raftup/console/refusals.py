"""Errors for pages, with the line number of each violation."""

from __future__ import annotations

import re
from collections.abc import Awaitable, Callable
from typing import Any, TypeVar

import yaml
from aiohttp import web

from raftup.base.errors import RaftupError
from raftup.base.yaml12 import line_numbers

READING_PATIENCE = 20.0
"""Time limit of the gateway for reading a text that a page sends [s]."""

_MODEL_PATH = "session.spec.model."

Pages = TypeVar("Pages")
PageHandler = Callable[[Pages, web.Request], Awaitable[web.Response]]


def refusing(handler: PageHandler[Pages]) -> PageHandler[Pages]:
    """Wraps a handler so that a RaftupError becomes an answer that the page can show."""

    async def answered(pages: Pages, request: web.Request) -> web.Response:
        try:
            return await handler(pages, request)
        except RaftupError as error:
            return refusal(error)

    return answered


def refusal(error: RaftupError, text: str = "") -> web.Response:
    """Makes the answer for an error.

    Args:
        error: the error.
        text: text of the model, for line numbers.
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
    """Line of a field, or of the innermost enclosing field in the text; None if there is none.

    Args:
        path: path such as `bodies[1].mass`, or "line 3".
        lines: line numbers from line_numbers().
    """
    if path.startswith("line "):
        return int(path.removeprefix("line "))
    while path and path not in lines:
        path = re.sub(r"(\[\d+\]|\.?[^.\[]*)$", "", path)
    return lines.get(path)
