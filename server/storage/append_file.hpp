#pragma once

#include <atomic>
#include <cstdint>
#include <filesystem>
#include <string_view>

#include "server/storage/file_descriptor.hpp"

namespace raftup::server {

/// A new file that only grows. One thread appends; any thread may synchronise.
class AppendFile {
 public:
  /// @throws ServiceError(kStorageFull, kInternal), also where the file exists
  explicit AppendFile(std::filesystem::path path);

  /// By one call of write(); where that fails the file is cut back to what it was.
  /// @throws ServiceError(kStorageFull, kInternal)
  void append(std::string_view bytes);

  /// Returns when everything appended before, and the file's name, outlives a power cut.
  /// @throws ServiceError(kStorageFull, kInternal)
  void sync();

  const std::filesystem::path& path() const { return path_; }

 private:
  std::filesystem::path path_;
  FileDescriptor file_;
  std::uint64_t size_ = 0;
  std::atomic<bool> name_is_durable_ = false;
};

}  // namespace raftup::server
