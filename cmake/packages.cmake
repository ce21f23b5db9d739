# Third-party libraries, for the layers that use the operating system or the network.
# libapothecary.a and the browser build need none of them. apo_need(TARGET MODULE...) links
# pkg-config modules; if one is missing, the message says what to install.
find_package(PkgConfig REQUIRED)

function(apo_need target)
    foreach(module IN LISTS ARGN)
        if(NOT TARGET PkgConfig::${module})
            pkg_check_modules(${module} QUIET IMPORTED_TARGET GLOBAL ${module})
        endif()
        if(NOT TARGET PkgConfig::${module})
            message(FATAL_ERROR
                "${module} is missing: run scripts/install-deps build (or make install-deps). "
                "The library alone needs nothing: -DAPO_LIBRARY_ONLY=ON")
        endif()
        target_link_libraries(${target} PUBLIC PkgConfig::${module})
    endforeach()
endfunction()

# Links a module that we can do without, and defines DEFINITION where it is there.
function(apo_use target module definition without)
    pkg_check_modules(${module} QUIET IMPORTED_TARGET GLOBAL ${module})
    if(TARGET PkgConfig::${module})
        target_link_libraries(${target} PUBLIC PkgConfig::${module})
        target_compile_definitions(${target} PUBLIC ${definition})
    else()
        message(STATUS "${module} is missing: ${without}")
    endif()
endfunction()

if(TARGET apo_net)
    apo_need(apo_net libevent_core jansson zlib)
    target_link_libraries(apo_net PUBLIC Threads::Threads)
    # Only sending email and push messages, and `apothecary bot`, need it.
    apo_use(apo_net libcurl APO_CURL
        "no mail, no push messages, no bot (scripts/install-deps build brings it)")
endif()
if(TARGET apo_store)
    apo_need(apo_store sqlite3)
    target_link_libraries(apo_store PUBLIC Threads::Threads)
    apo_use(apo_store libpq APO_POSTGRES
        "no store in PostgreSQL (scripts/install-deps cluster brings it)")
endif()
if(TARGET apo_server)
    apo_need(apo_server libsodium libcrypto libqrencode liboath)
    target_link_libraries(apo_server PUBLIC Threads::Threads)
endif()
