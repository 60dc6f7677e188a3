"""The page of the reference cases, by subjects, with their sources and tolerances."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import yaml

from pages.markdown import cell, plain, table
from raftup.validation.library import own_cases


def write_validation_page(folder: Path) -> None:
    """Writes `validation.md` from the files of all cases."""
    cases: dict[str, list[tuple[str, Mapping[str, Any]]]] = defaultdict(list)
    for path in own_cases(long=True):
        case = yaml.safe_load(path.read_text(encoding="utf-8"))
        cases[case["subject"]].append((path.stem, case))
    (folder / "validation.md").write_text("\n".join(_page(cases)), encoding="utf-8")


def _page(cases: Mapping[str, list[tuple[str, Mapping[str, Any]]]]) -> Iterator[str]:
    count = sum(map(len, cases.values()))
    yield from ("# Is it right?", "")
    yield f"{count} reference cases have results that are known from elsewhere. `raftup validate`"
    yield "runs them and writes a page with expected and obtained values, errors and pictures;"
    yield "{doc}`reference/cli/validate` says how. Your own case is a file:"
    yield "{doc}`reference/validation/index`."
    yield ""
    yield "[The book](/clients/python/raftup/validation/README.md) names, for each case of the"
    yield "sources, where it is shown and why some are shown by tests instead."
    yield ""
    for subject, found in cases.items():
        yield from (f"## {plain(subject)}", "")
        rows = (
            (f"`{name}`", cell(case["title"]), cell(case["source"]), _tolerance(case))
            for name, case in found
        )
        yield from table(("case", "what is computed", "source", "largest error permitted"), rows)


def _tolerance(case: Mapping[str, Any]) -> str:
    """The largest tolerances of the checks of a case, absolute and relative ones apart."""
    absolute = [check["tolerance"] for check in case["checks"] if "tolerance" in check]
    relative = [
        check["relative_tolerance"] for check in case["checks"] if "relative_tolerance" in check
    ]
    shown = [f"{max(absolute):g}"] if absolute else []
    shown += [f"{100.0 * max(relative):g} %"] if relative else []
    return ", ".join(shown)
