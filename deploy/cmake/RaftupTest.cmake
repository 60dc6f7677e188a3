set(RAFTUP_TEST_SECONDS 900 CACHE STRING "seconds after which a test has failed")

# What a test itself computes takes no time: at -O1 it compiles in three quarters of what it takes at -O3. GCC then
# takes more of Eigen for uninitialised than there is.
add_library(raftup_test_flags INTERFACE)
target_compile_options(raftup_test_flags INTERFACE
  $<$<CONFIG:Release>:-O1> $<$<CXX_COMPILER_ID:GNU>:-Wno-maybe-uninitialized>)

# raftup_reuse_test_headers(TARGET LIBRARY...): compiles what only tests, a program or a library, with the flags and
# the headers of all tests.
function(raftup_reuse_test_headers target)
  target_link_libraries(${target} PRIVATE raftup_test_support raftup_warnings raftup_numerics_flags raftup_test_flags)
  target_include_directories(${target} PRIVATE "${PROJECT_SOURCE_DIR}")
  if("${ARGN}" MATCHES "server|client|contract|session")
    target_precompile_headers(${target} REUSE_FROM raftup_server_test_headers)
  else()
    target_precompile_headers(${target} REUSE_FROM raftup_solver_test_headers)
  endif()
endfunction()

# raftup_test(NAME [LONG] SOURCES ... LIBRARIES ...): a Catch2 program whose test cases ctest runs one by one.
# Those of a LONG one are begun first, so that none of them is left running alone at the end.
function(raftup_test name)
  cmake_parse_arguments(TEST "LONG" "" "SOURCES;LIBRARIES" ${ARGN})
  add_executable(${name} ${TEST_SOURCES})
  target_link_libraries(${name} PRIVATE ${TEST_LIBRARIES})
  raftup_reuse_test_headers(${name} ${TEST_LIBRARIES})
  if(RAFTUP_UNITY)
    # Sources that are compiled together share what they instantiate of Eigen and Catch2: a third of the time.
    set_target_properties(${name} PROPERTIES UNITY_BUILD ON UNITY_BUILD_BATCH_SIZE 12)
  endif()
  set(cost 0)
  if(TEST_LONG)
    set(cost 100)
  endif()
  catch_discover_tests(${name} DISCOVERY_MODE PRE_TEST
    PROPERTIES TIMEOUT ${RAFTUP_TEST_SECONDS} COST ${cost})
endfunction()
