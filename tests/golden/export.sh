#!/usr/bin/env bash
# "apothecary export": our games in other programs' forms. Where Fairy-Stockfish is installed, it
# must count the same moves. usage: export.sh APOTHECARY
# shellcheck source=tests/golden/support/common.sh
source "$(dirname "$0")/support/common.sh"

expect 0 "king:K:KisjO2isjO3isO3isO4:king:g2,,g13" export alert --to diagram --lossy
expect 0 "promoChoice=!P!X*B*N*Z*G*W*R3*J3*Y3*F3*O3*Q2*V2*U2*M2*I2" export alert --to diagram --lossy
# A diagram shows pieces only if it is told where their pictures are, and which.
expect 0 "graphicsDir=/graphics.dir/alfaerie/" export capablanca --to diagram
expect 0 "graphicsType=gif" export capablanca --to diagram
expect 0 "firstRank=1" export capablanca --to diagram
expect 0 "hole::::a1-l1,a14-l14" export alert --to diagram --lossy
expect 0 "warning: points: lead, joker-low, joker-high, strong, weak: it cannot be" export alert --to diagram --lossy
expect 0 "piece O& DmpafyafsW" export alert --to xboard --lossy
expect 0 "# pawn (P): XBoard has no range up to the middle" export alert --to xboard --lossy
expect 1 "pieces: P: its moves are left out: XBoard" export alert --to xboard
expect 0 "fersAlfil = e" export shako --to fairy
expect 0 "promotionLimit = q:1 c:1 a:1 r:2 b:2 n:2" export grand --to fairy
expect 0 "# LOST: board: files, ranks: Fairy-Stockfish plays on at most 12 files and 10 ranks" \
    export alert --to fairy --lossy
# Only games on the base of Ataxx have hands without end.
expect 0 "[snort:ataxx]" export snort --to fairy
expect 0 "warning: hands: no-mate: a drop that mates is legal there, and loses" export shogi --to fairy
expect 0 "castlingDroppedPiece = true" export placement --to fairy
expect 0 "warning: outcome: bare-king: a bare king loses before its move there" export shatranj --to fairy
expect 0 "promotionPieceTypesBlack = qrb" export chigorin --to fairy
expect 0 "janggiCannon = c" export synochess --to fairy
# A named start is a section on the first one, unless its pieces are others.
expect 0 "[opulent-chessv:opulent-apothecary]" export opulent --to fairy
expect 0 "[chess960-2:chess960]" export chess960 --to fairy
expect 1 'castling or first moves have other rules there: not "rank4"' export prequel --to fairy
expect 0 "enPassantRegionWhite = a6 b6 c6 d6 e6 f6 g6 h6" export horde --to fairy
expect 1 "not written, as it would be another game" export alert --to fairy
expect 0 "[shako-apothecary]" export shako --to fairy
expect 1 'did you mean "alert"' export alret --to fairy
expect 2 "--to" export alert

# A double step without en passant is another rule.
printf '[game]\nname = Own\nbase = chess\n[multi-step]\nno-trail = 2\n' >own.variant
for form in diagram xboard zrf; do
    expect 1 "no-trail: every multiple step can be answered" export own.variant --to "$form"
done
expect 0 "enPassantRegionBlack = -" export own.variant --to fairy

# There and back.
for game in chess capablanca shako grand; do
    "$command" export "$game" --to fairy >"$game.ini" 2>/dev/null
    "$command" import "$game.ini" >"$game.variant"
    "$command" export "$game" --to diagram --lossy >"$game.txt" 2>/dev/null
    "$command" import "$game.txt" >"$game-diagram.variant" 2>/dev/null
    ours=$("$command" perft "$game" start 3 | tail -1)
    for file in "$game.variant" "$game-diagram.variant"; do
        theirs=$("$command" perft "$file" start 3 | tail -1)
        [ "$ours" = "$theirs" ] || {
            echo "$file: $theirs instead of $ours"
            failures=$((failures + 1))
        }
    done
done

# Every game that is written is read back with the same ends. Only here dead positions and two bare
# kings are drawn at once, which changes no result.
ends() {
    "$command" check "$1" 2>/dev/null |
        sed -n 's/^ends *//; t keep; d; :keep; s/a dead position (draw), //
            s/two bare kings (draw), //; p'
}
written=0
for file in "$tree"/variants/*.variant; do
    game=$(basename "$file" .variant)
    "$command" export "$game" --to fairy >"$game.ini" 2>/dev/null || continue
    written=$((written + 1))
    "$command" import "$game.ini" >"$game.variant"
    ours=$(ends "$file")
    theirs=$(ends "$game.variant")
    case $game in # a bare king loses before its move there
    courier | shatranj)
        ours=${ours/a bare king (loss), /}
        theirs=${theirs/extinction, /}
        ;;
    esac
    [ "$ours" = "$theirs" ] || {
        echo "$game: $theirs instead of $ours"
        failures=$((failures + 1))
    }
done
[ "$written" = 126 ] || {
    echo "$written games are written"
    failures=$((failures + 1))
}

finish
