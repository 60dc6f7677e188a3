"""What the tests of all importers use: sources without one of their lines, findings, meshes."""

import shutil
from collections.abc import Iterable
from pathlib import Path
from typing import Any

from raftup.base.arrays import FloatArray
from raftup.importing_models import (
    ImportedModel,
    ImportModelOptions,
    Severity,
    import_model,
    write_imported,
)


def told(imported: ImportedModel) -> Any:
    """Model and findings without the numbers of lines, which change with each dropped line."""
    findings = [(one.severity, one.text, one.path) for one in imported.findings]
    return imported.document, findings


def silent_lines(
    source: Path, folder: Path, files: Iterable[str], options: ImportModelOptions | None = None
) -> list[str]:
    """Lines whose absence changes neither the model nor a finding.

    Args:
        source: main file of the model; its whole folder is copied.
        folder: empty folder for the copy.
        files: names of the files of which each line is dropped in turn.
        options: what the source lacks.
    """
    copy = folder / "copy"
    shutil.copytree(source.parent, copy)
    main = copy / source.name
    whole = told(import_model(main, folder / "model.yaml", options))
    silent = []
    for name in files:
        data = (copy / name).read_bytes()
        lines = data.split(b"\n")
        for index, line in enumerate(lines):
            (copy / name).write_bytes(b"\n".join(lines[:index] + lines[index + 1 :]))
            if told(import_model(main, folder / "model.yaml", options)) == whole:
                silent.append(line.decode(errors="replace").strip())
        (copy / name).write_bytes(data)
    return silent


def imported_and_written(source: Path, **options: Any) -> ImportedModel:
    """A model of a source, written to model.yaml beside its folder unless it is refused."""
    out = source.parent.parent / "model.yaml"
    read = import_model(source, out, ImportModelOptions(**options))
    if not read.is_refused:
        write_imported(read, out)
    return read


def texts(imported: ImportedModel, severity: Severity) -> list[str]:
    """Findings of a severity as `file:line: text`."""
    return [f"{one.place}: {one.text}" for one in imported.findings if one.severity is severity]


def stl_text(triangles: FloatArray) -> str:
    """Triangles [n, 3, 3] as a text file of STL."""
    rows = ["solid mesh"]
    for one in triangles:
        corners = [f"vertex {x:.9g} {y:.9g} {z:.9g}" for x, y, z in one]
        rows += ["facet normal 0 0 0", "outer loop", *corners, "endloop", "endfacet"]
    return "\n".join([*rows, "endsolid mesh", ""])
