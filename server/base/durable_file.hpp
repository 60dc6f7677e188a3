#pragma once

#include <atomic>
#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>

#include "server/base/file_descriptor.hpp"

namespace raftup::server {

/// Files that outlive a power cut, which nobody but the user of the process can read. All throw
/// ServiceError(kStorageFull) where the disk has no room, ServiceError(kInternal) with the system's
/// message otherwise.

/// Throws what `errno` says about an attempt to do `what` to `path`. The message names the file
/// alone, because it may reach a client; the log gets the whole path.
[[noreturn]] void throw_disk_error(const std::string& what, const std::filesystem::path& path);

/// Replaces `path` as a whole: after a crash it holds the old bytes or the new ones.
void write_whole(const std::filesystem::path& path, std::string_view bytes);

/// Removes from a folder the files that write_whole() and AppendFile have left in processes that
/// ended, told by their names.
void remove_unfinished(const std::filesystem::path& folder);

/// The bytes of `path`; empty where there is no such file, or a folder.
std::optional<std::string> read_whole(const std::filesystem::path& path);

/// Writes `bytes` at `offset` and nowhere else: where that fails the file keeps its `offset` first
/// bytes.
void append_at(const std::filesystem::path& path, std::uint64_t offset, std::string_view bytes);
/// The same with the file at `path` open already.
void append_at(const FileDescriptor& file, const std::filesystem::path& path, std::uint64_t offset,
               std::string_view bytes);

/// Forgets what a file holds after `size` bytes, durably.
void cut_file(const std::filesystem::path& file, std::uint64_t size);

/// Makes the names in a folder durable: those of files created, renamed or removed.
void sync_folder(const std::filesystem::path& folder);

/// Makes a file's bytes durable.
void sync_file(const std::filesystem::path& file);

/// Gives a file a second name within the file system, replacing what has it, durably.
void link_file(const std::filesystem::path& from, const std::filesystem::path& to);

/// Makes a folder and those above it where they are absent.
void make_folders(const std::filesystem::path& folder);

/// Takes from a folder what lets others than the user of this process read it, where the folder is
/// this user's, and logs that.
void keep_from_others(const std::filesystem::path& folder);

/// A new file that only grows. One thread appends; any thread may synchronise.
class AppendFile {
 public:
  enum class Outlives { kProcess, kPowerCut };

  /// The file gets its name when all of `begin` is in it: whoever finds it finds that much.
  /// @param outlives what the name and `begin` outlive from now on
  /// @throws ServiceError(kStorageFull, kInternal), also where the file exists
  AppendFile(std::filesystem::path path, std::string_view begin, Outlives outlives);

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
  void sync_bytes();
  void sync_name();

  std::filesystem::path path_;
  FileDescriptor file_;
  std::atomic<std::uint64_t> synced_size_ = 0;  ///< never more than size_
  std::atomic<std::uint64_t> size_ = 0;
  std::atomic<bool> name_is_durable_ = false;
};

/// Told before and after everything that changes the disk: "before write", "after rename".
using DiskObserver = void (*)(const char* moment);

/// For tests, which end the process at such a moment. raftupd has none.
void set_disk_observer(DiskObserver next);
void notify_disk_observer(const char* moment);

}  // namespace raftup::server
