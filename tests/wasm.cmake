# tests/wasm/*.mjs run the WebAssembly module in node. The module is built by the first test.
file(GLOB wasm_tests CONFIGURE_DEPENDS RELATIVE ${PROJECT_SOURCE_DIR} wasm/*.mjs)
file(GLOB wasm_sources CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/src/wasm/*.c)
if(NOT wasm_sources)
    return()
endif()

set(wasm_module ${PROJECT_SOURCE_DIR}/build-wasm/apothecary.wasm)
apo_test(NAME wasm.build LABEL wasm TIMEOUT 600 COMMAND scripts/build-wasm)
set_tests_properties(wasm.build PROPERTIES FIXTURES_SETUP wasm_module)

apo_test(NAME wasm.imports LABEL wasm TIMEOUT 60
    COMMAND tools/run-node tools/check_wasm.mjs ${wasm_module})
set_tests_properties(wasm.imports PROPERTIES FIXTURES_REQUIRED wasm_module)
# The small module, without the engine, must know the same rules.
foreach(script rules look)
    apo_test(NAME wasm.small_${script} LABEL wasm TIMEOUT 300
        COMMAND tools/run-node ${PROJECT_SOURCE_DIR}/tests/wasm/${script}.mjs
        ${PROJECT_SOURCE_DIR}/build-wasm-rules/rules.wasm $<TARGET_FILE:apothecary>)
    set_tests_properties(wasm.small_${script} PROPERTIES FIXTURES_REQUIRED wasm_module)
endforeach()
foreach(script IN LISTS wasm_tests)
    cmake_path(GET script STEM name)
    set(command "")
    if(TARGET apothecary)
        set(command $<TARGET_FILE:apothecary>)
    endif()
    apo_test(NAME wasm.${name} LABEL wasm TIMEOUT 300
        COMMAND tools/run-node ${script} ${wasm_module} ${command})
    set_tests_properties(wasm.${name} PROPERTIES FIXTURES_REQUIRED wasm_module)
endforeach()
