#pragma once

#include <filesystem>

#include "server/base/file_descriptor.hpp"

namespace raftup::server {

/// Keeps a folder to one process at a time: two would write into the same journals. The system lets
/// go of it when the process ends, however it does.
class FolderLock {
 public:
  /// @param folder exists
  /// @throws Error(kFailedPrecondition) where another process has it; ServiceError(kInternal)
  explicit FolderLock(const std::filesystem::path& folder);

 private:
  FileDescriptor file_;
};

}  // namespace raftup::server
