"""A server of another version is told once, and its refusal names the field."""

import warnings

import pytest

import raftup
from raftup._generated.session_pb2 import GetCallerResponse
from raftup.remote.client import Client
from raftup.remote.versions import VersionWarning

PENDULUM = {
    "bodies": [{"name": "box", "mass": 1.0, "inertia": {"xx": 1.0, "yy": 1.0, "zz": 1.0}}],
    "integration": {"step": 0.1},
}


def test_a_server_of_another_version_is_told_once(
    server: raftup.LocalServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(Client, "caller", lambda _: GetCallerResponse(server_version="7.8.9"))
    with raftup.connect(server.address) as client:
        with pytest.warns(VersionWarning, match=r"is of version 7\.8\.9, this client of"):
            client.check_model(PENDULUM)
        with warnings.catch_warnings():
            warnings.simplefilter("error")
            client.check_model(PENDULUM)


def test_a_server_of_the_same_version_is_not_told(server: raftup.LocalServer) -> None:
    with raftup.connect(server.address) as client, warnings.catch_warnings():
        warnings.simplefilter("error")
        client.check_model(PENDULUM)


def test_a_field_of_a_newer_client_is_refused_by_number_and_place(
    client: raftup.Client,
) -> None:
    model = raftup.load_model(PENDULUM)
    # Field 1234, a varint of value 5, of the body: protobuf keeps what it does not know.
    model.bodies[0].MergeFromString(b"\x90\x4d\x05")
    with pytest.raises(raftup.ModelError) as refused:
        client.check_model(model)
    assert refused.value.violations[0].path == "bodies[0].(field 1234)"
    assert "so the client is newer" in str(refused.value)


def test_names_are_letters_digits_and_two_signs(client: raftup.Client) -> None:
    model = raftup.load_model(PENDULUM)
    model.bodies[0].name = "No.2\n"
    with pytest.raises(raftup.ModelError) as refused:
        client.check_model(model)
    (violation,) = refused.value.violations
    assert violation.path == "bodies[0].name"
    assert '"No_2_" would do, got "No.2\\n"' in str(refused.value)
