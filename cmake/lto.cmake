# Link-time optimisation of the command: the layers that a search spends its time in are compiled once
# more for it, to be optimised across files. The archives keep machine code that anybody can link.

include(CheckCSourceCompiles)

if(CMAKE_C_COMPILER_ID MATCHES "Clang")
    set(apo_lto_options -flto=thin)
else()
    set(apo_lto_options -flto=auto)
endif()

# Adds the sources of the layers named after `target` to it; does nothing if compiler or linker cannot.
function(apo_optimise_across target)
    set(CMAKE_REQUIRED_FLAGS ${apo_lto_options})
    set(CMAKE_REQUIRED_LINK_OPTIONS ${apo_lto_options})
    check_c_source_compiles("int main(void) { return 0; }" APO_HAS_LTO)
    if(NOT APO_HAS_LTO)
        message(WARNING "no link-time optimisation here: the engine will be some 5 % slower")
        return()
    endif()
    foreach(layer IN LISTS ARGN)
        get_target_property(sources apo_${layer} SOURCES)
        add_library(${target}_${layer} OBJECT ${sources})
        target_include_directories(${target}_${layer} PRIVATE ${PROJECT_SOURCE_DIR}/src)
        target_link_libraries(${target}_${layer} PRIVATE apo_flags)
        get_target_property(definitions apo_${layer} COMPILE_DEFINITIONS)
        if(definitions)
            target_compile_definitions(${target}_${layer} PRIVATE ${definitions})
        endif()
        target_compile_options(${target}_${layer} PRIVATE ${apo_lto_options})
        target_sources(${target} PRIVATE $<TARGET_OBJECTS:${target}_${layer}>)
    endforeach()
    target_link_options(${target} PRIVATE ${apo_lto_options})
endfunction()
