"""What raftup inspect shows of inputs of other programs, which it converts without writing."""

from __future__ import annotations

import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from raftup.base.files import write_whole
from raftup.cli.documents import print_json
from raftup.cli.terminal import terminal
from raftup.importing import ImportOptions, read_database
from raftup.importing_models import Severity, findings_document, import_model

_CASES = (".cal", ".in")
"""Files that stand for the folder of a case: Nemoh.cal and ControlFile.in."""


def is_case(file: Path) -> bool:
    """Whether a path is the folder, or the main file, of a database of several files."""
    return file.is_dir() or (file.suffix.lower() in _CASES and file.is_file())


@contextmanager
def imported_case(case: Path) -> Iterator[Path]:
    """A temporary file with the database of a case, whatever its checks say.

    Args:
        case: folder or main file of the case.

    Raises:
        RaftupError: FILE_UNREADABLE, DATABASE_REJECTED as raftup import has them.
    """
    _, image = read_database([case], options=ImportOptions(accepted_checks=["all"]))
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / f"{case.resolve().stem or 'case'}.h5"
        write_whole(file, image)
        yield file


def inspect_source(source: Path, as_json: bool, report: Path | None) -> None:
    """Shows what an import of a model of another program would tell; nothing of it is written.

    Args:
        source: main file of the model.
        as_json: whether the findings are printed as data.
        report: HTML page of the findings to write, if any.
    """
    from raftup.report.model_import import report_import, verdict

    imported = import_model(source, source.with_suffix(".imported.yaml"))
    if report is not None:
        report_import(imported, report)
        terminal(stderr=True).print(f"report {report}", soft_wrap=True)
    if as_json:
        print_json({"import": findings_document(imported)})
        return
    console = terminal()
    for finding in imported.findings:
        if finding.severity is not Severity.TAKEN:
            console.print(str(finding), soft_wrap=True)
    console.print(verdict(imported), soft_wrap=True)
