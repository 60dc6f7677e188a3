"""Import of models of other programs.

    imported = import_model(Path("lines.txt"), Path("model.yaml"))
    write_imported(imported, Path("model.yaml"))

`formats.py` lists the formats. Every field of a source becomes a finding: taken, assumed, differs,
left out or refused, each with file and line.
"""

from raftup.importing_models.conversion import ImportModelOptions
from raftup.importing_models.finding import Finding, Place, Severity
from raftup.importing_models.importing import (
    ImportedModel,
    findings_file,
    import_model,
    is_model_of_another_program,
)
from raftup.importing_models.writing import findings_document, kept_findings, write_imported

__all__ = [
    "Finding",
    "ImportModelOptions",
    "ImportedModel",
    "Place",
    "Severity",
    "findings_document",
    "findings_file",
    "import_model",
    "is_model_of_another_program",
    "kept_findings",
    "write_imported",
]
