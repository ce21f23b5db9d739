# apothecary-engine: UCI and XBoard, and what they need, in one small program. With APO_ENGINE_ALONE
# it is linked statically and runs wherever the operating system is the same.
file(GLOB call_sources CONFIGURE_DEPENDS src/cli/call/*.c)
set(APO_ENGINE_SOURCES
    ${call_sources} src/cli/commands/main.c src/cli/commands/engine.c src/cli/commands/bench.c
    src/cli/engine_program/list.c src/cli/io/file.c src/cli/io/source.c
    src/cli/lab/constants_option.c src/cli/nets/nets.c src/cli/nets/nets_source.c)
apo_add_program(apothecary-engine
    "apo_protocol;apo_api;apo_search;apo_neural;apo_game;apo_notation;apo_definition;apo_rules;apo_base"
    ${APO_ENGINE_SOURCES})
target_link_libraries(apothecary-engine PRIVATE Threads::Threads m)
if(APO_ENGINE_ALONE)
    target_link_options(apothecary-engine PRIVATE -static)
endif()
