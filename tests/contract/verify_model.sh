#!/usr/bin/env bash
# Searches every order of events of a Promela model and compares the result with the expected one.
#
#   verify_model.sh MODEL.pml holds            no assertion violated, no deadlock
#   verify_model.sh MODEL.pml fails MACRO      the fault that MACRO adds to the model is detected
#
# Exit 77 (skipped) where spin is not installed.
set -euo pipefail
model=$(realpath "$1")
expected=$2
macro=${3:+-D$3}

command -v spin >/dev/null || { echo "spin is not installed"; exit 77; }
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
spin $macro -a "$model"
cc -O1 -DSAFETY -DNOFAIR -o pan pan.c
./pan -m1000000 | tee report

grep -q 'max search depth too small' report && { echo "the search was not exhaustive"; exit 1; }
case "$expected" in
  holds) grep -q 'errors: 0' report ;;
  fails) grep -q 'assertion violated\|invalid end state' report && ! grep -q 'errors: 0' report ;;
esac
