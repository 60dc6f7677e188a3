#!/usr/bin/env python3
"""The Helm chart and the configuration of Envoy, by the tools that will read them.

    check_chart.py

Needs helm (4) and envoy on the PATH, openssl, and a Python with kubernetes-validate. Nothing is
installed anywhere: what helm makes of the chart is checked by Kubernetes' own schemas, what is in
it for Envoy by Envoy.
"""

import subprocess
import tempfile
from pathlib import Path
from typing import Any

import kubernetes_validate
import yaml

CHART = Path(__file__).resolve().parent / "chart"
RELEASE, NAMESPACE = "fleet", "tank"
KUBERNETES = "1.33"
PLAINTEXT = ("insecure=true",)
ENCRYPTED = ("servers=5", "tls.secret=raftup-tls", "access.secret=raftup-access")


def helm(*arguments: str) -> subprocess.CompletedProcess[str]:
    """What helm says of the chart."""
    return subprocess.run(["helm", *arguments], capture_output=True, text=True)


def rendered(values: tuple[str, ...]) -> list[dict[str, Any]]:
    """The objects of a release with these values."""
    settings = [part for value in values for part in ("--set", value)]
    made = helm("template", RELEASE, str(CHART), "--namespace", NAMESPACE, *settings)
    assert made.returncode == 0, made.stderr
    return [document for document in yaml.safe_load_all(made.stdout) if document]


def check_objects(objects: list[dict[str, Any]]) -> None:
    """Each by its schema, and every server with an address that Envoy knows."""
    for one in objects:
        kubernetes_validate.validate(one, KUBERNETES, strict=True)
    named = {(one["kind"], one["metadata"]["name"]): one for one in objects}
    places = named["StatefulSet", RELEASE]["spec"]["replicas"]
    for index in range(places):
        service = named["Service", f"{RELEASE}-{index}"]["spec"]
        pod = {"statefulset.kubernetes.io/pod-name": f"{RELEASE}-{index}"}
        assert service["selector"] == pod
        assert service["publishNotReadyAddresses"]
    envoy = envoy_of(objects)
    (cluster,) = envoy["static_resources"]["clusters"]
    (group,) = cluster["load_assignment"]["endpoints"]
    endpoints = [one["endpoint"] for one in group["lb_endpoints"]]
    names = [f"{RELEASE}-{index}.{NAMESPACE}.svc" for index in range(places)]
    assert [endpoint["hostname"] for endpoint in endpoints] == names
    assert [endpoint["address"]["socket_address"]["address"] for endpoint in endpoints] == names


def envoy_of(objects: list[dict[str, Any]]) -> dict[str, Any]:
    """Envoy's configuration in a release."""
    (made,) = (one for one in objects if one["kind"] == "ConfigMap")
    configuration: dict[str, Any] = yaml.safe_load(made["data"]["envoy.yaml"])
    return configuration


def check_envoy(configuration: dict[str, Any]) -> None:
    """By Envoy, with certificates made for the purpose where it wants some."""
    with tempfile.TemporaryDirectory(prefix="raftup-chart-") as folder:
        make = ["openssl", "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-subj", "/CN=raftup"]
        files = ["-keyout", f"{folder}/tls.key", "-out", f"{folder}/tls.crt"]
        subprocess.run([*make, *files], check=True, capture_output=True)
        (Path(folder) / "ca.crt").write_bytes((Path(folder) / "tls.crt").read_bytes())
        file = Path(folder) / "envoy.yaml"
        file.write_text(yaml.safe_dump(configuration).replace("/tls/", f"{folder}/"))
        checked = subprocess.run(
            ["envoy", "--mode", "validate", "-c", str(file)], capture_output=True, text=True
        )
    assert checked.returncode == 0, checked.stderr


def main() -> None:
    """Checks everything and says so."""
    linted = helm("lint", "--strict", str(CHART), "--set", PLAINTEXT[0])
    assert linted.returncode == 0, linted.stdout + linted.stderr
    refused = helm("template", RELEASE, str(CHART))
    assert refused.returncode != 0
    assert "insecure must be true" in refused.stderr, refused.stderr
    refused = helm("template", RELEASE, str(CHART), "--set", "servers=0,insecure=true")
    assert refused.returncode != 0
    assert "servers" in refused.stderr, refused.stderr
    check_envoy(yaml.safe_load((CHART / "envoy.yaml").read_text()))
    for values in (PLAINTEXT, ENCRYPTED):
        objects = rendered(values)
        check_objects(objects)
        check_envoy(envoy_of(objects))
        print(f"{', '.join(values)}: {len(objects)} objects of Kubernetes {KUBERNETES}")
    print("the chart and Envoy's configuration are good")


if __name__ == "__main__":
    main()
