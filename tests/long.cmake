# Long tests start first, so that a run does not end with a wait for one of them. CMake gives ctest
# these costs; once a build folder has measured its own, ctest takes those.

# Seconds on a busy machine, in the dev build or under the sanitizers. They only rank the tests.
set(long_tests
    http.hostile_account 330 http.mail 290 http.mail_failures 240 http.tournaments 225
    web.pages 195 python.wheel 195 web.board 170 http.notices 165 http.lines 165 unit.lesson 160
    http.moderation 160 http.postgres 155 http.games 150 web.layout 150 store.faults 135
    http.route_costs 130 golden.lab 125 web.people 125 web.analysis 120 http.openapi 120
    http.work 110 slow.wild 110 http.crash 110 http.data_folder 105 http.programs 105
    unit.bad_numbers 100 http.replica 100 conformance.command 100 unit.laws 95 http.ratings 95
    web.game-page 95 web.archive 90 web.languages 90 unit.forced 90 http.problems 85
    web.tournament 85 store.store_postgres 85 http.workshop 80 unit.move_texts 80 unit.archive 80
    unit.courier_log 80 http.hurry 80 web.workshop 80 golden.batch 75 web.weight 75 unit.search 75
    http.tournament_walk 75 library.install 70 unit.oracle 70 golden.match 70 http.old_database 65
    http.several_servers 65 http.reminders 65 unit.pgn_tree 60 golden.export_zrf 60 unit.train 60
    unit.network 60 golden.engine 60 http.seasons 55 web.firefox 55 http.oauth 55 unit.import 55
    golden.import_zrf 55 unit.betza_write 55 golden.instructions 50 golden.fairy_fen 50
    http.invitations 50 wasm.small_rules 50 web.talk 50 golden.old_names 50 unit.inspection 50
    web.problems 50 web.hostile 50 unit.moves_write 50 golden.selfplay 45 web.publish 45
    web.correspondence 45 http.vacation 45 npm.robust 45)

while(long_tests)
    list(POP_FRONT long_tests test seconds)
    if(TEST ${test}) # not every build has all of them
        if(test MATCHES "^web[.]") # three at a time, so together they take longest
            math(EXPR seconds "${seconds} + 1000")
        elseif(test MATCHES "^http[.](tournaments|mail|vacation|hurry|reminders|ratings)$")
            math(EXPR seconds "${seconds} + 500") # they wait for clocks
        endif()
        set_tests_properties(${test} PROPERTIES COST ${seconds})
    endif()
endwhile()
