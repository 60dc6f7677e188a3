# Windows on x86-64, by mingw-w64 with the threads of POSIX: deploy/platforms.sh.
set(CMAKE_SYSTEM_NAME Windows)
set(CMAKE_SYSTEM_PROCESSOR x86_64)
set(CMAKE_C_COMPILER x86_64-w64-mingw32-gcc-posix)
set(CMAKE_CXX_COMPILER x86_64-w64-mingw32-g++-posix)
# GCC keeps the stack of Windows aligned to 16 bytes only, but moves wider vectors to it as if it were aligned to their
# size (https://gcc.gnu.org/bugzilla/show_bug.cgi?id=54412): the assembler writes moves that need no alignment.
set(CMAKE_CXX_FLAGS_INIT "-Wa,-muse-unaligned-vector-move")
# Windows 10: std::filesystem and the digests of the system.
add_compile_definitions(_WIN32_WINNT=0x0A00)
include("${CMAKE_CURRENT_LIST_DIR}/packages.cmake")
