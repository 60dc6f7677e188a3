"""Page with the findings of the import of a model of another program."""

from __future__ import annotations

from pathlib import Path

from raftup.base.version import __version__
from raftup.importing_models import ImportedModel, Severity
from raftup.plots import html

_MEANINGS = {
    Severity.REFUSED: "The model would be wrong without any sign of it; there is none.",
    Severity.LEFT_OUT: "It acts in the source and has no counterpart in the model.",
    Severity.DIFFERS: "The model does it in another way; results change a little.",
    Severity.ASSUMED: "The source does not say it, or keeps it elsewhere.",
    Severity.TAKEN: "The model says the same, or the field has no influence on the motion.",
}
"""What a severity means, the most serious first."""


def report_import(imported: ImportedModel, out: Path) -> None:
    """Writes the findings of an import as a self-contained page, the most serious first.

    Args:
        imported: result of import_model(), also a refused one.
        out: path of the page, which is written completely or not at all.

    Raises:
        OSError: if `out` cannot be written.
    """
    groups = [
        {
            "title": f"{str(severity).capitalize()} ({imported.count(severity)})",
            "meaning": meaning,
            "findings": [one for one in imported.findings if one.severity is severity],
        }
        for severity, meaning in _MEANINGS.items()
        if imported.count(severity)
    ]
    html.write_page(
        "raftup.report",
        "import.html.j2",
        out,
        source=imported.source,
        format=imported.source_format,
        refused=imported.is_refused,
        verdict=verdict(imported),
        groups=groups,
        version=__version__,
    )


def verdict(imported: ImportedModel) -> str:
    """One sentence on an import: what is refused, or how many findings of each severity."""
    if imported.is_refused:
        count = imported.count(Severity.REFUSED)
        return (
            f"{imported.source} is refused for {'a reason' if count == 1 else f'{count} reasons'}"
        )
    counts = ", ".join(
        f"{imported.count(severity)} {severity}"
        for severity in Severity
        if imported.count(severity)
    )
    return f"{imported.source}: {counts}"
