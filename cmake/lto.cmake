# Link-time optimisation: for a program, the layers that a search spends its time in are compiled
# again and optimised across files. The archives still contain machine code that every linker can
# use.

include(CheckCSourceCompiles)

if(CMAKE_C_COMPILER_ID MATCHES "Clang")
    set(APO_LTO_OPTIONS -flto=thin)
else()
    set(APO_LTO_OPTIONS -flto=auto)
endif()

# Sets APO_HAS_LTO if compiler and linker support it.
function(apo_check_lto)
    set(CMAKE_REQUIRED_FLAGS ${APO_LTO_OPTIONS})
    set(CMAKE_REQUIRED_LINK_OPTIONS ${APO_LTO_OPTIONS})
    check_c_source_compiles("int main(void) { return 0; }" APO_HAS_LTO)
    if(NOT APO_HAS_LTO)
        message(WARNING "no link-time optimisation here: the engine will be some 5 % slower")
    endif()
endfunction()

# apo_compile_again(PREFIX OPTIONS LAYER...): an object library PREFIX_<layer> of each of the
# layers, compiled with OPTIONS too, as part of the shared library would be.
function(apo_compile_again prefix options)
    foreach(layer IN LISTS ARGN)
        get_target_property(sources apo_${layer} SOURCES)
        set(copy ${prefix}_${layer})
        add_library(${copy} OBJECT ${sources})
        target_include_directories(${copy} PRIVATE ${PROJECT_SOURCE_DIR}/src)
        target_link_libraries(${copy} PRIVATE apo_flags)
        get_target_property(definitions apo_${layer} COMPILE_DEFINITIONS)
        if(definitions)
            target_compile_definitions(${copy} PRIVATE ${definitions})
        endif()
        set_target_properties(${copy} PROPERTIES
            POSITION_INDEPENDENT_CODE ON C_VISIBILITY_PRESET hidden)
        target_compile_options(${copy} PRIVATE -fno-semantic-interposition ${options})
    endforeach()
endfunction()
