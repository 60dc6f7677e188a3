#pragma once

#include <atomic>
#include <filesystem>
#include <string>
#include <vector>

namespace raftup::server {

/// Whether a server should get new work. Thread-safe.
class Readiness {
 public:
  /// Not ready before recovered().
  explicit Readiness(std::filesystem::path data);

  /// What was there before a restart is back.
  void recovered() { recovered_ = true; }
  /// The server is about to stop; there is no way back.
  void withdraw() { withdrawn_ = true; }

  struct Check {
    const char* name;   ///< "store", "recovery", "descriptors", "draining"
    std::string fault;  ///< empty = passes
  };
  /// All of them, whether they pass or not. Writes to the data folder.
  std::vector<Check> checks() const;

  static bool all_pass(const std::vector<Check>& checks);

 private:
  std::filesystem::path data_;
  std::atomic<bool> recovered_{false};
  std::atomic<bool> withdrawn_{false};
};

}  // namespace raftup::server
