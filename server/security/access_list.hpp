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

/// An access file that may change while the server runs: looked at again at most once a second, by
/// whoever asks. A change that breaks a rule is logged and leaves what was there. Thread-safe.
class AccessList {
 public:
  /// @throws Error(kNotFound), Error(kInvalidArgument) naming the file, the line and the rule
  explicit AccessList(std::filesystem::path file);

  /// The caller whose token this is. Its digest is compared with every one of the list, so that the
  /// time says nothing.
  std::optional<Caller> find_token(std::string_view token);

  /// The caller of a certificate with this subject alternative name.
  std::optional<Caller> find_certificate(const std::string& name);

  /// Without limits for a tenant that has no entry.
  Quota quota_of(const std::string& tenant);

 private:
  /// What tells that a file is another than before.
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
  Stamp stamp_;  ///< taken before the entries, so that no change between goes unseen
  std::shared_ptr<const AccessEntries> entries_;
  std::int64_t next_look_ns_ = 0;  ///< steady clock
};

}  // namespace raftup::server
