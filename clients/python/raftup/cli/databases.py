"""raftup databases."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer
from rich.table import Table

from raftup.cli.arguments import JsonOption
from raftup.cli.coefficients_view import coefficients_document, show_coefficients
from raftup.cli.connection import with_client
from raftup.cli.documents import database_document, print_json, tell
from raftup.cli.terminal import terminal
from raftup.remote.client import Client

DatabaseArgument = Annotated[
    str,
    typer.Argument(metavar="DATABASE", help="databases/ID, with or without @SHA256, or its ID."),
]

app = typer.Typer(help="Hydrodynamic databases of a server.", no_args_is_help=True)


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
            ", ".join(one["bodies"]),
            str(one["frequency_count"]),
            str(one["wave_direction_count"]),
            f"{one['size_bytes'] / 1e6:.1f}",
            str(len(one["findings"])),
        )
    terminal().print(table)


@app.command("show")
@with_client()
def show_command(client: Client, database: DatabaseArgument, as_json: JsonOption = False) -> None:
    """Show what a database holds: bodies, natural periods in heave, what the checks found.

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
            metavar="FILE...", exists=True, dir_okay=False, help="Of any format that is one file."
        ),
    ],
    accept: Annotated[
        list[str] | None,
        typer.Option(metavar="CHECK", help="Take the files though this check refuses them."),
    ] = None,
    as_json: JsonOption = False,
) -> None:
    """Store databases on a server, which checks them; an upload that broke off goes on.

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
    file: Annotated[Path, typer.Argument(metavar="FILE.nc", help="To write: NetCDF-4, SI units.")],
    as_json: JsonOption = False,
) -> None:
    """Write the coefficients of a database, as the server uses them, to a NetCDF-4 file.

    Every matrix has its units; rows are influenced, columns are radiating dofs.
    The file that was uploaded stays on the server: it has no call that gives it
    back.

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
        list[str], typer.Argument(metavar="DATABASE...", help="As listed, or the ID alone.")
    ],
    force: Annotated[
        bool, typer.Option("--force", help="Also while sessions use it: they keep their copy.")
    ] = False,
    as_json: JsonOption = False,
) -> None:
    """Delete databases.

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
