"""raftup mesh."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer
import yaml

from raftup.base.errors import bad_field
from raftup.base.extras import require_extra
from raftup.base.files import write_whole
from raftup.cli.arguments import QuietOption
from raftup.cli.exit_codes import exit_codes
from raftup.cli.terminal import terminal

app = typer.Typer(help="Meshes of shapes.", no_args_is_help=True)

_FileArgument = Annotated[Path, typer.Argument(metavar="FILE", help="Any mesh of meshio, m.")]


@app.callback()
def mesh_command() -> None:
    """Meshes of shapes."""


@app.command("convert")
def convert_command(
    file: _FileArgument,
    out: Annotated[Path, typer.Option("--out", "-o", metavar="F.obj", help="The mesh, OBJ.")],
    quiet: QuietOption = False,
) -> None:
    """Write a mesh of another format as the server reads it: one OBJ of all its parts.

    Examples:
      raftup mesh convert dock.ply -o dock.obj
    """
    with exit_codes(terminal(stderr=True)):
        require_extra("raftup mesh", "mesh", "meshio")
        from raftup.meshes import read_triangles, write_obj

        mesh = read_triangles(file)
        write_obj(mesh, out)
        terminal(quiet=quiet).print(f"mesh {out}: {len(mesh.triangles)} triangles", soft_wrap=True)


@app.command("decompose")
def decompose_command(
    file: _FileArgument,
    out: Annotated[
        Path, typer.Option("--out", "-o", metavar="F.yaml", help="The kind of a shape, YAML.")
    ],
    parameter: Annotated[
        list[str] | None,
        typer.Option(
            "--set",
            metavar="NAME=VALUE",
            help="resolution, max_hulls, max_vertices, volume_error, max_depth.",
        ),
    ] = None,
    quiet: QuietOption = False,
) -> None:
    """Take a mesh apart into convex parts, by V-HACD: a composite for a model file.

    One hull fills what is hollow, a dock or a moonpool; convex parts do not, and
    touch faster than the triangles do.

    Examples:
      raftup mesh decompose dock.obj -o dock.yaml

      raftup mesh decompose dock.obj -o dock.yaml --set max_hulls=16
    """
    with exit_codes(terminal(stderr=True)):
        require_extra("raftup mesh", "mesh", "meshio", "vhacdx")
        from raftup.meshes import DecompositionOptions, decomposed, read_triangles

        options = DecompositionOptions.of(dict(map(_parameter, parameter or [])))
        shape = decomposed(read_triangles(file), options)
        text = yaml.safe_dump(shape, sort_keys=False, default_flow_style=None, width=100)
        write_whole(out, text.encode("utf-8"))
        count = len(shape["composite"]["parts"])
        terminal(quiet=quiet).print(f"shape {out}: {count} convex parts", soft_wrap=True)


def _parameter(text: str) -> tuple[str, int | float]:
    name, _, value = text.partition("=")
    try:
        return name, int(value)
    except ValueError:
        pass
    try:
        return name, float(value)
    except ValueError:
        raise bad_field("--set", f"must be NAME=NUMBER, is {text}") from None
