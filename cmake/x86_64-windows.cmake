# Toolchain: Windows, with Debian's cross compiler (gcc-mingw-w64-x86-64-posix).
set(CMAKE_SYSTEM_NAME Windows)
set(CMAKE_SYSTEM_PROCESSOR x86_64)
set(CMAKE_C_COMPILER x86_64-w64-mingw32-gcc-posix)
# printf as in the standard. The small code model, because with the other one the copies of a
# program for several processors (programs.cmake) would share the references to their data.
set(CMAKE_C_FLAGS_INIT "-D__USE_MINGW_ANSI_STDIO=1 -mcmodel=small")
