# apo_flags: the flags of all our targets.

add_library(apo_flags INTERFACE)
target_include_directories(apo_flags INTERFACE ${PROJECT_SOURCE_DIR}/include)
target_compile_options(apo_flags INTERFACE
    -std=c11 -fno-common
    -Wall -Wextra -Wpedantic
    -Wconversion -Wsign-conversion -Wdouble-promotion
    -Wshadow -Wundef -Wvla
    -Wstrict-prototypes -Wmissing-prototypes -Wmissing-declarations -Wold-style-definition
    -Wpointer-arith -Wcast-qual -Wwrite-strings
    -Wformat=2 -Wswitch-enum -Wimplicit-fallthrough -Wnull-dereference)

if(CMAKE_C_COMPILER_ID STREQUAL "GNU")
    target_compile_options(apo_flags INTERFACE
        -Wlogical-op -Wduplicated-cond -Wduplicated-branches
        -Wcast-align=strict -Wstringop-overflow=4 -Walloc-zero)
elseif(CMAKE_C_COMPILER_ID MATCHES "Clang")
    target_compile_options(apo_flags INTERFACE
        -Wcast-align -Wcomma -Wmissing-variable-declarations
        -Wshorten-64-to-32 -Wimplicit-int-conversion
        -Wunreachable-code-aggressive -Wassign-enum
        -Wconditional-uninitialized -Wloop-analysis
        -Wno-enum-float-conversion) # named constants are enumerators here, of the type int
endif()

# Counting moves means counting bits: without the popcnt instruction perft takes twice as long.
if(APO_CPU)
    target_compile_options(apo_flags INTERFACE -march=${APO_CPU})
endif()

if(APO_WERROR)
    target_compile_options(apo_flags INTERFACE -Werror)
endif()

# Hundreds of test programs are linked: lld needs a quarter of the time that GNU's linker takes.
if(APO_TESTS)
    find_program(APO_LLD NAMES ld.lld HINTS /usr/lib/llvm-19/bin)
    mark_as_advanced(APO_LLD)
    if(APO_LLD)
        cmake_path(GET APO_LLD PARENT_PATH folder)
        add_link_options(-fuse-ld=lld -B${folder}) # -B: where gcc looks for it
    endif()
endif()

if(APO_SANITIZE)
    target_compile_options(apo_flags INTERFACE
        -fsanitize=${APO_SANITIZE} -fno-sanitize-recover=all -fno-omit-frame-pointer)
    target_link_options(apo_flags INTERFACE -fsanitize=${APO_SANITIZE})
endif()

# Line coverage: make coverage. The counters are shared by threads.
if(APO_COVERAGE)
    target_compile_options(apo_flags INTERFACE --coverage -fprofile-update=atomic)
    # Also for the libraries that are made of the objects alone.
    add_link_options(--coverage)
endif()

if(APO_COSTS)
    target_compile_options(apo_flags INTERFACE -fsanitize-coverage=trace-pc)
endif()
if(APO_FUZZERS)
    if(NOT CMAKE_C_COMPILER_ID MATCHES "Clang")
        message(FATAL_ERROR "APO_FUZZERS needs clang")
    endif()
    target_compile_options(apo_flags INTERFACE -fsanitize=fuzzer-no-link)
endif()

# Hardening for programs that parse untrusted input. The cost for the rules cannot be measured.
function(apo_harden target)
    if(CMAKE_BUILD_TYPE STREQUAL "Release" AND NOT APO_SANITIZE AND NOT WIN32)
        target_compile_options(${target} PRIVATE
            -U_FORTIFY_SOURCE -D_FORTIFY_SOURCE=2 -fstack-protector-strong)
        target_link_options(${target} PRIVATE -Wl,-z,relro,-z,now)
    endif()
endfunction()
