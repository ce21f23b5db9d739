# The library for other programs: libapothecary.a and libapothecary.so, all chess layers in one,
# with the headers of include/apothecary/, a CMake package and a pkg-config file. It needs the C
# library alone.
#
#     find_package(apothecary CONFIG REQUIRED)
#     target_link_libraries(game PRIVATE apothecary::apothecary)   # shared where there is one
#     target_link_libraries(game PRIVATE apothecary::static)

include(GNUInstallDirs)
include(CMakePackageConfigHelpers)

set(objects "")
foreach(layer IN LISTS APO_LIBRARY_LAYERS)
    list(APPEND objects $<TARGET_OBJECTS:apo_${layer}>)
endforeach()

# Sanitizers need their library in the program that is linked.
if(APO_SANITIZE)
    set(APO_SHARED OFF)
endif()

# The target apothecary is the command; EXPORT_NAME is the library's name for other projects.
set(forms static)
add_library(apothecary_static STATIC ${objects})
if(APO_SHARED)
    list(APPEND forms shared)
    add_library(apothecary_shared SHARED ${objects})
    set_target_properties(apothecary_shared PROPERTIES
        VERSION ${PROJECT_VERSION} SOVERSION ${PROJECT_VERSION_MAJOR} EXPORT_NAME shared)
    # Missing symbols are reported here, not when the first program is linked.
    target_link_options(apothecary_shared PRIVATE -Wl,--no-undefined)
endif()
set_target_properties(apothecary_static PROPERTIES EXPORT_NAME static)
foreach(form IN LISTS forms)
    set_target_properties(apothecary_${form} PROPERTIES OUTPUT_NAME apothecary LINKER_LANGUAGE C)
    target_include_directories(apothecary_${form} INTERFACE
        $<BUILD_INTERFACE:${PROJECT_SOURCE_DIR}/include>
        $<INSTALL_INTERFACE:${CMAKE_INSTALL_INCLUDEDIR}>)
    add_library(apothecary::${form} ALIAS apothecary_${form})
endforeach()
target_link_libraries(apothecary_static INTERFACE m Threads::Threads)
if(APO_SHARED)
    target_link_libraries(apothecary_shared PRIVATE m Threads::Threads)
    add_library(apothecary::apothecary ALIAS apothecary_shared)
else()
    add_library(apothecary::apothecary ALIAS apothecary_static)
endif()

# A project that includes this one decides what is installed.
if(NOT PROJECT_IS_TOP_LEVEL)
    return()
endif()

set(package_folder ${CMAKE_INSTALL_LIBDIR}/cmake/apothecary)
file(RELATIVE_PATH up "/${CMAKE_INSTALL_LIBDIR}/pkgconfig" "/")
set(PC_PREFIX "\${pcfiledir}/${up}")
configure_file(cmake/apothecary.pc.in apothecary.pc @ONLY)
configure_package_config_file(cmake/apothecary-config.cmake.in apothecary-config.cmake
    INSTALL_DESTINATION ${package_folder})
write_basic_package_version_file(apothecary-config-version.cmake COMPATIBILITY SameMinorVersion)

foreach(form IN LISTS forms)
    install(TARGETS apothecary_${form} EXPORT apothecary-targets
        ARCHIVE DESTINATION ${CMAKE_INSTALL_LIBDIR} LIBRARY DESTINATION ${CMAKE_INSTALL_LIBDIR})
endforeach()
install(EXPORT apothecary-targets NAMESPACE apothecary:: DESTINATION ${package_folder})
install(FILES ${PROJECT_BINARY_DIR}/apothecary-config.cmake
    ${PROJECT_BINARY_DIR}/apothecary-config-version.cmake DESTINATION ${package_folder})
install(FILES ${PROJECT_BINARY_DIR}/apothecary.pc DESTINATION ${CMAKE_INSTALL_LIBDIR}/pkgconfig)
file(GLOB public_headers CONFIGURE_DEPENDS include/apothecary/*.h)
install(FILES ${public_headers} DESTINATION ${CMAKE_INSTALL_INCLUDEDIR}/apothecary)
