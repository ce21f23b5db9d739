# One static library apo_<folder> for each folder of src/ that has sources. It links what it may
# include; tools/check_layers.py checks the includes against its table.

set(APO_USES_base "")
set(APO_USES_rules base)
set(APO_USES_definition rules)
set(APO_USES_notation definition)
set(APO_USES_game notation)
set(APO_USES_neural rules)
set(APO_USES_search notation neural)
set(APO_USES_lessons search)
set(APO_USES_training search)
set(APO_USES_api game search)
set(APO_USES_protocol api)
set(APO_USES_store base)
set(APO_USES_i18n base)
set(APO_USES_net i18n)
set(APO_USES_server game training store net)

# Binutils' ar cannot index WebAssembly, so the layers stay loose objects there.
if(CMAKE_SYSTEM_NAME STREQUAL "WASI")
    set(kind OBJECT)
    set(layers base rules definition notation neural game search lessons)
elseif(APO_LIBRARY_ONLY)
    set(kind STATIC)
    set(layers base rules definition notation neural game search api)
elseif(APO_ENGINE_ALONE)
    set(kind STATIC)
    set(layers base rules definition notation neural game search api protocol)
else()
    set(kind STATIC)
    set(layers base rules definition notation neural game search lessons training api protocol
        store i18n net server)
endif()

# The objects of the library, compiled once for the static and the shared form. Only what the public
# headers declare is visible outside, and calls within the library stay direct.
set(APO_LIBRARY_LAYERS base rules definition notation neural game search api)

# The definition files are embedded in the layer that reads them.
file(GLOB variant_files CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/variants/*.variant)
set(embedded ${PROJECT_BINARY_DIR}/variants_embedded.c)
set(bare OFF)
set(near "")
if(APO_WASM_RULES)
    set(bare ON)
    set(near ${PROJECT_SOURCE_DIR}/cmake/near_games.txt)
endif()
add_custom_command(
    OUTPUT ${embedded}
    COMMAND ${CMAKE_COMMAND} -DOUT=${embedded} -DBARE=${bare} -DNEAR=${near}
        -P ${PROJECT_SOURCE_DIR}/cmake/embed.cmake -- ${variant_files}
    DEPENDS ${PROJECT_SOURCE_DIR}/cmake/embed.cmake ${near} ${variant_files}
    COMMENT "Embedding the definition files"
    VERBATIM)

# The names used in templates are collected from the sources that fill them.
file(GLOB page_files CONFIGURE_DEPENDS
    ${PROJECT_SOURCE_DIR}/src/server/*/*.c ${PROJECT_SOURCE_DIR}/web/pages/*.html)
set(page_names ${PROJECT_BINARY_DIR}/page_names.c)
add_custom_command(
    OUTPUT ${page_names}
    COMMAND ${Python3_EXECUTABLE} ${PROJECT_SOURCE_DIR}/tools/page_names.py
        ${page_names} ${page_files}
    DEPENDS ${PROJECT_SOURCE_DIR}/tools/page_names.py ${page_files}
    COMMENT "Looking for the names that pages can have"
    VERBATIM)

set(APO_LIBRARIES "") # all of them, users before used
set(APO_LAYERS "")    # their folders
foreach(layer IN LISTS layers)
    file(GLOB sources CONFIGURE_DEPENDS
        ${PROJECT_SOURCE_DIR}/src/${layer}/*.c ${PROJECT_SOURCE_DIR}/src/${layer}/*/*.c)
    if(NOT sources)
        continue()
    endif()
    if(layer STREQUAL "definition")
        list(APPEND sources ${embedded})
    elseif(layer STREQUAL "server")
        list(APPEND sources ${page_names})
    endif()
    add_library(apo_${layer} ${kind} ${sources})
    target_include_directories(apo_${layer} PUBLIC
        ${PROJECT_SOURCE_DIR}/src ${PROJECT_SOURCE_DIR}/include)
    target_link_libraries(apo_${layer} PRIVATE apo_flags)
    if(layer IN_LIST APO_LIBRARY_LAYERS AND NOT CMAKE_SYSTEM_NAME STREQUAL "WASI")
        set_target_properties(apo_${layer} PROPERTIES
            POSITION_INDEPENDENT_CODE ON C_VISIBILITY_PRESET hidden)
        target_compile_options(apo_${layer} PRIVATE -fno-semantic-interposition)
    endif()
    foreach(used IN LISTS APO_USES_${layer})
        if(TARGET apo_${used})
            target_link_libraries(apo_${layer} PUBLIC apo_${used})
        endif()
    endforeach()
    list(PREPEND APO_LIBRARIES apo_${layer})
    list(APPEND APO_LAYERS ${layer})
endforeach()

# The C library's mathematics, for statistics and training.
foreach(layer game training protocol)
    if(TARGET apo_${layer})
        target_link_libraries(apo_${layer} PUBLIC m)
    endif()
endforeach()

# Layers that talk to an operating system.
foreach(layer search api store net server)
    if(TARGET apo_${layer} AND NOT CMAKE_SYSTEM_NAME STREQUAL "WASI")
        target_compile_definitions(apo_${layer} PRIVATE _POSIX_C_SOURCE=200809L)
    endif()
endforeach()

# The rules need no C library. Where tests are built with gcc, they are compiled without one: only
# the compiler's own headers are found (<stdint.h>, <stddef.h>, <limits.h> ...), so an
# #include <string.h> fails here. -fbuiltin: memcpy and its like are compiled as they are elsewhere.
if(TARGET apo_rules AND APO_TESTS AND CMAKE_C_COMPILER_ID STREQUAL "GNU")
    execute_process(COMMAND ${CMAKE_C_COMPILER} -print-file-name=include
        OUTPUT_VARIABLE compiler_headers OUTPUT_STRIP_TRAILING_WHITESPACE
        COMMAND_ERROR_IS_FATAL ANY)
    target_compile_options(apo_rules PRIVATE
        -ffreestanding -fbuiltin -nostdinc -isystem ${compiler_headers})
    # Keeps gcc's <limits.h> from asking for the C library's.
    target_compile_definitions(apo_rules PRIVATE _LIBC_LIMITS_H_)
endif()
