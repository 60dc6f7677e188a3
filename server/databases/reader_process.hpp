#pragma once

#include <chrono>
#include <filesystem>
#include <string>
#include <vector>

#include "server/databases/content.hpp"

namespace raftup::server {

/// Reads uploaded files in a separate process, raftup-read-database, so that the server itself
/// never opens one with the HDF5 library. Thread-safe.
class ReaderProcess {
 public:
  /// @param executable the program
  /// @param timeout    for one file, wall clock
  /// @throws Error(kNotFound) if there is no such program
  explicit ReaderProcess(std::filesystem::path executable,
                         std::chrono::milliseconds timeout = std::chrono::seconds(60));

  /// The program in the folder of the one that is running.
  static std::filesystem::path installed_executable();

  /// @param file     complete and readable
  /// @param accepted names of checks of physics whose failure does not refuse the file,
  ///         hydro::gross_checks()
  /// @throws Error with the code and message of the reader if it refuses the file;
  ///         ServiceError(kParserCrashed) with the signal if the file crashes the reader or makes
  ///         it do what its sandbox forbids; Error(kInvalidArgument) if the limits are exceeded;
  ///         Error(kInternal) if the reader cannot be run
  FileContent read(const std::filesystem::path& file,
                   const std::vector<std::string>& accepted = {}) const;

 private:
  std::filesystem::path executable_;
  std::chrono::milliseconds timeout_;
};

}  // namespace raftup::server
