"""The raftupd that a program starts for itself."""

import hashlib
import lzma
import os
import signal
import subprocess
import sys
import threading
import time
import tomllib
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack
from pathlib import Path

import numpy as np
import pytest
import xarray as xr
from conftest import CLIENTS, MODELS, eventually

import raftup
from raftup.local.difference import pack
from raftup.local.programs import read_library
from raftup.local.server import find_server
from raftup.remote.databases import database_id
from raftup.remote.rpc import is_on_this_machine


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
    monkeypatch.setattr("raftup.local.programs._PACKAGED", tmp_path)
    assert find_server().parent != tmp_path
    program = tmp_path / "raftupd"
    program.write_text("#!/bin/sh\n")
    program.chmod(0o755)
    assert find_server() == program


def packed_library(library: bytes) -> bytes:
    """What 0133456new67456 differs by from 0123456789; the digest is that of a library."""
    steps = np.array([[7, 3, -1], [2, 0, -4], [3, 0, 0]])
    added = bytes([0, 0, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0])
    return pack(steps, added, b"new", hashlib.sha256(library).digest())


def test_the_library_of_a_wheel_is_made_of_its_server_and_comes_before_others(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr("raftup.local.programs._PACKAGED", tmp_path)
    (tmp_path / "raftupd").write_bytes(b"0123456789")
    packed = tmp_path / "lib.so.difference"
    library = b"0133456new67456"
    packed.write_bytes(packed_library(library))
    assert read_library("lib.so", "nowhere", "RAFTUP_TEST_LIBRARY") == library
    named = tmp_path / "named.so"
    named.write_bytes(b"other")
    named.chmod(0o755)
    monkeypatch.setenv("RAFTUP_TEST_LIBRARY", str(named))
    assert read_library("lib.so", "nowhere", "RAFTUP_TEST_LIBRARY") == b"other"


def test_a_library_is_refused_where_wheel_or_server_are_damaged_or_others(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr("raftup.local.programs._PACKAGED", tmp_path)
    whole = packed_library(b"0133456new67456")
    for server, packed in (
        (b"0123456789", packed_library(b"another")),
        (b"9876543210", whole),
        (b"01234", whole),
        (b"0123456789", whole[:-9]),
        (b"0123456789", lzma.compress(lzma.decompress(whole)[:40])),
        (b"0123456789", lzma.compress(b"")),
    ):
        (tmp_path / "raftupd").write_bytes(server)
        (tmp_path / "lib.so.difference").write_bytes(packed)
        with pytest.raises(raftup.RaftupError, match=r"make no lib\.so .* install the wheel again"):
            read_library("lib.so", "nowhere", "RAFTUP_TEST_LIBRARY")


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


def test_a_server_outlives_the_thread_that_started_it() -> None:
    resources = ExitStack()
    starting = threading.Thread(
        target=lambda: resources.enter_context(raftup.local_server(listen="127.0.0.1:0"))
    )
    starting.start()
    starting.join()
    with resources:
        time.sleep(0.5)  # a signal of the kernel would have come at once
        with ThreadPoolExecutor(1) as pool:
            server = pool.submit(resources.enter_context, raftup.local_server()).result()
        with raftup.connect(server.address) as client:
            time.sleep(0.5)
            assert client.caller().server_version


@pytest.mark.parametrize("name", ["100%25", "a#b", "with space", "ünï", "long" * 30])
def test_folders_of_temporary_files_of_any_name_serve(
    name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = tmp_path / name
    folder.mkdir()
    monkeypatch.setattr("tempfile.tempdir", str(folder))
    with raftup.local_server() as server, raftup.connect(server.address) as client:
        assert client.caller().server_version
        socket = Path(server.address.removeprefix("unix:"))
        assert socket.is_socket()
    assert list(folder.iterdir()) == []
    assert not socket.parent.exists()


@pytest.mark.parametrize("variable", ["http_proxy", "https_proxy", "grpc_proxy", "HTTP_PROXY"])
def test_no_proxy_stands_before_a_server_of_this_machine(
    variable: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv(variable, "http://127.0.0.1:9")  # where nobody listens
    for listen in (None, "127.0.0.1:0"):
        with raftup.local_server(listen) as server, raftup.connect(server.address) as client:
            assert client.caller().server_version


@pytest.mark.parametrize(
    ("address", "here"),
    [
        ("127.0.0.1:50551", True),
        ("LOCALHOST:50551", True),
        ("[::1]:50551", True),
        ("unix:/tmp/socket", True),
        ("unix-abstract:raftup", True),
        ("ipv6:[::1]:50551", True),
        ("dns:///localhost:50551", True),
        ("example.org:50551", False),
        ("10.0.0.1:50551", False),
        ("[fe80::1]:50551", False),
    ],
)
def test_which_addresses_are_of_this_machine(address: str, *, here: bool) -> None:
    assert is_on_this_machine(address) == here


def test_a_run_that_was_stopped_for_longer_than_the_server_waits_goes_on(tmp_path: Path) -> None:
    with raftup.local_server(arguments=["--keepalive-ms=1000"]) as server:
        arguments = ["run", str(MODELS / "alongside.yaml"), f"--server={server.address}"]
        command = [sys.executable, "-m", "raftup", *arguments, "--duration=3000"]
        process = subprocess.Popen(
            command, cwd=tmp_path, stderr=subprocess.PIPE, stdout=subprocess.PIPE, text=True
        )
        eventually(lambda: (tmp_path / "result.nc").exists(), 60)
        time.sleep(0.5)  # the file is there before the stream of rows
        process.send_signal(signal.SIGSTOP)
        time.sleep(4.0)
        assert process.poll() is None
        process.send_signal(signal.SIGCONT)
        said = process.communicate(timeout=120)
        assert process.returncode == 0, said
    with xr.open_dataset(tmp_path / "result.nc") as result:
        assert result.attrs["complete"] == 1
        assert result.time[-1] == 3000.0
        assert np.ptp(np.diff(np.round(1e9 * result.time.values))) == 0.0
