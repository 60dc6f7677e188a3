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

/// An access file that may change while the server runs: it is checked for changes at most once a
/// second, when the list is used. A change that breaks a rule is logged and has no effect.
/// Thread-safe.
class AccessList {
 public:
  /// Reads the access file.
  /// @throws Error(kNotFound), Error(kInvalidArgument) naming the file, the line and the rule
  explicit AccessList(std::filesystem::path file);

  /// The caller with this token. Its digest is compared with every one of the list, so that the
  /// duration of the call reveals nothing.
  std::optional<Caller> find_token(std::string_view token);

  /// The caller of a certificate with this subject alternative name.
  std::optional<Caller> find_certificate(const std::string& name);

  /// The quota of a tenant; without limits if the tenant has no entry.
  Quota quota_of(const std::string& tenant);

 private:
  /// Attributes by which a changed file is recognised.
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
  Stamp stamp_;  ///< read before the entries, so that no change in between is missed
  std::shared_ptr<const AccessEntries> entries_;
  std::int64_t next_look_ns_ = 0;  ///< steady clock
};

}  // namespace raftup::server
