# The Python module: bindings/python. One extension for CPython 3.11 and later, with the static
# library inside. It is built with the tests, and for the wheel (bindings/python/backend.py sets
# APO_PYTHON).

option(APO_PYTHON "Build the Python module" ${APO_TESTS})
if(NOT APO_PYTHON OR APO_SANITIZE)
    return()
endif()
find_package(Python3 COMPONENTS Interpreter Development.Module)
if(NOT Python3_Development.Module_FOUND)
    message(STATUS "No Python.h (package python3-dev): the Python module is not built")
    return()
endif()

file(GLOB python_sources CONFIGURE_DEPENDS bindings/python/src/*.c)
Python3_add_library(apothecary_python MODULE ${python_sources})
target_link_libraries(apothecary_python PRIVATE apothecary_static apo_flags)
target_compile_definitions(apothecary_python PRIVATE _POSIX_C_SOURCE=200809L)
# The interpreter's tables hold functions as void *, and texts as char *.
set_source_files_properties(${python_sources} PROPERTIES
    COMPILE_OPTIONS "-Wno-pedantic;-Wno-write-strings")
set(python_folder ${PROJECT_BINARY_DIR}/python)
set_target_properties(apothecary_python PROPERTIES
    PREFIX "" OUTPUT_NAME _core SUFFIX .abi3.so C_VISIBILITY_PRESET hidden
    LIBRARY_OUTPUT_DIRECTORY ${python_folder}/apothecary)

# Beside it the files of the package, so that PYTHONPATH=build-dev/python is all a test needs.
file(GLOB python_files CONFIGURE_DEPENDS bindings/python/apothecary/*)
add_custom_command(TARGET apothecary_python POST_BUILD
    COMMAND ${CMAKE_COMMAND} -E copy_if_different ${python_files} ${python_folder}/apothecary)
foreach(file IN LISTS python_files)
    set_property(TARGET apothecary_python APPEND PROPERTY LINK_DEPENDS ${file})
endforeach()
