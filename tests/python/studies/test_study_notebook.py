"""The notebook about a study runs, every cell of it, on a smaller study of the same axes."""

import json
from pathlib import Path
from typing import Any

import pytest
from conftest import CLIENTS

pytest.importorskip("zarr", reason="the extra raftup[study] is not installed")

import raftup
from raftup.base.documents import read_document
from raftup.base.errors import StudyError

NOTEBOOK = CLIENTS / "python" / "examples" / "read_study.ipynb"
STUDY = CLIENTS / "examples" / "studies" / "headings.yaml"


def test_every_cell_of_the_notebook_runs(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    document, folder = read_document(STUDY, StudyError)
    document["model"] = str(folder / document["model"])
    document["axes"]["seed"]["range"] = [1, 5]
    document |= {"duration": 60, "warm_up": 10}
    raftup.study(document, tmp_path / "headings.study", workers=2)

    import matplotlib

    matplotlib.use("Agg")
    monkeypatch.chdir(tmp_path)
    notebook = json.loads(NOTEBOOK.read_text(encoding="utf-8"))
    names: dict[str, Any] = {}
    cells = ["".join(cell["source"]) for cell in notebook["cells"] if cell["cell_type"] == "code"]
    for cell in cells:
        exec(compile(cell, str(NOTEBOOK), "exec"), names)
    assert len(cells) == 5
    assert names["roll"].dims == ("hs", "heading", "seed")
    assert float(names["roll"].min()) > 0.0
