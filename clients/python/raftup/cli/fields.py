"""The commands raftup schema and raftup explain: fields of model and study files."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import asdict
from pathlib import Path
from typing import Annotated

import typer
from rich.table import Table

from raftup.base.errors import bad_field
from raftup.cli.arguments import JsonOption
from raftup.cli.documents import print_json
from raftup.cli.exit_codes import exit_codes
from raftup.cli.terminal import terminal
from raftup.local.manual import page_if_there
from raftup.messages import Message, find_message
from raftup.schema import Explanation, SchemaKind, explain, load_schema, modeline, schema_file
from raftup.schema.explain import field_paths


def _paths(incomplete: str) -> list[str]:
    """Completions of a path, for the shell."""
    return field_paths(incomplete)


def schema_command(
    kind: Annotated[SchemaKind, typer.Argument(help="Kind of file that the schema describes.")],
    line: Annotated[
        bool,
        typer.Option(
            "--modeline",
            help="Print a comment line instead, which refers editors to the schema as the first "
            "line of a file.",
        ),
    ] = False,
    out: Annotated[
        Path | None, typer.Option(help="Write the output to this file. Default: it is printed.")
    ] = None,
) -> None:
    """Print the JSON Schema of a kind of file, by which editors check and complete such files.

    Examples:
      raftup schema model --modeline

      raftup schema study --out study.schema.json
    """
    with exit_codes(terminal(stderr=True)):
        text = modeline(schema_file(kind)) if line else json.dumps(load_schema(kind), indent=1)
        if out is None:
            print(text)
        else:
            out.write_text(text + "\n", encoding="utf-8")


def explain_command(
    path: Annotated[
        str,
        typer.Argument(
            metavar="PATH|CODE",
            help="Path of the field, or code of a message. Default: the file as a whole.",
            autocompletion=_paths,
        ),
    ] = "",
    study: Annotated[
        bool, typer.Option("--study", help="Explain fields of study files instead of model files.")
    ] = False,
    hydro: Annotated[
        bool,
        typer.Option(
            "--hydro",
            help="Explain fields of the specifications of raftup hydro instead of model files.",
        ),
    ] = False,
    as_json: JsonOption = False,
) -> None:
    """Explain a field of a model file, or a message of Raftup by its code.

    Of a field it prints meaning, unit, range, default, choices and inner fields; of
    a message meaning and remedy. Both have a page in the manual, whose address
    follows where the manual is on this machine.

    Examples:
      raftup explain bodies.mass

      raftup explain environment.sea.waves.irregular

      raftup explain --study axes.heading.samples

      raftup explain --hydro frequencies

      raftup explain haskind

      raftup explain STEP_CONFLICT
    """
    with exit_codes(terminal(stderr=True)):
        if study and hydro:
            raise bad_field("--study, --hydro", "must not be given together")
        message = None if study or hydro else find_message(path)
        if message is not None:
            _print_message(message, as_json)
            return
        kind = SchemaKind.STUDY if study else SchemaKind.HYDRO if hydro else SchemaKind.MODEL
        told = explain(path, kind)
        if as_json:
            print_json(asdict(told))
            return
        console = terminal()
        console.print(f"{told.path}: {told.type}" if told.path else told.type)
        console.print(told.meaning)
        for table in _tables(told):
            console.print()
            console.print(table)
        _print_page(told.page)


def _print_message(message: Message, as_json: bool) -> None:
    if as_json:
        print_json(asdict(message))
        return
    console = terminal()
    console.print(f"{message.code}: message about {message.area}")
    console.print(message.meaning)
    console.print(message.remedy)
    _print_page(message.page)


def _print_page(page: str) -> None:
    """Prints the address of a page of the manual, if that is on this machine."""
    address = page_if_there(page)
    if address:
        print(address)


def _tables(told: Explanation) -> Iterator[Table]:
    """Tables of the properties, choices and inner fields of a field, if there are any."""
    facts = {
        "unit": told.unit,
        "range": told.range,
        "default": told.default,
        "required": "yes" if told.required else "",
    }
    for rows in ({name: text for name, text in facts.items() if text}, told.values, told.fields):
        if rows:
            table = Table.grid("name", "text", padding=(0, 2))
            for name, text in rows.items():
                table.add_row(f"  {name}", text)
            yield table
