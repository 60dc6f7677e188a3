/// @file Where tenants and their sessions lie in the data folder.
#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <utility>
#include <vector>

namespace raftup::server {

/// Where the files of one session lie:
///   session          what it simulates; written last when a session is made, so that a folder with
///                    it is whole
///   journal.N        segment N of its journal: what happened since snapshot.N, or since the
///                    beginning where N is 0
///   snapshot.N       the session where segment N begins; none for 0
///   journal.N.cut    the unfinished end of segment N, which recovery has cut off
///   checkpoints/ID   what clients had it keep
///   incomplete       empty; there while a session is made or deleted: without `session` beside it
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

  /// Numbers of the segments, or of the snapshots, that are there, ascending.
  std::vector<std::int64_t> journal_numbers() const { return numbers_of("journal."); }
  std::vector<std::int64_t> snapshot_numbers() const { return numbers_of("snapshot."); }

 private:
  std::vector<std::int64_t> numbers_of(const std::string& prefix) const;

  std::filesystem::path path_;
};

/// Where the databases and sessions of a tenant lie: {data} itself for the default tenant,
/// {data}/tenants/{tenant} for any other.
std::filesystem::path tenant_folder(const std::filesystem::path& data, const std::string& tenant);

/// Where the server moves what it finds among a tenant's files and does not know.
std::filesystem::path set_aside_folder(const std::filesystem::path& data,
                                       const std::string& tenant);

/// The tenants that have a folder, the default one first.
std::vector<std::string> tenants_in(const std::filesystem::path& data);

/// Moves something that the server does not know, or cannot use, out of a folder of its own and
/// into another: {folder}/{name}, or {folder}/{name}.1 and so on where that name is taken. What
/// people have put there, or a disk has damaged, is never removed. Logs a warning with both paths;
/// where it cannot be moved it stays where it is, and the warning says so.
/// @param why a phrase for the warning: "holds no session"
void set_aside(const std::filesystem::path& what, const std::filesystem::path& folder,
               const char* why);

}  // namespace raftup::server
