# Checks of the sources, and tests of these checks.
apo_test(NAME lint.layers LABEL lint TIMEOUT 60
    COMMAND ${Python3_EXECUTABLE} tools/check_layers.py)
if(APO_LAYERS AND NOT APO_LTO)
    apo_test(NAME lint.archives LABEL lint TIMEOUT 60
        COMMAND ${Python3_EXECUTABLE} tools/check_archives.py ${PROJECT_BINARY_DIR})
    apo_test(NAME lint.calls LABEL lint TIMEOUT 60
        COMMAND ${Python3_EXECUTABLE} tools/check_calls.py ${PROJECT_BINARY_DIR})
    apo_test(NAME lint.laws LABEL lint TIMEOUT 120
        COMMAND ${Python3_EXECUTABLE} tools/check_laws.py ${PROJECT_BINARY_DIR})
endif()
apo_test(NAME lint.modules LABEL lint TIMEOUT 60
    COMMAND ${Python3_EXECUTABLE} tools/check_modules.py)
apo_test(NAME lint.words LABEL lint TIMEOUT 600
    COMMAND ${Python3_EXECUTABLE} tools/check_words.py)
apo_test(NAME lint.width LABEL lint TIMEOUT 60
    COMMAND ${Python3_EXECUTABLE} tools/check_width.py)
apo_test(NAME lint.rules_index LABEL lint TIMEOUT 60
    COMMAND ${Python3_EXECUTABLE} tools/rules_index.py --check)
apo_test(NAME lint.docs LABEL lint TIMEOUT 60
    COMMAND ${Python3_EXECUTABLE} tools/check_docs.py)
apo_test(NAME lint.security LABEL lint TIMEOUT 60
    COMMAND ${Python3_EXECUTABLE} tools/check_security.py)
apo_test(NAME lint.i18n LABEL lint TIMEOUT 60
    COMMAND ${Python3_EXECUTABLE} tools/i18n.py)
apo_test(NAME lint.headers LABEL lint TIMEOUT 300
    COMMAND ${Python3_EXECUTABLE} tests/header_test/check_headers.py)
apo_test(NAME lint.format LABEL lint TIMEOUT 120 COMMAND tools/run-format --check)
apo_test(NAME lint.eslint LABEL lint TIMEOUT 300 COMMAND tools/run-eslint)
apo_test(NAME lint.types LABEL lint TIMEOUT 300 COMMAND tools/run-tsc)
apo_test(NAME lint.python LABEL lint TIMEOUT 120 COMMAND tools/run-flake8)
apo_test(NAME lint.python_format LABEL lint TIMEOUT 300 COMMAND tools/run-black --check)
list(TRANSFORM APO_ENGINE_SOURCES REPLACE "^${PROJECT_SOURCE_DIR}/" "" OUTPUT_VARIABLE sources)
apo_test(NAME lint.windows LABEL lint TIMEOUT 300 COMMAND tools/run-mingw ${sources})
apo_test(NAME lint.scripts LABEL lint TIMEOUT 120 COMMAND tools/run-shellcheck)

file(GLOB tool_tests CONFIGURE_DEPENDS RELATIVE ${PROJECT_SOURCE_DIR} tools/test_*.py)
foreach(script IN LISTS tool_tests)
    cmake_path(GET script STEM name)
    apo_test(NAME lint.${name} LABEL lint TIMEOUT 120 COMMAND ${Python3_EXECUTABLE} ${script})
endforeach()
