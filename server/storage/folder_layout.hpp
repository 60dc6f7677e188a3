/// @file The folders of tenants and their sessions in the data folder.
#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <utility>
#include <vector>

namespace raftup::server {

/// The files of one session:
///   session          its spec; written last when a session is made, so that a folder with it
///                    is complete
///   journal.N        segment N of its journal: the records since snapshot.N, or since the
///                    beginning if N is 0
///   snapshot.N       the session at the beginning of segment N; there is none for 0
///   journal.N.cut    the unfinished end of segment N, which recovery has cut off
///   checkpoints/ID   checkpoints that clients requested
///   incomplete       empty; exists while a session is made or deleted: without `session` beside it
///                    nobody was told that the session exists, or it was deleted
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

  /// Numbers of the existing segments, in ascending order.
  std::vector<std::int64_t> journal_numbers() const { return numbers_of("journal."); }
  std::vector<std::int64_t> snapshot_numbers() const { return numbers_of("snapshot."); }

 private:
  std::vector<std::int64_t> numbers_of(const std::string& prefix) const;

  std::filesystem::path path_;
};

/// The folder of a tenant's databases and sessions: {data} itself for the default tenant,
/// {data}/tenants/{tenant} for any other.
std::filesystem::path tenant_folder(const std::filesystem::path& data, const std::string& tenant);

/// The folder into which the server moves unknown files of a tenant.
std::filesystem::path set_aside_folder(const std::filesystem::path& data,
                                       const std::string& tenant);

/// The tenants that have a folder, the default one first.
std::vector<std::string> tenants_in(const std::filesystem::path& data);

/// Moves a file or folder that the server does not know, or cannot use, from one of its folders to
/// another: {folder}/{name}, or {folder}/{name}.1 and so on if that name exists. Files that people
/// have put there, or that a disk has damaged, are never deleted. Logs a warning with both paths;
/// if the file cannot be moved it stays, and the warning says so.
/// @param why a phrase for the warning: "holds no session"
void set_aside(const std::filesystem::path& what, const std::filesystem::path& folder,
               const char* why);

}  // namespace raftup::server
