"""Messages by their codes, and the pages of the manual that they lead to."""

from pathlib import Path

import pytest
from command_line import command

from raftup.base.errors import RaftupError
from raftup.local.manual import manual_address
from raftup.messages import find_message, messages
from raftup.schema import SchemaKind, explain, load_schema
from raftup.schema.explain import field_paths


def test_no_code_is_also_the_path_of_a_field() -> None:
    for kind in (SchemaKind.MODEL, SchemaKind.STUDY, SchemaKind.HYDRO):
        assert not messages().keys() & set(field_paths("", kind))


def test_the_command_explains_a_message(tmp_path: Path) -> None:
    told = command("explain", "haskind", folder=tmp_path)
    message = find_message("haskind")
    assert message is not None
    assert told.returncode == 0
    assert "message about databases" in told.stdout
    assert "refine the mesh for the frequency named" in " ".join(told.stdout.split())


def test_a_code_that_is_not_there_is_refused_as_a_field(tmp_path: Path) -> None:
    told = command("explain", "haskin", folder=tmp_path)
    assert told.returncode == 2
    assert "haskin is no field" in told.stderr


def test_explanations_lead_to_the_page_of_the_message() -> None:
    assert explain("bodies.mass").page == "reference/model/Body.html#Body.mass"
    assert explain("").page == "reference/model/Model.html"
    assert explain("integration").page == "reference/model/Model.html#Model.integration"
    assert explain("axes.hs", SchemaKind.STUDY).page.startswith("reference/study/")
    assert explain("frequencies.first", SchemaKind.HYDRO).page == (
        "reference/hydro/Frequencies.html#Frequencies.first"
    )


def test_the_address_of_a_page_is_that_of_its_file(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("RAFTUP_MANUAL", str(tmp_path))
    with pytest.raises(RaftupError, match="no manual is in"):
        manual_address()
    (tmp_path / "start").mkdir()
    for name in ("index.html", "conventions.html", "start/index.html"):
        (tmp_path / name).touch()
    first = tmp_path.resolve().as_uri()
    assert manual_address() == f"{first}/index.html"
    assert manual_address("conventions#roll") == f"{first}/conventions.html#roll"
    assert manual_address("start") == f"{first}/start/index.html"
    with pytest.raises(RaftupError, match="the manual has no page nowhere"):
        manual_address("nowhere")


def test_the_command_prints_the_address(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("RAFTUP_MANUAL", str(tmp_path))
    refused = command("manual", "--no-browser", folder=tmp_path)
    assert refused.returncode == 1
    assert "deploy/manual.sh builds it" in refused.stderr
    (tmp_path / "index.html").touch()
    told = command("manual", "--no-browser", folder=tmp_path)
    assert told.stdout == f"{tmp_path.resolve().as_uri()}/index.html\n"


def test_every_definition_of_a_schema_has_a_name_that_a_page_can_have() -> None:
    names = [name for kind in SchemaKind for name in load_schema(kind)["definitions"]]
    assert all(name.isalnum() for name in names)
