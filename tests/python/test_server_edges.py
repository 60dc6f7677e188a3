"""A raftupd beside another, in little memory, and over files that it does not know."""

from __future__ import annotations

import hashlib
import os
import stat
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from conftest import DATABASES
from small_databases import heave_coefficients, write_database

import raftup
from raftup._generated import database_pb2
from raftup._generated.database_pb2_grpc import DatabaseServiceStub
from raftup.local.server import READY, find_server
from raftup.remote.databases import database_id
from raftup.remote.rpc import open_channel

READER_MEMORY = 2 << 30
"""Bytes of address space to which the server limits the program that reads an upload."""

LITTLE_MEMORY = ["prlimit", f"--as={READER_MEMORY - 4096}", f"--stack={2 << 20}"]
"""Starts a program with less than that, and with small stacks of its threads.

gRPC starts two threads for each core of the machine. With stacks of 8 MiB and arenas of malloc of
64 MiB, a server takes 1 GiB of address space on 2 cores and 2 GiB on 16.
"""

FEW_ARENAS = {"MALLOC_ARENA_MAX": "2"}
"""Environment of such a program."""


@contextmanager
def raftupd(folder: Path, *, in_little_memory: bool = False) -> Iterator[subprocess.Popen[str]]:
    """A server at the socket of a folder, with its data there, ended with the block."""
    # By another program: code of ours between fork and exec meets threads of gRPC half-copied.
    limits = LITTLE_MEMORY if in_little_memory else []
    command = [
        *limits,
        str(find_server()),
        f"--listen=unix:{folder}/socket",
        f"--data={folder}/data",
    ]
    with (
        (folder / "log").open("a") as log,
        subprocess.Popen(
            command,
            stdout=subprocess.PIPE,
            stderr=log,
            text=True,
            env={**os.environ, **(FEW_ARENAS if in_little_memory else {})},
        ) as process,
    ):
        try:
            assert process.stdout is not None
            said = process.stdout.readline()
            if not said.startswith(READY):
                process.terminate()
                process.wait(timeout=60)
                log_text = (folder / "log").read_text()
                pytest.fail(f"raftupd ended with {process.returncode}, said {said!r}: {log_text}")
            yield process
        finally:
            process.terminate()


def test_a_second_server_at_a_path_is_refused_and_the_first_goes_on(tmp_path: Path) -> None:
    other = tmp_path / "other"
    with raftupd(tmp_path), raftup.connect(f"unix:{tmp_path}/socket") as client:
        arguments = [str(find_server()), f"--listen=unix:{tmp_path}/socket", f"--data={other}"]
        second = subprocess.run(arguments, capture_output=True, text=True, timeout=60)
        assert second.returncode == 2
        assert "another server listens there; give this one another path" in second.stderr
        assert client.caller().tenant
    with raftupd(tmp_path), raftup.connect(f"unix:{tmp_path}/socket") as client:
        assert client.caller().tenant  # what the first has left behind does not stand in the way


def test_uploads_work_where_the_address_space_is_limited(tmp_path: Path) -> None:
    with (
        raftupd(tmp_path, in_little_memory=True),
        raftup.connect(f"unix:{tmp_path}/socket") as client,
    ):
        assert client.upload_database(DATABASES / "hemisphere.h5").body_count == 1


def test_files_that_a_server_does_not_know_cost_a_line_of_its_log(tmp_path: Path) -> None:
    with raftupd(tmp_path), raftup.connect(f"unix:{tmp_path}/socket") as client:
        client.upload_database(DATABASES / "hemisphere.h5")
    data = tmp_path / "data"
    assert stat.S_IMODE(data.stat().st_mode) == 0o700
    data.chmod(0o755)
    for folder in ("fits/a/b", "databases/names/a/b", "sessions/a/b", "uploads/a/b"):
        (data / folder).mkdir(parents=True)
    with raftupd(tmp_path), raftup.connect(f"unix:{tmp_path}/socket") as client:
        assert [one.body_count for one in client.list_databases()] == [1]
        client.check_model(
            {
                "bodies": [{"name": "buoy", "inertia": {"xx": 2e6, "yy": 2e6, "zz": 2e6}}],
                "hydrodynamics": [
                    {
                        "name": "water",
                        "database": "databases/hemisphere",
                        "bodies": [{"body": "buoy"}],
                    }
                ],
                "integration": {"step": 0.05},
            }
        )
    assert stat.S_IMODE(data.stat().st_mode) == 0o700
    assert (data / "set-aside" / "a" / "b").is_dir()
    log = (tmp_path / "log").read_text()
    assert f"{data}/sessions/a holds no session: it is moved to {data}/set-aside/a" in log
    assert f"{data}/databases/names/a is no record of a database" in log
    assert f"{data} was open to other users" in log


def test_an_upload_that_broke_off_can_be_ended(tmp_path: Path) -> None:
    file = write_database(tmp_path / "broken-off.h5", heave_coefficients())
    with raftupd(tmp_path), raftup.connect(f"unix:{tmp_path}/socket") as client:
        with open_channel(f"unix:{tmp_path}/socket") as channel:
            begun = DatabaseServiceStub(channel).StartUpload(
                database_pb2.StartUploadRequest(
                    database_id=database_id(file),
                    size_bytes=file.stat().st_size,
                    sha256=hashlib.sha256(file.read_bytes()).hexdigest(),
                )
            )
            assert begun.upload_id
        client.cancel_upload(file)
        with pytest.raises(raftup.RaftupError, match="does not exist"):
            client.cancel_upload(file)
        assert client.upload_database(file).body_count >= 1


def test_reflection_describes_the_health_service(server: raftup.LocalServer) -> None:
    symbol = b"grpc.health.v1.Health"
    request = b"\x22" + bytes([len(symbol)]) + symbol  # file_containing_symbol, field 4
    with open_channel(server.address) as channel:
        ask = channel.stream_stream(
            "/grpc.reflection.v1alpha.ServerReflection/ServerReflectionInfo",
            request_serializer=None,
            response_deserializer=None,
        )
        answer = next(iter(ask(iter([request]), timeout=20)))
    assert b"HealthCheckRequest" in answer  # a file descriptor, as grpcurl takes it
