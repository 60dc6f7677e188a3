"""A caller of tools, as a program that has a model choose them, and a folder for it to work in."""

import json
import shutil
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

import anyio
import yaml
from conftest import DATABASES
from mcp.client.client import Client as ToolClient
from mcp.server.mcpserver import MCPServer

import raftup
from raftup.mcp import Allowance, make_server
from raftup.mcp.jobs import Jobs
from raftup.mcp.workplace import Workplace

AMPLITUDE = "environment.sea.waves[0].regular.amplitude"


class Caller:
    """Calls tools and counts the calls.

    Attributes:
        count: number of calls so far.
    """

    def __init__(self, client: ToolClient) -> None:
        self._client = client
        self.count = 0

    async def __call__(self, tool: str, **arguments: Any) -> dict[str, Any]:
        """The structured answer, which the package has held against the tool's schema."""
        self.count += 1
        result = await self._client.call_tool(tool, arguments)
        text = result.content[0].text  # type: ignore[union-attr]
        if result.is_error:
            raise ToolRefusedError(text)
        assert result.structured_content is not None
        assert json.loads(text) == result.structured_content
        return dict(result.structured_content)

    async def refusal(self, tool: str, **arguments: Any) -> str:
        """The text with which a call is refused."""
        try:
            answer = await self(tool, **arguments)
        except ToolRefusedError as error:
            return str(error)
        raise AssertionError(f"{tool} was not refused, it answered {answer}")


class ToolRefusedError(Exception):
    """A call that the server has answered with an error."""


def calling(
    client: raftup.Client,
    root: Path,
    script: Callable[[Caller], Awaitable[None]],
    allowed: tuple[Allowance, ...] = tuple(Allowance),
    jobs: Jobs | None = None,
) -> int:
    """Runs a script against a server in this process; returns the number of calls."""
    return speaking(make_server(client, Workplace(root), allowed, jobs), script)


def speaking(server: MCPServer | Any, script: Callable[[Caller], Awaitable[None]]) -> int:
    """Runs a script against a server or a transport; returns the number of calls."""

    async def speak() -> int:
        async with ToolClient(server) as tools:
            caller = Caller(tools)
            await script(caller)
            return caller.count

    return anyio.run(speak)


def furnish(folder: Path, hemisphere: dict[str, Any]) -> Path:
    """Makes a root folder with a database and models beside it; returns it."""
    root = folder / "root"
    root.mkdir()
    shutil.copy(DATABASES / "hemisphere.h5", root)
    model = {**hemisphere, "outputs": ["hemisphere.displacement", "sea.elevation"]}
    model["hydrodynamics"] = [{**hemisphere["hydrodynamics"][0], "database": "hemisphere.h5"}]
    write(root / "buoy.yaml", model)
    write(
        root / "seas.yaml",
        {
            "model": "buoy.yaml",
            "axes": {"height": {"path": AMPLITUDE, "values": [0.1, 0.2]}},
            "duration": 5,
            "outputs": ["hemisphere.displacement"],
        },
    )
    return root


def write(file: Path, document: Any) -> None:
    """Writes a document as YAML."""
    file.write_text(yaml.safe_dump(document, sort_keys=False), encoding="utf-8")
