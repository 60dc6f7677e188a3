# Language level, floating-point rules and warnings that every target of ours shares.
set(CMAKE_CXX_STANDARD 20)
set(CMAKE_CXX_STANDARD_REQUIRED ON)
set(CMAKE_CXX_EXTENSIONS OFF)
if(NOT BUILD_SHARED_LIBS)
  set(CMAKE_CXX_VISIBILITY_PRESET hidden)
endif()
# Programs are compiled as libraries are, so that both can read the same precompiled headers.
set(CMAKE_POSITION_INDEPENDENT_CODE OFF)
add_compile_options(-fPIC)
find_program(CCACHE_PROGRAM ccache)
if(CCACHE_PROGRAM AND NOT DEFINED CMAKE_CXX_COMPILER_LAUNCHER)
  # A precompiled header is as good as its sources, whatever their times are. What it was made of is known from
  # the compiler's own list: its preprocessor would name the precompiled header of before instead.
  set(CMAKE_CXX_COMPILER_LAUNCHER "${CMAKE_COMMAND}" -E env CCACHE_DEPEND=1
      "CCACHE_SLOPPINESS=pch_defines,time_macros,include_file_mtime,include_file_ctime" "${CCACHE_PROGRAM}")
endif()

if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU")
  # GCC looks for memory to free only once a unit has 512 MiB: it needs no more in the end, and a tenth less time.
  add_compile_options(--param=ggc-min-heapsize=524288)
endif()

# Arithmetic is never reordered, in optimised code (-O3 of the build type Release) neither: the same inputs give the same
# bytes on every machine, so no -ffast-math and no fused contraction.
add_library(raftup_numerics_flags INTERFACE)
target_compile_options(raftup_numerics_flags INTERFACE -ffp-contract=off)

add_library(raftup_warnings INTERFACE)
target_compile_options(raftup_warnings INTERFACE -Wall -Wextra -Wconversion -Wshadow -Werror)
if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU" AND CMAKE_CXX_COMPILER_VERSION VERSION_LESS 13)
  # False alarms in std::string at -O3: https://gcc.gnu.org/bugzilla/show_bug.cgi?id=105651
  target_compile_options(raftup_warnings INTERFACE -Wno-restrict)
endif()

if(CMAKE_CXX_COMPILER_ID MATCHES "Clang")
  # -Wconversion of clang warns of signs too; GCC, which builds what is shipped, does not.
  target_compile_options(raftup_warnings INTERFACE -Wno-sign-conversion)
endif()

# A cold build reads headers for most of its time: they are read once a target, and the sources of a folder are
# compiled together. Who works on one file turns the second off (preset dev).
option(RAFTUP_UNITY "Compile the sources of a folder as one unit" ON)

# raftup_compile_together(TARGET [HEADERS_OF OTHER] [HEADER ...]): has the sources of a target compiled so, with further
# headers read once, or with what another target of the same flags has read; call it when all of them are listed.
# Names in anonymous namespaces are then unique in a folder, which the compiler says where they are not.
function(raftup_compile_together target)
  cmake_parse_arguments(TOGETHER "" "HEADERS_OF" "" ${ARGN})
  if(TOGETHER_HEADERS_OF)
    target_precompile_headers(${target} REUSE_FROM ${TOGETHER_HEADERS_OF})
  else()
    target_precompile_headers(${target} PRIVATE
      "${PROJECT_SOURCE_DIR}/deploy/cmake/precompiled.hpp" ${TOGETHER_UNPARSED_ARGUMENTS})
  endif()
  if(NOT RAFTUP_UNITY)
    return()
  endif()
  set_target_properties(${target} PROPERTIES UNITY_BUILD ON UNITY_BUILD_MODE GROUP)
  get_target_property(sources ${target} SOURCES)
  foreach(source IN LISTS sources)
    cmake_path(ABSOLUTE_PATH source NORMALIZE)
    cmake_path(GET source PARENT_PATH folder)
    cmake_path(RELATIVE_PATH folder BASE_DIRECTORY "${PROJECT_SOURCE_DIR}")
    string(MAKE_C_IDENTIFIER "${folder}" group)
    set_source_files_properties("${source}" TARGET_DIRECTORY ${target} PROPERTIES UNITY_GROUP ${group})
  endforeach()
endfunction()

# One library of the project: raftup_library(hydro) makes target raftup_hydro with alias raftup::hydro. It is static
# unless BUILD_SHARED_LIBS is set, as the preset dev does: a test program is then not linked again when a source of the
# library has changed. raftup_library(server STATIC) is static always, as messages may be registered once in a program.
# Sources are listed in the one build file of the library.
function(raftup_library name)
  add_library(raftup_${name} ${ARGN})
  add_library(raftup::${name} ALIAS raftup_${name})
  # No symbol of its own where it is shared, so that libraries can read the same precompiled headers.
  set_target_properties(raftup_${name} PROPERTIES
    EXPORT_NAME ${name} OUTPUT_NAME raftup_${name} DEFINE_SYMBOL "")
  target_include_directories(raftup_${name} PUBLIC
    "$<BUILD_INTERFACE:${PROJECT_SOURCE_DIR}>" "$<INSTALL_INTERFACE:include/raftup>")
  target_compile_features(raftup_${name} PUBLIC cxx_std_20)
  target_link_libraries(raftup_${name} PRIVATE
    $<BUILD_INTERFACE:raftup_warnings> $<BUILD_INTERFACE:raftup_numerics_flags>)
endfunction()
