"""The raftupd that a program starts for itself."""

import lzma
import os
import tomllib
from pathlib import Path

import pytest
from conftest import CLIENTS

import raftup
from raftup.databases import database_id
from raftup.programs import read_library
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


def test_the_programs_of_a_wheel_come_before_others(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.delenv("RAFTUP_SERVER_BINARY", raising=False)
    monkeypatch.setattr("raftup.programs._PACKAGED", tmp_path)
    assert find_server().parent != tmp_path
    program = tmp_path / "raftupd"
    program.write_text("#!/bin/sh\n")
    program.chmod(0o755)
    assert find_server() == program


def test_the_library_of_a_wheel_is_unpacked_and_comes_before_others(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr("raftup.programs._PACKAGED", tmp_path)
    packed = tmp_path / "lib.so.xz"
    packed.write_bytes(lzma.compress(b"code"))
    assert read_library("lib.so", "nowhere", "RAFTUP_TEST_LIBRARY") == b"code"
    packed.write_bytes(packed.read_bytes()[:-9])
    with pytest.raises(raftup.RaftupError, match=r"lib\.so\.xz is damaged .* install the wheel"):
        read_library("lib.so", "nowhere", "RAFTUP_TEST_LIBRARY")
    named = tmp_path / "named.so"
    named.write_bytes(b"other")
    named.chmod(0o755)
    monkeypatch.setenv("RAFTUP_TEST_LIBRARY", str(named))
    assert read_library("lib.so", "nowhere", "RAFTUP_TEST_LIBRARY") == b"other"


def test_an_installation_has_what_generated_code_asks_for() -> None:
    """Generated code refuses libraries older than what has generated it."""
    project = tomllib.loads((CLIENTS / "python" / "pyproject.toml").read_text())["project"]
    least = dict(line.split(">=") for line in project["dependencies"])
    generated = CLIENTS / "python" / "raftup" / "_generated"
    service = (generated / "session_pb2_grpc.py").read_text()
    messages = (generated / "session_pb2.py").read_text()
    assert f"GRPC_GENERATED_VERSION = '{least['grpcio']}'" in service
    assert f"Protobuf Python Version: {least['protobuf']}\n" in messages


def test_a_server_that_does_not_start_says_why(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    binary = tmp_path / "raftupd"
    binary.write_text("#!/bin/sh\necho the port is taken >&2\nexit 1\n")
    binary.chmod(0o755)
    monkeypatch.setenv("RAFTUP_SERVER_BINARY", str(binary))
    with pytest.raises(raftup.RaftupError, match="the port is taken"), raftup.local_server():
        pass


def test_a_program_uses_the_server_that_is_named_or_its_own(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    with raftup.server_address() as own, raftup.connect(own) as client:
        assert list(client.list_sessions()) == []
        monkeypatch.setenv("RAFTUP_SERVER_BINARY", "/nowhere/raftupd")
        with raftup.server_address(own) as address:
            assert address == own
    with pytest.raises(raftup.RaftupError, match="/nowhere/raftupd"), raftup.server_address():
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
