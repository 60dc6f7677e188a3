#!/usr/bin/env bash
# Builds what pip installs: a source distribution of the last commit, and from that the wheel with raftupd and its
# programs inside, for any Python of a Linux with glibc 2.35 or later. The same commit gives the same bytes.
# Beside it a wheel without programs, for clients on any system, which reach a server elsewhere.
# Safe to run again: what is compiled stays in build/wheel.
#
#   deploy/wheel.sh             leaves raftup-*.tar.gz and both wheels in out/wheel
#   deploy/wheel.sh --clients   only the wheel without programs, raftup-*-none-any.whl; nothing is compiled
#   deploy/wheel.sh --out DIR   leaves them there
set -euo pipefail
cd "$(dirname "$0")/.."
root=$PWD
platform=manylinux_2_35_x86_64 # glibc of Ubuntu 22.04: what is compiled on Debian 12 needs no later one
limit=16000000 # bytes of the wheel, see decisions/0024

out=$root/out/wheel
clients=
while [ $# -gt 0 ]; do
  case "$1" in
    --out) out=$(realpath -m "${2:?--out needs a folder}") && shift ;;
    --clients) clients=only ;;
    *)
      sed -n '2,9p' "$0" | sed 's/^# \{0,1\}//'
      exit 2
      ;;
  esac
  shift
done

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

# The wheel without programs: the package alone, by its own build description.
build_clients() {
  say "clients: the wheel without programs"
  cp build/wheel/source/LICENSE build/wheel/source/clients/python
  rm -f "$out"/raftup-*-none-any.whl
  python -m build --no-isolation --wheel --outdir "$out" build/wheel/source/clients/python
}

deploy/install.sh --wheel
SOURCE_DATE_EPOCH=$(git log -1 --format=%ct)
# The tools of .venv first, but CMake as a user has it.
export SOURCE_DATE_EPOCH CMAKE_EXECUTABLE=/usr/bin/cmake PATH="$root/.venv/bin:$PATH"

say "sources: of $(git log -1 --format=%h), which changes that are not committed are no part of"
stage build/wheel/source
mkdir -p "$out"
build_clients
[ -z "$clients" ] || exit 0
rm -rf build/wheel/sdist build/wheel/unrepaired
python -m build --no-isolation --sdist --outdir build/wheel/sdist build/wheel/source

say "build: from the source distribution, in build/wheel/build ($(nproc) cores)"
mkdir build/wheel/sdist/unpacked
tar -x -C build/wheel/sdist/unpacked --strip-components=1 -f build/wheel/sdist/raftup-*.tar.gz
python -m build --no-isolation --wheel "-Cbuild-dir=$root/build/wheel/build" --outdir build/wheel/unrepaired \
  build/wheel/sdist/unpacked

say "repair: with the libraries that $platform lacks, and the licences of all"
rm -f "$out"/raftup-*.tar.gz "$out"/raftup-*"$platform".whl
auditwheel repair --plat "$platform" --only-plat --wheel-dir "$out" build/wheel/unrepaired/raftup-*.whl
cp build/wheel/sdist/raftup-*.tar.gz "$out"
python deploy/wheel/carried.py "$out"/raftup-*"$platform".whl
python deploy/wheel/pack_library.py "$out"/raftup-*"$platform".whl
advzip --recompress -2 --quiet "$out"/raftup-*"$platform".whl
python deploy/wheel/weigh.py "$out"/raftup-*"$platform".whl "$root"

size=$(stat -c %s "$out"/raftup-*"$platform".whl)
say "done: $size bytes of wheel"
(cd "$out" && sha256sum raftup-*)
if [ "$size" -gt "$limit" ]; then
  echo "wheel.sh: the wheel must have at most $limit bytes" >&2
  exit 1
fi
