# The slow rules are tested with counts, positions and games from other sources:
#   perft/<game>.tsv        rows within the budget of nodes, for the games they know
#   data/positions*.tsv     a move, the position after it
#   data/games*.txt         whole games with their results
set(slow_budget 300000)
set(slow_games alert apothecary2 classic modern prequel)

file(GLOB slow_data CONFIGURE_DEPENDS RELATIVE ${PROJECT_SOURCE_DIR}
    perft/*.tsv data/positions*.tsv data/games*.txt)
# They do not know the games of other programs.
list(FILTER slow_data EXCLUDE REGEX "/perft/peer_")
foreach(file IN LISTS slow_data)
    cmake_path(GET file STEM name)
    if(file MATCHES "/perft/")
        if(NOT name IN_LIST slow_games)
            continue()
        endif()
        set(arguments perft ${file} ${slow_budget})
        set(name perft_${name})
    elseif(name MATCHES "^positions")
        set(arguments positions ${file})
    else()
        set(arguments games ${file})
    endif()
    apo_test(NAME slow.${name} LABEL slow TIMEOUT 600 COMMAND slow verify ${arguments})
endforeach()

# Those of the other built-in games are compared with the library in random games;
# `slow_wild --games 40 --plies 400` takes its time.
apo_test(NAME slow.wild LABEL slow TIMEOUT 300 COMMAND slow_wild)
