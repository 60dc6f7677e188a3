#!/usr/bin/env bash
# Builds with clang and a sanitizer, and runs the C++ tests under it. An hour each on two cores.
#   deploy/sanitize.sh                               addresses and undefined behaviour, then threads
#   deploy/sanitize.sh asan|tsan [CTEST ARGUMENT]... one of them; tests of ctest -R WORDS
#   deploy/sanitize.sh fmu [PYTEST ARGUMENT]...      what hosts reach of an FMU, by g++: minutes
set -euo pipefail
cd "$(dirname "$0")/.."

# The libraries are not built with the sanitizers: what races in them alone is theirs.
# Freed memory is kept back shortly only: tests watch the size of the server.
export ASAN_OPTIONS="detect_stack_use_after_return=1:quarantine_size_mb=4:${ASAN_OPTIONS:-}"
export UBSAN_OPTIONS="print_stacktrace=1:${UBSAN_OPTIONS:-}"
export TSAN_OPTIONS="suppressions=$PWD/deploy/cmake/thread_sanitizer.supp:${TSAN_OPTIONS:-}"

# Not under a sanitizer: tests of the server's memory, which the sanitizer has most of; one that links
# the libraries with a program built without it; files that break the HDF5 library itself, and the
# list of system calls that then ends the reader, which sanitizers cannot live with.
skipped='observer: a stopped process|watch: latest and drop_oldest|installed package|damage that crashes|damaged databases|^sandbox: '

run() {
  printf '\n== sanitizer: %s\n' "$1"
  cmake --preset "$1" --log-level=WARNING
  cmake --build --preset "$1"
  ctest --preset "$1" --parallel "$(nproc)" --no-tests=error \
    --exclude-regex "$skipped" "${@:2}"
}

# Of the library of FMUs, which clang's sanitizers cannot be linked into: the host, Python, has that of
# g++ before it, and frees nothing at its end. The server has none: its sandbox would end the reader.
run_fmu() {
  local server
  printf '\n== sanitizer: FMUs\n'
  cmake --preset release --log-level=WARNING
  cmake --build --preset release --target raftup_fmu_asan raftupd raftup-read-database
  server=$(mktemp)
  trap 'rm -f "$server"' RETURN
  printf '#!/bin/sh\nunset LD_PRELOAD\nexec "%s" "$@"\n' "$PWD/build/release/server/raftupd" >"$server"
  chmod +x "$server"
  RAFTUP_SERVER_BINARY=$server \
    RAFTUP_FMU_LIBRARY="$PWD/build/release/clients/fmu/libraftup_fmu_asan.so" \
    LD_PRELOAD="$(g++ -print-file-name=libasan.so)" ASAN_OPTIONS="detect_leaks=0:$ASAN_OPTIONS" \
    .venv/bin/pytest --config-file clients/python/pyproject.toml -q \
    tests/python/exported_fmus/test_{calls,states,derivatives}.py \
    -k "not do_not_grow" "$@"
}

case "${1:-}" in
  "")
    deploy/install.sh --clang
    run asan
    run tsan
    ;;
  asan | tsan)
    deploy/install.sh --clang
    run "$@"
    ;;
  fmu) run_fmu "${@:2}" ;;
  *)
    sed -n '2,5p' "$0" | sed 's/^# \{0,1\}//'
    exit 2
    ;;
esac
