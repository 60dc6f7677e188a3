"""Pages of the raftup command: one for each command, from the help that the command prints."""

from __future__ import annotations

import inspect
from collections.abc import Iterator
from pathlib import Path
from typing import Any, TypeAlias

import typer.main

from pages.executed import output_of
from pages.markdown import block, cell, contents, plain, table
from raftup.cli.main import app

_WITHOUT_EXAMPLE = {"raftup version"}  # it is one
_Command: TypeAlias = Any  # of click, or of the copy of it that newer typers have
_Parameter: TypeAlias = Any


def write_command_pages(folder: Path, root: Path) -> None:
    """Writes `reference/cli/NAME.md` for every command and `index.md` with the list.

    Raises:
        SystemExit: if a command has no help or no example.
    """
    place = folder / "reference" / "cli"
    place.mkdir(parents=True, exist_ok=True)
    commands = dict(_commands("raftup", typer.main.get_command(app)))
    for name, command in commands.items():
        text = "\n".join([*_page(name, command), *_output(name, root)])
        (place / f"{_file(name)}.md").write_text(text, encoding="utf-8")
    (place / "index.md").write_text("\n".join(_index(commands)), encoding="utf-8")


def _commands(name: str, command: _Command) -> Iterator[tuple[str, _Command]]:
    """Commands without commands of their own, by their full names."""
    inner = getattr(command, "commands", None)
    if not inner:
        yield name, command
        return
    for part, one in inner.items():
        yield from _commands(f"{name} {part}", one)


def _file(name: str) -> str:
    return name.removeprefix("raftup ").replace(" ", "-")


def _index(commands: dict[str, _Command]) -> Iterator[str]:
    yield from ("# The raftup command", "")
    yield "`raftup COMMAND --help` prints the same. A command ends with 0 if it has done what was"
    yield "asked, and otherwise prints what was wrong and ends with another number."
    yield ""
    rows = (
        (
            f"{{doc}}`{name} <{_file(name)}>`",
            cell(_help(name, command).partition("\n")[0]),
        )
        for name, command in commands.items()
    )
    yield from table(("command", "what it does"), rows)
    yield from contents(_file(name) for name in commands)


def _page(name: str, command: _Command) -> Iterator[str]:
    text, _, examples = _help(name, command).partition("Examples:")
    if not examples:
        text, _, examples = text.partition("Example:")
    yield from (f"# {name}", "")
    for paragraph in text.strip().split("\n\n"):
        yield from (plain(" ".join(paragraph.split())), "")
    yield from block(_usage(name, command), "text")
    arguments = [one for one in command.params if one.param_type_name == "argument"]
    yield from table(("argument", "meaning"), map(_argument, arguments))
    options = [one for one in command.params if _is_shown(one)]
    yield from table(("option", "meaning", "default"), map(_option, options))
    written = [line for line in examples.splitlines() if line.strip()]
    lines = [line.strip() for line in written if line.startswith(" ")]
    remarks = [line for line in written if not line.startswith(" ")]
    if not lines and name not in _WITHOUT_EXAMPLE:
        raise SystemExit(f"clients/python/raftup/cli:1: {name} has no example")
    if lines:
        yield from ("## Examples", "")
        yield from block("\n".join(lines), "sh")
    if remarks:
        yield from (plain(" ".join(remarks)), "")


def _output(name: str, root: Path) -> Iterator[str]:
    lines = output_of(name, root)
    if lines:
        yield from ("## What one prints", "")
        yield from block("\n".join(lines), "text")


def _help(name: str, command: _Command) -> str:
    text = inspect.cleandoc(command.help or "")
    if not text:
        raise SystemExit(f"clients/python/raftup/cli: {name} has no help")
    return text


def _usage(name: str, command: _Command) -> str:
    context = command.context_class(command, info_name=name)
    return f"{name} {' '.join(command.collect_usage_pieces(context))}"


def _is_shown(parameter: _Parameter) -> bool:
    hidden = getattr(parameter, "hidden", False)
    return parameter.param_type_name == "option" and not hidden and parameter.name != "help"


def _argument(parameter: _Parameter) -> tuple[str, str]:
    name = (parameter.metavar or parameter.name or "").upper()
    return f"`{name}`", cell(getattr(parameter, "help", None) or "")


def _option(parameter: _Parameter) -> tuple[str, str, str]:
    names = ", ".join(f"`{one}`" for one in (*parameter.opts, *parameter.secondary_opts))
    default = parameter.default
    shown = "" if default in (None, False, "") or callable(default) else f"`{default}`"
    text = getattr(parameter, "help", None) or ""
    return names, cell(text), shown
