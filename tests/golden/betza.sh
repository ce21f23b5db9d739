#!/usr/bin/env bash
# "apothecary betza": diagrams, words, dialects, tables; errors point at the letter.
# usage: betza.sh APOTHECARY
# shellcheck source=tests/golden/support/common.sh
source "$(dirname "$0")/support/common.sh"

same "a diagram with words" "\
  +---+---+---+---+---+---+---+
  |   |   |   | @ |   |   |   |
  +---+---+---+---+---+---+---+
  |   |   |   | @ |   |   |   |
  +---+---+---+---+---+---+---+
  |   |   |   | o |   |   |   |
  +---+---+---+---+---+---+---+
  | @ | @ | o | # | o | @ | @ |
  +---+---+---+---+---+---+---+
  |   |   |   | o |   |   |   |
  +---+---+---+---+---+---+---+
  |   |   |   | @ |   |   |   |
  +---+---+---+---+---+---+---+
  |   |   |   | @ |   |   |   |
  +---+---+---+---+---+---+---+
  o  moves without capturing
  @  moves, or captures by hopping
- slides orthogonally, without capturing
- slides orthogonally to a piece, hops over it and slides on, only to capture" \
    "$("$command" betza mRcpR --ascii --size 7)"

same "words" "\
- leaps 2 orthogonally
- leaps 2 orthogonally, then slides diagonally outward" "$("$command" betza '[D?B]' --words)"

same "an error with a caret" "\
apothecary: moves, column 4: 'x' (borrow a friend's moves) is not supported
  mRcxR
     ^" "$("$command" betza mRcxR 2>&1 || true)"

# Contradictory and meaningless moves.
expect 1 "column 2: 'j'" betza njD
expect 1 "there are no moves" betza ''
expect 1 "column 5: the moves end" betza mRmc
expect 1 "column 2: 'f'" betza RfO2
expect 1 "'n' (lame) means nothing" betza nW
expect 1 "is given twice" betza mmW
expect 1 "not an atom of XBetza" betza T
expect 1 "ninth leg" betza aaaaaaaaaK
expect 1 "longer than any board" betza WXXXXXX

# Dialects.
same "for Fairy-Stockfish" "nN" "$("$command" betza afsW --to fairy)"
same "for XBoard" "FyafsF" "$("$command" betza '[F?R]' --to xboard)"
same "L of XBoard" "NZ" "$("$command" betza NL --dialect xboard --to id)"
while read -r from text to expected; do
    same "$text of $from for $to" "$expected" \
        "$("$command" betza "$text" --dialect "$from" --to "$to" 2>/dev/null)"
done <<'END'
id [W?B] xboard WyafsW
id fmW*fceF id fmW*fceF
id mRcpR fairy mRcpR
id N0 fairy NN
id N0 xboard N0
id ZC xboard ZC
id fK xboard fW
id KisO2 xboard KisO2
xboard J id C
xboard NL fairy NZ
xboard mcaK id mcaK
xboard nN id afsW
xboard KisO2 id KisO2
fairy fK id fWfF
fairy fQ xboard fRfB
fairy nZ id afsafW
fairy nN xboard afrWaflW
fairy NNN1 id NNN
fairy ifmnDfmWfceF id ifmnDfmWfcF
END
expect 1 "no moves of several legs" betza '[F?R]' --to fairy
expect 1 "column 2: XBoard would drop 'c'" betza pcR --dialect xboard
expect 0 'note: '"'"'i'"'"' means "from the double-step region"' betza fmWfcFimfnD --dialect fairy --words
expect 2 "--dialect" betza W --dialect klingon

# Pictures and data.
"$command" betza KNADcaKmcabK --svg >lion.svg
python3 - lion.svg <<'END' || failures=$((failures + 1))
import sys
import xml.etree.ElementTree as tree
root = tree.parse(sys.argv[1]).getroot()
names = [child.tag.split("}")[1] for child in root]
assert root.get("role") == "img" and names[:2] == ["title", "desc"], names
END
"$command" betza 'BN"<' --svg >/dev/null 2>&1 && failures=$((failures + 1))
"$command" betza mfW*fceF --json | python3 -c '
import json, sys
piece = json.load(sys.stdin)
assert piece["moves"] == [[0, 1], [0, 2], [0, 3]], piece
assert piece["captures"] == piece["captures_en_passant"] == [[-1, 1], [1, 1]], piece
assert piece["dialects"] == {"id": "fmW*fceF", "xboard": None, "fairy": None}, piece
assert len(piece["words"]) == 2
' || failures=$((failures + 1))

# Tables.
expect 0 "135 of 135 agree" betza --check "$tree/tests/betza/cases.tsv"
cat >positions.json <<'END'
[
{"xbetza": "mRcpR", "files": 5, "ranks": 5, "at": [0, 0], "virgin": true,
 "others": [{"d": [0, 2], "what": "friend (moved)"}, {"d": [0, 4], "what": "enemy"}],
 "expected": [{"to": [0, 1], "captures": []}, {"to": [0, 4], "captures": [[0, 4]]},
              {"to": [1, 0], "captures": []}, {"to": [2, 0], "captures": []},
              {"to": [3, 0], "captures": []}, {"to": [4, 0], "captures": []}], "checked": "by hand"},
{"xbetza": "KisO2", "files": 5, "ranks": 1, "at": [2, 0], "virgin": true,
 "others": [{"d": [2, 0], "what": "friend (virgin)"}],
 "expected": [{"to": [1, 0], "side": []}, {"to": [-1, 0], "side": []},
              {"to": [2, 0], "side": [[1, 0], [2, 0]]}], "checked": "by hand"},
{"xbetza": "W", "files": 2, "ranks": 2, "at": [1, 1], "virgin": true, "others": [],
 "expected": [{"to": [0, -1], "captures": []}], "checked": "wrongly"}
]
END
same "a table with a fault" "\
W: -1,0 is not a move in the file, but is one here
2 of 3 agree" "$("$command" betza --check positions.json || true)"
expect 1 "2 of 3 agree" betza --check positions.json
echo '[{"xbetza": "W"}]' >faulty.json
expect 1 "entry 1 is not a position" betza --check faulty.json
echo '[{"xbetza": "W"' >faulty.json
expect 1 "not a JSON list" betza --check faulty.json
echo 'W 4' >faulty.tsv
expect 1 "faulty.tsv:1: expected the fields" betza --check faulty.tsv
expect 1 "there are no rows" betza --check /dev/null
expect 1 "No such file" betza --check nowhere.tsv
expect 2 "the moves are missing" betza
expect 2 "5 to 15" betza W --size 16

finish
