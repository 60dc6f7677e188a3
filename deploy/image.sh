#!/usr/bin/env bash
# Builds a container image from the Debian package of build/release: raftupd, its libraries, no shell. Needs root and the
# archive of Debian. The same package and archive give the same bytes.
#
#   deploy/image.sh            leaves out/image/raftupd.tar, for docker load or podman load
#   deploy/image.sh --check    and runs it: ready, a database read in the sandbox, a session that outlives it
set -euo pipefail
cd "$(dirname "$0")/.."
case "${1:-}" in
  "" | --check) ;;
  *) sed -n '2,6p' "$0" | sed 's/^# \{0,1\}//'; exit 2 ;;
esac

say() { printf '\n== %s\n' "$*"; }
DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends buildah crun mmdebstrap >/dev/null
SOURCE_DATE_EPOCH=$(git log -1 --format=%ct)
export SOURCE_DATE_EPOCH STORAGE_DRIVER=vfs BUILDAH_ISOLATION=chroot
out=$PWD/out/image
stage=$PWD/build/image
rm -rf "$stage"
mkdir -p "$out" "$stage"

say "package"
deploy/install.sh
cpack --config build/release/CPackConfig.cmake -B build/package >/dev/null
package=$(ls build/package/raftupd_*.deb)

say "root: the libraries that $(basename "$package") depends on"
libraries=$(dpkg-deb -f "$package" Depends | tr ',' '\n' | grep -v systemd | awk '{print $1}' | paste -sd,)
mmdebstrap --quiet --variant=extract --include="$libraries" \
  --extract-hook="dpkg-deb -x $package \"\$1\"" \
  --extract-hook='rm -rf "$1/usr/share/doc/raftup"' \
  --extract-hook='echo raftup:x:950:950::/var/lib/raftup:/usr/sbin/nologin >"$1/etc/passwd"' \
  --extract-hook='echo raftup:x:950: >"$1/etc/group"' \
  --extract-hook='install -d -o 950 -g 950 "$1/var/lib/raftup" && install -d -m 1777 "$1/tmp"' \
  bookworm "$stage/root.tar"
cp deploy/image/Containerfile "$stage"

say "image"
buildah build --quiet --timestamp "$SOURCE_DATE_EPOCH" --tag raftupd "$stage" >/dev/null
rm -f "$out/raftupd.tar"
buildah push --quiet raftupd "docker-archive:$out/raftupd.tar:raftupd:latest"
say "done: $(stat -c %s "$out/raftupd.tar") bytes in out/image/raftupd.tar"

if [ "${1:-}" = --check ]; then
  say "check"
  .venv/bin/python deploy/image/check.py raftupd
fi
