"""What crosses from process to process whole: errors of every kind, models, rows."""

import importlib
import multiprocessing
import pickle
import pkgutil
from collections.abc import Callable, Iterator
from concurrent.futures import ProcessPoolExecutor
from typing import Any

import grpc
import numpy as np
import pytest

import raftup
from raftup._generated.session_pb2 import Variable
from raftup.base.errors import ModelError, RaftupError, Violation
from raftup.importing_models.finding import Place, UnreadableError
from raftup.remote.rows import Columns, Rows
from raftup.remote.step_error import StepError
from raftup.remote.undisturbed import CallError

ROWS = Rows(
    np.array([1, 2]), np.array([[1.0, 2.0, 3.0]] * 2), Columns.of([Variable(name="a.x", size=3)])
)
DETAILS: dict[str, Any] = {
    "code": "ABORTED",
    "reason": "STEP_CONFLICT",
    "violations": [Violation("bodies[0].mass", "must be positive, is -3")],
    "metadata": {"session": "sessions/a"},
}


def every_error() -> list[type[Exception]]:
    """Every exception that a module of the package defines."""
    found: set[type[Exception]] = set()
    for module in pkgutil.walk_packages(raftup.__path__, "raftup."):
        if module.name.endswith("__main__"):
            continue
        try:
            names = vars(importlib.import_module(module.name))
        except ImportError:
            continue  # of an extra that is not installed
        found |= {
            one
            for one in names.values()
            if isinstance(one, type)
            and issubclass(one, Exception)
            and one.__module__.startswith("raftup.")
        }
    return sorted(found, key=lambda one: one.__name__)


def example(kind: type[Exception]) -> Exception:
    """An error with everything that it can carry."""
    if issubclass(kind, StepError):
        return kind("the step failed", ROWS, **DETAILS)
    if issubclass(kind, ModelError):
        return kind([Violation("bodies[0].mass", "must be positive, is -3"), Violation("", "b")])
    if issubclass(kind, CallError):
        return kind(grpc.StatusCode.ABORTED, "it stands elsewhere", (("a", b"b"),))
    if issubclass(kind, UnreadableError):
        return kind(Place("model.txt", 3), "must be a number, is x")
    if issubclass(kind, RaftupError):
        return kind("it stands elsewhere", **DETAILS)
    return kind("something")


def fail(error: Exception) -> None:
    raise error


def ask_nobody(_: object = None) -> None:
    with raftup.connect("unix:/nowhere/raftup") as client:
        client.caller()


def content(error: BaseException) -> object:
    state = {
        name: value for name, value in vars(error).items() if name not in ("rows", "__notes__")
    }
    return type(error), str(error), error.args[:1], state


@pytest.fixture(scope="module")
def pool() -> Iterator[ProcessPoolExecutor]:
    with ProcessPoolExecutor(1, multiprocessing.get_context("spawn")) as pool:
        yield pool


@pytest.mark.parametrize("kind", every_error(), ids=lambda kind: kind.__name__)
def test_every_error_crosses_a_process_pool_whole(
    kind: type[Exception], pool: ProcessPoolExecutor
) -> None:
    error = example(kind)
    error.add_note("kept in result.nc")
    returned = pool.submit(fail, error).exception(timeout=60)
    assert returned is not None
    assert content(returned) == content(error)
    assert returned.__notes__ == ["kept in result.nc"]
    if isinstance(returned, StepError):
        assert returned.rows.values.tobytes() == ROWS.values.tobytes()
        np.testing.assert_array_equal(returned.rows["a.x"], ROWS["a.x"])


def test_an_error_of_a_server_crosses_a_process_pool_with_its_cause(
    pool: ProcessPoolExecutor,
) -> None:
    returned = pool.submit(ask_nobody, None).exception(timeout=60)
    assert isinstance(returned, RaftupError)
    assert returned.code == "UNAVAILABLE"
    assert "cannot be reached" in str(returned)
    assert pool.submit(len, "the pool goes on").result(timeout=60) == 16


def test_errors_come_out_of_dask_as_what_they_are() -> None:
    distributed = pytest.importorskip("distributed")
    with distributed.Client(
        n_workers=1, threads_per_worker=1, dashboard_address=None, silence_logs="CRITICAL"
    ) as client:
        calls: list[tuple[Callable[..., None], object]] = [
            (fail, example(ModelError)),
            (fail, example(StepError)),
            (ask_nobody, None),
        ]
        returned = [client.submit(*call, pure=False).exception(timeout=60) for call in calls]
    assert content(returned[0]) == content(example(ModelError))
    assert content(returned[1]) == content(example(StepError))
    assert (type(returned[2]), returned[2].code) == (RaftupError, "UNAVAILABLE")


def test_models_and_rows_are_pickled_whole() -> None:
    model = raftup.load_model({"bodies": [{"name": "ship", "mass": 3e5}]})
    assert pickle.loads(pickle.dumps(model)) == model
    rows = pickle.loads(pickle.dumps(ROWS))
    assert rows.columns.names == ROWS.columns.names
    assert rows["a.x"].tobytes() == ROWS["a.x"].tobytes()
