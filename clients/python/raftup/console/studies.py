"""Pages of the studies in a folder: progress, surfaces, and cases run as sessions."""

from __future__ import annotations

import asyncio
import json
import math
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
from aiohttp import web

from raftup.base.errors import RaftupError, bad_field
from raftup.console.login import Login, LoginOf
from raftup.console.refusals import refusing
from raftup.remote.client import Client
from raftup.remote.identity import Identity

if TYPE_CHECKING:
    import xarray as xr

_RECORD = "study.json"
_FAILURES = 20  # that are told
_MEAN = "mean"


class StudyPages:
    """Request handlers for studies. A request can only select one of the studies that were found.

    Args:
        folder: folder whose subfolders contain studies; None = no studies are shown.
        address: address of the raftupd that runs cases.
        identity: certificates of the connection to it; its token is not used.
        login_of: function that returns the login of a request.
    """

    def __init__(
        self, folder: Path | None, address: str, identity: Identity, login_of: LoginOf
    ) -> None:
        self._folder = folder
        self._address = address
        self._identity = identity
        self._login_of = login_of

    def add_to(self, router: web.UrlDispatcher) -> None:
        """Adds the routes of studies to a router."""
        router.add_get("/studies", self._list)
        router.add_get("/studies/{study}", self._study)
        router.add_get("/studies/{study}/surface", self._surface)
        router.add_post("/studies/{study}/session", self._run_case)

    def _found(self) -> dict[str, Path]:
        if self._folder is None:
            return {}
        return {file.parent.name: file.parent for file in self._folder.glob(f"*/{_RECORD}")}

    def _folder_of(self, request: web.Request) -> Path:
        self._login_of(request)
        name = request.match_info["study"]
        found = self._found()
        if name not in found:
            raise RaftupError(f"no study {name!r} here", code="NOT_FOUND", reason="NOT_FOUND")
        return found[name]

    async def _list(self, request: web.Request) -> web.Response:
        self._login_of(request)
        folder = None if self._folder is None else self._folder.name
        return web.json_response({"folder": folder, "studies": sorted(self._found())})

    @refusing
    async def _study(self, request: web.Request) -> web.Response:
        folder = self._folder_of(request)
        return web.json_response(await asyncio.to_thread(describe_study, folder))

    @refusing
    async def _surface(self, request: web.Request) -> web.Response:
        folder = self._folder_of(request)
        return web.json_response(
            await asyncio.to_thread(study_surface, folder, dict(request.query))
        )

    @refusing
    async def _run_case(self, request: web.Request) -> web.Response:
        folder = self._folder_of(request)
        login = self._login_of(request)
        try:
            places = {str(axis): int(place) for axis, place in (await request.json()).items()}
        except (ValueError, AttributeError, TypeError):
            raise bad_field("case", "must be places by axis") from None
        name = await asyncio.to_thread(self._session_of, login, folder, places)
        return web.json_response({"session": name})

    def _session_of(self, login: Login, folder: Path, places: Mapping[str, int]) -> str:
        """Creates a session of a case, ready to step; its databases are files of the study."""
        from raftup.study.cases import Cases
        from raftup.study.record import read_record
        from raftup.study.worker import store_databases

        record = read_record(folder)
        model = Cases(record.specification).model(_index(record.specification.axes, places))
        identity = replace(self._identity, token=login.token or None)
        with Client(self._address, identity) as client:
            store_databases(client, model, record.digests, {})
            session = client.create_session(model)
            session.initialise()
            return session.name


def _index(axes: Any, places: Mapping[str, int]) -> int:
    """Number of a case, with the last axis changing fastest."""
    index = 0
    for axis in axes:
        place = places.get(axis.name, 0)
        if not 0 <= place < len(axis):
            raise bad_field(axis.name, f"must be a place below {len(axis)}, is {place}")
        index = index * len(axis) + place
    return index


def describe_study(folder: Path) -> dict[str, Any]:
    """Axes, variables and progress of a study, as plain values.

    Raises:
        RaftupError: if the folder contains no study.
    """
    from raftup.study.dataset import read_dataset

    dataset = read_dataset(folder)
    axes = dataset["status"].dims
    numbers = [name for name, one in dataset.data_vars.items() if one.dtype.kind == "f"]
    errors = dataset["error"].values.ravel()
    failed = [str(errors[i]) for i in np.flatnonzero(dataset["status"].values.ravel() == 2)]
    return {
        "name": folder.name,
        "title": str(dataset.attrs["title"]),
        "total": int(dataset["status"].size),
        "done": int(dataset.attrs["cases_done"]),
        "failed": len(failed),
        "failures": failed[:_FAILURES],
        "axes": [_axis(dataset, str(axis)) for axis in axes],
        "dimensions": {
            str(name): [str(label) for label in dataset[name].values]
            for name in dataset.dims
            if name not in axes
        },
        "variables": [
            {
                "name": str(name),
                "units": str(dataset[name].attrs.get("units", "")),
                "description": str(dataset[name].attrs.get("long_name", "")),
                "dimensions": [str(one) for one in dataset[name].dims],
            }
            for name in sorted(numbers, key=str)
        ],
    }


def _axis(dataset: xr.Dataset, axis: str) -> dict[str, Any]:
    """An axis with all of its coordinates, that with the name of the axis first."""
    coordinates = {
        str(name): [_plain(value) for value in one.values]
        for name, one in dataset.coords.items()
        if one.dims == (axis,) and not str(name).startswith("probability_")
    }
    return {"name": axis, "size": dataset.sizes[axis], "coordinates": coordinates}


def study_surface(folder: Path, query: Mapping[str, str]) -> dict[str, Any]:
    """Values of a variable over one or two axes.

    Args:
        folder: folder of the study.
        query: `variable`, `x`, optionally `y`; for every other dimension, by its name, a place from
            0 (the default) or "mean".

    Returns:
        `values` [y][x], null where a case is not done; one row without `y`.

    Raises:
        RaftupError: if the study lacks something in the query.
    """
    from raftup.study.dataset import read_dataset

    dataset = read_dataset(folder)
    name, across = query.get("variable", ""), [query.get("y", ""), query.get("x", "")]
    if name not in dataset.data_vars or dataset[name].dtype.kind != "f":
        raise bad_field("variable", f"must be one of the study, is {name!r}")
    chosen = dataset[name]
    kept = [one for one in across if one]
    for dimension in kept:
        if dimension not in chosen.dims:
            raise bad_field("axis", f"must be one of {name}, is {dimension!r}")
    for dimension in [str(one) for one in chosen.dims if one not in kept]:
        place = query.get(dimension, "0")
        if place == _MEAN:
            chosen = chosen.mean(dimension)
        elif place.isdecimal() and int(place) < chosen.sizes[dimension]:
            chosen = chosen.isel({dimension: int(place)})
        else:
            raise bad_field(dimension, f"must be a place or {_MEAN}, is {place!r}")
    values = np.atleast_2d(chosen.transpose(*kept).values)
    return {
        "values": [[_plain(value) for value in row] for row in values],
        "units": _units(dataset[name], query),
    }


def _units(variable: xr.DataArray, query: Mapping[str, str]) -> str:
    """The unit of the selected values, if the places of the last dimension have different units."""
    units = str(variable.attrs.get("units", "")).split(",")
    last = str(variable.dims[-1])
    place = query.get(last, "0")
    if len(units) == variable.sizes[last] and place.isdecimal() and last not in query.values():
        return units[int(place)]
    return ", ".join(dict.fromkeys(units))


def _plain(value: Any) -> Any:
    """A value that can be written as JSON, without NaN."""
    if isinstance(value, np.generic):
        value = value.item()
    if isinstance(value, float) and not math.isfinite(value):
        return None
    return value if isinstance(value, (int, float, str)) else json.dumps(value)
