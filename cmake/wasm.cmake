# apothecary.wasm from src/wasm/*.c and the layers below. Functions for JavaScript are marked
#     __attribute__((export_name("apo_...")))
# and nothing else is exported but the memory. There is no main and no start-up code: the module
# imports nothing, so stdio must stay out of these layers. Lists of moves (64 kB each) live on the
# stack, one a ply of perft.
# Pages load it, so it is made small: -Oz across files, a third less to transfer than -O3.
file(GLOB wasm_sources CONFIGURE_DEPENDS src/wasm/*.c)
if(wasm_sources)
    add_executable(apothecary ${wasm_sources})
    target_link_libraries(apothecary PRIVATE ${APO_LIBRARIES} apo_flags)
    target_compile_definitions(apothecary PRIVATE APO_VERSION="${PROJECT_VERSION}")
    target_link_options(apothecary PRIVATE
        -nostartfiles -Wl,--no-entry -Wl,--gc-sections -Wl,--strip-all -Wl,-z,stack-size=4194304)
endif()
