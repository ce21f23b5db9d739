# What `cmake --install` (make install) installs besides the library: the command with its manual
# page and completion for three shells, its entry in menus, the definition files and the books.

# zsh looks into site-functions of what is installed by hand; vendor-completions are for packages.
set(APO_ZSH_FOLDER site-functions CACHE STRING "Folder for zsh's completion, below share/zsh")
if(TARGET apothecary)
    install(TARGETS apothecary apothecary-engine RUNTIME DESTINATION ${CMAKE_INSTALL_BINDIR})
    # The command itself prints its manual page and its completion.
    install(CODE "
        execute_process(COMMAND $<TARGET_FILE:apothecary> help --man
            OUTPUT_FILE ${PROJECT_BINARY_DIR}/apothecary.1 COMMAND_ERROR_IS_FATAL ANY)
        execute_process(COMMAND $<TARGET_FILE:apothecary> help --man engine
            OUTPUT_FILE ${PROJECT_BINARY_DIR}/apothecary-engine.6 COMMAND_ERROR_IS_FATAL ANY)
        foreach(shell bash zsh fish)
            execute_process(COMMAND $<TARGET_FILE:apothecary> help --\${shell}
                OUTPUT_FILE ${PROJECT_BINARY_DIR}/completion.\${shell} COMMAND_ERROR_IS_FATAL ANY)
        endforeach()")
    install(FILES ${PROJECT_BINARY_DIR}/apothecary.1 DESTINATION ${CMAKE_INSTALL_MANDIR}/man1)
    install(FILES ${PROJECT_BINARY_DIR}/apothecary-engine.6
        DESTINATION ${CMAKE_INSTALL_MANDIR}/man6)
    install(FILES ${PROJECT_BINARY_DIR}/completion.bash
        DESTINATION ${CMAKE_INSTALL_DATADIR}/bash-completion/completions RENAME apothecary)
    install(FILES ${PROJECT_BINARY_DIR}/completion.zsh
        DESTINATION ${CMAKE_INSTALL_DATADIR}/zsh/${APO_ZSH_FOLDER} RENAME _apothecary)
    install(FILES ${PROJECT_BINARY_DIR}/completion.fish
        DESTINATION ${CMAKE_INSTALL_DATADIR}/fish/vendor_completions.d RENAME apothecary.fish)
    install(FILES config/apothecary.desktop DESTINATION ${CMAKE_INSTALL_DATADIR}/applications)
    install(FILES config/apothecary.svg DESTINATION ${CMAKE_INSTALL_DATADIR}/icons/hicolor/scalable/apps)
endif()
file(GLOB variant_files CONFIGURE_DEPENDS variants/*.variant)
if(variant_files)
    install(FILES ${variant_files} DESTINATION ${CMAKE_INSTALL_DATADIR}/apothecary/variants)
endif()
file(GLOB book_files CONFIGURE_DEPENDS books/*.book)
if(book_files)
    install(FILES ${book_files} DESTINATION ${CMAKE_INSTALL_DATADIR}/apothecary/books)
endif()
