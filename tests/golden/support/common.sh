#!/usr/bin/env bash
# What the shell scripts of this folder begin with. To be sourced with the path of the command as
# $1; then $command and $tree (the sources) are absolute, the current folder is an empty one that
# goes at the end, and a script ends with `finish`.
set -euo pipefail
command=$(realpath "$1")
# shellcheck disable=SC2034 # for those that source this
tree=$PWD
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
cd "$scratch"
failures=0

# same WHAT EXPECTED GOT
same() {
    if [ "$2" != "$3" ]; then
        echo "$1:"
        diff <(printf '%s\n' "$2") <(printf '%s\n' "$3") || true
        failures=$((failures + 1))
    fi
}

# expect STATUS TEXT ARGUMENT...: the command's exit status, and a text that it says. Nothing here
# takes long: a command that reaches the time limit hangs.
expect() {
    local status=$1 text=$2 got=0 output
    shift 2
    output=$(timeout 30 "$command" "$@" 2>&1) || got=$?
    if [ "$got" -ne "$status" ] || [[ "$output" != *"$text"* ]]; then
        echo "apothecary $*: expected status $status and \"$text\", got $got and"
        echo "${output:0:2000}"
        failures=$((failures + 1))
    fi
}

# Ends the script.
finish() {
    exit $((failures > 0))
}
