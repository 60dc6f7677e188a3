#pragma once

#include <atomic>
#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>

#include "server/base/file_descriptor.hpp"

namespace raftup::server {

/// Files that outlive a power cut and that only the user of the process can read. All functions
/// throw ServiceError(kStorageFull) if the disk is full, and otherwise ServiceError(kInternal) with
/// the system's message.

/// Throws the error in `errno` after an attempt to do `what` to `path`. The message has the name of
/// the file alone, because it may reach a client; the log gets the whole path.
[[noreturn]] void throw_disk_error(const std::string& what, const std::filesystem::path& path);

/// Replaces `path` as a whole: after a crash it contains either the old bytes or the new ones.
void write_whole(const std::filesystem::path& path, std::string_view bytes);

/// Removes from a folder the unfinished files of write_whole() and AppendFile of processes that
/// have ended; they are recognised by their names.
void remove_unfinished(const std::filesystem::path& folder);

/// The bytes of `path`; nothing if there is no such file, or if it is a folder.
std::optional<std::string> read_whole(const std::filesystem::path& path);

/// Writes `bytes` at `offset`. If it fails, the file keeps its first `offset` bytes.
void append_at(const std::filesystem::path& path, std::uint64_t offset, std::string_view bytes);
/// The same for an open file.
void append_at(const FileDescriptor& file, const std::filesystem::path& path, std::uint64_t offset,
               std::string_view bytes);

/// Cuts a file to `size` bytes, durably.
void cut_file(const std::filesystem::path& file, std::uint64_t size);

/// Makes the entries of a folder durable, after files were created, renamed or removed.
void sync_folder(const std::filesystem::path& folder);

/// Makes the bytes of a file durable.
void sync_file(const std::filesystem::path& file);

/// Gives a file a second name in the file system, durably; an existing file of that name is
/// replaced.
void link_file(const std::filesystem::path& from, const std::filesystem::path& to);

/// Makes a folder and those above it if they do not exist.
void make_folders(const std::filesystem::path& folder);

/// Removes the permissions of other users from a folder that belongs to the user of this process,
/// and logs it.
void keep_from_others(const std::filesystem::path& folder);

/// A new file to which bytes are appended. One thread appends; any thread may synchronise.
class AppendFile {
 public:
  enum class Outlives { kProcess, kPowerCut };

  /// The file gets its name when all of `begin` is in it, so that no reader finds less.
  /// @param outlives what the name and `begin` outlive from then on
  /// @throws ServiceError(kStorageFull, kInternal), also if the file exists
  AppendFile(std::filesystem::path path, std::string_view begin, Outlives outlives);

  /// Appends by one call of write(); if it fails the file is cut back to its former size.
  /// @throws ServiceError(kStorageFull, kInternal)
  void append(std::string_view bytes);

  /// Returns when all bytes appended before, and the name of the file, outlive a power cut.
  /// @throws ServiceError(kStorageFull, kInternal)
  void sync();

  /// Number of bytes that were appended and would be lost by a power cut now. Thread-safe.
  std::uint64_t unsynced_bytes() const { return size_ - synced_size_; }

  const std::filesystem::path& path() const { return path_; }

 private:
  void sync_bytes();
  void sync_name();

  std::filesystem::path path_;
  FileDescriptor file_;
  std::atomic<std::uint64_t> synced_size_ = 0;  ///< never more than size_
  std::atomic<std::uint64_t> size_ = 0;
  std::atomic<bool> name_is_durable_ = false;
};

/// Called before and after every operation that changes the disk: "before write", "after rename".
using DiskObserver = void (*)(const char* moment);

/// For tests that end the process at such an instant; raftupd sets none.
void set_disk_observer(DiskObserver next);
void notify_disk_observer(const char* moment);

}  // namespace raftup::server
