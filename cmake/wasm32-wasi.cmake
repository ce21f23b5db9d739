# Toolchain for the browser build: clang, lld and wasi-libc as Debian packages them.
list(APPEND CMAKE_MODULE_PATH ${CMAKE_CURRENT_LIST_DIR})
set(CMAKE_SYSTEM_NAME WASI)
set(CMAKE_SYSTEM_PROCESSOR wasm32)
set(CMAKE_C_COMPILER clang-19)
set(CMAKE_C_COMPILER_TARGET wasm32-wasi)
set(CMAKE_TRY_COMPILE_TARGET_TYPE STATIC_LIBRARY)
set(CMAKE_FIND_ROOT_PATH_MODE_PROGRAM NEVER)
# memory.copy and memory.fill in place of loops: all browsers have had them since 2021.
set(CMAKE_C_FLAGS_INIT "-mbulk-memory -fvisibility=hidden -ffunction-sections -fdata-sections")
