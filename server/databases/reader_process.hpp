#pragma once

#include <chrono>
#include <filesystem>
#include <string>
#include <vector>

#include "server/databases/content.hpp"

namespace raftup::server {

/// Reads uploaded files in a process of their own, raftup-read-database: the server itself never
/// opens one with the HDF5 library. Thread-safe.
class ReaderProcess {
 public:
  /// @param executable the program
  /// @param timeout    of one file, wall clock
  /// @throws Error(kNotFound) where there is no such program
  explicit ReaderProcess(std::filesystem::path executable,
                         std::chrono::milliseconds timeout = std::chrono::seconds(60));

  /// The program beside the one that runs now.
  static std::filesystem::path installed_executable();

  /// @param file     whole, readable
  /// @param accepted names of checks of physics that do not refuse it, hydro::gross_checks()
  /// @throws Error with the reader's own code and message where it refuses the file;
  /// ServiceError(kParserCrashed) where the file crashes the reader or makes it do what its sandbox
  /// forbids, with the signal; Error(kInvalidArgument) where it outlasts its limits;
  /// Error(kInternal) where the reader cannot be run
  FileContent read(const std::filesystem::path& file,
                   const std::vector<std::string>& accepted = {}) const;

 private:
  std::filesystem::path executable_;
  std::chrono::milliseconds timeout_;
};

}  // namespace raftup::server
