"""The command raftup outputs: outputs that a model can record."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated, Any

import typer

from raftup.base.names import matching, refuse_unknown
from raftup.cli.arguments import JsonOption, ModelArgument, SetOption, overrides_of
from raftup.cli.connection import with_client
from raftup.cli.documents import print_json
from raftup.cli.tables import print_table
from raftup.cli.terminal import terminal
from raftup.remote.client import Client
from raftup.remote.model_outputs import ModelOutputs
from raftup.results.layout import places_in_result

_NamesArgument = Annotated[
    list[str] | None,
    typer.Argument(
        metavar="PATTERN",
        help="Names of the outputs to list; * stands for any letters, ? for one. Default: "
        "all outputs.",
    ),
]
_HEAD = ("", "output", "unit", "values", "frame", "in result.nc", "meaning")


@with_client(default=None)
def outputs_command(
    client: Client,
    model: ModelArgument,
    names: _NamesArgument = None,
    set_: SetOption = None,
    as_json: JsonOption = False,
) -> None:
    """List the outputs that a model can record: name, unit, size, frame and meaning.

    A star before a name marks an output that a run records by default. For the list
    no radiation memory is fitted and no step is taken.

    Examples:
      raftup outputs alongside.yaml

      raftup outputs alongside.yaml 'carrier.*' '*.tension'

      raftup outputs alongside.yaml --json
    """
    outputs = client.describe_outputs(model, overrides_of(set_))
    chosen = matching(names, outputs.names, "PATTERN") if names else outputs.names
    refuse_unknown(chosen, outputs.names, "PATTERN")
    documents = output_documents(outputs, chosen)
    if as_json:
        print_json(documents)
        return
    print_table(terminal(), [_HEAD, *map(_row, documents)], right=[3])


def output_documents(outputs: ModelOutputs, names: Sequence[str]) -> list[dict[str, Any]]:
    """Outputs of a model as plain values.

    Args:
        outputs: outputs of the model.
        names: names of the outputs that are selected.
    """
    known = {variable.name: variable for variable in outputs.variables}
    places = places_in_result(outputs.model, outputs.variables, outputs.recorded)
    recorded = set(outputs.recorded)
    return [
        {
            "name": name,
            "unit": known[name].unit,
            "size": known[name].size,
            "frame": known[name].frame,
            "meaning": known[name].description,
            "recorded": name in recorded,
            "result": {
                "variable": places[name].name,
                **({places[name].owner: places[name].label} if places[name].owner else {}),
            },
        }
        for name in names
    ]


def _row(one: dict[str, Any]) -> tuple[str, ...]:
    variable, *owners = one["result"].values()
    return (
        "*" if one["recorded"] else "",
        one["name"],
        _short_unit(one["unit"]),
        str(one["size"]),
        one["frame"] or "-",
        f"{variable}[{owners[0]}]" if owners else variable,
        one["meaning"],
    )


def _short_unit(unit: str) -> str:
    """The unit with successive equal parts written once: `m,m,m` as `m`."""
    return ", ".join(dict.fromkeys(unit.split(",")))
