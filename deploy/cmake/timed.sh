#!/usr/bin/env bash
# timed.sh LOG COMMAND...: runs the command and adds a line "CPU-seconds output" to LOG.
log=$1
shift
TIMEFORMAT='%U %S'
exec 3>&2
times=$({ time "$@" 2>&3; } 2>&1 >/dev/null)
status=$?
previous=
for argument in "$@"; do
  [ "$previous" = -o ] && output=$argument
  previous=$argument
done
awk -v times="$times" -v output="${output:-?}" \
  'BEGIN { split(times, t, " "); printf "%.2f %s\n", t[1] + t[2], output }' >>"$log"
exit $status
