#!/usr/bin/env bash
# clang-tidy over the C++ sources, each alone and without precompiled header: that a file includes what it uses is
# checked here.
#   deploy/lint.sh            every source
#   deploy/lint.sh FILE...    only these
# A file that passed before with the same rules and the same headers of ours is not checked again: the
# stamps lie in build/lint.
set -euo pipefail
cd "$(dirname "$0")/.."

check_one() {
  local source="$1" files stamp
  files=$(awk -v source="$source" '$1 == source { print $2 }' build/lint/dependencies | sort -u)
  stamp="build/lint/$(cat .clang-tidy "$source" $files | sha256sum | cut -d' ' -f1)"
  [ -e "$stamp" ] && return 0
  .venv/bin/clang-tidy --quiet -p build/lint/commands "$source" \
    --extra-arg=-Wno-unknown-warning-option --extra-arg=-Wno-deprecated-declarations 2>/dev/null ||
    { echo "clang-tidy: $source"; return 1; }
  touch "$stamp"
}
export -f check_one

# A command for each source, and the generated headers that they include; nothing of ours is compiled.
prepare() {
  cmake --preset release -B build/lint/commands --log-level=WARNING -DRAFTUP_UNITY=OFF \
    -DCMAKE_DISABLE_PRECOMPILE_HEADERS=ON -DRAFTUP_BUILD_TESTS=OFF -DRAFTUP_BUILD_BENCHMARKS=OFF >/dev/null
  ninja -C build/lint/commands -t targets all | sed -n 's/^\(.*\.pb\.h\): CUSTOM_COMMAND$/\1/p' |
    xargs ninja -C build/lint/commands >/dev/null
}

# What each source includes of ours, lines "source file"; the rest is the system's.
list_dependencies() {
  python3 - <<'END'
import pathlib, re, subprocess

roots = [pathlib.Path("."), pathlib.Path("build/lint/commands/proto"), pathlib.Path("build/lint/commands")]
include = re.compile(r'^\s*#\s*include\s+[<"]([^">]+)[">]', re.MULTILINE)

def included(path):
    for name in include.findall(path.read_text()):
        found = next((root / name for root in roots if (root / name).is_file()), None)
        if found is not None:
            yield found

sources = subprocess.run(["git", "ls-files", "-co", "--exclude-standard", "*.cpp"],
                         check=True, capture_output=True, text=True).stdout.split()
for source in sources:
    seen, waiting = set(), [pathlib.Path(source)]
    while waiting:
        for path in included(waiting.pop()):
            if path not in seen:
                seen.add(path)
                waiting.append(path)
                print(source, path)
END
}

mkdir -p build/lint
prepare
list_dependencies >build/lint/dependencies
if [ $# -gt 0 ]; then
  printf '%s\n' "$@"
else
  git ls-files --cached --others --exclude-standard 'hydro/*.cpp' 'solver/*.cpp' 'server/*.cpp' 'clients/*.cpp'
fi | xargs -P "$(nproc)" -I{} bash -c 'check_one "$1"' _ {}
