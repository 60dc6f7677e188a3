#!/usr/bin/env bash
# Builds with clang and a sanitizer, and runs the C++ tests under it. An hour each on two cores.
#   deploy/sanitize.sh                               addresses and undefined behaviour, then threads
#   deploy/sanitize.sh asan|tsan [CTEST ARGUMENT]... one of them; tests of ctest -R WORDS
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
  *)
    sed -n '2,4p' "$0" | sed 's/^# \{0,1\}//'
    exit 2
    ;;
esac
