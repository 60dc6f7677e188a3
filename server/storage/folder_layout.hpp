/// @file The folders of tenants and their sessions in the data folder.
#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <utility>
#include <vector>

namespace raftup::server {

/// The folder of one stored session. It contains the files
///   session          spec of the session; written last when a session is created, so that a
///                    folder with this file is complete
///   journal.N        segment N of the journal: the records since snapshot.N, or since t = 0 if
///                    N is 0
///   snapshot.N       state of the session at the beginning of segment N; absent for N = 0
///   journal.N.cut    incomplete end of segment N, which a recovery has cut off
///   checkpoints/ID   checkpoints that clients requested
///   incomplete       empty file; exists while a session is created or deleted. A folder that
///                    contains it and no file `session` is removed at a restart.
class SessionFolder {
 public:
  explicit SessionFolder(std::filesystem::path path) : path_(std::move(path)) {}

  const std::filesystem::path& path() const { return path_; }
  std::filesystem::path session() const { return path_ / "session"; }
  std::filesystem::path journal(std::int64_t number) const {
    return path_ / ("journal." + std::to_string(number));
  }
  std::filesystem::path cut_from_journal(std::int64_t number) const {
    return path_ / ("journal." + std::to_string(number) + ".cut");
  }
  std::filesystem::path incomplete() const { return path_ / "incomplete"; }
  std::filesystem::path snapshot(std::int64_t number) const {
    return path_ / ("snapshot." + std::to_string(number));
  }
  std::filesystem::path checkpoints() const { return path_ / "checkpoints"; }

  /// Numbers of the existing segments of the journal, in ascending order.
  std::vector<std::int64_t> journal_numbers() const { return numbers_of("journal."); }
  std::vector<std::int64_t> snapshot_numbers() const { return numbers_of("snapshot."); }

 private:
  std::vector<std::int64_t> numbers_of(const std::string& prefix) const;

  std::filesystem::path path_;
};

/// The folder with the databases and sessions of a tenant: the data folder itself for the default
/// tenant, and {data}/tenants/{tenant} for any other tenant.
std::filesystem::path tenant_folder(const std::filesystem::path& data, const std::string& tenant);

/// The folder into which the server moves files of a tenant that it does not recognize.
std::filesystem::path set_aside_folder(const std::filesystem::path& data,
                                       const std::string& tenant);

/// The tenants that have a folder in the data folder, in alphabetical order after the default
/// tenant.
std::vector<std::string> tenants_in(const std::filesystem::path& data);

/// Moves a file or folder that the server does not recognize or cannot use out of the way, to
/// {folder}/{name}, or to {folder}/{name}.1 and so on if that name exists. Files that people have
/// put there, or that a disk has damaged, are never deleted in this way. A warning with both paths
/// is logged; if the file cannot be moved it stays, and the warning reports this.
/// @param why phrase for the warning, such as "holds no session"
void set_aside(const std::filesystem::path& what, const std::filesystem::path& folder,
               const char* why);

}  // namespace raftup::server
