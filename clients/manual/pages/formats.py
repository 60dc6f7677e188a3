"""The page of the formats of files that Raftup reads and writes."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

from pages.markdown import cell, plain, table
from raftup.importing_models.formats import FORMATS

_LIST = re.compile(r'kDatabaseFormats =\s*((?:"[^"]*"\s*)+);')
_PIECE = re.compile(r'"([^"]*)"')


def write_formats_page(folder: Path, root: Path) -> None:
    """Writes `reference/formats.md`.

    Raises:
        SystemExit: if the list of formats of databases is not where it was.
    """
    source = root / "hydro" / "database" / "readers" / "source.hpp"
    found = _LIST.search(source.read_text(encoding="utf-8"))
    if not found:
        raise SystemExit(f"{source.relative_to(root)}:1: no list kDatabaseFormats")
    databases = "".join(_PIECE.findall(found[1]))
    (folder / "reference" / "formats.md").write_text("\n".join(_page(databases)), encoding="utf-8")


def _page(databases: str) -> Iterator[str]:
    yield from ("# Formats of files", "", "## Hydrodynamic databases", "")
    yield f"Read by `raftup import`, by servers and by models: {plain(databases)}."
    yield "The content of a file tells its format, never its name."
    yield "{doc}`/docs/hydro/databases` says what each has, and {doc}`cli/import` how one is"
    yield from ("converted.", "", "## Models of other programs", "")
    yield "Read by {doc}`cli/import-model`, with a finding for every field."
    yield ""
    rows = (
        (cell(one.title), ", ".join(f"`{name}`" for name in sorted(one.options))) for one in FORMATS
    )
    yield from table(("model", "options that it uses"), rows)
    yield from ("## Files of Raftup", "")
    yield "Models, studies, panel solutions and cases are YAML or JSON, with the fields of"
    yield "{doc}`model/index`, {doc}`study/index`, {doc}`hydro/index`, {doc}`validation/index`."
    yield "Results are NetCDF-4 with names and units ({doc}`/docs/guide/runs`), studies are Zarr"
    yield "({doc}`/docs/guide/studies`), databases are HDF5, exported models are FMUs."
    yield ""
