#pragma once

#include <atomic>
#include <filesystem>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>

#include "server/security/access_entries.hpp"

namespace raftup::server {

/// The access file of a server, which may be changed while the server runs. When the list is used,
/// and at most once a second, the file is checked for changes. A changed file with an invalid entry
/// is logged and otherwise ignored. Thread-safe.
class AccessList {
 public:
  /// Reads the access file.
  /// @throws Error(kNotFound) if the file cannot be read; Error(kInvalidArgument) with the file,
  ///         the line and the violated rule
  explicit AccessList(std::filesystem::path file);

  /// Returns the caller to which a bearer token belongs; none if the token is unknown. The digest
  /// of the token is compared with the digests of all tokens, so that the duration of the call
  /// reveals nothing about them.
  std::optional<Caller> find_token(std::string_view token);

  /// Returns the caller to which a client certificate with this subject alternative name belongs;
  /// none if the name is unknown.
  std::optional<Caller> find_certificate(const std::string& name);

  /// The quota of a tenant. A tenant without an entry in the file gets the default values of Quota.
  Quota quota_of(const std::string& tenant);

 private:
  /// Attributes of the file that differ after a change of the file.
  struct Stamp {
    std::int64_t inode = 0;
    std::int64_t size = 0;
    std::int64_t change_ns = 0;
    bool operator==(const Stamp&) const = default;
  };

  Stamp stamp() const;
  std::shared_ptr<const AccessEntries> read() const;
  std::shared_ptr<const AccessEntries> entries();

  std::filesystem::path file_;
  std::mutex mutex_;
  /// Attributes of the file, read before the entries, so that every later change is noticed.
  Stamp stamp_;
  std::shared_ptr<const AccessEntries> entries_;
  std::int64_t next_look_ns_ = 0;  ///< steady clock time of the next check for changes [ns]
};

}  // namespace raftup::server
