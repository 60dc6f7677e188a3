#pragma once

#include <chrono>
#include <filesystem>
#include <string>
#include <vector>

#include "server/databases/content.hpp"

namespace raftup::server {

/// Reads uploaded files in a separate process, the program raftup-read-database, so that the server
/// itself never opens such a file with the HDF5 library. Thread-safe.
class ReaderProcess {
 public:
  /// @param executable path of the program
  /// @param timeout largest wall clock time for one file
  /// @throws Error(kNotFound) if the program cannot be run
  explicit ReaderProcess(std::filesystem::path executable,
                         std::chrono::milliseconds timeout = std::chrono::seconds(60));

  /// Path of raftup-read-database in the folder of the running program.
  static std::filesystem::path installed_executable();

  /// Reads a file in a new process.
  /// @param file file with all its bytes
  /// @param accepted names of physical checks whose failure does not lead to a refusal, see
  ///         hydro::gross_checks()
  /// @throws Error with the code and message of the reader if the reader refuses the file;
  ///         Error(kInvalidArgument) if reading takes too much time or memory;
  ///         ServiceError(kParserCrashed) with the signal if the reader crashes or does what its
  ///         sandbox forbids; Error(kInternal) if the reader cannot be run
  FileContent read(const std::filesystem::path& file,
                   const std::vector<std::string>& accepted = {}) const;

 private:
  std::filesystem::path executable_;
  std::chrono::milliseconds timeout_;
};

}  // namespace raftup::server
