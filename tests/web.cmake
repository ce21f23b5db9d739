# tests/web/*.test.mjs: the pages' modules in node, and pages in a real browser. A test is skipped
# if the browser or an npm package that it needs is missing.
file(GLOB web_tests CONFIGURE_DEPENDS RELATIVE ${PROJECT_SOURCE_DIR} web/*.test.mjs)
if(NOT web_tests)
    return()
endif()

apo_test(NAME web.build LABEL web TIMEOUT 900 COMMAND scripts/build-web)
set_tests_properties(web.build PROPERTIES FIXTURES_SETUP web_files)
if(TEST wasm.build)
    set_tests_properties(web.build PROPERTIES DEPENDS wasm.build)
endif()
foreach(script IN LISTS web_tests)
    cmake_path(GET script STEM LAST_ONLY name)
    string(REGEX REPLACE "\\.test$" "" name ${name})
    set(command "")
    if(TARGET apothecary)
        set(command $<TARGET_FILE:apothecary>)
    endif()
    apo_test(NAME web.${name} LABEL web TIMEOUT 600
        COMMAND tools/run-node ${script} ${command})
    # One browser keeps a processor busy half of the time, so three of these tests run at once
    # (browsers.json), and they start first; tests without a browser run beside them.
    set_tests_properties(web.${name} PROPERTIES
        FIXTURES_REQUIRED web_files RESOURCE_GROUPS browsers:1 COST 1000)
endforeach()
