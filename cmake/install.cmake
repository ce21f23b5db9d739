# What `cmake --install` (make install) installs besides the library: the command with its manual
# page and completion, and the definition files.

if(TARGET apothecary)
    install(TARGETS apothecary apothecary-engine RUNTIME DESTINATION ${CMAKE_INSTALL_BINDIR})
    # The command itself prints its manual page and its completion for bash.
    install(CODE "
        execute_process(COMMAND $<TARGET_FILE:apothecary> help --man
            OUTPUT_FILE ${PROJECT_BINARY_DIR}/apothecary.1 COMMAND_ERROR_IS_FATAL ANY)
        execute_process(COMMAND $<TARGET_FILE:apothecary> help --man engine
            OUTPUT_FILE ${PROJECT_BINARY_DIR}/apothecary-engine.6 COMMAND_ERROR_IS_FATAL ANY)
        execute_process(COMMAND $<TARGET_FILE:apothecary> help --bash
            OUTPUT_FILE ${PROJECT_BINARY_DIR}/completion.bash COMMAND_ERROR_IS_FATAL ANY)")
    install(FILES ${PROJECT_BINARY_DIR}/apothecary.1 DESTINATION ${CMAKE_INSTALL_MANDIR}/man1)
    install(FILES ${PROJECT_BINARY_DIR}/apothecary-engine.6 DESTINATION ${CMAKE_INSTALL_MANDIR}/man6)
    install(FILES ${PROJECT_BINARY_DIR}/completion.bash
        DESTINATION ${CMAKE_INSTALL_DATADIR}/bash-completion/completions RENAME apothecary)
endif()
file(GLOB variant_files CONFIGURE_DEPENDS variants/*.variant)
if(variant_files)
    install(FILES ${variant_files} DESTINATION ${CMAKE_INSTALL_DATADIR}/apothecary/variants)
endif()
