# Programs such as the command: each consists of a few sources of its own and the archives of all
# layers.
#
# With APO_PROCESSORS a program holds a copy of itself for each of these processors and chooses at
# the start. Counting moves is counting bits: with a popcount instruction it takes half the time,
# and a program with the instruction dies on a processor without it. A copy is one object file whose
# only name to the outside is its main function. The layers of the library are compiled for each
# copy's processor, everything else only once. The last of APO_PROCESSORS must run everywhere.

include(cmake/lto.cmake)
include(cmake/bytes.cmake)

if(APO_PROCESSORS AND NOT CMAKE_SYSTEM_PROCESSOR MATCHES "^(x86_64|AMD64|amd64)$")
    message(STATUS "built for ${CMAKE_SYSTEM_PROCESSOR} alone")
    set(APO_PROCESSORS "")
endif()

set(APO_FAST_OPTIONS "")
if(APO_LTO)
    apo_check_lto()
    if(APO_HAS_LTO)
        set(APO_FAST_OPTIONS ${APO_LTO_OPTIONS})
    endif()
endif()
# GNU's ld can join objects with link-time optimisation only where clang's plug-in is installed.
set(APO_LINKER "")
set(APO_JOIN_OPTIONS "")
if(CMAKE_C_COMPILER_ID MATCHES "Clang")
    set(APO_LINKER -fuse-ld=lld)
elseif(APO_FAST_OPTIONS)
    set(APO_JOIN_OPTIONS -flinker-output=nolto-rel)
endif()

set(APO_COPIES "") # COPY(x86_64_v3, "x86-64-v3") ..., for src/cli/processor/choose.c
foreach(processor IN LISTS APO_PROCESSORS)
    string(MAKE_C_IDENTIFIER ${processor} name)
    string(APPEND APO_COPIES "COPY(${name}, \"${processor}\") ")
    apo_compile_again(${name} "-march=${processor};${APO_FAST_OPTIONS}" ${APO_LIBRARY_LAYERS})
endforeach()
if(NOT APO_PROCESSORS AND APO_FAST_OPTIONS)
    apo_compile_again(fast "${APO_FAST_OPTIONS}" base rules neural search)
endif()

# Adds to the executable `target` the copy of it for `processor`, which uses these archives.
function(apo_add_copy target processor libraries)
    string(MAKE_C_IDENTIFIER ${processor} name)
    set(objects $<TARGET_OBJECTS:${target}_once>)
    foreach(layer IN LISTS APO_LIBRARY_LAYERS)
        list(APPEND objects $<TARGET_OBJECTS:${name}_${layer}>)
    endforeach()
    set(archives "")
    foreach(library IN LISTS libraries)
        list(APPEND archives $<TARGET_FILE:${library}>)
    endforeach()
    set(copy ${PROJECT_BINARY_DIR}/${target}-${processor}.o)
    add_custom_command(
        OUTPUT ${copy}
        COMMAND ${CMAKE_C_COMPILER} -r -nostdlib -O3 -march=${processor} ${APO_FAST_OPTIONS}
            ${APO_LINKER} ${APO_JOIN_OPTIONS} -o ${copy} ${objects} ${archives}
        COMMAND ${CMAKE_OBJCOPY} --redefine-sym main=apo_main_${name} ${copy}
        COMMAND ${CMAKE_OBJCOPY} --keep-global-symbol=apo_main_${name} ${copy}
        DEPENDS ${objects} ${libraries}
        COMMENT "Joining the copy of ${target} for ${processor}"
        COMMAND_EXPAND_LISTS VERBATIM)
    target_sources(${target} PRIVATE ${copy})
    set_source_files_properties(${copy} PROPERTIES EXTERNAL_OBJECT ON GENERATED ON)
endfunction()

# apo_add_program(NAME LIBRARIES SOURCE...): the program NAME, which uses these of our libraries.
function(apo_add_program target libraries)
    if(APO_PROCESSORS)
        set(compiled ${target}_once)
        add_library(${compiled} OBJECT ${ARGN})
        add_executable(${target} ${PROJECT_SOURCE_DIR}/src/cli/processor/choose.c)
        target_compile_definitions(${target} PRIVATE "APO_PROCESSORS=${APO_COPIES}")
        foreach(processor IN LISTS APO_PROCESSORS)
            apo_add_copy(${target} ${processor} "${libraries}")
        endforeach()
    else()
        set(compiled ${target})
        add_executable(${target} ${ARGN})
        if(APO_FAST_OPTIONS)
            foreach(layer base rules neural search)
                target_sources(${target} PRIVATE $<TARGET_OBJECTS:fast_${layer}>)
            endforeach()
            target_link_options(${target} PRIVATE ${APO_FAST_OPTIONS})
        endif()
    endif()
    target_sources(${target} PRIVATE ${APO_NETS_SOURCE})
    target_include_directories(${target} PRIVATE ${PROJECT_SOURCE_DIR}/src)
    target_link_libraries(${compiled} PRIVATE ${libraries} apo_flags)
    target_compile_definitions(${compiled} PRIVATE _POSIX_C_SOURCE=200809L)
    apo_harden(${compiled})
    if(APO_PROCESSORS)
        target_link_libraries(${target} PRIVATE ${libraries} apo_flags)
        apo_harden(${target})
    endif()
endfunction()

# The shared library for each processor but the last, where the C library of today's systems looks
# for it: glibc-hwcaps/x86-64-v3/.
if(APO_SHARED AND TARGET apothecary_shared)
    set(faster ${APO_PROCESSORS})
    list(POP_BACK faster)
    foreach(processor IN LISTS faster)
        string(MAKE_C_IDENTIFIER ${processor} name)
        set(objects "")
        foreach(layer IN LISTS APO_LIBRARY_LAYERS)
            list(APPEND objects $<TARGET_OBJECTS:${name}_${layer}>)
        endforeach()
        add_library(shared_${name} SHARED ${objects})
        set_target_properties(shared_${name} PROPERTIES
            OUTPUT_NAME apothecary LINKER_LANGUAGE C
            VERSION ${PROJECT_VERSION} SOVERSION ${PROJECT_VERSION_MAJOR}
            LIBRARY_OUTPUT_DIRECTORY ${PROJECT_BINARY_DIR}/glibc-hwcaps/${processor})
        target_link_options(shared_${name} PRIVATE
            -Wl,--no-undefined -march=${processor} ${APO_FAST_OPTIONS} ${APO_LINKER})
        target_link_libraries(shared_${name} PRIVATE m Threads::Threads)
        install(TARGETS shared_${name}
            LIBRARY DESTINATION ${CMAKE_INSTALL_LIBDIR}/glibc-hwcaps/${processor} NAMELINK_SKIP)
    endforeach()
endif()
