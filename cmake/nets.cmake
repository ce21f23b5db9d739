# The nets of the programs: the files of nets/ become part of them as they are. A net is used for
# the game after which its file is named. The bytes lie outside the copies for processors
# (programs.cmake), so a program has them once.
#
# The assembler includes the files: arrays of a megabyte take compilers seconds.
file(GLOB net_files CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/nets/*.net)
list(SORT net_files COMPARE STRING)
set(NETS_BYTES "")
set(NETS_ROWS "")
set(count 0)
foreach(file IN LISTS net_files)
    cmake_path(GET file STEM LAST_ONLY id)
    string(APPEND NETS_BYTES "BYTES(net_${count}, \"${file}\")\n")
    string(APPEND NETS_ROWS "    {\"${id}\", apo_net_${count}, apo_net_${count}_end},\n")
    math(EXPR count "${count} + 1")
endforeach()
set(APO_NETS_SOURCE ${PROJECT_BINARY_DIR}/nets_embedded.c)
configure_file(${PROJECT_SOURCE_DIR}/cmake/nets_embedded.c.in ${APO_NETS_SOURCE} @ONLY)
set_source_files_properties(${APO_NETS_SOURCE} PROPERTIES OBJECT_DEPENDS "${net_files}")
