"""The validation report of a database: one page with everything, and the same as data."""

import json
import re
from pathlib import Path

import pytest
from command_line import command
from conftest import DATABASES, MODELS

from raftup.importing import RepairOptions, import_database, read_database
from raftup.report.advice import CHECKS, NEEDS, advice_on

MESHES = DATABASES.parents[1] / "hydro" / "meshes"


def test_report_of_the_hemisphere_names_what_is_known_of_it(tmp_path: Path) -> None:
    done = command(
        "inspect", DATABASES / "hemisphere.h5", "--report=a.html", "--json", folder=tmp_path
    )
    assert done.returncode == 0, done.stderr
    report = json.loads(done.stdout)["report"]
    (finding,) = (f for f in report["findings"] if f["name"] == "haskind")
    assert finding["severity"] == "warning"
    assert finding["value"] == pytest.approx(0.0613, abs=5e-5)
    assert report["verdict"] == "1 of 11 checks that apply are broken."
    page = (tmp_path / "a.html").read_text()
    assert "differs by 6.13 % in hemisphere roll at 4.4 rad/s" in page
    assert advice_on("haskind", "warning") in page
    assert [row["dof"] for row in report["responses"]][:3] == [
        "hemisphere surge",
        "hemisphere sway",
        "hemisphere heave",
    ]
    # A and B of the file disagree by .8 %
    assert all(0 < row["difference"] < 0.05 for row in report["responses"])
    for check in report["checks"]:
        assert check["title"].replace("'", "&#39;") in page
        assert (check["status"] == "broken") == bool(check["advice"])
    for entry in report["findings"]:
        assert entry["name"] in page


def test_a_page_needs_nothing_but_itself(tmp_path: Path) -> None:
    done = command("inspect", DATABASES / "tug_shallow.h5", "--report=a.html", folder=tmp_path)
    assert done.returncode == 0, done.stderr
    page = (tmp_path / "a.html").read_text()
    sources = re.findall(r'(?:src|href)\s*=\s*"([^"]{0,30})', page)
    assert len(sources) >= 5  # A, B, K, the strongest pairs, X
    assert all(source.startswith("data:image/") for source in sources)
    assert not re.search(r"https?:|<script|@import|url\(", page)


def test_equal_databases_give_equal_pages(tmp_path: Path) -> None:
    for name in ("a.html", "b.html"):
        command("inspect", DATABASES / "hemisphere.h5", f"--report={name}", folder=tmp_path)
    assert (tmp_path / "a.html").read_bytes() == (tmp_path / "b.html").read_bytes()


def test_what_a_repair_did_stands_in_the_report(tmp_path: Path) -> None:
    repairs = RepairOptions(symmetrise=True, extend_tail=True, fit_infinite=True)
    import_database([DATABASES / "hemisphere.h5"], tmp_path / "better.h5", repair=repairs)
    done = command("inspect", "better.h5", "--json", folder=tmp_path)
    report = json.loads(done.stdout)["report"]
    names = {finding["name"] for finding in report["findings"]}
    assert {"added_mass_symmetrised", "radiation_damping_extended"} <= names
    assert {"added_mass_infinite_fitted", "haskind"} <= names
    assert any("continued as omega^-3" in line for line in report["history"])


def test_every_check_of_the_server_has_a_title() -> None:
    imported, _ = read_database([DATABASES / "array9.h5"])
    assert {check.name for check in imported.checks} <= CHECKS.keys()
    assert CHECKS.keys() == NEEDS.keys()


def test_a_mesh_is_checked_with_the_rest(tmp_path: Path) -> None:
    pytest.importorskip("capytaine")
    database, mesh = DATABASES / "hemisphere.h5", MESHES / "hemisphere.obj"
    done = command("inspect", database, f"--mesh={mesh}", "--json", folder=tmp_path)
    (check,) = (c for c in json.loads(done.stdout)["report"]["checks"] if "mesh" in c["name"])
    assert check["status"] == "passed"
    assert check["measured"] < 1e-6  # the database was solved with it
    grown = [
        " ".join(["v", *(str(1.1 * float(word)) for word in line.split()[1:])])
        if line.startswith("v ")
        else line
        for line in mesh.read_text().splitlines()
    ]
    (tmp_path / "grown.obj").write_text("\n".join(grown))
    done = command("inspect", database, "--mesh=grown.obj", "--json", folder=tmp_path)
    report = json.loads(done.stdout)["report"]
    (finding,) = (f for f in report["findings"] if f["name"] == "mesh_mismatch")
    assert finding["value"] == pytest.approx(1 - 1 / 1.1**3, abs=0.15)
    assert "grown.obj" in finding["message"]


def test_what_cannot_be_reported_is_refused(tmp_path: Path) -> None:
    whole = (DATABASES / "hemisphere.h5").read_bytes()
    (tmp_path / "cut.h5").write_bytes(whole[: len(whole) // 2])
    done = command("inspect", "cut.h5", "--report=a.html", folder=tmp_path)
    assert done.returncode == 2
    assert "cut.h5" in done.stderr
    done = command("inspect", MODELS / "alongside.yaml", "--report=a.html", folder=tmp_path)
    assert done.returncode == 2
    assert "--report and --mesh apply to databases only" in done.stderr
    database = DATABASES / "alongside.h5"
    done = command("inspect", database, "--report=a.html", "--mesh=a.stl", folder=tmp_path)
    assert done.returncode == 2
    assert "--mesh must be given once per body (2), 1" in done.stderr
    assert not (tmp_path / "a.html").exists()
