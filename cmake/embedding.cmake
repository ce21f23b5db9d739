# What other programs link: libapothecary.a, all chess layers in one archive, with headers under
# include/apothecary/ and a pkg-config file. `cmake --install` (make install) puts them in place.

include(GNUInstallDirs)

set(public_layers base rules definition notation game search)
set(objects "")
foreach(layer IN LISTS public_layers)
    if(TARGET apo_${layer})
        list(APPEND objects $<TARGET_OBJECTS:apo_${layer}>)
        file(GLOB headers CONFIGURE_DEPENDS RELATIVE ${PROJECT_SOURCE_DIR}/src
            ${PROJECT_SOURCE_DIR}/src/${layer}/*.h ${PROJECT_SOURCE_DIR}/src/${layer}/*/*.h)
        list(FILTER headers EXCLUDE REGEX "_priv\\.h$")
        foreach(header IN LISTS headers)
            cmake_path(GET header PARENT_PATH folder)
            install(FILES ${PROJECT_SOURCE_DIR}/src/${header}
                DESTINATION ${CMAKE_INSTALL_INCLUDEDIR}/apothecary/${folder})
        endforeach()
    endif()
endforeach()

if(objects)
    add_library(apothecary_embed STATIC ${objects})
    set_target_properties(apothecary_embed PROPERTIES
        OUTPUT_NAME apothecary LINKER_LANGUAGE C)
    target_include_directories(apothecary_embed INTERFACE ${PROJECT_SOURCE_DIR}/src)
    configure_file(cmake/apothecary.pc.in apothecary.pc @ONLY)
    install(TARGETS apothecary_embed ARCHIVE DESTINATION ${CMAKE_INSTALL_LIBDIR})
    install(FILES ${PROJECT_BINARY_DIR}/apothecary.pc
        DESTINATION ${CMAKE_INSTALL_LIBDIR}/pkgconfig)
endif()

if(TARGET apothecary)
    install(TARGETS apothecary RUNTIME DESTINATION ${CMAKE_INSTALL_BINDIR})
    # The command writes its own manual page and its completion for bash.
    install(CODE "
        execute_process(COMMAND $<TARGET_FILE:apothecary> help --man
            OUTPUT_FILE ${PROJECT_BINARY_DIR}/apothecary.1 COMMAND_ERROR_IS_FATAL ANY)
        execute_process(COMMAND $<TARGET_FILE:apothecary> help --bash
            OUTPUT_FILE ${PROJECT_BINARY_DIR}/completion.bash COMMAND_ERROR_IS_FATAL ANY)")
    install(FILES ${PROJECT_BINARY_DIR}/apothecary.1 DESTINATION ${CMAKE_INSTALL_MANDIR}/man1)
    install(FILES ${PROJECT_BINARY_DIR}/completion.bash
        DESTINATION ${CMAKE_INSTALL_DATADIR}/bash-completion/completions RENAME apothecary)
endif()
file(GLOB variant_files CONFIGURE_DEPENDS variants/*.variant)
if(variant_files)
    install(FILES ${variant_files} DESTINATION ${CMAKE_INSTALL_DATADIR}/apothecary/variants)
endif()
