"""Certificates and tokens through the Python client, and floods that the server must outlive."""

import contextlib
import shutil
import socket
import struct
import subprocess
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

import raftup
from raftup.local.server import find_server

_PREFACE = b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n"
_DATA, _HEADERS, _RST_STREAM, _SETTINGS, _CONTINUATION = 0x0, 0x1, 0x3, 0x4, 0x9
_END_HEADERS = 0x4
_CANCEL = struct.pack(">I", 8)
_MIB = 2**20


def _openssl(*arguments: str) -> None:
    subprocess.run(["openssl", *arguments], check=True, capture_output=True)


@pytest.fixture(scope="module")
def files(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """An authority, and a certificate for this machine that it has signed."""
    if shutil.which("openssl") is None:
        pytest.skip("no openssl to make certificates with")
    folder = tmp_path_factory.mktemp("certificates")
    ca, key = str(folder / "ca.pem"), str(folder / "ca-key.pem")
    new = ("req", "-x509", "-nodes", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256")
    _openssl(*new, "-keyout", key, "-out", ca, "-days", "1", "-subj", "/CN=authority")
    _openssl(
        *(*new, "-CA", ca, "-CAkey", key, "-days", "1", "-subj", "/CN=server"),
        *("-addext", "subjectAltName=IP:127.0.0.1", "-addext", "basicConstraints=CA:FALSE"),
        *("-keyout", str(folder / "key.pem"), "-out", str(folder / "certificate.pem")),
    )
    return folder


def _tokens(*arguments: str) -> str:
    command = [str(find_server()), "tokens", *arguments]
    return subprocess.run(command, check=True, capture_output=True, text=True).stdout.strip()


def _count_sessions(client: raftup.Client) -> int:
    return len(list(client.list_sessions()))


def test_a_token_opens_a_server_with_tls_until_it_is_revoked(files: Path) -> None:
    access = str(files / "access")
    token = _tokens("add", "viewer", "--access", access, "--tenant", "acme", "--role", "observer")
    assert token.startswith("raftup_")
    assert token not in Path(access).read_text()
    assert _tokens("list", "--access", access) == "viewer acme observer"
    arguments = [
        *("--certificate", str(files / "certificate.pem"), "--key", str(files / "key.pem")),
        *("--access", access),
    ]
    with raftup.local_server("127.0.0.1:0", arguments) as server:
        ca = files / "ca.pem"
        with raftup.connect(server.address, ca=ca, token=token) as client:
            assert _count_sessions(client) == 0
            with pytest.raises(raftup.RaftupError, match="must be at least operator"):
                client.create_session({"bodies": [{"name": "float"}]})
            with (
                raftup.connect(server.address, ca=ca) as nobody,
                pytest.raises(raftup.RaftupError, match="token or a certificate"),
            ):
                _count_sessions(nobody)
            _tokens("revoke", "viewer", "--access", access)
            time.sleep(1.1)
            with pytest.raises(raftup.RaftupError, match="not known here"):
                _count_sessions(client)


def test_files_that_do_not_go_together_are_refused() -> None:
    with pytest.raises(ValueError, match="certificate and key"):
        raftup.connect("localhost:1", ca="ca.pem", certificate="certificate.pem")
    with pytest.raises(ValueError, match="ca of the server"):
        raftup.connect("localhost:1", certificate="certificate.pem", key="key.pem")


def _frame(kind: int, flags: int, stream: int, payload: bytes) -> bytes:
    return struct.pack(">I", len(payload))[1:] + struct.pack(">BBI", kind, flags, stream) + payload


def _literal(name: bytes, value: bytes) -> bytes:
    return b"\0" + bytes([len(name)]) + name + bytes([len(value)]) + value


_REQUEST = (
    b"\x83\x86"  # :method POST, :scheme http
    + _literal(b":path", b"/raftup.v1.SessionService/ListSessions")
    + _literal(b":authority", b"localhost")
    + _literal(b"content-type", b"application/grpc")
    + _literal(b"te", b"trailers")
)


def _resets(first_stream: int) -> bytes:
    """A thousand calls that are cancelled as soon as they begin (CVE-2023-44487)."""
    streams = range(first_stream, first_stream + 2000, 2)
    return b"".join(
        _frame(_HEADERS, _END_HEADERS, stream, _REQUEST) + _frame(_RST_STREAM, 0, stream, _CANCEL)
        for stream in streams
    )


def _reset_flood() -> Iterator[bytes]:
    for batch in range(2):
        yield _resets(1 + 2000 * batch)


def _header_flood() -> Iterator[bytes]:
    """One request whose headers never end."""
    yield _frame(_HEADERS, 0, 1, _REQUEST)
    for number in range(500):
        name = b"x-flood-%d" % number
        yield _frame(_CONTINUATION, 0, 1, _literal(name, b"v" * 100) * 100)


def _endless_header() -> Iterator[bytes]:
    """One header whose value is announced as 100 MiB and never ends (CVE-2023-33953)."""
    length = b"\x7f" + bytes([0x80 | (100 * _MIB - 127) >> shift & 0x7F for shift in (0, 7, 14)])
    length += bytes([(100 * _MIB - 127) >> 21 & 0x7F])
    yield _frame(_HEADERS, 0, 1, _REQUEST + b"\0\1x" + length)
    for _ in range(200):
        yield _frame(_CONTINUATION, 0, 1, b"v" * 16000)


def _pour(address: str, flood: Iterator[bytes]) -> None:
    """Sends a flood and reads what comes, until it is over or the server has had enough."""
    host, port = address.rsplit(":", 1)
    with (
        contextlib.suppress(ConnectionError, TimeoutError),
        socket.create_connection((host, int(port)), timeout=5) as connection,
    ):
        connection.sendall(_PREFACE + _frame(_SETTINGS, 0, 0, b""))
        for part in flood:
            connection.sendall(part)
            connection.setblocking(False)
            with contextlib.suppress(BlockingIOError):
                while connection.recv(65536):
                    pass
            connection.settimeout(5)


def _memory_mib(process: int) -> float:
    status = Path(f"/proc/{process}/status").read_text()
    return int(status.split("VmRSS:")[1].split()[0]) / 1024


@pytest.mark.parametrize("flood", [_reset_flood, _header_flood, _endless_header])
def test_a_flood_leaves_the_server_serving_and_its_memory_bounded(
    flood: Callable[[], Iterator[bytes]],
) -> None:
    with (
        raftup.local_server("127.0.0.1:0") as server,
        raftup.connect(server.address) as client,
    ):
        assert _count_sessions(client) == 0
        _pour(server.address, flood())  # warms pools that stay
        before = _memory_mib(server.process.pid)
        for _ in range(4):
            _pour(server.address, flood())
        after = _memory_mib(server.process.pid)
        start = time.monotonic()
        assert _count_sessions(client) == 0
        assert time.monotonic() - start < 5
        print(f"{flood.__name__}: {before:.0f} MiB before, {after:.0f} MiB after")
        # A call in the queue takes about 20 KiB until it is found to be cancelled.
        assert after - before < 200


@pytest.mark.skipif(shutil.which("h2load") is None, reason="needs h2load (nghttp2-client)")
def test_a_flood_of_requests_leaves_the_server_serving() -> None:
    with (
        raftup.local_server("127.0.0.1:0") as server,
        raftup.connect(server.address) as client,
    ):
        path = "raftup.v1.SessionService/ListSessions"
        command = ["h2load", "-n", "50000", "-c", "20", "-m", "200", "-H", "te: trailers"]
        command += ["-H", "content-type: application/grpc", f"http://{server.address}/{path}"]
        before = _memory_mib(server.process.pid)
        subprocess.run(command, check=True, capture_output=True, timeout=120)
        assert _count_sessions(client) == 0
        assert _memory_mib(server.process.pid) - before < 100
