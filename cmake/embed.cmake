# Writes the C file that holds definition files: cmake -DOUT=out.c -DBARE=OFF [-DNEAR=names.txt]
# -P embed.cmake -- FILE...
#
# In CMake's own language, so that the library needs nothing but a C compiler and CMake. The texts
# become arrays of characters, not string literals: C11 promises only 4095 bytes for a literal, and
# a definition file may be longer. OUT is replaced only when its text changes. With BARE the
# comments and blank lines of the definitions are left out, for a build that has to be small. With
# NEAR only the definitions that this file names are there; in place of the others stands a line
# "#far", and the table can change (src/wasm/session_games.c).

cmake_minimum_required(VERSION 3.20)
set(files "")
set(is_file FALSE)
math(EXPR last "${CMAKE_ARGC} - 1")
foreach(index RANGE ${last})
    if(is_file)
        list(APPEND files "${CMAKE_ARGV${index}}")
    elseif(CMAKE_ARGV${index} STREQUAL "--")
        set(is_file TRUE)
    endif()
endforeach()

# Sorted bytewise by name, as the library looks them up: "a-b" comes before "a.variant" only without
# the suffix.
set(names "")
foreach(file IN LISTS files)
    cmake_path(GET file FILENAME name)
    string(REGEX REPLACE "\\.variant$" "" name "${name}")
    if(NOT name MATCHES "^[A-Za-z0-9_-]+$")
        message(FATAL_ERROR "${file}: a name may have letters, digits, '-' and '_' only")
    endif()
    list(APPEND names ${name})
    set(path_${name} "${file}")
endforeach()
list(SORT names COMPARE STRING)

set(text "/* Made by cmake/embed.cmake from the files of variants/; do not edit. */\n")
string(APPEND text "#include \"definition/file/embedded.h\"\n")
set(rows "")
set(count 0)
set(const "const ")
if(NEAR)
    file(STRINGS "${NEAR}" near)
    set(const "")
endif()
foreach(name IN LISTS names)
    file(READ "${path_${name}}" bytes HEX)
    if(BARE)
        # A comment begins at any # (23); 0a ends a line. Blanks separate the bytes, so no pattern
        # can match across two halves of them.
        string(REGEX REPLACE "(..)" " \\1" bytes "${bytes}")
        string(APPEND bytes " 0a")
        string(REGEX REPLACE " 23( [1-9a-f].| 0[^a])*" "" bytes "${bytes}")
        string(REGEX REPLACE "( 20| 09| 0d)+ 0a" " 0a" bytes "${bytes}")
        string(REGEX REPLACE "( 0a)+" " 0a" bytes "${bytes}")
        string(REGEX REPLACE "^ 0a" "" bytes "${bytes}")
        if(NEAR AND NOT name IN_LIST near)
            string(HEX "#far\n" bytes)
        endif()
        string(REPLACE " " "" bytes "${bytes}")
    endif()
    string(LENGTH "${bytes}" length)
    math(EXPR length "${length} / 2")
    string(APPEND text "\nstatic const char text_${count}[] = {\n")
    set(cells "")
    set(at 0)
    string(LENGTH "${bytes}" end)
    while(at LESS end)
        string(SUBSTRING "${bytes}" ${at} 40 line)
        string(REGEX REPLACE "(..)" "'\\\\x\\1', " line "${line}")
        string(APPEND cells "    ${line}\n")
        math(EXPR at "${at} + 40")
    endwhile()
    string(APPEND text "${cells}    0};\n")
    string(APPEND rows "    {\"${name}\", text_${count}, ${length}},\n")
    math(EXPR count "${count} + 1")
endforeach()
# C has no empty arrays: the last row ends the list and is not counted.
string(APPEND text
    "\n${const}struct apo_embedded_file apo_embedded_variants[] = {\n${rows}    {0, 0, 0},\n};\n")
string(APPEND text "\nconst size_t apo_embedded_variants_count = ${count};\n")
file(CONFIGURE OUTPUT "${OUT}" CONTENT "${text}" @ONLY)
