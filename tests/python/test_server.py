"""The raftupd that a program starts for itself."""

import os
from pathlib import Path

import pytest

import raftup
from raftup.databases import database_id
from raftup.server import find_server


def test_the_environment_names_the_server(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    binary = tmp_path / "raftupd"
    binary.write_text("#!/bin/sh\n")
    binary.chmod(0o755)
    monkeypatch.setenv("RAFTUP_SERVER_BINARY", str(binary))
    assert find_server() == binary


def test_a_named_server_that_is_not_there_is_not_replaced_by_another(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setenv("RAFTUP_SERVER_BINARY", "/nowhere/raftupd")
    with pytest.raises(raftup.RaftupError, match="/nowhere/raftupd"):
        find_server()


def test_a_server_that_does_not_start_says_why(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    binary = tmp_path / "raftupd"
    binary.write_text("#!/bin/sh\necho the port is taken >&2\nexit 1\n")
    binary.chmod(0o755)
    monkeypatch.setenv("RAFTUP_SERVER_BINARY", str(binary))
    with pytest.raises(raftup.RaftupError, match="the port is taken"), raftup.local_server():
        pass


@pytest.mark.parametrize(
    ("file", "name"),
    [("alongside.h5", "alongside"), ("RM3.h5", "database-rm3"), ("My Hull_2.h5", "my-hull-2")],
)
def test_a_file_is_stored_under_its_name_in_allowed_characters(file: str, name: str) -> None:
    assert database_id(Path(file)) == name


def test_an_empty_name_gives_an_id_all_the_same() -> None:
    assert database_id(Path("___.h5")) == "database"
    assert len(database_id(Path("x" * 200 + os.extsep + "h5"))) == 63
