"""The command raftup databases: hydrodynamic databases of a server."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer
from rich.table import Table

from raftup.base.names import named_in_short
from raftup.cli.arguments import JsonOption
from raftup.cli.coefficients_view import show_coefficients
from raftup.cli.connection import with_client
from raftup.cli.documents import database_document, print_json, tell
from raftup.cli.terminal import terminal
from raftup.contents import coefficients_document
from raftup.remote.client import Client

DatabaseArgument = Annotated[
    str,
    typer.Argument(
        metavar="DATABASE",
        help="Name of the database, databases/ID with or without @SHA256, or its ID alone.",
    ),
]

app = typer.Typer(help="Manage the hydrodynamic databases of a server.", no_args_is_help=True)


@app.command("list")
@with_client()
def list_command(client: Client, as_json: JsonOption = False) -> None:
    """List the databases of a server.

    Example:
      raftup databases list --server localhost:50551
    """
    documents = [database_document(database) for database in client.list_databases()]
    if as_json:
        print_json(documents)
        return
    table = Table("database", "bodies", "frequencies", "wave directions", "MB", "findings")
    for one in documents:
        table.add_row(
            _short_name(one["name"]),
            named_in_short(one["bodies"]),
            str(one["frequency_count"]),
            str(one["wave_direction_count"]),
            f"{one['size_bytes'] / 1e6:.1f}",
            str(len(one["findings"])),
        )
    terminal().print(table)


@app.command("show")
@with_client()
def show_command(client: Client, database: DatabaseArgument, as_json: JsonOption = False) -> None:
    """Show the contents of a database: bodies, natural heave periods, findings of the checks.

    Example:
      raftup databases show alongside
    """
    document = coefficients_document(client.read_coefficients(database))
    if as_json:
        print_json(document)
    else:
        show_coefficients(terminal(), document)


@app.command("upload")
@with_client()
def upload_command(
    client: Client,
    files: Annotated[
        list[Path],
        typer.Argument(
            metavar="FILE...",
            exists=True,
            dir_okay=False,
            help="Database files in any supported format that consists of one file.",
        ),
    ],
    accept: Annotated[
        list[str] | None,
        typer.Option(
            metavar="CHECK",
            help="Name of a check that the files may fail, e.g. haskind; `all` stands for every "
            "check; repeatable.",
        ),
    ] = None,
    as_json: JsonOption = False,
) -> None:
    """Upload databases to a server, which checks them; an interrupted upload is continued.

    Example:
      raftup databases upload alongside.h5 --server localhost:50551
    """
    documents = [
        database_document(client.upload_database(file, accepted_checks=accept or ()))
        for file in files
    ]
    if as_json:
        print_json(documents)
        return
    for one in documents:
        print(one["name"])
        for finding in one["findings"]:
            print(f"  {finding}")


@app.command("download")
@with_client()
def download_command(
    client: Client,
    database: DatabaseArgument,
    file: Annotated[
        Path, typer.Argument(metavar="FILE.nc", help="NetCDF-4 file to write, in SI units.")
    ],
    as_json: JsonOption = False,
) -> None:
    """Write the coefficients of a database, as the server uses them, to a NetCDF-4 file.

    Every matrix has its units. Its rows are the dofs in which forces act, its
    columns the dofs whose motion radiates waves. The uploaded file itself cannot
    be downloaded.

    Example:
      raftup databases download alongside alongside.nc
    """
    # xarray takes half a second
    from raftup.remote.coefficients_dataset import coefficients_dataset
    from raftup.results.dataset_file import write_dataset

    table = client.read_coefficients(database)
    write_dataset(coefficients_dataset(table), file)
    tell({"name": table.name, "file": str(file)}, f"{table.name} written to {file}", as_json)


@app.command("delete")
@with_client()
def delete_command(
    client: Client,
    databases: Annotated[
        list[str],
        typer.Argument(
            metavar="DATABASE...",
            help="Name of the database, databases/ID with or without @SHA256, or its ID alone.",
        ),
    ],
    force: Annotated[
        bool,
        typer.Option(
            "--force",
            help="Delete the databases even if sessions use them; these sessions keep their "
            "copies.",
        ),
    ] = False,
    as_json: JsonOption = False,
) -> None:
    """Delete databases from a server.

    Example:
      raftup databases delete alongside
    """
    for name in databases:
        client.delete_database(name, force=force)
        tell({"name": name, "deleted": True}, f"{name} deleted", as_json)


def _short_name(name: str) -> str:
    """A name with just enough of its digest to distinguish databases."""
    stem, _, digest = name.partition("@")
    return f"{stem}@{digest[:12]}" if digest else stem
