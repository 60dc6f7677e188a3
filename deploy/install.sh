#!/usr/bin/env bash
# Installs what Raftup needs on Debian 12 or Ubuntu 24.04, builds it and sets up the raftup command.
# Safe to run again: it does only what is missing.
#
#   deploy/install.sh           packages, release build in build/release, Python package in .venv
#   deploy/install.sh --dev     the same with tests, benchmarks and the tools that check the code
#   deploy/install.sh --packages  only the packages of --dev
#   deploy/install.sh --clang   only the packages that deploy/fuzz.sh and deploy/sanitize.sh build with
#   deploy/install.sh --wheel   only what deploy/wheel.sh builds with
#   RAFTUP_PREFIX=/usr/local deploy/install.sh     also installs the C++ libraries and raftupd there
set -euo pipefail
cd "$(dirname "$0")/.."

packages=(build-essential cmake ninja-build ccache pkg-config libeigen3-dev libfmt-dev libhdf5-dev
  libgrpc++-dev libprotobuf-dev protobuf-compiler protobuf-compiler-grpc libspdlog-dev libcli11-dev
  libssl-dev libqhull-dev libmeshoptimizer-dev libxxhash-dev libseccomp-dev nlohmann-json3-dev prometheus-cpp-dev
  libcivetweb-dev python3 python3-venv)
development_packages=(catch2 chromium libbenchmark-dev libbullet-dev libyaml-cpp-dev clang-format-14 doxygen nghttp2-client spin universal-ctags)
clang_packages=(clang-14 libclang-rt-14-dev)

say() { printf '\n== %s\n' "$*"; }

install_packages() {
  local missing=() package
  for package in "$@"; do
    dpkg-query -W -f='${Status}' "$package" 2>/dev/null | grep -q 'install ok installed' ||
      missing+=("$package")
  done
  if [ ${#missing[@]} -eq 0 ]; then
    say "packages: all there"
    return
  fi
  say "packages: installing ${missing[*]}"
  local as_root=()
  [ "$(id -u)" -eq 0 ] || as_root=(sudo)
  "${as_root[@]}" apt-get update -qq
  "${as_root[@]}" env DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends \
    "${missing[@]}" >/dev/null
}

build() {
  say "build: release, in build/release ($(nproc) cores)"
  cmake --preset release --log-level=WARNING "-DRAFTUP_BUILD_TESTS=$1" "-DRAFTUP_BUILD_BENCHMARKS=$1"
  cmake --build --preset release
  if [ -n "${RAFTUP_PREFIX:-}" ]; then
    cmake --install build/release --prefix "$RAFTUP_PREFIX"
  fi
}

install_python() {
  say "python: package and raftup command in .venv"
  [ -x .venv/bin/python ] || "${PYTHON:-python3}" -m venv .venv
  .venv/bin/pip install --quiet --disable-pip-version-check \
    --constraint clients/python/constraints.txt --editable "clients/python$1"
  .venv/bin/python clients/python/generate.py
  say "console: front end in clients/python/raftup/console/static"
  .venv/bin/python clients/console/build.py
}

# Downloads wait for others, compilers for the processor: both at once, the first shown when both are through.
build_and_install_python() {
  local python log
  log=$(mktemp)
  install_python "$2" >"$log" 2>&1 &
  python=$!
  trap "kill $python 2>/dev/null || true; rm -f $log" EXIT
  build "$1"
  wait "$python" || { cat "$log" >&2; exit 1; }
  trap - EXIT
  cat "$log"
  rm "$log"
}

case "${1:-}" in
  "")
    install_packages "${packages[@]}"
    build_and_install_python OFF "[generate,study,console]"
    ;;
  --dev)
    install_packages "${packages[@]}" "${development_packages[@]}"
    build_and_install_python ON "[generate,dev,bem,cabledyn,console,fmu,gym,manual,mcp,mesh,moordyn,nmea,ros2,study,slurm]"
    say "manual: what its pages load, in clients/manual/node_modules"
    .venv/bin/python clients/manual/fetch.py
    ;;
  --packages)
    install_packages "${packages[@]}" "${development_packages[@]}"
    exit
    ;;
  --clang)
    install_packages "${packages[@]}" "${development_packages[@]}" "${clang_packages[@]}"
    exit
    ;;
  --wheel)
    install_packages "${packages[@]}" advancecomp
    install_python "[generate,wheel]"
    exit
    ;;
  *)
    sed -n '2,10p' "$0" | sed 's/^# \{0,1\}//'
    exit 2
    ;;
esac
say "done: raftupd in build/release/server, raftup in .venv/bin"
