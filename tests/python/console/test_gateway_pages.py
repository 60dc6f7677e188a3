"""What the gateway answers itself: models as text, studies, coefficients, health."""

from __future__ import annotations

import asyncio
import hashlib
import io
import json
from collections.abc import Awaitable, Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any, TypeVar

import aiohttp
import numpy as np
import pytest
from conftest import DATABASES
from yarl import URL

import raftup
from raftup._generated.database_pb2 import ReadCoefficientsRequest, ReadCoefficientsResponse
from raftup.base.yaml12 import line_numbers, parse_yaml
from raftup.console.gateway import ConsoleOptions
from raftup.console.refusals import line_of
from raftup.console.serving import serve_console

from .helpers import client_of, code_of, cookie_name, floats, tab_of

Result = TypeVar("Result")


def ask(
    url: str, work: Callable[[aiohttp.ClientSession], Awaitable[Result]], **proof: str
) -> Result:
    """What `work` gives to one who has logged in by a cookie or a token."""

    async def run() -> Result:
        async with client_of(url) as client:
            if "cookie" in proof:
                client.cookie_jar.update_cookies({cookie_name(url): proof["cookie"]})
            else:
                assert (await client.post("/login", data=json.dumps(proof))).status == 200
            return await work(client)

    return asyncio.run(run())


def get(url: str, path: str, **proof: str) -> Any:
    """JSON of a GET."""

    async def work(client: aiohttp.ClientSession) -> Any:
        return await (await client.get(path)).json()

    return ask(url, work, **proof)


def post(url: str, path: str, text: str, **proof: str) -> Any:
    """JSON of a POST."""

    async def work(client: aiohttp.ClientSession) -> Any:
        return await (await client.post(path, data=text)).json()

    return ask(url, work, **proof)


def test_nobody_is_answered_without_a_login(console: str) -> None:
    async def run() -> None:
        async with client_of(console) as client:
            for path in ("/model?session=sessions/x", "/studies", "/studies/x", "/health"):
                assert (await client.get(path)).status == 401
            for path in ("/model/check", "/model/session", "/studies/x/session", "/databases"):
                assert (await client.post(path, data="{}")).status == 401
                elsewhere = {"Origin": "http://evil.example"}
                assert (await client.post(path, data="{}", headers=elsewhere)).status == 403

    asyncio.run(run())


# --- uploads --------------------------------------------------------------------------------------


def upload(url: str, data: bytes, digest: str = "", **proof: str) -> Any:
    """What answers a file called some-ship."""
    query = {"id": "some-ship", "sha256": digest or hashlib.sha256(data).hexdigest()}

    async def work(client: aiohttp.ClientSession) -> Any:
        return await (await client.post("/databases", params=query, data=io.BytesIO(data))).json()

    return ask(url, work, **proof)


def test_a_file_is_uploaded_once_and_refused_with_the_rule_of_the_server(
    console: str, cookie: str, client: raftup.Client
) -> None:
    data = (DATABASES / "alongside.h5").read_bytes()  # more than a chunk, and than other bodies
    name = upload(console, data, cookie=cookie)["name"]
    assert name == f"databases/some-ship@{hashlib.sha256(data).hexdigest()}"
    assert upload(console, data, cookie=cookie)["name"] == name
    assert client.read_coefficients(name).arrays["added_mass"].values.shape == (117, 12, 12)
    assert "must be" in upload(console, b"no database", cookie=cookie)["refusal"]
    assert "SHA-256 must be" in upload(console, b"bytes", "0" * 64, cookie=cookie)["refusal"]


def test_an_observer_uploads_nothing(guarded: tuple[str, dict[str, str], str]) -> None:
    _, tokens, url = guarded
    refused = upload(url, b"bytes", token=tokens["observer"])["refusal"]
    assert "role must be at least operator" in refused


# --- models ---------------------------------------------------------------------------------------

WRONG = """\
name: box
bodies:
  - name: box
    shapes: [{box: {size: [20, 8, 4]}, density: 500}]
    mass: -3
loads:
  - {name: line, point_spring: {body1: box, point1: [0, 0, 0], body2: nobody, point2: [1, 0, 0]}}
"""


def test_violations_of_a_model_have_their_line(console: str, cookie: str) -> None:
    answer = post(console, "/model/check", WRONG, cookie=cookie)
    lines = {one["path"]: one["line"] for one in answer["violations"]}
    assert lines["bodies[0].mass"] == 5
    assert lines["loads[0].point_spring.body2"] == 7
    unknown = post(console, "/model/check", "name: a\nbodys:\n  - {}\n", cookie=cookie)
    assert unknown["violations"][0]["line"] == 2
    assert "did you mean bodies?" in unknown["violations"][0]["description"]
    syntax = post(console, "/model/check", "name: a\nbodies: [\n", cookie=cookie)
    assert syntax["violations"][0]["line"] == 3
    assert "must be YAML" in syntax["violations"][0]["description"]
    assert (
        "mapping"
        in post(console, "/model/check", "- 1", cookie=cookie)["violations"][0]["description"]
    )


LAUGHS = "x0: &x0 [a, a, a, a, a, a, a, a, a, a]\n" + "".join(
    f"x{i}: &x{i} [{', '.join([f'*x{i - 1}'] * 10)}]\n" for i in range(1, 9)
)


def test_a_model_that_is_more_than_it_seems_is_refused_and_holds_up_nobody(
    console: str, cookie: str
) -> None:
    answer = post(console, "/model/check", LAUGHS, cookie=cookie)
    assert "aliases must repeat at most" in answer["violations"][0]["description"]
    numbers = "name: [" + "1.5, " * 20_000 + "1]"  # takes a second or more to read
    with ThreadPoolExecutor(1) as pool:
        long = pool.submit(post, console, "/model/check", numbers, cookie=cookie)
        answered = 0
        while not long.done():
            assert get(console, "/who", cookie=cookie)["role"]
            answered += 1
    assert answered > 5
    assert long.result()["violations"][0]["path"] == "name"


def test_a_session_that_an_observer_may_not_make_is_not_even_read(
    guarded: tuple[str, dict[str, str], str],
) -> None:
    _, tokens, url = guarded
    refused = post(url, "/model/session", LAUGHS, token=tokens["observer"])
    assert "role must be at least operator" in refused["refusal"]
    assert refused["violations"] == []


def test_a_line_is_that_of_the_nearest_field_that_is_written() -> None:
    lines = line_numbers("a:\n  - {b: 1}\n  - b:\n      c: 2\n")
    assert lines["a[1].b.c"] == 4
    assert [line_of(path, lines) for path in ("a[1].b.d", "a[0].z", "a[7].b", "z", "line 9")] == [
        *(3, 2, 1, None, 9)
    ]


def test_a_model_of_the_browser_names_no_files(
    console: str,
    cookie: str,
    client: raftup.Client,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "beside").write_bytes((DATABASES / "hemisphere.h5").read_bytes())
    before = {database.name for database in client.list_databases()}
    for name in (str(DATABASES / "hemisphere.h5"), "../x.h5", "beside"):
        group = {"name": "g", "database": name, "bodies": [{"body": "b"}]}
        text = json.dumps({"bodies": [{"name": "b"}], "hydrodynamics": [group]})
        answer = post(console, "/model/session", text, cookie=cookie)
        paths = [violation["path"] for violation in answer["violations"]]
        assert "hydrodynamics[0].database" in paths
    assert {database.name for database in client.list_databases()} == before


def test_a_session_is_made_of_a_text_and_read_back(
    console: str, cookie: str, client: raftup.Client
) -> None:
    checked = post(console, "/model/check", json.dumps(floats()), cookie=cookie)
    assert checked["session"] == ""
    made = post(console, "/model/session", json.dumps(floats()), cookie=cookie)
    with client.session(made["session"]) as session:
        text = get(console, f"/model?session={session.name}", cookie=cookie)["text"]
        assert text == made["text"]
        with client.create_session(parse_yaml(text)) as again:
            assert again.model == session.model
    gone = get(console, "/model?session=sessions/none-such", cookie=cookie)
    assert "none-such" in gone["refusal"]


def test_an_observer_makes_no_session(guarded: tuple[str, dict[str, str], str]) -> None:
    _, tokens, url = guarded
    answer = post(url, "/model/session", json.dumps(floats()), token=tokens["observer"])
    assert "operator" in answer["refusal"]


# --- databases ------------------------------------------------------------------------------------


def test_coefficients_come_merged_as_the_server_streams_them(
    console: str, cookie: str, client: raftup.Client
) -> None:
    name = client.upload_database(DATABASES / "alongside.h5").name
    known = client.read_coefficients(name)

    async def run() -> None:
        async with tab_of(console, cookie=cookie) as tab:
            for body in (0, 2):
                request = ReadCoefficientsRequest(name=name, dataset="added_mass", row_body=body)
                answer = await tab.call("DatabaseService.ReadCoefficients", request)
                merged = ReadCoefficientsResponse.FromString(answer.answer)
                whole = np.array(merged.values).reshape(tuple(merged.shape))
                rows = slice(None) if body == 0 else slice(6, 12)
                assert np.array_equal(whole, known.arrays["added_mass"].values[:, rows])
            absent = ReadCoefficientsRequest(name=name, dataset="qtf_sum")
            answer = await tab.call("DatabaseService.ReadCoefficients", absent)
            assert answer.status.code == "NOT_FOUND"

    asyncio.run(run())


# --- studies --------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def with_studies(server: raftup.LocalServer, studies: Path) -> Any:
    """A console that shows studies, and a cookie of it."""
    options = ConsoleOptions(address=server.address, port=0, studies=studies)
    with serve_console(options) as url:

        async def log_in() -> str:
            async with client_of(url) as client:
                response = await client.post("/login", data=json.dumps({"code": code_of(url)}))
                return response.cookies[cookie_name(url)].value

        yield url, asyncio.run(log_in())


def test_a_study_is_told_and_its_numbers_are_those_of_its_dataset(
    with_studies: tuple[str, str], studies: Path
) -> None:
    url, cookie = with_studies
    assert get(url, "/studies", cookie=cookie)["studies"] == ["small.study"]
    told = get(url, "/studies/small.study", cookie=cookie)
    assert [told["done"], told["total"], told["failed"]] == [16, 16, 0]
    assert [axis["name"] for axis in told["axes"]] == ["hs", "heading", "seed"]
    dataset = raftup.open_study(studies / "small.study")
    query = "variable=displacement_std&x=heading&y=hs&seed=mean&body=0&dof=0"
    surface = get(url, f"/studies/small.study/surface?{query}", cookie=cookie)
    heave = dataset.displacement_std.isel(body=0, dof=0).mean("seed").transpose("hs", "heading")
    assert np.array_equal(np.array(surface["values"]), heave.values)
    assert dataset.displacement_std.attrs["units"] == "m,m,m,rad,rad,rad"
    assert surface["units"] == "m"
    for dof, unit in (("4", "rad"), ("mean", "m, rad")):
        other = get(url, f"/studies/small.study/surface?{query[:-1]}{dof}", cookie=cookie)
        assert other["units"] == unit
    for bad, rule in {
        "variable=nothing&x=hs": "variable must be one of the study",
        "variable=displacement_std&x=body2": "axis must be one of displacement_std",
        "variable=displacement_std&x=hs&heading=9": "heading must be a place or mean",
    }.items():
        assert rule in get(url, f"/studies/small.study/surface?{bad}", cookie=cookie)["refusal"]


@pytest.mark.parametrize("name", ["%2e%2e", "%2e%2e%2fsmall.study", "secret"])
def test_no_other_folder_can_be_named(with_studies: tuple[str, str], name: str) -> None:
    url, cookie = with_studies

    async def work(client: aiohttp.ClientSession) -> str:
        return await (await client.get(URL(f"/studies/{name}", encoded=True))).text()

    answer = ask(url, work, cookie=cookie)
    assert "no study" in answer


def test_a_case_is_run_as_a_session_of_its_own(
    with_studies: tuple[str, str], client: raftup.Client
) -> None:
    url, cookie = with_studies
    case = json.dumps({"hs": 1, "heading": 2, "seed": 1})
    made = post(url, "/studies/small.study/session", case, cookie=cookie)
    with client.session(made["session"]) as session:
        wave = session.model.environment.sea.waves[0].irregular
        assert wave.jonswap.significant_wave_height == 2.0
        assert [wave.direction_deg, wave.seed] == [180.0, 2]
        session.advance(10)
        assert session.status().time_ns == 200_000_000
    for bad, rule in {'{"hs": 9}': "hs must be a place below 2", "[]": "must be places"}.items():
        assert rule in post(url, "/studies/small.study/session", bad, cookie=cookie)["refusal"]


def test_a_server_that_serves_says_so(console: str, cookie: str) -> None:
    said = get(console, "/health", cookie=cookie)
    assert said["serving"]
    assert {(one["name"], one["limit"]) for one in said["buffers"]} == {
        ("history", 64 << 20),
        ("queue", 1 << 20),
    }
