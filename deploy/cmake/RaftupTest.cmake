set(RAFTUP_TEST_TIMEOUT ${RAFTUP_TEST_TIMEOUT} CACHE STRING "seconds after which a test has failed")

# raftup_test(NAME SOURCES ... LIBRARIES ...): a Catch2 program whose test cases ctest runs one by one.
function(raftup_test name)
  cmake_parse_arguments(TEST "" "" "SOURCES;LIBRARIES" ${ARGN})
  add_executable(${name} ${TEST_SOURCES})
  target_link_libraries(${name} PRIVATE raftup_test_support ${TEST_LIBRARIES} raftup_warnings raftup_numerics_flags)
  target_include_directories(${name} PRIVATE "${PROJECT_SOURCE_DIR}")
  catch_discover_tests(${name} DISCOVERY_MODE PRE_TEST PROPERTIES TIMEOUT 900)
endfunction()
