# One strict set of warnings for all of our own code; every one of them is an error.
add_library(tavola_warnings INTERFACE)
target_compile_options(tavola_warnings INTERFACE
    -Wall -Wextra -Wpedantic -Werror
    -Wconversion -Wsign-conversion -Wshadow -Wcast-qual -Wold-style-cast -Wnon-virtual-dtor
    -Woverloaded-virtual -Wformat=2 -Wundef -Wunused -Wextra-semi)
if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU")
    target_compile_options(tavola_warnings INTERFACE
        -Wduplicated-cond -Wduplicated-branches -Wlogical-op -Wuseless-cast
        # GCC 12 warns of overlapping copies inside std::string where there are none (its bug 105651).
        -Wno-restrict)
endif()
