# The browser build: Debian's clang, lld, libc++ and wasi-libc for wasm32.
set(CMAKE_SYSTEM_NAME Generic)
set(CMAKE_SYSTEM_PROCESSOR wasm32)
set(CMAKE_CXX_COMPILER clang++-19)
set(CMAKE_CXX_COMPILER_TARGET wasm32-wasi)
set(CMAKE_TRY_COMPILE_TARGET_TYPE STATIC_LIBRARY)
set(CMAKE_CXX_FLAGS_INIT "-stdlib=libc++ -msimd128 -fno-exceptions")
set(CMAKE_EXE_LINKER_FLAGS_INIT "-stdlib=libc++ -mexec-model=reactor")
