#!/usr/bin/env bash
# "apothecary new": the file is a game; what cannot be is refused, and nothing is written over.
# usage: new.sh APOTHECARY
# shellcheck source=tests/golden/support/common.sh
source "$(dirname "$0")/support/common.sh"

expect 0 "my-game.variant" new my-game
expect 0 "My game, by nobody yet" check my-game.variant
[ -z "$("$command" check my-game.variant 2>&1 >/dev/null)" ] || { echo "warnings"; failures=1; }
expect 0 "20" perft my-game.variant 1 1

echo "precious" >mine.variant
expect 1 "mine.variant: File exists" new mine
[ "$(cat mine.variant)" = precious ] || { echo "written over"; failures=1; }

expect 0 "wide.variant" new wide --board 16x4
expect 0 "board   16x4" check wide.variant
expect 0 "mymodern.variant" new mymodern --base modern
expect 0 "starts  24" check mymodern.variant
expect 0 "[setup]" new other --stdout
[ ! -e other.variant ] || { echo "--stdout writes a file"; failures=1; }

expect 2 "an id has" new "My Game"
expect 2 "an id has" new ../escape
expect 2 "--board takes" new a --board 3x8
expect 2 "--board takes" new a --board 8x17
expect 2 "--board takes" new a --board 8
expect 2 "--board takes" new a --board 8x8x8
expect 2 "either --board or --base" new a --board 8x8 --base modern
expect 2 "no built-in game" new a --base nothing
expect 2 "its own base" new modern --base modern
expect 2 "" new
[ ! -e a.variant ] || { echo "a refused game has been written"; failures=1; }

finish
