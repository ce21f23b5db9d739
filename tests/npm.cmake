# tests/npm/*.mjs: the npm package, installed from its tarball as others install it. Each script
# gets the folder of the package and the command's path. A test that needs a browser, TypeScript or
# npm where there is none is skipped.
file(GLOB npm_tests CONFIGURE_DEPENDS RELATIVE ${PROJECT_SOURCE_DIR} npm/*.test.mjs)

apo_test(NAME npm.build LABEL npm TIMEOUT 600 COMMAND scripts/build-npm)
set_tests_properties(npm.build PROPERTIES FIXTURES_SETUP npm_package)
if(TEST wasm.build)
    set_tests_properties(npm.build PROPERTIES DEPENDS wasm.build)
endif()
foreach(script IN LISTS npm_tests)
    cmake_path(GET script STEM LAST_ONLY name)
    string(REGEX REPLACE "\\.test$" "" name ${name})
    apo_test(NAME npm.${name} LABEL npm TIMEOUT 300
        COMMAND tools/run-node ${script} ${PROJECT_SOURCE_DIR}/build-npm/package
            $<TARGET_FILE:apothecary>)
    set_tests_properties(npm.${name} PROPERTIES FIXTURES_REQUIRED npm_package)
endforeach()
