"""Runs of models: from a model to the recorded result."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager, suppress
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

from raftup._generated.finding_pb2 import Severity
from raftup.base.claim import check_unclaimed
from raftup.base.errors import RaftupError
from raftup.base.files import check_place
from raftup.base.names import names_of
from raftup.local.server import server_address
from raftup.model.load import ModelSource
from raftup.progress import ProgressBar, ProgressCallback, Stopwatch
from raftup.remote.client import Client
from raftup.remote.duration import run_length
from raftup.remote.exchange import Exchange
from raftup.remote.pacing import Pace
from raftup.remote.participant import Participant
from raftup.remote.rows import NANOSECONDS, Rows
from raftup.remote.session import Session
from raftup.remote.step_error import StepError
from raftup.results import ResultLayout
from raftup.results.attributes import (
    broken_lines_attribute,
    events_attributes,
    findings_attribute,
    result_attributes,
)

if TYPE_CHECKING:
    import xarray as xr

    from raftup.results.file import ResultFile, ResultSummary

T = TypeVar("T")

_ROWS_PER_MESSAGE = 256  # at most: the server, not the client, decides the speed
_LEASE = 600.0  # s, for which a run that is stopped (Ctrl-Z) can go on
_MESSAGE_DURATION = 0.2  # s, after which rows come: what an interruption can lose


def run(
    model: ModelSource,
    server: str | Client | None = None,
    overrides: Mapping[str, Any] | None = None,
    progress: ProgressCallback | bool = False,
    outputs: str | Sequence[str] | None = None,
    out: str | Path | None = None,
    compress: bool = False,
    pace: Pace | None = None,
    session_id: str = "",
    participants: Sequence[Participant] = (),
    strict: bool = False,
) -> xr.Dataset:
    """Simulates a model for its integration.duration, through its stages, or until an event's end.

    Args:
        model: model file, mapping or message.
        server: address of a running server or a client of it; None = one is started for the run.
        overrides: values that replace those of the model, by their paths:
            `{"environment.sea.waves[0].irregular.seed": 2}`.
        progress: True for a progress bar, or a function called with the Progress of the run.
        outputs: names of the outputs to record, one or several; `*` in a name stands for any
            letters and `?` for one; default: the model's outputs.
        out: path of a file to which the result is written during the run.
        compress: compresses the file without loss, which makes writing five times slower.
        pace: keeps the run at the pace of the wall clock; None = as fast as possible.
        session_id: id of the session, for programs that take part; default: chosen automatically.
        participants: programs that write inputs; steps wait for those that are required.
        strict: findings of severity warning are errors, except those about databases.

    Returns:
        The result with the dimensions time, body, xyz, wxyz, dof; every variable has units. Its
        attributes `events`, `run_end` and `broken_lines` tell of events and of broken lines.

    Raises:
        ModelError: with every rule that the model breaks.
        RaftupError: if the run fails. With `out`, the rows computed before are kept in the file,
            also on KeyboardInterrupt; the notes of the exception say so.
        OSError: if `out` cannot be written, for example on a full disk, or another run writes it;
            rows written before are kept.
    """
    file = None if out is None else checked_place(Path(out))
    with ExitStack() as stack:
        client = stack.enter_context(connection(server))
        callback = stack.enter_context(ProgressBar()) if progress is True else progress or None
        session = stack.enter_context(
            run_session(
                client,
                model,
                overrides,
                callback,
                outputs,
                session_id=session_id,
                participants=participants,
                strict=strict,
            )
        )
        return record(session, file, callback, compress=compress, pace=pace)


@contextmanager
def run_session(
    client: Client,
    model: ModelSource,
    overrides: Mapping[str, Any] | None = None,
    progress: ProgressCallback | None = None,
    outputs: str | Sequence[str] | None = None,
    *,
    session_id: str = "",
    participants: Sequence[Participant] = (),
    strict: bool = False,
) -> Iterator[Session]:
    """Makes the session of a run for the duration of the block; arguments are as for run()."""
    with ExitStack() as stack:
        if isinstance(progress, ProgressBar):
            stack.enter_context(client.fits_told_to(progress.show_fit))
        if outputs is not None:
            overrides = {**(overrides or {}), "outputs": names_of(outputs)}
        yield stack.enter_context(
            client.create_session(
                model,
                overrides=overrides,
                session_id=session_id,
                participants=participants,
                lease=0.0 if participants else _LEASE,
                strict=strict,
            )
        )


def checked_place(file: Path) -> Path:
    """The path of a result, after a check that it can be written and no other run writes it."""
    check_place(file)
    check_unclaimed(file)
    return file


@contextmanager
def connection(server: str | Client | None) -> Iterator[Client]:
    """A client of `server`, which is given as for run(), for the duration of the block."""
    if isinstance(server, Client):
        yield server
    else:
        with server_address(server) as address, Client(address) as client:
            yield client


def record(
    session: Session,
    out: Path | None = None,
    progress: ProgressCallback | None = None,
    *,
    compress: bool = False,
    pace: Pace | None = None,
) -> xr.Dataset:
    """Runs a new session to the end of its model's duration or stages and records its outputs.

    Args:
        session: session that was created but not initialized.
        out: path of the file, see run().
        progress: progress bar or function, see run().
        compress: whether the file is compressed, see run().
        pace: pace of the wall clock, see run().
    """
    import xarray  # noqa: F401  # takes half a second; before the file, which shares its lock

    return _record(session, out, progress, lambda file: file.dataset(), compress, pace)


def record_to_file(
    session: Session,
    out: Path,
    progress: ProgressCallback,
    *,
    compress: bool = False,
    pace: Pace | None = None,
) -> ResultSummary:
    """Does what record() does, but does not read the result, which may not fit into memory."""
    return _record(session, out, progress, lambda file: file.summary(), compress, pace)


def _record(
    session: Session,
    out: Path | None,
    progress: ProgressCallback | None,
    taken: Callable[[ResultFile], T],
    compress: bool,
    pace: Pace | None,
) -> T:
    """Records as record() does, and returns what is taken of the complete file."""
    from raftup.results.file import ResultFile  # netCDF4 takes an eighth of a second

    step_count = run_length(session).step_count
    session.initialise()
    with session.exchange() as exchange:
        layout = ResultLayout(session.model, exchange.outputs)
        first_step = session.first_recorded_step
        row_count = (step_count - first_step) // exchange.output_stride + 1
        attributes = result_attributes(session)
        with ResultFile(out, layout, attributes, row_count, compress=compress) as result:
            try:
                if exchange.step_index >= first_step:
                    result.append(session.read(exchange.outputs.names))
                _advance(exchange, (first_step, step_count), result, progress, pace)
            except BaseException as error:
                _keep(session, result, out, error)
                raise
            status = session.status()
            result.complete(
                {
                    **findings_attribute(session, status.findings),
                    **events_attributes(status),
                    **broken_lines_attribute(status),
                }
            )
            return taken(result)


def _keep(session: Session, result: ResultFile, out: Path | None, error: BaseException) -> None:
    """Closes the result of a run that was ended by an error, and adds notes to the error.

    If the user has interrupted the run, no further call is made to the server.
    """
    result.flush()
    findings, events = session.findings, dict[str, str]()
    if isinstance(error, RaftupError):
        with suppress(RaftupError):  # the server may be gone: those of the model are known
            status = session.status()
            findings = list(status.findings)
            events = {**events_attributes(status), **broken_lines_attribute(status)}
        for finding in findings:
            if finding.severity != Severity.SEVERITY_INFO:
                error.add_note(f"warning: {finding.message}")
    result.close({**findings_attribute(session, findings), **events})
    if out is not None and result.is_in_place:
        error.add_note(f"the result up to t = {result.end_time:g} s is kept in {out}")
    elif out is not None:
        error.add_note(f"no step was made: {out} is as it was before")


def _advance(
    exchange: Exchange,
    steps: tuple[int, int],
    result: ResultFile,
    progress: ProgressCallback | None,
    pace: Pace | None,
) -> None:
    """Takes steps up to `steps[1]` and writes the rows from `steps[0]` on."""
    first_ns = steps[0] * exchange.step_ns
    watch = Stopwatch(steps[1] * exchange.step_ns / NANOSECONDS)
    if progress is not None:
        exchange.on_waiting = lambda ids: progress(watch.at(exchange.time_ns / NANOSECONDS, ids))
    for rows in _rows(exchange, steps[1], pace):
        result.append(rows.since(first_ns))
        if progress is not None:
            progress(watch.at(exchange.time_ns / NANOSECONDS))


def _rows(exchange: Exchange, step_count: int, pace: Pace | None) -> Iterator[Rows]:
    """Yields the rows of all steps; a connection that breaks is opened again.

    A connection also breaks if the program is suspended (Ctrl-Z) for longer than the server waits.
    """
    while (left := step_count - exchange.step_index) and not exchange.ended:
        try:
            if pace is not None:
                yield from pace.advance(exchange, left)
            else:
                most = min(_ROWS_PER_MESSAGE * exchange.output_stride, exchange.steps_per_message())
                yield from exchange.advance_in_parts(left, most, _MESSAGE_DURATION)
        except RaftupError as error:
            yield _rows_missed(exchange, error)


def _rows_missed(exchange: Exchange, error: RaftupError) -> Rows:
    """Reopens a stream whose connection broke, and returns the rows that were missed.

    Raises:
        RaftupError: `error` itself, if it has another cause or the server cannot be reached.
    """
    if error.code != "UNAVAILABLE" or error.reason:
        raise error
    rows = error.rows if isinstance(error, StepError) else Rows.none(exchange.outputs)
    try:
        return Rows.concatenate([rows, exchange.resume()])
    except RaftupError as refusal:
        if refusal.reason:  # the server is there
            error.add_note(f"the connection broke, and could not be resumed: {refusal}")
        raise error from None
