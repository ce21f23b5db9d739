# apothecary.wasm from src/wasm/*.c and the layers below. Functions for JavaScript are marked
#     __attribute__((export_name("apo_...")))
# and only the memory is exported besides. There is no main and no start-up code. The module imports
# nothing, so these layers must not use stdio. Lists of moves (128 kB each) are on the stack.
#
# rules.wasm is the same without the engine and made small (-Oz across files, one copy of each loop
# for all sizes of boards, definitions without comments, keys without what the reference says about
# them, and a heap of its own, src/base/heap.h): every page with a board loads it.
#
# lessons.wasm is rules.wasm with what pages of lessons and problems and the editor need besides:
# lessons, forced mates, faults of positions.
#
# clang gives each module to wasm-opt, if Debian's binaryen is there; without it rules.wasm is 3 kB
# larger where it is sent, and does the same.
#
# workshop.wasm is apothecary.wasm with what the workshop needs besides (workshop.h): it is built
# beside it, of the same objects.
#
# engine.wasm is the engine alone, with SIMD and for memory that threads share. The page gives it
# the memory; a page that may not share any changes the module (web/lib/engine-memory.js).
option(APO_WASM_THREADS "Build engine.wasm, with threads, instead of apothecary.wasm" OFF)
option(APO_WASM_RULES "Build rules.wasm, without the engine, instead of apothecary.wasm" OFF)
file(GLOB wasm_sources CONFIGURE_DEPENDS src/wasm/*.c)
if(NOT APO_WASM_THREADS)
    list(FILTER wasm_sources EXCLUDE REGEX "/threads\\.c$")
endif()
set(workshop_sources ${wasm_sources})
list(FILTER wasm_sources EXCLUDE REGEX "/workshop\\.c$")
if(APO_WASM_THREADS)
    target_compile_definitions(apo_flags INTERFACE APO_WASM_THREADS)
    target_compile_options(apo_flags INTERFACE -matomics -msimd128 -flto)
    list(FILTER wasm_sources INCLUDE REGEX "/(engine|threads)\\.c$")
endif()
if(APO_WASM_RULES)
    target_compile_definitions(apo_flags INTERFACE APO_SMALL)
    list(FILTER wasm_sources INCLUDE REGEX "/session[a-z_]*\\.c$")
    set(lessons_sources ${wasm_sources})
    list(FILTER wasm_sources EXCLUDE REGEX "/session_(check|force|lesson)\\.c$")
endif()

function(add_module name)
    add_executable(${name} ${ARGN})
    target_link_libraries(${name} PRIVATE ${APO_LIBRARIES} apo_flags)
    target_link_options(${name} PRIVATE
        -nostartfiles -Wl,--no-entry -Wl,--gc-sections -Wl,--strip-all -Wl,-z,stack-size=4194304)
endfunction()

if(wasm_sources)
    add_module(apothecary ${wasm_sources})
    if(APO_WASM_RULES)
        set_target_properties(apothecary PROPERTIES OUTPUT_NAME rules)
        add_module(lessons ${lessons_sources})
        foreach(small apothecary lessons)
            # One copy of equal functions, and none is put into its callers.
            target_link_options(${small} PRIVATE
                -Wl,-mllvm,-enable-merge-functions -Wl,-mllvm,-inline-threshold=-50)
        endforeach()
    elseif(APO_WASM_THREADS)
        set_target_properties(apothecary PROPERTIES OUTPUT_NAME engine)
        # wasi-libc was compiled without atomics. Only the engine's own thread allocates.
        target_link_options(apothecary PRIVATE
            -Wl,--import-memory -Wl,--export-memory -Wl,--shared-memory -Wl,--no-check-features
            -Wl,--initial-memory=16777216 -Wl,--max-memory=536870912
            -Wl,--export=__stack_pointer -flto)
    else()
        add_module(workshop ${workshop_sources})
    endif()
endif()
