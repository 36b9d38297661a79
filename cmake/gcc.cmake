# The newest of the GCCs with which this is built regularly: Debian 12 has 12, Debian 13 has 14. Any other is taken
# where none of them is; CXX in the environment has the first word.
if(NOT CMAKE_CXX_COMPILER AND NOT DEFINED ENV{CXX})
    find_program(TAVOLA_GCC NAMES g++-14 g++-13 g++-12 g++ REQUIRED)
    set(CMAKE_CXX_COMPILER ${TAVOLA_GCC})
endif()
