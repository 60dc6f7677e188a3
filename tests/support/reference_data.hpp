#pragma once

#include <filesystem>
#include <optional>
#include <string>

namespace raftup::testing {

/// The folder with the databases that this project computed and ships (clients/examples/data/own).
std::filesystem::path own_data();

/// A file of the reference data that belongs to other projects and is not in this repository:
/// RAFTUP_REFERENCE_DATA, else ../shared/data beside the repository; empty where absent.
std::optional<std::filesystem::path> reference_data(const std::string& relative_path);

/// The library of MoorDyn 2, of the Python package that the tests of the client install or where
/// the environment's RAFTUP_MOORDYN says; none where there is none.
std::optional<std::filesystem::path> moordyn_library();

}  // namespace raftup::testing

/// Ends the test case with the word "skipped" where the reference file is absent.
#define RAFTUP_REQUIRE_REFERENCE(variable, relative_path)                      \
  const auto variable##_file = raftup::testing::reference_data(relative_path); \
  if (!variable##_file) {                                                      \
    WARN("skipped: reference data not found: " << (relative_path));            \
    return;                                                                    \
  }                                                                            \
  const std::filesystem::path& variable = *variable##_file
