# apothecary.wasm from src/wasm/*.c and the layers below. Functions for JavaScript are marked
#     __attribute__((export_name("apo_...")))
# and only the memory is exported besides. There is no main and no start-up code. The module imports
# nothing, so these layers must not use stdio. Lists of moves (64 kB each) are on the stack, one for
# each ply of perft.
#
# rules.wasm is the same without the engine and made small (-Oz across files, one copy of each loop
# for all sizes of boards, definitions without comments): every page with a board loads it.
#
# workshop.wasm is apothecary.wasm with what the workshop needs besides (workshop.h): it is built
# beside it, of the same objects.
option(APO_WASM_RULES "Build rules.wasm, without the engine, instead of apothecary.wasm" OFF)
file(GLOB wasm_sources CONFIGURE_DEPENDS src/wasm/*.c)
set(workshop_sources ${wasm_sources})
list(FILTER wasm_sources EXCLUDE REGEX "/workshop\\.c$")
if(APO_WASM_RULES)
    target_compile_definitions(apo_flags INTERFACE APO_SMALL)
    list(FILTER wasm_sources INCLUDE REGEX "/session[a-z_]*\\.c$")
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
        # One copy of equal functions, and none is put into its callers.
        target_link_options(apothecary PRIVATE
            -Wl,-mllvm,-enable-merge-functions -Wl,-mllvm,-inline-threshold=-50)
    else()
        add_module(workshop ${workshop_sources})
    endif()
endif()
