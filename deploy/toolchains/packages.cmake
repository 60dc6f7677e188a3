# What other systems' builds take in place of the packages of the distribution: headers, which are the same everywhere,
# and C sources of Qhull, which are compiled for the target. deploy/platforms.sh puts them into the folder
# RAFTUP_PLATFORM_ROOT: include/, qhull/ and, where OpenSSL makes the digests, lib/libcrypto.a.
list(APPEND CMAKE_TRY_COMPILE_PLATFORM_VARIABLES RAFTUP_PLATFORM_ROOT)
set(RAFTUP_PLATFORM_ROOT "" CACHE PATH "headers and sources for the target, by deploy/platforms.sh")
set(CMAKE_FIND_ROOT_PATH "${RAFTUP_PLATFORM_ROOT}")
foreach(kind PROGRAM LIBRARY INCLUDE PACKAGE)
  set(CMAKE_FIND_ROOT_PATH_MODE_${kind} ONLY)
endforeach()
set(CMAKE_FIND_ROOT_PATH_MODE_PROGRAM NEVER)
set(CMAKE_PROJECT_TOP_LEVEL_INCLUDES "${CMAKE_CURRENT_LIST_DIR}/provider.cmake")
