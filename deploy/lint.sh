#!/usr/bin/env bash
# clang-tidy over the C++ sources.
#   deploy/lint.sh            every source, those of a folder, or of several whose names allow it, as one unit
#   deploy/lint.sh FILE...    these alone and without precompiled header: that a file includes what it uses shows here
# A unit that passed before with the same rules and the same files of ours is not checked again: the stamps lie in
# build/lint.
set -euo pipefail
cd "$(dirname "$0")/.."

tidy() {
  .venv/bin/clang-tidy --quiet --experimental-custom-checks "$@" \
    --extra-arg=-Wno-unknown-warning-option --extra-arg=-Wno-unused-command-line-argument \
    --extra-arg=-Wno-deprecated-declarations 2>/dev/null
}

check_unit() {
  [ -e "build/lint/$2" ] && return 0
  tidy -p build/lint/units --checks=-bugprone-suspicious-include --extra-arg=-Wno-shadow \
    --header-filter='(hydro|solver|server|clients)/.*\.[ch]pp$' "$1" || { echo "clang-tidy: $1"; return 1; }
  touch "build/lint/$2"
}

check_alone() { tidy -p build/lint/commands "$1" || { echo "clang-tidy: $1"; return 1; }; }
export -f tidy check_unit check_alone

# A command for each source, and the generated headers that they include; nothing of ours is compiled.
mkdir -p build/lint
cmake --preset release -B build/lint/commands --log-level=WARNING -DRAFTUP_UNITY=OFF \
  -DCMAKE_DISABLE_PRECOMPILE_HEADERS=ON -DRAFTUP_BUILD_TESTS=OFF -DRAFTUP_BUILD_BENCHMARKS=OFF >/dev/null
# The protos' compiler is called as ninja would call it: ninja itself would first compile what its headers belong to.
ninja -C build/lint/commands -t targets all | sed -n 's/^\(.*\.pb\.h\): CUSTOM_COMMAND$/\1/p' |
  xargs ninja -C build/lint/commands -t commands | grep -e --cpp_out | bash -e

if [ $# -gt 0 ]; then
  printf '%s\n' "$@" | xargs -P "$(nproc)" -I{} bash -c 'check_alone "$1"' _ {}
else
  .venv/bin/python deploy/cmake/lint_units.py | xargs -P "$(nproc)" -n 2 bash -c 'check_unit "$1" "$2"' _
fi
