#pragma once

#include <atomic>
#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>

#include "server/base/file_descriptor.hpp"

namespace raftup::server {

/// Functions for files whose content survives a power cut and that only the user of this process
/// can read. All functions throw ServiceError(kStorageFull) if the disk is full, and otherwise
/// ServiceError(kInternal) with the message of the operating system.

/// Throws the error that `errno` contains after a failed operation. The message of the error
/// contains the name of the file without its folder, because clients may receive it; the log
/// receives the whole path.
/// @param what the operation that failed, such as "write"
[[noreturn]] void throw_disk_error(const std::string& what, const std::filesystem::path& path);

/// Replaces the content of a file. After a crash the file contains either all old bytes or all new
/// bytes.
void write_whole(const std::filesystem::path& path, std::string_view bytes);

/// Removes temporary files that write_whole() and AppendFile of earlier processes have left in a
/// folder. These files are recognized by their names.
void remove_unfinished(const std::filesystem::path& folder);

/// Returns the bytes of a file; none if there is no such file or if `path` is a folder.
std::optional<std::string> read_whole(const std::filesystem::path& path);

/// Writes `bytes` at `offset`. If the call fails, the file is cut to its first `offset` bytes.
void append_at(const std::filesystem::path& path, std::uint64_t offset, std::string_view bytes);
/// Does the same for an open file; `path` is used in messages.
void append_at(const FileDescriptor& file, const std::filesystem::path& path, std::uint64_t offset,
               std::string_view bytes);

/// Cuts a file to `size` bytes, so that the cut survives a power cut.
void cut_file(const std::filesystem::path& file, std::uint64_t size);

/// Makes files that were created, renamed or removed in a folder survive a power cut.
void sync_folder(const std::filesystem::path& folder);

/// Makes the bytes of a file survive a power cut.
void sync_file(const std::filesystem::path& file);

/// Gives a file a second name in the file system (a hard link) that survives a power cut. An
/// existing file of that name is replaced.
void link_file(const std::filesystem::path& from, const std::filesystem::path& to);

/// Creates a folder and its missing parent folders.
void make_folders(const std::filesystem::path& folder);

/// Removes the permissions of other users from a folder that belongs to the user of this process,
/// and logs the change. If the folder belongs to another user a warning is logged.
void keep_from_others(const std::filesystem::path& folder);

/// A new file to which bytes are appended. One thread may append; any thread may call sync().
class AppendFile {
 public:
  enum class Outlives { kProcess, kPowerCut };

  /// Creates the file. It gets its name only after all bytes of `begin` are written, so that a
  /// reader never finds an incomplete beginning.
  /// @param outlives the event that the name and `begin` survive when the constructor returns: the
  ///         end of the process or a power cut
  /// @throws ServiceError(kStorageFull, kInternal), also if the file exists
  AppendFile(std::filesystem::path path, std::string_view begin, Outlives outlives);

  /// Appends bytes. If the call fails, the file is cut back to its former size.
  /// @throws ServiceError(kStorageFull, kInternal)
  void append(std::string_view bytes);

  /// Returns when all bytes appended so far and the name of the file survive a power cut.
  /// @throws ServiceError(kStorageFull, kInternal)
  void sync();

  /// Number of appended bytes that a power cut would lose now. Thread-safe.
  std::uint64_t unsynced_bytes() const { return size_ - synced_size_; }

  const std::filesystem::path& path() const { return path_; }

 private:
  void sync_bytes();
  void sync_name();

  std::filesystem::path path_;
  FileDescriptor file_;
  std::atomic<std::uint64_t> synced_size_ = 0;  ///< at most size_
  std::atomic<std::uint64_t> size_ = 0;
  std::atomic<bool> name_is_durable_ = false;
};

/// Function that is called before and after every operation that changes the disk, with a text such
/// as "before write" or "after rename".
using DiskObserver = void (*)(const char* moment);

/// Sets the observer of disk operations. Tests use it to end the process at such an operation;
/// raftupd sets none.
void set_disk_observer(DiskObserver next);
void notify_disk_observer(const char* moment);

}  // namespace raftup::server
