"""The page of outputs: what every example model can record, by the kind of thing that has it."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

import yaml

from pages.examples import Examples
from pages.markdown import cell, plain, table
from raftup.base.errors import RaftupError
from raftup.cli.outputs import output_documents
from raftup.local.server import server_address
from raftup.remote.client import Client

_LISTS = ("bodies", "joints", "observers", "inputs", "contact_readers", "distance_readers")
_LATER_LISTS = ("probes", "machines", "events", "hydrodynamics", "shapes")
_NAMES = {"bodies": "body", "hydrodynamics": "hydrodynamic group"}
Row = tuple[str, str, str, str, str, str]


def write_outputs_page(folder: Path, root: Path) -> None:
    """Writes `reference/outputs.md`, by a server that is asked about every example.

    Raises:
        RaftupError: if the server cannot be started.
        SystemExit: if it refuses an example whose files are all in the repository.
    """
    rows: dict[str, dict[str, Row]] = defaultdict(dict)
    with server_address(None) as address, Client(address) as client:
        for path in Examples.model_files(root):
            name = path.relative_to(root).as_posix()
            try:
                outputs = client.describe_outputs(path)
            except (RaftupError, OSError) as error:
                if _has_its_files(path):
                    raise SystemExit(f"{name}:1: {error}") from error
                continue
            kinds = _kinds(yaml.safe_load(path.read_text(encoding="utf-8")))
            for one in output_documents(outputs, outputs.names):
                _keep(rows, kinds, one)
    text = "\n".join(_page(rows))
    (folder / "reference" / "outputs.md").write_text(text, encoding="utf-8")


def _has_its_files(path: Path) -> bool:
    """Whether the databases of a model are in the repository: some take minutes to compute."""
    model = yaml.safe_load(path.read_text(encoding="utf-8"))
    names = [one.get("database", "") for one in model.get("hydrodynamics", [])]
    return all((path.parent / name).exists() for name in names)


def _kinds(model: Mapping[str, Any]) -> dict[str, str]:
    """Kinds of the things of a model by their names: `body`, `load catenary_line`."""
    kinds = {}
    for part in (*_LISTS, *_LATER_LISTS):
        for one in model.get(part, []):
            kinds[one.get("name", "")] = _NAMES.get(part, part.rstrip("s").replace("_", " "))
    for load in model.get("loads", []):
        kind = next((key for key, value in load.items() if isinstance(value, Mapping)), "")
        kinds[load.get("name", "")] = f"load {kind}"
    return kinds


def _keep(
    rows: dict[str, dict[str, Row]], kinds: Mapping[str, str], one: Mapping[str, Any]
) -> None:
    thing, _, quantity = one["name"].partition(".")
    kind = kinds.get(thing)
    name = f"<{kind.removeprefix('load ')}>.{quantity}" if kind else one["name"]
    result = one["result"]["variable"] if one["result"] else ""
    shown = result.replace(f"{thing}_", "<name>_") if kind else result
    unit = ", ".join(dict.fromkeys(one["unit"].split(",")))
    star = "yes" if one["recorded"] else ""
    row = (name, unit, str(one["size"]), one["frame"], shown, one["meaning"])
    if one["name"] not in rows[kind or ""] and name not in rows[kind or ""]:
        rows[kind or ""][name] = (*row[:4], f"{row[4]}{' *' if star else ''}", row[5])


def _page(rows: Mapping[str, Mapping[str, Row]]) -> Iterator[str]:
    yield from ("# Outputs", "")
    yield "What the example models can record, by the kind of thing that has it. Names of things"
    yield "stand in place of `<body>` and others; `raftup outputs MODEL` lists those of your"
    yield "model. A star marks what is recorded by default. All values are in SI units and radians."
    yield ""
    head = ("output", "unit", "values", "frame", "in a result", "meaning")
    for kind in sorted(rows):
        yield from (f"## {plain(kind or 'the whole model').capitalize()}", "")
        yield from table(head, map(_cells, rows[kind].values()))


def _cells(row: Sequence[str]) -> tuple[str, ...]:
    name, unit, size, frame, result, meaning = row
    return f"`{name}`", cell(unit), size, cell(frame), cell(result), cell(meaning)
