# Language level, floating-point rules and warnings that every target of ours shares.
set(CMAKE_CXX_STANDARD 20)
set(CMAKE_CXX_STANDARD_REQUIRED ON)
set(CMAKE_CXX_EXTENSIONS OFF)
set(CMAKE_CXX_VISIBILITY_PRESET hidden)
set(CMAKE_POSITION_INDEPENDENT_CODE ON)
# Optimised code keeps its assertions out but never reorders arithmetic: the same inputs give the same bytes
# on every machine, so no -ffast-math and no fused contraction.
set(CMAKE_CXX_FLAGS_RELEASE "-O3 -DNDEBUG" CACHE STRING "")

find_program(CCACHE_PROGRAM ccache)
if(CCACHE_PROGRAM)
  set(CMAKE_CXX_COMPILER_LAUNCHER "${CCACHE_PROGRAM}")
endif()

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

# One static library of the project: raftup_library(hydro) makes target raftup_hydro with alias raftup::hydro.
# Sources are listed by the folders themselves with target_sources.
function(raftup_library name)
  add_library(raftup_${name} STATIC)
  add_library(raftup::${name} ALIAS raftup_${name})
  set_target_properties(raftup_${name} PROPERTIES EXPORT_NAME ${name} OUTPUT_NAME raftup_${name})
  target_include_directories(raftup_${name} PUBLIC
    "$<BUILD_INTERFACE:${PROJECT_SOURCE_DIR}>" "$<INSTALL_INTERFACE:include/raftup>")
  target_compile_features(raftup_${name} PUBLIC cxx_std_20)
  target_link_libraries(raftup_${name} PRIVATE
    $<BUILD_INTERFACE:raftup_warnings> $<BUILD_INTERFACE:raftup_numerics_flags>)
endfunction()
