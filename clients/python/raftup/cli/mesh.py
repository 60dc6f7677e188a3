"""raftup mesh."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Any

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
_ShapeOption = Annotated[
    Path, typer.Option("--out", "-o", metavar="F.yaml", help="The kind of a shape, YAML.")
]


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
    out: _ShapeOption,
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
        _write_shape(shape, out)
        count = len(shape["composite"]["parts"])
        terminal(quiet=quiet).print(f"shape {out}: {count} convex parts", soft_wrap=True)


@app.command("heights")
def heights_command(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="A grey image, or numbers.")],
    out: _ShapeOption,
    size: Annotated[tuple[float, float], typer.Option(metavar="X Y", help="Of the rectangle, m.")],
    between: Annotated[
        tuple[float, float],
        typer.Option(metavar="LOW HIGH", help="Of an image: heights of black and white, m."),
    ] = (0.0, 1.0),
    columns: Annotated[
        int | None, typer.Option(help="Of numbers without a format: how many a row has.")
    ] = None,
    kind: Annotated[
        str, typer.Option("--type", help="Of numbers: uint8, uint16, int16, float32, float64.")
    ] = "float32",
    scale: Annotated[float, typer.Option(help="Of numbers: what 1 is, m.")] = 1.0,
    quiet: QuietOption = False,
) -> None:
    """Make a terrain of an image or of numbers: a height field for a model file.

    The first row lies at the largest y, as on a map; numbers are little-endian.

    Examples:
      raftup mesh heights bed.png -o bed.yaml --size 400 300 --between -12 -4

      raftup mesh heights survey.bin -o bed.yaml --size 400 300 --columns 161
    """
    with exit_codes(terminal(stderr=True)):
        from raftup.meshes import PlainNumbers, height_field, read_image, read_numbers

        if columns is None:
            values = read_image(file, *between)
        else:
            values = read_numbers(file, PlainNumbers(columns, kind), scale)
        _write_shape(height_field(values, size), out)
        rows, across = values.shape
        said = f"shape {out}: {across} x {rows} heights, {values.min():g} to {values.max():g} m"
        terminal(quiet=quiet).print(said, soft_wrap=True)


def _write_shape(shape: dict[str, Any], out: Path) -> None:
    text = yaml.safe_dump(shape, sort_keys=False, default_flow_style=None, width=100)
    write_whole(out, text.encode("utf-8"))


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
