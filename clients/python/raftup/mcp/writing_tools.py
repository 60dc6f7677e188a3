"""Tools that write files of other programs as files of Raftup."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import asdict
from typing import Annotated

from pydantic import Field as Described

from raftup.importing import ImportOptions, import_database
from raftup.importing_models import (
    ImportModelOptions,
    Severity,
    findings_document,
    import_model,
    write_imported,
)
from raftup.mcp.answers import Imported
from raftup.mcp.jobs import Jobs
from raftup.mcp.workplace import Workplace

OutName = Annotated[
    str, Described(description="New file, relative to the root folder; it must not exist.")
]


class WritingTools:
    """Tools that write files which are not results."""

    def __init__(self, workplace: Workplace, jobs: Jobs) -> None:
        self._workplace, self._jobs = workplace, jobs

    def import_model(
        self,
        source: Annotated[str, Described(description="Main input file of another program.")],
        out: OutName,
        databases: Annotated[
            list[str] | None, Described(description="Databases in place of those of the source.")
        ] = None,
    ) -> Imported:
        """Convert a model of WEC-Sim, OpenFAST, OrcaFlex, xdyn, SDF and others to a model file.

        Every finding says what became of a field of the source: assumed, differs, left out or
        refused. With one that is refused nothing is written.
        """

        def convert() -> Imported:
            workplace = self._workplace
            with workplace.confined():
                options = ImportModelOptions(
                    databases=[workplace.existing("databases", one) for one in databases or []]
                )
                target = workplace.new("out", out)
                imported = import_model(workplace.existing("source", source), target, options)
                if not imported.is_refused:
                    for name in imported.files:
                        workplace.new("out", workplace.shown(target.with_name(name)))
                    write_imported(imported, target)
            findings = findings_document(imported)["findings"]
            told = [one for one in findings if one["severity"] != str(Severity.TAKEN)]
            return Imported(file="" if imported.is_refused else out, findings=told)

        return self._compute("import_model", convert)

    def import_database(
        self,
        sources: Annotated[
            list[str], Described(description="Files of one database, or the folder of a case.")
        ],
        out: OutName,
        water_density: Annotated[float | None, Described(description="kg/m3, if absent.")] = None,
        gravity: Annotated[float | None, Described(description="m/s2, if absent.")] = None,
        water_depth: Annotated[float | None, Described(description="m, if absent.")] = None,
    ) -> Imported:
        """Convert a hydrodynamic database of WAMIT, NEMOH, AQWA, Capytaine and others."""

        def convert() -> Imported:
            with self._workplace.confined():
                target = self._workplace.new("out", out)
                files = self._workplace.database_sources(sources)
                options = ImportOptions(
                    water_density=water_density, gravity=gravity, water_depth=water_depth
                )
                report = import_database(files, target, options=options)
            return Imported(file=out, findings=[asdict(one) for one in report.findings])

        return self._compute("import_database", convert)

    def _compute(self, name: str, work: Callable[[], Imported]) -> Imported:
        answer: Imported = self._jobs.compute(name, work)
        return answer
