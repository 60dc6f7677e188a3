"""Writing of an imported model: the model file, its findings, and files that it needs."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import yaml

from raftup.base.documents import read_document
from raftup.base.errors import ModelError
from raftup.base.files import check_place, write_whole
from raftup.base.yaml12 import parse_yaml
from raftup.importing_models.finding import Severity
from raftup.importing_models.importing import ImportedModel, findings_file

_WIDTH = 150
"""Characters of a line, beyond which it is folded."""

_LONGEST_WORD = 64
"""Characters of the longest text that could be taken for a number or a truth value."""


class _Dumper(yaml.SafeDumper):
    """Writes YAML that readers of YAML 1.1 and of YAML 1.2 read as the same values."""


def _represent_text(dumper: yaml.SafeDumper, text: str) -> yaml.ScalarNode:
    style = None
    if "\n" in text:
        style = "|"
    elif len(text) <= _LONGEST_WORD and not _is_plain(text):
        style = '"'
    return dumper.represent_scalar("tag:yaml.org,2002:str", text, style=style)


def _is_plain(text: str) -> bool:
    """Whether YAML 1.2 reads the text without quotes as this text."""
    try:
        return bool(parse_yaml(text) == text)
    except yaml.YAMLError:
        return True  # PyYAML quotes it by itself


_Dumper.add_representer(str, _represent_text)


def write_imported(imported: ImportedModel, out: Path) -> None:
    """Writes an imported model: further files first, then the findings, then the model file.

    Args:
        imported: a model that is not refused.
        out: path of the model file.

    Raises:
        OSError: if a file cannot be written.
        ValueError: if the model is refused.
    """
    if imported.is_refused:
        raise ValueError("a refused model cannot be written")
    check_place(out)
    for name, content in imported.files.items():
        write_whole(out.with_name(name), content)
    write_whole(findings_file(out), findings_text(imported).encode())
    write_whole(out, model_text(imported, out).encode())


def model_text(imported: ImportedModel, out: Path) -> str:
    """Text of the model file."""
    head = (
        f"# Imported from {imported.source} ({imported.source_format}); "
        f"{findings_file(out).name} tells what became of each field.\n"
    )
    return head + _yaml(imported.document)


def findings_document(imported: ImportedModel) -> dict[str, Any]:
    """The findings as plain values."""
    findings = [
        {
            "severity": str(finding.severity),
            "source": str(finding.place),
            "text": finding.text,
            **({"path": finding.path} if finding.path else {}),
        }
        for finding in imported.findings
    ]
    return {
        "source": imported.source,
        "format": imported.source_format,
        "findings": findings,
    }


def findings_text(imported: ImportedModel) -> str:
    """Text of the file with the findings."""
    return _yaml(findings_document(imported))


def kept_findings(model: Path) -> list[str]:
    """Findings beside a model file that an import has written, without those that are taken.

    Args:
        model: path of the model file.

    Returns:
        One text for each finding; none if there is no file of findings.

    Raises:
        ModelError: if the file is no such file.
    """
    file = findings_file(model)
    if not file.is_file():
        return []
    document, _ = read_document(file, ModelError)
    found = document.get("findings")
    entries = [one for one in found if isinstance(one, dict)] if isinstance(found, list) else []
    return [
        f"{one.get('severity')}: {one.get('source')}: {one.get('text')}"
        for one in entries
        if one.get("severity") != str(Severity.TAKEN)
    ]


def _yaml(document: dict[str, Any]) -> str:
    return yaml.dump(
        document,
        Dumper=_Dumper,
        sort_keys=False,
        default_flow_style=None,
        allow_unicode=True,
        width=_WIDTH,
    )
