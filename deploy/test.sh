#!/usr/bin/env bash
# Installs, builds and runs every check and every test: C++ by ctest, Python by pytest, format, lints,
# types, the architecture and the protos. Safe to run again. Ends with a line that counts the tests.
set -euo pipefail
cd "$(dirname "$0")/.."
# Commands that tests and pages start need not compile the package anew, whatever the machine has set.
unset PYTHONDONTWRITEBYTECODE
deploy/install.sh --dev

say() { printf '\n== %s\n' "$*"; }

format() {
  git ls-files --cached --others --exclude-standard '*.cpp' '*.hpp' | xargs clang-format-14 --dry-run --Werror
  .venv/bin/ruff format --check clients/python clients/console clients/manual deploy tests
  .venv/bin/ruff check --no-cache clients/python clients/console clients/manual deploy tests
}

types() {
  .venv/bin/mypy --config-file clients/python/pyproject.toml clients/python/raftup \
    clients/python/describe clients/python/examples clients/manual tests/python
}

# What takes one core each runs on all of them, the longest first; what it says is shown when it is through.
check() {
  local said status=0
  said=$(bash -euo pipefail -c "$1" 2>&1) || status=$?
  printf '\n== %s\n%s\n' "$1" "$said"
  return "$status"
}
export -f format types check
printf '%s\n' "deploy/sanitize.sh fmu" "deploy/manual.sh --check" types ".venv/bin/python clients/console/build.py --test" \
  deploy/protos.sh format | xargs -P "$(nproc)" -I{} bash -c 'check "{}"'

say "lint: clang-tidy"
deploy/lint.sh

say "tests: ctest"
ctest --preset release --parallel "$(nproc)" --no-tests=error

# One more than there are cores: servers are waited for, and browsers. Each has one thread: threads of linear algebra that
# wait for one another on busy cores take as long again.
say "tests: pytest"
export OMP_NUM_THREADS=1 OPENBLAS_NUM_THREADS=1
.venv/bin/pytest --config-file clients/python/pyproject.toml -q --numprocesses "$(($(nproc) + 1))" --dist loadfile \
  tests/python tests/architecture
