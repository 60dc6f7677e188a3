#!/usr/bin/env bash
# Installs a wheel in a root of its own that debootstrap makes, without compiler or libraries, and does with it what users
# do (in_root.sh). Needs root and the archive of Debian; leaves the root in build/wheel for the next time.
#
#   deploy/wheel/check.sh [WHEEL]          default: that of out/wheel; Debian 12
#   deploy/wheel/check.sh WHEEL noble      Ubuntu 24.04, with UBUNTU_KEYRING naming the file of Ubuntu's package ubuntu-keyring
#                                          (Debian 12 has none; its key of 2018 ends with 8719 20D1 991B C93C)
set -euo pipefail
cd "$(dirname "$0")/../.."
wheel=$(realpath "${1:-$(ls out/wheel/raftup-*linux*.whl)}")
suite=${2:-bookworm}
root=$PWD/build/wheel/root-$suite
limit=60 # s, from the wheel to the first result, downloads apart

if [ ! -x "$root/usr/bin/python3" ]; then
  mkdir -p build/wheel
  if [ "$suite" = bookworm ]; then
    debootstrap --variant=minbase --include=python3-venv bookworm "$root"
  else # its debootstrap may be older than the suite, whose script is that of all of Ubuntu's
    rm -rf build/wheel/debootstrap
    cp -r /usr/share/debootstrap build/wheel/debootstrap
    ln -sf gutsy "build/wheel/debootstrap/scripts/$suite"
    DEBOOTSTRAP_DIR=$PWD/build/wheel/debootstrap debootstrap --variant=minbase --components=main,universe \
      --keyring "${UBUNTU_KEYRING:-/usr/share/keyrings/ubuntu-archive-keyring.gpg}" \
      --include=python3-venv "$suite" "$root"
  fi
fi
folder=$root/srv/raftup
rm -rf "$folder"
mkdir -p "$folder/needs" "$folder/examples/data" "$folder/later"
cp "$wheel" "$folder"
cp -r clients/examples/models clients/examples/studies "$folder/examples"
cp -r clients/examples/data/own "$folder/examples/data"
cp deploy/wheel/in_root.sh "$folder"
version=$(chroot "$root" python3 -c 'import sys; print("%d.%d" % sys.version_info[:2])') # not that of .venv
.venv/bin/pip download --quiet --disable-pip-version-check --only-binary :all: --python-version "$version" \
  --dest "$folder/needs" "$wheel[study]"
rm "$folder"/needs/raftup-*
.venv/bin/python deploy/wheel/later.py "$wheel" "$folder/later"

# Mounts of the check alone: they are gone with it, however it ends.
unshare --mount bash -c 'mount --bind "$0" "$0" && mount -t proc proc "$0/proc" && mount --bind /dev "$0/dev" &&
  chroot "$0" env -i PATH=/usr/sbin:/usr/bin:/sbin:/bin LANG=C.UTF-8 bash /srv/raftup/in_root.sh /srv/raftup' "$root"
took=$(cat "$folder/took")
if [ "$took" -gt $((limit * 1000)) ]; then
  echo "check.sh: the first result must be there within $limit s, took $took ms; was the machine idle?" >&2
  exit 1
fi
