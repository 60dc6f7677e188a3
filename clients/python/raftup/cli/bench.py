"""raftup bench."""

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

app = typer.Typer(help="Measure an installation.", no_args_is_help=True)

T = TypeVar("T", int, float)

_QUANTILES = ("p50", "p90", "p99", "p99.9", "max")


@app.callback()
def _bench() -> None:
    """Measure an installation."""


_RateOption = Annotated[
    str,
    typer.Option(
        metavar="R,...",
        help="Messages per second to each session, sent on time whatever the server does; "
        "0 = each as soon as the one before is answered.",
    ),
]
_ModelOption = Annotated[
    Path | None, typer.Option(metavar="FILE", help="A model of yours instead of ours.")
]
_PlotOption = Annotated[
    Path | None, typer.Option(metavar="FILE", help="Draw latencies over percentiles.")
]


@app.command("server")
@with_client(as_argument=True)
def server_command(
    client: Client,
    sessions: Annotated[str, typer.Option(metavar="N,...", help="Sessions at once.")] = "1,16",
    steps: Annotated[str, typer.Option(metavar="N,...", help="Steps of a message.")] = "1,10",
    rate: _RateOption = "100,0",
    bodies: Annotated[int, typer.Option(min=1, help="Bodies of our model.")] = 2,
    model: _ModelOption = None,
    duration: Annotated[float, typer.Option(help="Seconds measured, each.")] = 5.0,
    warm_up: Annotated[float, typer.Option(help="Seconds before.")] = 1.0,
    as_json: Annotated[bool, typer.Option("--json", help="Write JSON, with histograms.")] = False,
    plot: _PlotOption = None,
) -> None:
    """Put load on a running server: every combination of sessions, steps and rates in turn.

    Messages leave when they are due, not when the server is ready for them, and
    latencies count from then: a server that stalls shows every message that it
    held up. The sessions are of their own and are deleted afterwards. Run it from
    another machine to measure the network too, and where `delay` is most of the
    latency: this program then has no cores left to send on time.

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
            console.print("messages left late: this machine has too few cores for load and server")
    if plot is not None:
        from raftup.plots import plot_latencies, save  # matplotlib takes half a second

        terminal(stderr=True).print(f"plot {save(plot_latencies(results), plot)}")


def _numbers(text: str, kind: Callable[[str], T], option: str) -> list[T]:
    try:
        return [kind(part) for part in text.split(",")]
    except ValueError as error:
        message = f"must be numbers with commas between them, is {text!r}"
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
