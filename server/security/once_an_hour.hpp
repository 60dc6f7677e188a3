#pragma once

#include <chrono>
#include <map>
#include <mutex>
#include <string>

namespace raftup::server {

/// Says of each key once an hour that it is worth a log line; of more keys than it remembers within
/// an hour it says nothing: the log has told enough by then. Thread-safe.
class OnceAnHour {
 public:
  bool is_due(const std::string& key);

 private:
  std::mutex mutex_;
  std::map<std::string, std::chrono::steady_clock::time_point> last_;
};

}  // namespace raftup::server
