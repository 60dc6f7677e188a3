"""Envoy spreads sessions as nginx does: by their name, over the same servers, each in its place."""

import re
from pathlib import Path
from typing import Any

import yaml

from raftup.remote.routing import ROUTING_HEADER

SCALE = Path(__file__).resolve().parents[2] / "deploy" / "scale"
NGINX = (SCALE / "nginx.conf").read_text(encoding="utf-8")
ENVOY = yaml.safe_load((SCALE / "chart" / "envoy.yaml").read_text(encoding="utf-8"))
(LISTENER,) = ENVOY["static_resources"]["listeners"]
(CLUSTER,) = ENVOY["static_resources"]["clusters"]
MANAGER = LISTENER["filter_chains"][0]["filters"][0]["typed_config"]
(ROUTE,) = MANAGER["route_config"]["virtual_hosts"][0]["routes"]


def endpoints() -> list[dict[str, Any]]:
    (group,) = CLUSTER["load_assignment"]["endpoints"]
    return [one["endpoint"] for one in group["lb_endpoints"]]


def address_of(holder: dict[str, Any]) -> str:
    socket = holder["address"]["socket_address"]
    return f"{socket['address']}:{socket['port_value']}"


def test_both_hash_the_name_of_the_session() -> None:
    (variable,) = re.findall(r"hash \$http_(\w+) consistent;", NGINX)
    assert variable.replace("_", "-") == ROUTING_HEADER
    first = ROUTE["route"]["hash_policy"][0]
    assert first == {"header": {"header_name": ROUTING_HEADER}, "terminal": True}
    assert CLUSTER["lb_policy"] == "RING_HASH"


def test_both_stand_at_the_same_address_before_the_same_servers() -> None:
    assert re.findall(r"listen (\S+) http2;", NGINX) == [address_of(LISTENER)]
    servers = re.findall(r"server (127\S+) max_fails=0;", NGINX)
    assert [address_of(one) for one in endpoints()] == servers
    assert len(servers) == 3


def test_neither_takes_another_server_for_one_that_is_away() -> None:
    assert "grpc_next_upstream off;" in NGINX
    assert NGINX.count("max_fails=0") == 3
    assert not {"health_checks", "outlier_detection"} & CLUSTER.keys()
    assert "retry_policy" not in ROUTE["route"]


def test_a_place_is_hashed_by_its_name_and_not_by_the_address_of_the_day() -> None:
    by_name = CLUSTER["common_lb_config"]["consistent_hashing_lb_config"]
    assert by_name == {"use_hostname_for_hashing": True}
    assert len({one["hostname"] for one in endpoints()}) == len(endpoints())


def test_a_stream_that_rests_is_not_ended() -> None:
    assert "grpc_read_timeout 1d;" in NGINX
    assert ROUTE["route"]["timeout"] == MANAGER["stream_idle_timeout"] == "0s"


def test_as_many_streams_as_nginx_has() -> None:
    (streams,) = re.findall(r"http2_max_concurrent_streams (\d+);", NGINX)
    assert MANAGER["http2_protocol_options"]["max_concurrent_streams"] == int(streams)
    (allowed,) = CLUSTER["circuit_breakers"]["thresholds"]
    assert min(allowed.values()) > int(streams)
