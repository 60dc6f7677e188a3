"""Import of a model of another program: recognised by its content and converted."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Any

from raftup.importing_models.conversion import Conversion, ImportModelOptions
from raftup.importing_models.finding import Finding, Severity, UnreadableError
from raftup.importing_models.format import ModelFormat
from raftup.importing_models.source import SourceFile, open_source

_OPTION_NAMES = {
    "databases": "--database",
    "joints": "--joints",
    "lines_as": "--as",
    "rigid_turbine": "--rigid-turbine",
    "water_density": "--density",
    "gravity": "--gravity",
    "water_depth": "--depth",
    "search_paths": "--path",
}


@dataclass(frozen=True)
class ImportedModel:
    """Result of the import of a model.

    Attributes:
        source: name of the source file.
        source_format: name of its format, such as `wec_sim`; empty if it is not recognised.
        document: fields of the model file; empty if the source is refused.
        findings: what became of each field of the source, in the order of reading.
        files: contents of further files of the model, by their names beside the model file.
    """

    source: str
    source_format: str
    document: dict[str, Any]
    findings: tuple[Finding, ...]
    files: dict[str, bytes]

    @property
    def is_refused(self) -> bool:
        """Whether there is no model."""
        return bool(self.count(Severity.REFUSED))

    def count(self, severity: Severity) -> int:
        """Number of findings of a severity."""
        return sum(finding.severity is severity for finding in self.findings)


def import_model(
    source: Path, out: Path, options: ImportModelOptions | None = None
) -> ImportedModel:
    """Converts the model of another program. Nothing is written, and nothing of it is executed.

    Args:
        source: main file of the model: `wecSimInputFile.m`, a `.fst` file, and so on.
        out: where the model file will be written; paths of files in it are relative to its folder.
        options: what the source lacks.

    Returns:
        The model and its findings. If a finding is refused, the model is empty.
    """
    given = options or ImportModelOptions()
    conversion = Conversion(given, out.parent, out.stem)
    name = ""
    try:
        file = open_source(source)
        conversion.read |= {file.path, *(path.resolve() for path in given.databases)}
        found = _recognise(file)
        name = found.name
        _check_options(conversion, file, found)
        found.convert(file, conversion)
        _check_targets(conversion, file, out)
    except UnreadableError as error:
        conversion.refused(error.place, error.text)
    if given.is_strict:
        _refuse_assumed(conversion)
    refused = any(one.severity is Severity.REFUSED for one in conversion.findings)
    return ImportedModel(
        source=source.name,
        source_format=name,
        document={} if refused else conversion.model,
        findings=tuple(conversion.findings),
        files={} if refused else conversion.files,
    )


def is_model_of_another_program(source: Path) -> bool:
    """Whether a file is the main file of a model that import_model() recognises."""
    try:
        _recognise(open_source(source))
    except UnreadableError:
        return False
    return True


def _recognise(file: SourceFile) -> ModelFormat:
    # Every command of raftup loads this module, and most need none of the importers.
    from raftup.importing_models.formats import FORMATS, nearest_formats

    for one in FORMATS:
        if one.recognises(file):
            return one
    raise UnreadableError(file.place(0), f"is no model of a known program: {nearest_formats(file)}")


def _check_options(conversion: Conversion, file: SourceFile, found: ModelFormat) -> None:
    """Refuses options that the format does not use, so that none is silently without effect."""
    for name, option in _OPTION_NAMES.items():
        if getattr(conversion.options, name) and name not in found.options:
            conversion.refused(file.place(0), f"{option} does not apply to {found.title}")


def _check_targets(conversion: Conversion, file: SourceFile, out: Path) -> None:
    """Refuses to write over a file of the source."""
    if conversion.options.joints is not None:
        conversion.read.add(conversion.options.joints.resolve())
    targets = [out, findings_file(out), *(out.with_name(name) for name in conversion.files)]
    for target in targets:
        if target.resolve() in conversion.read:
            conversion.refused(
                file.place(0), f"{target} belongs to the source: give another name by --out"
            )


def findings_file(out: Path) -> Path:
    """Path of the file with the findings beside a model file: `model.findings.yaml`."""
    return out.with_name(f"{out.stem}.findings.yaml")


def _refuse_assumed(conversion: Conversion) -> None:
    for finding in list(conversion.findings):
        if finding.severity is Severity.ASSUMED:
            conversion.refused(finding.place, f"assumed, which --strict refuses: {finding.text}")
