"""The commands of raftup, each of which is loaded when it is asked for."""

from __future__ import annotations

from collections.abc import Iterator, MutableMapping
from importlib import import_module
from typing import Any, TypeAlias

import typer.main
from typer.core import TyperGroup

_COMMANDS = {
    "run": "run:run_command",
    "response": "response:response_command",
    "modes": "modes:modes_command",
    "rest": "rest:rest_command",
    "hydrostatics": "hydrostatics:hydrostatics_command",
    "stability": "hydrostatics:stability_command",
    "inspect": "inspect:inspect_command",
    "decay": "decay:decay_command",
    "turning": "trials:turning_command",
    "zigzag": "trials:zigzag_command",
    "pull-out": "steadiness:pull_out_command",
    "spiral": "steadiness:spiral_command",
    "crash-stop": "propulsion:crash_stop_command",
    "bollard": "propulsion:bollard_command",
    "study": "study:study_command",
    "extremes": "extremes:extremes_command",
    "fatigue": "fatigue:fatigue_command",
    "contour": "contour:contour_command",
    "validate": "validate:validate_command",
    "console": "console:console_command",
    "import": "import_database:import_command",
    "import-model": "import_model:import_model_command",
    "outputs": "outputs:outputs_command",
    "plot": "plot:plot_command",
    "fmu": "fmu:fmu_command",
    "nmea": "nmea:nmea_command",
    "ros2": "ros2:ros2_command",
    "udp": "udp:udp_command",
    "xdyn": "xdyn:xdyn_command",
    "mcp": "mcp:mcp_command",
    "explain": "fields:explain_command",
    "manual": "manual:manual_command",
    "schema": "fields:schema_command",
    "serve": "serve:serve_command",
    "version": "version:version_command",
    "sessions": "sessions:app",
    "participant": "participant:app",
    "databases": "databases:app",
    "checkpoints": "checkpoints:app",
    "bench": "bench:app",
    "hydro": "hydro:app",
    "mesh": "mesh:app",
    "estimate": "estimate:app",
}
"""Module of this package and its function, or the app of a group, by the name of the command."""

_SETTINGS = {"serve": {"allow_extra_args": True, "ignore_unknown_options": True}}
"""Of the context of a command whose further arguments go to another program."""

_Command: TypeAlias = Any  # of click, or of the copy of it that newer typers have


class _Commands(MutableMapping[str, _Command]):
    """Commands by name, in the order in which help shows them."""

    def __init__(self) -> None:
        self._loaded = dict[str, _Command]()

    def __getitem__(self, name: str) -> _Command:
        if name not in self._loaded:
            self._loaded[name] = _load(name, _COMMANDS[name])
        return self._loaded[name]

    def __setitem__(self, name: str, command: _Command) -> None:
        raise TypeError(f"{name}: commands are listed in _COMMANDS")

    def __delitem__(self, name: str) -> None:
        raise TypeError(f"{name}: commands are listed in _COMMANDS")

    def __iter__(self) -> Iterator[str]:
        return iter(_COMMANDS)

    def __len__(self) -> int:
        return len(_COMMANDS)


def _load(name: str, place: str) -> _Command:
    module, _, attribute = place.partition(":")
    found = getattr(import_module(f"raftup.cli.{module}"), attribute)
    if isinstance(found, typer.Typer):
        group = typer.main.get_group(found)
        group.name = name
        return group
    single = typer.Typer(add_completion=False)
    single.command(name, context_settings=_SETTINGS.get(name))(found)
    return typer.main.get_command(single)


class CommandGroup(TyperGroup):
    """The group of all commands of raftup."""

    def __init__(self, **attributes: Any) -> None:
        super().__init__(**attributes)
        self.commands = _Commands()
