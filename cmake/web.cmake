# What browsers load becomes part of the command: the files of web/, and what scripts/build-web has
# made in build-web/ (drawings, the rules as WebAssembly). Files may be added or removed at any
# time, so every build checks them, and compiles them again only if something has changed. All
# builds share what has been compressed.
set(web_embedded ${PROJECT_BINARY_DIR}/web_embedded.c)
add_custom_target(web_embed
    COMMAND ${Python3_EXECUTABLE} ${PROJECT_SOURCE_DIR}/tools/embed_web.py ${web_embedded}
        ${PROJECT_SOURCE_DIR}/build-web-packed ${PROJECT_SOURCE_DIR}/web
        ${PROJECT_SOURCE_DIR}/build-web
    BYPRODUCTS ${web_embedded}
    COMMENT "Looking for changes in web/"
    VERBATIM)
add_library(apo_web STATIC ${web_embedded})
add_dependencies(apo_web web_embed)
target_include_directories(apo_web PUBLIC ${PROJECT_SOURCE_DIR}/src)
target_link_libraries(apo_web PRIVATE apo_flags)
