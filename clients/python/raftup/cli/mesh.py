"""The command raftup mesh: shapes for model files."""

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

app = typer.Typer(
    help="Convert meshes and terrain to shapes for model files.", no_args_is_help=True
)

_FileArgument = Annotated[
    Path,
    typer.Argument(
        metavar="FILE", help="Mesh file in any format that meshio can read, lengths in m."
    ),
]
_ShapeOption = Annotated[
    Path,
    typer.Option(
        "--out", "-o", metavar="F.yaml", help="YAML file to write, with the shape for a model file."
    ),
]


@app.callback()
def mesh_command() -> None:
    """Convert meshes and terrain to shapes for model files."""


@app.command("convert")
def convert_command(
    file: _FileArgument,
    out: Annotated[Path, typer.Option("--out", "-o", metavar="F.obj", help="OBJ file to write.")],
    quiet: QuietOption = False,
) -> None:
    """Convert a mesh to one OBJ file with all its parts, which the server can read.

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
            help="Parameter of V-HACD: resolution, max_hulls, max_vertices, volume_error (in %) "
            "or max_depth; repeatable.",
        ),
    ] = None,
    quiet: QuietOption = False,
) -> None:
    """Decompose a mesh into convex parts by V-HACD: a composite shape for a model file.

    A single convex hull would fill hollows, such as a dock or a moonpool; several
    convex parts do not. Their contacts are computed faster than those of the
    triangles.

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
    file: Annotated[
        Path,
        typer.Argument(
            metavar="FILE", help="Gray image, or with --columns a file of binary numbers."
        ),
    ],
    out: _ShapeOption,
    size: Annotated[
        tuple[float, float],
        typer.Option(metavar="X Y", help="Lengths of the terrain along x and y in m."),
    ],
    between: Annotated[
        tuple[float, float],
        typer.Option(metavar="LOW HIGH", help="Heights of black and white in m, for an image."),
    ] = (0.0, 1.0),
    columns: Annotated[
        int | None,
        typer.Option(
            help="Number of values in a row, for a file of binary numbers. Default: the file is "
            "an image."
        ),
    ] = None,
    kind: Annotated[
        str,
        typer.Option(
            "--type", help="Type of binary numbers: uint8, uint16, int16, float32 or float64."
        ),
    ] = "float32",
    scale: Annotated[
        float, typer.Option(help="Height in m that the number 1 stands for, for binary numbers.")
    ] = 1.0,
    quiet: QuietOption = False,
) -> None:
    """Convert an image or binary numbers to a terrain: a height field for a model file.

    The first row lies at the largest y, as on a map. Numbers are little-endian.

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
