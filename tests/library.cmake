# The library as other projects see it: exported symbols, build, installation, reference.
if(TARGET apothecary_shared)
    apo_test(NAME library.exports LABEL library TIMEOUT 60
        COMMAND ${Python3_EXECUTABLE} tests/library/check_exports.py
            $<TARGET_FILE:apothecary_shared> include)
endif()
# Compiles the library again, in a folder of its own.
apo_test(NAME library.install LABEL library TIMEOUT 1200
    COMMAND ${Python3_EXECUTABLE} tests/library/install.py)
apo_test(NAME library.reference LABEL library TIMEOUT 120
    COMMAND ${Python3_EXECUTABLE} tests/library/reference.py)
apo_test(NAME library.door LABEL library TIMEOUT 60
    COMMAND ${Python3_EXECUTABLE} tests/library/check_door.py)
if(TARGET apothecary)
    apo_test(NAME library.packages LABEL library TIMEOUT 60
        COMMAND ${Python3_EXECUTABLE} tests/library/packages.py ${PROJECT_BINARY_DIR})
endif()
