#!/usr/bin/env bash
# Builds what pip installs: a source distribution of the last commit, and from that the wheel with raftupd and its
# programs inside, for any Python of a Linux with glibc 2.35 or later. The same commit gives the same bytes.
# Safe to run again: what is compiled stays in build/wheel.
#
#   deploy/wheel.sh             leaves raftup-*.tar.gz and raftup-*.whl in out/wheel
#   deploy/wheel.sh --out DIR   leaves them there
set -euo pipefail
cd "$(dirname "$0")/.."
root=$PWD
platform=manylinux_2_35_x86_64 # glibc of Ubuntu 22.04: what is compiled on Debian 12 needs no later one
limit=12000000                 # bytes of the wheel, see decisions/0024

out=$root/out/wheel
if [ "${1:-}" = --out ] && [ $# = 2 ]; then
  out=$(realpath -m "$2")
elif [ $# != 0 ]; then
  sed -n '2,7p' "$0" | sed 's/^# \{0,1\}//'
  exit 2
fi

say() { printf '\n== %s\n' "$*"; }

# The sources of the last commit, with the generated parts that a user's machine has no tools for.
stage() {
  rm -rf "$1"
  mkdir -p "$1"
  git archive HEAD CMakeLists.txt README.md CHANGELOG.md LICENSE hydro solver server proto clients deploy/cmake \
    deploy/wheel/programs deploy/debian deploy/raftupd.service deploy/raftupd.toml \
    ":(exclude)clients/examples" | tar -x -C "$1"
  { cat deploy/wheel/pyproject.toml; awk '/^\[/ {ours = /^\[project/} ours' clients/python/pyproject.toml; } \
    >"$1/pyproject.toml"
  python "$1/clients/python/generate.py"
  cp -a clients/console/node_modules "$1/clients/console/"
  python "$1/clients/console/build.py"
}

deploy/install.sh --wheel
SOURCE_DATE_EPOCH=$(git log -1 --format=%ct)
# The tools of .venv first, but CMake as a user has it.
export SOURCE_DATE_EPOCH CMAKE_EXECUTABLE=/usr/bin/cmake PATH="$root/.venv/bin:$PATH"

say "sources: of $(git log -1 --format=%h), which changes that are not committed are no part of"
stage build/wheel/source
rm -rf build/wheel/sdist build/wheel/unrepaired
python -m build --no-isolation --sdist --outdir build/wheel/sdist build/wheel/source

say "build: from the source distribution, in build/wheel/build ($(nproc) cores)"
mkdir build/wheel/sdist/unpacked
tar -x -C build/wheel/sdist/unpacked --strip-components=1 -f build/wheel/sdist/raftup-*.tar.gz
python -m build --no-isolation --wheel "-Cbuild-dir=$root/build/wheel/build" --outdir build/wheel/unrepaired \
  build/wheel/sdist/unpacked

say "repair: with the libraries that $platform lacks, and the licences of all"
mkdir -p "$out"
rm -f "$out"/raftup-*
auditwheel repair --plat "$platform" --only-plat --wheel-dir "$out" build/wheel/unrepaired/raftup-*.whl
cp build/wheel/sdist/raftup-*.tar.gz "$out"
python deploy/wheel/carried.py "$out"/raftup-*.whl
python deploy/wheel/pack_library.py "$out"/raftup-*.whl
advzip --recompress -2 --quiet "$out"/raftup-*.whl
python deploy/wheel/weigh.py "$out"/raftup-*.whl "$root"

size=$(stat -c %s "$out"/raftup-*.whl)
say "done: $size bytes of wheel"
(cd "$out" && sha256sum raftup-*)
if [ "$size" -gt "$limit" ]; then
  echo "wheel.sh: the wheel must have at most $limit bytes" >&2
  exit 1
fi
