"""The raftup command."""

from __future__ import annotations

import os
from typing import Annotated

import typer

from raftup.base.version import __version__
from raftup.cli import bench, checkpoints, databases, estimate, hydro, mesh, participant, sessions
from raftup.cli.console import DEFAULT_PORT, console_command, serve_with_console
from raftup.cli.contour import contour_command
from raftup.cli.decay import decay_command
from raftup.cli.exit_codes import exit_codes
from raftup.cli.extremes import extremes_command
from raftup.cli.fatigue import fatigue_command
from raftup.cli.fields import explain_command, schema_command
from raftup.cli.fmu import fmu_command
from raftup.cli.hydrostatics import hydrostatics_command, stability_command
from raftup.cli.import_database import IMPORT_HELP, import_command
from raftup.cli.import_model import IMPORT_MODEL_HELP, import_model_command
from raftup.cli.inspect import inspect_command
from raftup.cli.manual import manual_command
from raftup.cli.mcp import mcp_command
from raftup.cli.modes import modes_command
from raftup.cli.nmea import nmea_command
from raftup.cli.outputs import outputs_command
from raftup.cli.plot import plot_command
from raftup.cli.propulsion import bollard_command, crash_stop_command
from raftup.cli.response import response_command
from raftup.cli.rest import rest_command
from raftup.cli.ros2 import ros2_command
from raftup.cli.run import run_command
from raftup.cli.steadiness import pull_out_command, spiral_command
from raftup.cli.study import study_command
from raftup.cli.terminal import terminal
from raftup.cli.trials import turning_command, zigzag_command
from raftup.cli.udp import udp_command
from raftup.cli.validate import validate_command
from raftup.cli.xdyn import xdyn_command
from raftup.local.server import find_server, moordyn_arguments, user_data_folder

_OTHERWISE_KEPT = {"--data", "--config", "tokens"}
"""Arguments of raftupd that define where data are kept, or start no server."""

app = typer.Typer(
    help="Simulate vessels that interact through the water: run and inspect models, run servers.",
    no_args_is_help=True,
    pretty_exceptions_enable=False,
)
app.command("run")(run_command)
app.command("response")(response_command)
app.command("modes")(modes_command)
app.command("rest")(rest_command)
app.command("hydrostatics")(hydrostatics_command)
app.command("stability")(stability_command)
app.command("inspect")(inspect_command)
app.command("decay")(decay_command)
app.command("turning")(turning_command)
app.command("zigzag")(zigzag_command)
app.command("pull-out")(pull_out_command)
app.command("spiral")(spiral_command)
app.command("crash-stop")(crash_stop_command)
app.command("bollard")(bollard_command)
app.command("study")(study_command)
app.command("extremes")(extremes_command)
app.command("fatigue")(fatigue_command)
app.command("contour")(contour_command)
app.command("validate")(validate_command)
app.command("console")(console_command)
app.command("import", help=IMPORT_HELP)(import_command)
app.command("import-model", help=IMPORT_MODEL_HELP)(import_model_command)
app.command("outputs")(outputs_command)
app.command("plot")(plot_command)
app.command("fmu")(fmu_command)
app.command("nmea")(nmea_command)
app.command("ros2")(ros2_command)
app.command("udp")(udp_command)
app.command("xdyn")(xdyn_command)
app.command("mcp")(mcp_command)
app.command("explain")(explain_command)
app.command("manual")(manual_command)
app.command("schema")(schema_command)
app.add_typer(sessions.app, name="sessions")
app.add_typer(participant.app, name="participant")
app.add_typer(databases.app, name="databases")
app.add_typer(checkpoints.app, name="checkpoints")
app.add_typer(bench.app, name="bench")
app.add_typer(hydro.app, name="hydro")
app.add_typer(mesh.app, name="mesh")
app.add_typer(estimate.app, name="estimate")


@app.command("serve", context_settings={"allow_extra_args": True, "ignore_unknown_options": True})
def serve_command(
    context: typer.Context,
    console: Annotated[
        bool, typer.Option("--console", help="Also serve the console for browsers, on loopback.")
    ] = False,
    console_port: Annotated[
        int, typer.Option(help="Port of the console; 0 selects any free port.")
    ] = DEFAULT_PORT,
) -> None:
    """Run a server in the foreground; other arguments go to raftupd (see raftupd --help).

    Without --data and --config, databases and sessions are kept in the folder
    ~/.local/share/raftup of the user, or in another one below XDG_DATA_HOME. The
    command prints its path.

    Examples:
      raftup serve

      raftup serve --listen 127.0.0.1:50051 --data /var/lib/raftup

      raftup serve --console
    """
    errors = terminal(stderr=True)
    with exit_codes(errors):
        server = str(find_server())
        arguments = list(context.args)
        named = {argument.partition("=")[0] for argument in arguments}
        if _OTHERWISE_KEPT.isdisjoint(named):
            folder = user_data_folder()
            folder.mkdir(parents=True, exist_ok=True)
            errors.print(f"data in {folder} (--data names another folder)", soft_wrap=True)
            arguments.append(f"--data={folder}")
        if _OTHERWISE_KEPT.isdisjoint(named - {"--data"}):
            arguments.extend(moordyn_arguments(arguments))
        if console:
            raise typer.Exit(serve_with_console(server, arguments, console_port))
        os.execv(server, [server, *arguments])


def _show_version(asked: bool) -> None:
    if asked:
        version_command()
        raise typer.Exit


@app.callback()
def _options(
    version: Annotated[
        bool,
        typer.Option(
            "--version",
            is_eager=True,
            callback=_show_version,
            help="Print the version of raftup and exit.",
        ),
    ] = False,
) -> None:
    """Simulate vessels that interact through the water: run and inspect models, run servers."""


@app.command("version")
def version_command() -> None:
    """Print the version of raftup."""
    print(f"raftup {__version__}")


def main() -> None:
    """Entry point of the raftup command."""
    app()
