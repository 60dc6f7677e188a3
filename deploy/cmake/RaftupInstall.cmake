# Install rules and the find_package(raftup) export.
include(GNUInstallDirs)
include(CMakePackageConfigHelpers)

# Installs a library of ours with its headers; the include path of a header is its repository path.
function(raftup_install_library name)
  install(TARGETS raftup_${name} EXPORT raftup-targets ARCHIVE DESTINATION ${CMAKE_INSTALL_LIBDIR})
  install(DIRECTORY "${CMAKE_CURRENT_SOURCE_DIR}/"
          DESTINATION "${CMAKE_INSTALL_INCLUDEDIR}/raftup/${name}" FILES_MATCHING PATTERN "*.hpp")
endfunction()

function(raftup_install_package)
  install(EXPORT raftup-targets NAMESPACE raftup:: FILE raftup-targets.cmake
          DESTINATION ${CMAKE_INSTALL_LIBDIR}/cmake/raftup)
  configure_package_config_file("${PROJECT_SOURCE_DIR}/deploy/cmake/raftup-config.cmake.in"
    "${PROJECT_BINARY_DIR}/raftup-config.cmake" INSTALL_DESTINATION ${CMAKE_INSTALL_LIBDIR}/cmake/raftup)
  write_basic_package_version_file("${PROJECT_BINARY_DIR}/raftup-config-version.cmake"
    COMPATIBILITY SameMinorVersion)
  install(FILES "${PROJECT_BINARY_DIR}/raftup-config.cmake" "${PROJECT_BINARY_DIR}/raftup-config-version.cmake"
          DESTINATION ${CMAKE_INSTALL_LIBDIR}/cmake/raftup)
endfunction()
