#!/usr/bin/env bash
# Builds the library of FMUs for systems other than this one, into build/platforms, where `raftup fmu` finds it.
#
#   deploy/platforms.sh                    every platform
#   deploy/platforms.sh win64|aarch64-linux...
#   deploy/platforms.sh --check            also runs models on each, under wine and qemu, and compares all outputs with
#                                          those of this system (deploy/fmu/check_platforms.py)
#
# Compilers and emulators are packages of the distribution. Sources of Qhull and OpenSSL's archive for the target come
# from Debian by lists in build/platforms/apt; the lists of this system stay as they are.
set -euo pipefail
cd "$(dirname "$0")/.."

say() { printf '\n== %s\n' "$*"; }

# Packages of each platform: the compiler, and what runs its programs here.
declare -A packages=(
  [win64]="g++-mingw-w64-x86-64-posix wine64"
  [aarch64-linux]="g++-aarch64-linux-gnu qemu-user")
declare -A libraries=([win64]=raftup_fmu.dll [aarch64-linux]=libraftup_fmu.so)
place=$PWD/build/platforms

install_packages() {
  local missing=() package
  for package in "$@"; do
    dpkg-query -W -f='${Status}' "$package" 2>/dev/null | grep -q 'install ok installed' || missing+=("$package")
  done
  [ ${#missing[@]} -gt 0 ] || return 0
  say "packages: installing ${missing[*]}"
  local as_root=()
  [ "$(id -u)" -eq 0 ] || as_root=(sudo)
  "${as_root[@]}" apt-get update -qq
  "${as_root[@]}" env DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends "${missing[@]}" >/dev/null
}

# apt-get with lists of its own, for sources and for packages of another architecture.
own_apt() {
  apt-get -qq -o "Dir::Etc::SourceList=$place/apt/sources.list" -o Dir::Etc::SourceParts=- \
    -o "Dir::State::Lists=$place/apt/lists" -o "Dir::Cache=$place/apt" -o APT::Architectures::=amd64 \
    -o APT::Architectures::=arm64 -o Acquire::Languages=none -o Acquire::IndexTargets::deb::DEP-11::DefaultEnabled=false \
    -o "APT::Sandbox::User=$(id -un)" "$@"
}

fetch_sources() {
  [ ! -d "$place/qhull/src" ] || return 0
  say "sources: Qhull, and OpenSSL's archive for arm64"
  mkdir -p "$place/apt/lists/partial" "$place/apt/archives/partial" "$place/openssl"
  local release
  release="[signed-by=/usr/share/keyrings/debian-archive-keyring.gpg] http://deb.debian.org/debian bookworm main"
  printf 'deb %s\ndeb-src %s\n' "$release" "$release" >"$place/apt/sources.list"
  own_apt update
  (cd "$place/apt" && own_apt source --download-only qhull && own_apt download libssl-dev:arm64)
  dpkg-deb --extract "$place"/apt/libssl-dev_*_arm64.deb "$place/openssl"
  rm -rf "$place/qhull.new"
  mkdir "$place/qhull.new"
  tar --extract --file "$(ls "$place"/apt/qhull_*.orig.tar.*)" --directory "$place/qhull.new" --strip-components=1
  mv "$place/qhull.new" "$place/qhull"
}

# Headers that are the same on every system, with what is the target's own; as old as they are, so that nothing is built anew.
make_root() {
  local root=$place/$1/root
  rm -rf "$root"
  mkdir -p "$root/include" "$root/lib"
  cp -a /usr/include/{eigen3,fmt,nlohmann,meshoptimizer.h,xxhash.h} "$root/include"
  ln -s "$place/qhull" "$root/qhull"
  if [ "$1" = aarch64-linux ]; then
    cp -a "$place"/openssl/usr/include/openssl "$root/include"
    cp -a "$place"/openssl/usr/include/aarch64-linux-gnu/openssl/* "$root/include/openssl"
    cp -a "$place/openssl/usr/lib/aarch64-linux-gnu/libcrypto.a" "$root/lib"
  fi
}

build() {
  say "$1: the library of FMUs"
  make_root "$1"
  cmake -G Ninja -S . -B "build/$1" --log-level=WARNING -DCMAKE_BUILD_TYPE=Release \
    "-DCMAKE_TOOLCHAIN_FILE=$PWD/deploy/toolchains/$1.cmake" "-DRAFTUP_PLATFORM_ROOT=$place/$1/root" \
    -DRAFTUP_BUILD_FILES=OFF -DRAFTUP_BUILD_SERVER=OFF -DRAFTUP_BUILD_TESTS=OFF
  cmake --build "build/$1" ${RAFTUP_JOBS:+-j"$RAFTUP_JOBS"} --target raftup_fmu
  cp "build/$1/clients/fmu/${libraries[$1]}" "$place/$1/"
  ls -l "$place/$1/${libraries[$1]}"
}

check=no
platforms=()
for argument in "$@"; do
  case "$argument" in
    --check) check=yes ;;
    win64 | aarch64-linux) platforms+=("$argument") ;;
    *)
      sed -n '2,11p' "$0" | sed 's/^# \{0,1\}//'
      exit 2
      ;;
  esac
done
[ ${#platforms[@]} -gt 0 ] || platforms=(win64 aarch64-linux)

for platform in "${platforms[@]}"; do
  # shellcheck disable=SC2086 # a list of names
  install_packages ${packages[$platform]}
done
fetch_sources
for platform in "${platforms[@]}"; do build "$platform"; done
[ "$check" = no ] || .venv/bin/python deploy/fmu/check_platforms.py "${platforms[@]}"
