"""The command raftup bench: load tests of a server."""

from __future__ import annotations

import itertools
import os
from collections.abc import Callable
from pathlib import Path
from typing import Annotated, Any, TypeVar

import typer
from rich.box import SIMPLE_HEAD
from rich.table import Table

from raftup.cli.connection import with_client
from raftup.cli.documents import print_json
from raftup.cli.terminal import terminal
from raftup.load import LoadScenario, load_model, run_load
from raftup.remote.client import Client

app = typer.Typer(help="Measure the performance of a server.", no_args_is_help=True)

T = TypeVar("T", int, float)

_QUANTILES = ("p50", "p90", "p99", "p99.9", "max")


@app.callback()
def _bench() -> None:
    """Measure the performance of a server."""


_RateOption = Annotated[
    str,
    typer.Option(
        metavar="R,...",
        help="Messages per second to each session, sent at fixed times; 0: each is sent "
        "when the previous one is answered. Several values run in turn.",
    ),
]
_ModelOption = Annotated[
    Path | None,
    typer.Option(
        metavar="FILE",
        help="Model file for the sessions. Default: a built-in model of bodies on springs.",
    ),
]
_PlotOption = Annotated[
    Path | None,
    typer.Option(
        metavar="FILE", help="Write a figure of the latency over its percentiles to this file."
    ),
]
_SessionsOption = Annotated[
    str,
    typer.Option(
        metavar="N,...",
        help="Number of sessions (simulations) that run at the same time; several values "
        "run in turn.",
    ),
]
_StepsOption = Annotated[
    str,
    typer.Option(
        metavar="N,...",
        help="Number of simulation steps per message; several values run in turn.",
    ),
]
_DurationOption = Annotated[
    float, typer.Option(help="Duration of each measurement, in seconds of wall clock.")
]
_WarmUpOption = Annotated[
    float,
    typer.Option(
        help="Time before each measurement that is not counted, in seconds of wall clock."
    ),
]
_JsonOption = Annotated[
    bool,
    typer.Option("--json", help="Print the results as JSON, with the histograms of latencies."),
]


@app.command("server")
@with_client(as_argument=True)
def server_command(
    client: Client,
    sessions: _SessionsOption = "1,16",
    steps: _StepsOption = "1,10",
    rate: _RateOption = "100,0",
    bodies: Annotated[int, typer.Option(min=1, help="Number of bodies in the built-in model.")] = 2,
    model: _ModelOption = None,
    duration: _DurationOption = 5.0,
    warm_up: _WarmUpOption = 1.0,
    as_json: _JsonOption = False,
    plot: _PlotOption = None,
) -> None:
    """Load a running server with every combination of sessions, steps and rates, in turn.

    Messages are sent at their due times, whether or not the server is ready, and a
    latency counts from the due time, so that a stall of the server shows in every
    message that it delays. The command creates sessions of its own and deletes
    them afterwards. Run it from another machine to include the network, or if
    `delay` is most of the latency: then this machine has too few cores to send
    messages on time.

    Examples:
      raftup bench server 127.0.0.1:50551

      raftup bench server tank.example:50051 --ca ca.pem --rate 50 --plot l.png

      raftup bench server unix:/run/raftup --model alongside.yaml --json
    """
    combinations = itertools.product(
        _numbers(sessions, int, "--sessions"),
        _numbers(steps, int, "--steps"),
        _numbers(rate, float, "--rate"),
    )
    ours = load_model(bodies)
    message = client.check_model(model or ours).model
    inputs = [] if model else [one["name"] for one in ours["inputs"]]
    results = []
    for count, step_count, per_second in combinations:
        scenario = LoadScenario(count, step_count, per_second, duration, warm_up, inputs)
        results.append(run_load(client, message, scenario))
    if as_json:
        print_json({"model": message.name, "load_average": os.getloadavg()[0], "results": results})
    else:
        console = terminal()
        console.print("latency in us; rate: messages/s to each session, - as fast as answered")
        console.print(_table(results))
        if any(map(_is_late_itself, results)):
            console.print(
                "messages were sent late: this machine has too few cores for load and server"
            )
    if plot is not None:
        from raftup.plots import plot_latencies, save  # matplotlib takes half a second

        terminal(stderr=True).print(f"plot {save(plot_latencies(results), plot)}")


def _numbers(text: str, kind: Callable[[str], T], option: str) -> list[T]:
    try:
        return [kind(part) for part in text.split(",")]
    except ValueError as error:
        message = f"must be numbers separated by commas, is {text!r}"
        raise typer.BadParameter(message, param_hint=option) from error


def _table(results: list[dict[str, Any]]) -> Table:
    table = Table(
        *("sessions", "steps", "rate", "steps/s", "failed", *_QUANTILES),
        box=SIMPLE_HEAD,
        padding=(0, 1, 0, 0),
    )
    for one in results:
        rate = one["rate_per_session"]
        table.add_row(
            str(one["sessions"]),
            str(one["steps_per_message"]),
            f"{rate:g}" if rate else "-",
            f"{one['steps_per_s']:,.0f}",
            str(one["failed"] + one["unanswered"]),
            *(f"{one['latency_us'][key]:,.0f}" for key in _QUANTILES),
        )
    return table


def _is_late_itself(result: dict[str, Any]) -> bool:
    """Whether most of the tail latency is due to messages that left the client late."""
    return bool(result["delay_us"]["p99"] > 0.5 * result["latency_us"]["p99"])
