# Files that become part of the programs as they are: a table of the game after which each file is
# named, and of its bytes (src/cli/io/embedded_bytes.h, include_bytes.h).

# apo_embed_bytes(OUT NAME HEADER FILES...): writes NAME_embedded.c, which has the table
# apo_embedded_NAME that HEADER declares, and puts its path into OUT.
function(apo_embed_bytes out name header)
    set(BYTES "")
    set(ROWS "")
    set(count 0)
    foreach(file IN LISTS ARGN)
        cmake_path(GET file STEM LAST_ONLY id)
        string(APPEND BYTES "APO_BYTES(char, ${name}_${count}, \"${file}\")\n")
        string(APPEND ROWS
            "    {\"${id}\", apo_${name}_${count}, apo_${name}_${count}_end},\n")
        math(EXPR count "${count} + 1")
    endforeach()
    set(NAME ${name})
    set(HEADER ${header})
    set(source ${PROJECT_BINARY_DIR}/${name}_embedded.c)
    configure_file(${PROJECT_SOURCE_DIR}/cmake/bytes_embedded.c.in ${source} @ONLY)
    set_source_files_properties(${source} PROPERTIES OBJECT_DEPENDS "${ARGN}")
    set(${out} ${source} PARENT_SCOPE)
endfunction()

file(GLOB net_files CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/nets/*.net)
list(SORT net_files COMPARE STRING)
apo_embed_bytes(APO_NETS_SOURCE nets cli/nets/embedded_nets.h ${net_files})

file(GLOB page_files CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/docs/games/*.md)
list(FILTER page_files EXCLUDE REGEX "/peers[.]md$")
list(SORT page_files COMPARE STRING)
apo_embed_bytes(APO_RULES_SOURCE rules cli/rulebook/embedded_rules.h ${page_files})
