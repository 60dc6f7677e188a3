#!/usr/bin/env bash
# Installs, builds and runs every check and every test: C++ by ctest, Python by pytest, format, lints,
# types, the architecture and the protos. Safe to run again. Ends with a line that counts the tests.
set -euo pipefail
cd "$(dirname "$0")/.."
deploy/install.sh --dev

say() { printf '\n== %s\n' "$*"; }
cpp_sources() { git ls-files --cached --others --exclude-standard '*.cpp' '*.hpp'; }

say "format: clang-format, ruff"
cpp_sources | xargs clang-format-14 --dry-run --Werror
.venv/bin/ruff format --check clients/python clients/console tests
.venv/bin/ruff check clients/python clients/console tests

say "types: mypy --strict"
.venv/bin/mypy --config-file clients/python/pyproject.toml clients/python/raftup \
  clients/python/describe clients/python/examples tests/python

say "lint: clang-tidy"
deploy/lint.sh

say "protos: buf"
deploy/protos.sh

say "tests: ctest"
ctest --preset release --parallel "$(nproc)" --no-tests=error

say "console: tsc, node --test"
.venv/bin/python clients/console/build.py --test

deploy/sanitize.sh fmu

say "tests: pytest"
.venv/bin/pytest --config-file clients/python/pyproject.toml -q --numprocesses "$(nproc)" --dist loadfile \
  tests/python tests/architecture
