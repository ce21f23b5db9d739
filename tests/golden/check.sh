#!/usr/bin/env bash
# "apothecary check": faults, warnings, measures; for people and as JSON.
# usage: check.sh APOTHECARY
# shellcheck source=tests/golden/support/common.sh
source "$(dirname "$0")/support/common.sh"

# A game without faults or warnings, except what "sed EDIT" changes.
game() {
    cat <<'END' | sed "${1:-}" >game.variant
[game]
name = Game
[board]
files = 6
ranks = 6
[pieces]
K = king, K, royal
R = rook, R
N = knight, N
P = pawn, fmWfcF
[setup]
board =
    rnk.nr
    pppppp
    6
    6
    PPPPPP
    RNK.NR
[promotion]
pieces = P
rank 6 = R N
END
}

# check: the messages and the exit status.
check() {
    local status=0 messages
    messages=$("$command" check game.variant 2>&1 >/dev/null) || status=$?
    printf '%s%s' "$messages" "${messages:+
}exit $status"
}

game
same "the summary" "Game
board   6x6
pieces  K king, R rook, N knight, P pawn
rules   promotion
starts  1; 11 moves in the first
ends    mate (loss), no legal move (draw), two bare kings (draw), a position 3 times (draw), \
50 moves without a capture or a pawn move (draw)
trial
moves      on an empty board, and with a third of the squares occupied
  K king                     6.1     5.1
  R rook                    10.0     5.4
  N knight                   4.4     3.7
  P pawn                     0.8     0.8" "$("$command" check game.variant | sed '/^trial /s/ .*//')"
same "no message" "exit 0" "$(check)"

game 's/^N = .*/N = knight, N\n+N = horse, NW/; s/^rank 6 = .*/rank 6 = R N\n[forms]\nfrom-rank = 6/'
same "promoted forms have their sign" "pieces  K king, R rook, N knight, +N horse, P pawn
 +N horse                    7.8     6.5" "$("$command" check game.variant | grep -F +N)"

game 's/^N = .*/N = knight, Nx/; s/^rank 6 = .*/rank 6 = R Y/'
same "faults" "exit 1" "$(check | tail -1)"
same "faults have their places" "2" "$(check | grep -c '^game.variant:[0-9]*:[0-9]*: ' || true)"

game 's/^N = .*/N = statue, none/'
same "a dead piece" "game.variant:9:1: warning: N: this piece can never move, wherever it stands
exit 0" "$(check)"

game 's/^N = .*/N = lancer, ffN/; s/^rank 6 = .*/rank 6 = R/'
same "a piece that gets stuck" \
    "game.variant:9:1: warning: N: this piece can come to 5 of the 36 squares at most (from b1)
game.variant:9:1: warning: N: White's lancer can come to b5, from where it can never move
exit 0" "$(check)"

game 's/^N = .*/N = knight, N\nC = chancellor, RN/; s/^rank 6 = .*/rank 6 = R N C\n[reserve]\nstart = R/'
same "a promotion never to be had" \
    "game.variant:22:1: warning: promotion: the chancellor is never possible: no reserve begins with one, and none is on the board to be captured
exit 0" "$(check)"

game 's/^rank 6 = .*/rank 5 = R\nrank 6 = N\ncompulsory = 5/'
same "a rank never come to" \
    "game.variant:22:1: warning: promotion: no piece that promotes can ever come to its own rank 6
exit 0" "$(check)"

game 's/^N = .*/N = nightrider, NN\nH = knight, N/; s/RNK.NR/RHK.NR/'
same "a letter that misleads" \
    "game.variant:10:1: warning: H: this piece moves as the one that players and other programs write N; here that letter is the nightrider
exit 0" "$(check)"

game 's/PPPPPP/PPrPPP/'
same "White in check" "game.variant: warning: setup: in start 1 White is in check
exit 0" "$(check)"

game 's/^rank 6 = .*/rank 6 = R\n[area]\npieces 1 = P\nsquares 1 = a2 a3 b2 b3 c2 c3 d2 e2 f2/'
same "an area that pawns never leave" \
    "game.variant:10:1: warning: P: White's pawn begins on e2, from where it can never move
game.variant:21:1: warning: promotion: no piece that promotes can ever come to its own rank 6
exit 0" "$(check)"

endless="[outcome]\nrepetition-count = 0\nmove-limit = 0\nbare-kings = plays-on"
game "s/^rank 6 = .*/rank 6 = R\n$endless/; s/PPPPPP/6/; s/pppppp/6/; s/RNK.NR/..K.N./; s/rnk.nr/..k.../"
same "games that no rule ends" "ends    mate (loss), no legal move (draw)
trial   5 random games of up to 4000 moves: without an end 5
absent  these never came into play: rook, pawn" \
    "$("$command" check game.variant 2>/dev/null | grep -E '^(ends|trial|empty|still|absent)')"

game 's/RNK.NR/RNKMNR/; s/^N = .*/N = knight, N\nM = moat, none/'
same "what never moves" "still   these never moved: moat" \
    "$("$command" check game.variant 2>/dev/null | grep -E '^(empty|still)')"

palace='[area]\npieces 1 = K\nsquares 1 = a1 b1 a2 b2\n[outcome]\nbare-kings = plays-on'
game "s/^rank 6 = .*/rank 6 = R\n$palace/; s/PPPPPP/6/; s/pppppp/6/; s/RNK.NR/K5/; s/rnk.nr/k5/"
same "dead squares" "empty   no piece came to c1 d1 e1 f1 c2 d2 e2 f2 a3 b3 c3 d3 and 16 more" \
    "$("$command" check game.variant 2>/dev/null | grep ^empty)"

# What is too large is refused before it costs time.
large() {
    cat <<END >game.variant
[game]
name = Large
[board]
files = 16
ranks = 16
[pieces]
K = king, K, royal
A = any, $1
[setup]
board =
    k...............
$(for ((i = 0; i < 8; i++)); do echo "    16"; done)
$(for ((i = 0; i < 5; i++)); do echo "    AAAAAAAAAAAAAAAA"; done)
    16
    ...............K
END
}

large aaaaaaaQ
same "too many ways from one square" \
    "game.variant:8:1: A: this piece has too many ways to move from one square
exit 1" "$(check)"
large QaQaQaQaQaQaQaQ
same "too many ways in all" \
    "game.variant:8:1: A: the pieces down to this one have too many ways to move
exit 1" "$(check)"
large mU
same "too many moves in a position" \
    "game.variant: setup: this start cannot be played: the position has more legal moves than the library's limit
exit 1" "$(check)"

game
same "JSON" '{"ok":true,"faults":[],"men":[{"letter":"K","name":"king","empty_hundredths":61' \
    "$("$command" check game.variant --json | head -c 79)"
game 's/^N = .*/N = statue, none/'
same "JSON with a warning" 'true' \
    "$("$command" check game.variant --json | grep -o '"warning":true' | cut -d: -f2)"
game 's/^K = .*/K = king, K/'
same "JSON with a fault" '{"ok":false' \
    "$("$command" check game.variant --json | head -c 11)"

same "no file" "1" "$("$command" check nothing.variant >/dev/null 2>&1 || echo $?)"

finish
