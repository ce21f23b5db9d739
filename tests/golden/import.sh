#!/usr/bin/env bash
# "apothecary import": other programs' definitions become ours, with a report; bad input is refused
# at once.
# usage: import.sh APOTHECARY
# shellcheck source=tests/golden/support/common.sh
source "$(dirname "$0")/support/common.sh"

# The inventor's diagram of Alert; its arrangement is start 259 of ours.
cp "$tree/tests/data/alert-diagram.txt" .
"$command" import alert-diagram.txt --lossy --name "Alert, imported" >alert.variant 2>report
expect 0 "starts  576" check alert.variant
ours=$("$command" perft alert 259 2 | tail -1)
[ "$("$command" perft alert.variant start 2 | tail -1)" = "$ours" ] || {
    echo "another count"
    failures=$((failures + 1))
}
for words in '"L" names no piece' '"E" names no piece' 'kangaroo, warlock, osprey' \
    'stay what it is on the last rank' 'alert-diagram.txt:26:1: warning: joker'; do
    grep -qF "$words" report || {
        echo "the report lacks: $words"
        failures=$((failures + 1))
    }
done
tr '\n' ' ' <alert-diagram.txt >blanks.txt
"$command" import blanks.txt --lossy --id alert --name "Alert, imported" 2>/dev/null | cmp - alert.variant ||
    failures=$((failures + 1))

# variants.ini.
cat >variants.ini <<'END'
[other]
maxRank = 5
[mine:shako]
wallingRule = duck
customPiece1 = x:NjD
[harmless:shako]
customPiece1 = x:NjD
flagPiece = k
END
# What is lost is an error, and nothing is written; with --lossy it is a comment at its place.
expect 1 "variants.ini:4:1: wallingRule: walls are put only in games without royal pieces here" \
    import variants.ini --section mine
expect 1 "not written" import variants.ini --section mine
"$command" import variants.ini --section mine 2>/dev/null | grep -q . && {
    echo "something was written"
    failures=$((failures + 1))
}
expect 0 "variants.ini:4:1: warning: wallingRule" import variants.ini --section mine --lossy
expect 0 "# LOST: wallingRule: walls are put only in games without royal pieces here" \
    import variants.ini --section mine --lossy
expect 0 "[castling]" import variants.ini --section mine --lossy
expect 0 "[castling]" import variants.ini --section harmless --from fairy
# Drops and promoted forms become sections; what sections cannot express is lost.
cat >hands.ini <<'END'
[hands:minishogi]
dropLoop = false
dropNoDoubled = -
[lost:shogi]
dropLoop = true
END
expect 0 "mate-loses = P" import hands.ini --section hands
expect 0 "+P = promoted p, WfF" import hands.ini --section hands
expect 1 "hands.ini:5:1: dropLoop: promoted forms turn back" import hands.ini --section lost
expect 1 "there is no section [nobody]" import variants.ini --section nobody

# A pawn that is dropped beyond the rank of promotion stays there, and its position is read.
printf '[late:makruk]\npieceDrops = true\ncapturesToHand = true\npromotionZonePawnDrops = true\n' >late.ini
"$command" import late.ini --section late >late.variant
expect 0 "P@f7" moves late.variant "3m2nr/rskn2s1/1pp1pp1p/p2p4/PPPP2P1/3KPPP1/1MS5/RN3SNR[P] w - - 0 13"
expect 0 "kn1Ps1" fen late.variant "3m2nr/1skn1Ps1/1pp1pp1p/p2p4/PPPP2P1/3KPPP1/1MS5/RN3SNR[] b - - 1 13"

# A game whose definition contradicts itself is written all the same, and its faults are reported.
printf 'files=8\nranks=8\nroyal=9\npawn:P:fmWfcF::a2-h2\nking:K:K::e1\n' >kingless.txt
expect 1 "no piece is royal" import kingless.txt --lossy
printf '[forms:chess]\nstartFen = r+nbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w - - 0 1\n' >formless.ini
expect 1 "it has a promoted form here (+N)" import formless.ini
printf '[none:chess]\nking = -\nstartFen = 8/pppppppp/8/8/8/8/PPPPPPPP/8 w - - 0 1\n' >royalless.ini
expect 1 "not written, as the definition has faults here" import royalless.ini
same "a definition with faults" "" "$("$command" import royalless.ini 2>/dev/null)"

# A variant of Sjaak II.
cat >variants.txt <<'END'
# Games
Variant: Bare (5x5)
Board: 5x5
FEN: "4k/5/5/5/K4 w"
Variant: Knights (5x5)
Board: 5x5
FEN: "nn2k/5/5/5/K2NN w - -"
Piece: King
Move: leap (0,1)|(1,1)
Symbol: "K", "K,k"
Flags: royal
Piece: Knight
Move: leap (1,2)
Symbol: "N", "N,n"
END
expect 0 "N = knight, N" import variants.txt --section Knights
expect 1 "cannot be read at k" import variants.txt
expect 1 "there is no variant Bishops" import variants.txt --section Bishops
echo 'Rule: allow pickup' >>variants.txt
expect 1 "variants.txt:15:1: Rule: allow pickup has no rule here" import variants.txt --section Kn
expect 0 "# LOST: Rule: allow pickup" import variants.txt --section Kn --lossy
expect 1 "K = king, K" import kingless.txt --lossy

# Another kind of file; a file that is too long; an empty file.
expect 1 "not an Interactive Diagram" import /dev/null
expect 1 "No such file" import nowhere.txt
head -c 10000000 /dev/zero | tr '\0' ':' >large.txt
expect 1 "at most 256 KiB" import large.txt
(
    echo "[x]"
    head -c 10000000 /dev/zero | tr '\0' 'a'
) >large.ini
expect 1 "at most 1 MiB" import large.ini
expect 2 "FILE" import

finish
