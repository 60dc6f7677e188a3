#pragma once

#include <atomic>
#include <cstdint>
#include <filesystem>
#include <string_view>

#include "server/base/file_descriptor.hpp"

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

  /// Appended, and lost by a power cut now. Thread-safe.
  std::uint64_t unsynced_bytes() const { return size_ - synced_size_; }

  const std::filesystem::path& path() const { return path_; }

 private:
  std::filesystem::path path_;
  FileDescriptor file_;
  std::atomic<std::uint64_t> synced_size_ = 0;  ///< never more than size_
  std::atomic<std::uint64_t> size_ = 0;
  std::atomic<bool> name_is_durable_ = false;
};

}  // namespace raftup::server
