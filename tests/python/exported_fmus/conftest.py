"""Exported models and their instances, in each version of FMI unless a file says which."""

from collections.abc import Iterator
from typing import Any

import pytest

import raftup
from raftup.fmu import FmiVersion

from .hosts import HOSTS, Host, Hosts
from .models import Made, exporter


@pytest.fixture(scope="module", params=FmiVersion)
def version(request: pytest.FixtureRequest) -> FmiVersion:
    """Of FMI."""
    return FmiVersion(request.param)


@pytest.fixture(scope="module")
def made(
    client: raftup.Client, tmp_path_factory: pytest.TempPathFactory, version: FmiVersion
) -> Made:
    """Exports a model, once for a file of tests."""
    return exporter(client, tmp_path_factory.mktemp("exported"), version)


@pytest.fixture
def host(made: Made, version: FmiVersion) -> Iterator[Hosts]:
    """Instantiates the FMU of a model; all that it made are closed in the end."""
    opened: list[Host] = []

    def make(model: Any, **options: Any) -> Host:
        opened.append(HOSTS[version](made(model), **options))
        return opened[-1]

    yield make
    for one in opened:
        one.close()
