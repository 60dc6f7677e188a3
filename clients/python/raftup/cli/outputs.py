"""raftup outputs: what a model can record."""

from __future__ import annotations

from typing import Annotated

import typer
from rich.table import Table

from raftup._generated.session_pb2 import Causality, Variable
from raftup.base.names import matching
from raftup.cli.arguments import JsonOption, ModelArgument, SetOption, overrides_of
from raftup.cli.connection import with_client
from raftup.cli.documents import print_json
from raftup.cli.terminal import terminal
from raftup.remote.client import Client
from raftup.run import variables_of

_NamesArgument = Annotated[
    list[str] | None,
    typer.Argument(metavar="NAME...", help="Those alone; * stands for any letters."),
]


@with_client(default=None)
def outputs_command(
    client: Client,
    model: ModelArgument,
    names: _NamesArgument = None,
    set_: SetOption = None,
    as_json: JsonOption = False,
) -> None:
    """List what a model can record: name, unit, size and meaning of every output.

    Examples:
      raftup outputs alongside.yaml

      raftup outputs alongside.yaml 'carrier.*' '*.tension'

      raftup outputs alongside.yaml --json
    """
    known = {
        variable.name: variable
        for variable in variables_of(client, model, overrides_of(set_))
        if variable.causality != Causality.CAUSALITY_INPUT
    }
    chosen = matching(names, list(known), "NAME") if names else list(known)
    unknown = [name for name in chosen if name not in known]
    if unknown:
        raise typer.BadParameter(f"must be outputs of the model, got {', '.join(unknown)}")
    documents = [_document(known[name]) for name in chosen]
    if as_json:
        print_json(documents)
        return
    table = Table.grid(*["column"] * 4, padding=(0, 2))
    for one in documents:
        size = f"[{one['size']}]" if one["size"] != 1 else ""
        table.add_row(str(one["name"]), str(one["unit"]), size, str(one["meaning"]))
    terminal().print(table)


def _document(variable: Variable) -> dict[str, str | int]:
    frame = f", {variable.frame}" if variable.frame else ""
    return {
        "name": variable.name,
        "unit": variable.unit,
        "size": variable.size,
        "meaning": f"{variable.description}{frame}",
    }
