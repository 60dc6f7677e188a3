# The Debian package raftupd, by cpack in the build folder: programs, unit, user and configuration.
set(raftup_package_files "${PROJECT_BINARY_DIR}/package")

# Who answers for the package: whoever makes it, by the variables of Debian's tools, else the author of the commit.
set(contact "$ENV{DEBFULLNAME} <$ENV{DEBEMAIL}>")
if(NOT DEFINED ENV{DEBFULLNAME} OR NOT DEFINED ENV{DEBEMAIL})
  execute_process(COMMAND git log -1 "--format=%an <%ae>" WORKING_DIRECTORY "${PROJECT_SOURCE_DIR}"
    OUTPUT_VARIABLE contact OUTPUT_STRIP_TRAILING_WHITESPACE ERROR_QUIET)
endif()
if(NOT contact)
  message(STATUS "No Debian package without a commit: DEBFULLNAME and DEBEMAIL say who makes it")
  return()
endif()

# The unit of the repository is for programs in /usr/local/bin.
file(READ "${PROJECT_SOURCE_DIR}/deploy/raftupd.service" unit)
string(REPLACE "/usr/local/bin/" "/usr/bin/" unit "${unit}")
string(REGEX REPLACE "^(#[^\n]*\n)+" "" unit "${unit}")
file(CONFIGURE OUTPUT "${raftup_package_files}/raftupd.service" CONTENT "${unit}" @ONLY)
file(CONFIGURE OUTPUT "${raftup_package_files}/conffiles" CONTENT "/etc/raftup/raftupd.toml\n" @ONLY)
string(TIMESTAMP date "%a, %d %b %Y %H:%M:%S +0000" UTC) # of SOURCE_DATE_EPOCH, where that is set
file(CONFIGURE OUTPUT "${raftup_package_files}/changelog" CONTENT "raftupd (@PROJECT_VERSION@) unstable; urgency=medium

  * What has changed is in CHANGELOG.md of the sources.

 -- @contact@  @date@
" @ONLY)
execute_process(COMMAND gzip --best --no-name --force "${raftup_package_files}/changelog" COMMAND_ERROR_IS_FATAL ANY)

# Below the package's prefix /usr; no part of cmake --install, which would replace somebody's configuration.
function(raftup_package_install destination)
  install(FILES ${ARGN} DESTINATION ${destination} COMPONENT service EXCLUDE_FROM_ALL)
endfunction()
raftup_package_install(lib/systemd/system "${raftup_package_files}/raftupd.service")
raftup_package_install(lib/sysusers.d "${PROJECT_SOURCE_DIR}/deploy/debian/raftup.conf")
raftup_package_install(../etc/raftup "${PROJECT_SOURCE_DIR}/deploy/raftupd.toml")
raftup_package_install(share/doc/raftupd
  "${PROJECT_SOURCE_DIR}/deploy/debian/copyright" "${raftup_package_files}/changelog.gz")
# The manual, where deploy/manual.sh has built it before: `raftup manual` opens it.
install(DIRECTORY "${PROJECT_SOURCE_DIR}/out/manual/" DESTINATION share/doc/raftup/html COMPONENT service
  EXCLUDE_FROM_ALL OPTIONAL PATTERN _sources EXCLUDE PATTERN ".buildinfo*" EXCLUDE PATTERN reports EXCLUDE)

set(CPACK_GENERATOR DEB)
set(CPACK_PACKAGE_NAME raftupd)
set(CPACK_PACKAGE_CONTACT "${contact}")
set(CPACK_PACKAGING_INSTALL_PREFIX /usr)
set(CPACK_COMPONENTS_ALL programs service)
set(CPACK_COMPONENTS_GROUPING ALL_COMPONENTS_IN_ONE)
set(CPACK_DEB_COMPONENT_INSTALL ON)
set(CPACK_STRIP_FILES ON)
set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)
set(CPACK_PACKAGE_DESCRIPTION_SUMMARY "co-simulation server for vessels that feel each other")
set(CPACK_DEBIAN_PACKAGE_DESCRIPTION "A gRPC service that hosts a multibody solver with the full added mass and
radiation of hydrodynamic databases in every step. Clients are in the Python
package of the same project.")
set(CPACK_DEBIAN_COMPRESSION_TYPE xz)
set(CPACK_DEBIAN_PACKAGE_SECTION science)
set(CPACK_DEBIAN_PACKAGE_SHLIBDEPS ON)
set(CPACK_DEBIAN_PACKAGE_DEPENDS "systemd | systemd-standalone-sysusers")
set(CPACK_DEBIAN_PACKAGE_CONTROL_STRICT_PERMISSION ON)
set(CPACK_DEBIAN_PACKAGE_CONTROL_EXTRA
    "${PROJECT_SOURCE_DIR}/deploy/debian/postinst;${PROJECT_SOURCE_DIR}/deploy/debian/prerm;\
${PROJECT_SOURCE_DIR}/deploy/debian/postrm;${raftup_package_files}/conffiles")
include(CPack)
