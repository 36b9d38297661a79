# One strict set of warnings for all of our own code. With CMAKE_COMPILE_WARNING_AS_ERROR, which `./test` and the presets
# for developers turn on, every one of them is an error; another compiler's opinion keeps nobody from playing.
add_library(tavola_warnings INTERFACE)
target_compile_options(tavola_warnings INTERFACE
    -Wall -Wextra -Wpedantic
    -Wconversion -Wsign-conversion -Wshadow -Wcast-qual -Wold-style-cast -Wnon-virtual-dtor
    -Woverloaded-virtual -Wformat=2 -Wundef -Wunused -Wextra-semi
    # Vectors wider than the processor's are never handed from one translation unit to another.
    -Wno-psabi)
if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU")
    target_compile_options(tavola_warnings INTERFACE
        -Wduplicated-cond -Wduplicated-branches -Wlogical-op -Wuseless-cast
        # GCC 12 warns of overlapping copies inside std::string where there are none (its bug 105651).
        -Wno-restrict)
endif()
